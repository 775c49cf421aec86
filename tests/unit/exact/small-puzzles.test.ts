import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderNames } from '../../../src-core/edge-matching/exact/order.ts';
import { looksOf } from '../../../src-core/puzzle/looks.ts';
import { solveByForce } from './brute-force.ts';
import { jobOf, runInterrupted, runThrough } from './drive.ts';
import { smallPuzzle } from './puzzles.ts';

const rotationOnly = (hints: readonly { tile?: number | undefined }[]) =>
  hints.some(({ tile }) => tile === undefined);

const settings = fc.record({
  identical: fc.constantFrom('merge', 'apart'),
  order: fc.constantFrom('auto', ...orderNames),
  symmetry: fc.constantFrom('all', 'once'),
  besideHints: fc.boolean(),
});

test('small puzzles of every rule: solutions and counts are those of trying everything', () => {
  fc.assert(
    fc.property(smallPuzzle, settings, (puzzle, options) => {
      const known = solveByForce(puzzle);
      const { tally, boards } = runThrough(jobOf(puzzle, options));
      const { own } = looksOf(puzzle);
      expect(
        boards.map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' ')).sort(),
      ).toEqual(known.solutions);
      expect(tally.raw).toBe(known.solutions.length);
      expect(tally.unique).toBe(known.unique);
      if (!rotationOnly(puzzle.hints)) expect(tally.distinct).toBe(known.distinct);
    }),
    { numRuns: 400 },
  );
});

test('totals do not depend on workers or interruptions', () => {
  fc.assert(
    fc.property(smallPuzzle, fc.constantFrom(1, 2, 3), fc.integer(), (puzzle, workers, seed) => {
      const job = jobOf(puzzle);
      const whole = runThrough(job);
      const broken = runInterrupted(job, workers, seed);
      expect({ ...broken.tally, fraction: 1 }).toEqual({ ...whole.tally, fraction: 1 });
      expect(broken.boards.map(String).sort()).toEqual(whole.boards.map(String).sort());
    }),
    { numRuns: 300 },
  );
});
