/** Compares the propagating engine with exhaustive enumeration and with the exact engine. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../../../../../src-core/engine.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { eternity2 } from '../../../../../src-core/puzzle/eternity2.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { symmetriesOf } from '../../../../../src-core/puzzle/symmetry.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';
import { runEngine } from '../../../support/run-engine.ts';
import { solveByForce } from '../exact/brute-force.ts';
import { jobOf as exactJobOf, runThrough } from '../exact/drive.ts';
import {
  middlingOnAnyBoard,
  middlingPuzzle,
  smallOnAnyBoard,
  smallPuzzle,
  turnedTwins,
} from '../exact/puzzles.ts';
import { restartsInterrupted, runInterrupted } from './drive.ts';

const TIMEOUT_MS = 60_000;
/**
 * Factor for the number of random puzzles of each kind. Use `COUNTS_SCALE=10` after changes to the search; it tests
 * thousands of each kind in about ten minutes.
 */
const SCALE = Number(process.env['COUNTS_SCALE'] ?? 1);

const jobOf = (puzzle: EdgePuzzle, boards = true): Job =>
  draftJob(propagate, puzzle, { wanted: { solutions: 'all', boards } }, MEMORY_BYTES);

const named = (puzzle: EdgePuzzle, boards: readonly PartialBoard[]): string[] => {
  const { own } = appearanceOf(puzzle);
  return boards.map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' ')).sort();
};

test.each([
  ['rectangles', smallPuzzle, 200 * SCALE],
  ['boards of every kind, tiles with backs', smallOnAnyBoard, 200 * SCALE],
  ['turned copies with hints for rotations', turnedTwins, 80 * SCALE],
])(
  'small puzzles of every rule on %s: solutions and counts equal those of exhaustive enumeration',
  (_, puzzles, numRuns) => {
    let several = 0;
    fc.assert(
      fc.property(puzzles, (puzzle) => {
        const known = solveByForce(puzzle);
        const { tally, solutions } = runEngine(propagate, puzzle);
        expect(named(puzzle, solutions)).toEqual(known.solutions);
        const { raw, unique, distinct } = tally;
        expect({ raw, unique, distinct }).toEqual({
          raw: known.solutions.length,
          unique: known.unique,
          distinct: known.distinct,
        });
        if (unique > 1) several++;
      }),
      { numRuns },
    );
    expect(several).toBeGreaterThan(numRuns / 20);
  },
  TIMEOUT_MS * SCALE,
);

test.each([
  ['rectangles', middlingPuzzle, 80 * SCALE],
  ['boards of every kind', middlingOnAnyBoard, 30 * SCALE],
])(
  '%s: the counts are those of the exact engine, for 1, 2 and 3 workers with interruptions',
  (_, arbitrary, cases) => {
    const did = { divided: 0, resumed: 0, solved: 0, symmetric: 0 };
    fc.sample(arbitrary, { seed: 3, numRuns: cases }).forEach((puzzle, i) => {
      const exact = runThrough(exactJobOf(puzzle));
      const { raw, unique, distinct } = exact.tally;
      const job = jobOf(puzzle);
      const one = runInterrupted(job, 1, i);
      const several = runInterrupted(job, 2 + (i % 2), i + cases);
      const where = `puzzle ${i} of seed 3`;
      expect(several.tally, where).toEqual(one.tally);
      expect({ raw: one.tally.raw, unique: one.tally.unique, distinct: one.tally.distinct }, where).toEqual({
        raw,
        unique,
        distinct,
      });
      expect(named(puzzle, one.boards), where).toEqual(named(puzzle, exact.boards));
      did.divided += Number(one.tasks > 1);
      did.resumed += Number(several.resumes > 0);
      did.solved += Number(raw > 0);
      did.symmetric += Number(symmetriesOf(puzzle).length > 1);
    });
    for (const [what, count] of Object.entries(did)) expect(count, what).toBeGreaterThan(0);
  },
  TIMEOUT_MS * SCALE,
);

test.each([3, 4])(
  'a probe that searches the whole tree counts its many solutions: 2 × 4, %i colours',
  (colours) => {
    const { puzzle } = generate({ family: 'unframed', width: 2, height: 4, innerLabels: colours, seed: 1 });
    const { raw, unique, distinct } = runThrough(exactJobOf(puzzle)).tally;
    const { tally, solutions } = runEngine(propagate, puzzle);
    expect({ raw: tally.raw, unique: tally.unique, distinct: tally.distinct }).toEqual({
      raw,
      unique,
      distinct,
    });
    expect(raw).toBeGreaterThan(1_000);
    expect(new Set(named(puzzle, solutions)).size).toBe(raw);
  },
);

test('if one solution is wanted, interruptions change neither the tree nor the restarts', () => {
  const { puzzle } = generate({ family: 'framed', width: 5, height: 5, seed: 1 });
  const job = draftJob(propagate, puzzle, { wanted: { solutions: 1, boards: false } }, MEMORY_BYTES);
  const [first, ...others] = [1, 2, 3].map((seed) => restartsInterrupted(job, seed));
  for (const other of others) expect({ ...other, resumes: 0 }).toEqual({ ...first, resumes: 0 });
  expect(first!['restarts']).toBeGreaterThan(3);
  expect(others[0]!['resumes']).toBeGreaterThan(0);
});

test('finds a first solution with many more tiles than cells: a 5 × 5 board from the 256 tiles of Eternity II', () => {
  const puzzle: EdgePuzzle = {
    ...eternity2([]),
    board: { kind: 'rectangle', width: 5, height: 5 },
    rim: { kind: 'free' },
  };
  for (const seed of [1, 2, 3]) {
    const { tally, solutions } = runEngine(propagate, puzzle, {
      wanted: 1,
      seed,
    });
    expect(scoreOf(puzzle, solutions[0]!).solved).toBe(true);
    // Without propagation, searching this puzzle in row-major order takes 10 million nodes.
    expect(tally.nodes).toBeLessThan(10_000);
  }
});
