import { describe, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { BoardLines } from '../../../../src-main/external-engines/lines-solver.ts';

vi.setConfig({ testTimeout: 120_000 });

const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const SMALL = 10_000;
/** The larger text is this many times as long as the smaller one. Quadratic time would grow by a factor of 64. */
const TIMES = 8;

/** Returns the minimum CPU time of several tries, in milliseconds. */
function cost(text: string): number {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const lines = new BoardLines(puzzle);
    const before = process.cpuUsage();
    for (const line of text.split('\n')) lines.read(line);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe.each(['x', '1:0', ' ', '1:0 ', 'board_edges', 'board_edges=', '#', '\u2028', ';', '-1:-1,'])(
  'the time to read %j is proportional to its length',
  (piece) => {
    test.each([
      ['one line', (length: number) => piece.repeat(length / piece.length)],
      ['many lines', (length: number) => `${piece.repeat(40)}\n`.repeat(length / (40 * piece.length + 1))],
    ])('as %s', (_, textOf) => {
      const small = cost(textOf(SMALL));
      const large = cost(textOf(SMALL * TIMES));
      // Times below two milliseconds are noise. Linear work on a text 8 times as long can take up to 33 times as long,
      // because of garbage collection.
      expect(large / Math.max(small, 2)).toBeLessThan(TIMES * 5);
    });
  },
);
