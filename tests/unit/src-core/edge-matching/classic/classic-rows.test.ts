import { describe, expect, test } from 'vitest';
import {
  BORDER,
  cellsByBag,
  CENTRE,
  CORNER,
  sortTiles,
} from '../../../../../src-core/edge-matching/classic/rows/frame.ts';
import { attemptLimit, BLOCKS, isStale } from '../../../../../src-core/edge-matching/classic/rows/limits.ts';
import { rows } from '../../../../../src-core/edge-matching/classic/rows/rows.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { EngineOptions } from '../../../../../src-core/engine.ts';
import { mismatchedEdges, scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';
import { runEngine } from '../../../support/run-engine.ts';
import { hoglanSquares } from '../../../support/sources.ts';

const framed = (size: number, seed = size) =>
  generate({ family: 'framed', width: size, height: size, seed }).puzzle;

/** variants of the row solver; each test adds a limit on the number of iterations */
const variants: [string, EngineOptions][] = [
  ['as in the report', {}],
  ['multi-row backtracking', { backtracking: 'multiple' }],
  ['replenished tokens', { backtracking: 'replenished' }],
  ['Improved Backtracking 2.0', { backtracking: 'with-ends' }],
  ['wildcards', { wildcards: 100 }],
  ['two wildcards', { wildcards: 2 }],
  ['tile mining', { mining: 2 }],
  ['all together', { backtracking: 'replenished', wildcards: 100, mining: 1 }],
];

describe('the row solver, rows', () => {
  test('its table of tiles: corners, borders and centres for n = 2 to 16', () => {
    for (let n = 2; n <= 16; n++) {
      const bags = sortTiles(framed(n));
      const counts = [bags[CORNER].length, bags[BORDER].length, bags[CENTRE].length];
      expect(counts).toEqual([4, 4 * (n - 2), (n - 2) ** 2]);
      expect(cellsByBag(n, n)).toEqual(counts.toReversed());
    }
  });

  test('its limits: attempts per row, stale bags, tokens', () => {
    expect(attemptLimit(8, 36)).toBe(8 * 36);
    expect(attemptLimit(16, 196)).toBe(16 * 196 - 3 * 196 + 25 * 16);
    expect([isStale(14, 196), isStale(15, 196)]).toEqual([false, true]);
    expect(BLOCKS.map(({ tokens }) => tokens)).toEqual([3, 3, 2, 2, 2, 2, 1, 1, 1, 1]);
    expect(BLOCKS[0]).toEqual({ fromRow: 4, afterAttempts: 100, rows: 3, tokens: 3 });
  });

  test.each([2, 3, 4, 5])('quality 100 at n = %i within its 100,000 iterations', (n) => {
    const { tally, solutions } = runEngine(rows, framed(n), { wanted: 1, options: { iterations: 100_000 } });
    expect(tally.counts['quality']).toBe(1);
    expect(solutions).toHaveLength(1);
    expect(scoreOf(framed(n), solutions[0]!).solved).toBe(true);
  });
});

describe('the row solver, Improved Backtracking 2.0', () => {
  /** Returns the number of different first rows that the row solver places during one iteration. */
  const firstRows = (backtracking: string, seed: number): number => {
    const options = { backtracking, iterations: 1 };
    const job = draftJob(rows, framed(4), { options, seed }, MEMORY_BYTES);
    const search = rows.open(job, { id: 0, work: null }, undefined);
    const seen = new Set<string>();
    for (let done = false; !done;) {
      const slice = search.step(1);
      const first = slice.current!.slice(0, 4);
      if (!slice.done && !first.includes(-1)) seen.add(first.join());
      done = slice.done;
    }
    return seen.size;
  };
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  test('the first row gives its border tiles to a stuck row and is filled again', () => {
    expect(seeds.map((seed) => firstRows('multiple', seed))).toEqual(seeds.map(() => 1));
    expect(Math.max(...seeds.map((seed) => firstRows('with-ends', seed)))).toBeGreaterThan(1);
  });
});

describe('rows', () => {
  test.each(variants)(
    '%s: every reported board has no mismatch and is better than the last',
    (_, options) => {
      const puzzle = framed(9);
      const { findings, tally } = runEngine(rows, puzzle, { options: { iterations: 6, ...options } });
      let last = 0;
      for (const finding of findings) {
        if (finding.type === 'path') throw new Error('rows finds boards');
        const score = scoreOf(puzzle, finding.board);
        expect(score.placed).toBeGreaterThan(last);
        expect([score.duplicates, score.illegal, score.rimOk]).toEqual([0, 0, true]);
        expect(mismatchedEdges(puzzle, finding.board)).toEqual([]);
        last = score.placed;
      }
      expect(tally.counts['quality']).toBe(last / 81);
      expect(tally.counts['iterations']).toBe(6);
      expect(tally.nodes).toBeGreaterThan(0);
    },
  );

  test.each(variants)('%s: the result does not depend on slices or interruptions', (_, options) => {
    const setup = { options: { iterations: 4, ...options }, wanted: 1 as const };
    const whole = runEngine(rows, framed(7), setup);
    const cut = runEngine(rows, framed(7), { ...setup, slice: 300, interrupted: true });
    expect(cut.tally).toEqual(whole.tally);
    expect(cut.solutions).toEqual(whole.solutions);
    expect(cut.findings).toEqual(whole.findings);
  });

  test('another seed gives another search', () => {
    const options = { iterations: 3 };
    const one = runEngine(rows, framed(8), { options, seed: 1 }).tally;
    expect(runEngine(rows, framed(8), { options, seed: 1 }).tally).toEqual(one);
    expect(runEngine(rows, framed(8), { options, seed: 2 }).tally.nodes).not.toBe(one.nodes);
  });

  test('supports rectangles that are not square', () => {
    const { puzzle } = generate({ family: 'framed', width: 5, height: 3, seed: 4 });
    const { solutions } = runEngine(rows, puzzle, { wanted: 1, options: { iterations: 50_000 } });
    expect(scoreOf(puzzle, solutions[0]!).solved).toBe(true);
  });

  test('ends at a limit, never with a proof', () => {
    const job = draftJob(rows, framed(7), { options: { iterations: 1 } }, MEMORY_BYTES);
    expect(rows.plan(job).outcome?.()).toBe('limit');
  });

  test('puzzles it does not support are rejected with the reason', () => {
    expect(rows.refuses(hoglanSquares, {})).toMatch(/one colour all around the rim/);
    const hinted = { ...framed(4), hints: [{ cell: 0, tile: 0 }] };
    expect(rows.refuses(hinted, {})).toMatch(/cannot keep hints/);
    const { tiles } = framed(4);
    const corner = tiles.findIndex(({ edges }) => edges.filter((label) => label === 0).length === 2);
    const missing = { ...framed(4), tiles: tiles.filter((_, tile) => tile !== corner) };
    expect(rows.refuses(missing, {})).toMatch(/4 corner tiles .* has 3/);
    expect(rows.refuses(framed(16), {})).toBeNull();
  });
});
