// The time of every reader is proportional to the length of a text, as one line or as many.
import { expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { formatsThat } from '../../../../src-core/formats/formats.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { readAnswer } from '../../../../src-core/formats/models/answer.ts';
import { cpuMsOf, shapesOf } from '../../support/growth.ts';

vi.setConfig({ testTimeout: 300_000 });

const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const SMALL = 4_000;
/** The larger text is this many times longer. Quadratic time would grow by a factor of 64. */
const TIMES = 8;
/** Linear time with more garbage to collect grows by a factor of up to 30. */
const LIMIT = TIMES * 5;
const NOISE_MS = 2;

/**
 * One piece for each kind of character that a pattern can repeat, and characters that some patterns treat as the end of
 * a line.
 */
const PIECES = [
  '#',
  '# \u2028',
  '#\u2028x',
  ' ',
  'x',
  '_',
  '"',
  ':',
  '=',
  ';',
  'a ',
  '1 ',
  '1:0 ',
  '[',
  '<a ',
  '.',
  '-',
];

const quietly = (read: () => unknown): void => {
  try {
    read();
  } catch {
    // the text is rejected; only the time matters here
  }
};
const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['any puzzle', (text) => readPuzzles(text)],
  ['any board', (text) => readBoard(puzzle, text)],
  ['the answer of a solver', (text) => readAnswer(puzzle, text)],
  ...formatsThat('readPuzzle').map(
    ({ name }) => [`puzzles: ${name}`, (text: string) => readPuzzles(text, { format: name })] as const,
  ),
  ...formatsThat('readBoard').map(
    ({ name }) => [`boards: ${name}`, (text: string) => readBoard(puzzle, text, { format: name })] as const,
  ),
];

test.each(readers)('%s', (_, read) => {
  const slow: string[] = [];
  for (const piece of PIECES) {
    const larger = shapesOf(piece, SMALL * TIMES);
    shapesOf(piece, SMALL).forEach((small, shape) => {
      // A second measurement with more tries decides, because other threads and the garbage collector disturb the
      // first.
      const growth = (tries: number): number => {
        const before = cpuMsOf(() => quietly(() => read(small)), tries);
        return cpuMsOf(() => quietly(() => read(larger[shape]!)), tries) / Math.max(before, NOISE_MS);
      };
      if (growth(2) < LIMIT) return;
      const again = growth(8);
      if (again >= LIMIT) slow.push(`${JSON.stringify(piece)}: ${again} times as long`);
    });
  }
  expect(slow).toEqual([]);
});
