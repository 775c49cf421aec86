/** Compares the exact engine with exhaustive enumeration, on boards of every kind, with and without printed backs. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { backtrack } from '../../../../../src-core/edge-matching/classic/backtrack.ts';
import { tree } from '../../../../../src-core/edge-matching/classic/tree.ts';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import { orderNames } from '../../../../../src-core/edge-matching/exact/order.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import type { BoardShape } from '../../../../../src-core/puzzle/puzzle.ts';
import { symmetriesOf } from '../../../../../src-core/puzzle/symmetry.ts';
import { arbitraryBoardShape } from '../../../support/arbitrary.ts';
import { puzzleOn } from '../../../support/any-board.ts';
import { solveByForce } from './brute-force.ts';
import { jobOf, runInterrupted, runThrough } from './drive.ts';

vi.setConfig({ testTimeout: 120_000 });

const settings = fc.record({
  identical: fc.constantFrom('merge', 'apart'),
  order: fc.constantFrom('auto', ...orderNames),
  symmetry: fc.constantFrom('all', 'once'),
  besideHints: fc.boolean(),
});

const cells = (most: number) => arbitraryBoardShape({ cells: most });
const solid = (name: 'cube' | 'octahedron' | 'dodecahedron' | 'icosahedron') =>
  fc.constant<BoardShape>({ kind: 'solid', solid: name });

// Boards of twenty cells get many labels, so that exhaustive enumeration stays fast. With thirty cells, one puzzle in
// five took minutes.
test.each([
  ['up to 4 cells', puzzleOn(cells(4), [1, 2, 3]), 150],
  ['up to 7 cells', puzzleOn(cells(7), [5, 7]), 60],
  ['cube', puzzleOn(solid('cube'), [4, 6]), 15],
  ['octahedron', puzzleOn(solid('octahedron'), [16]), 8],
  ['dodecahedron', puzzleOn(solid('dodecahedron'), [25]), 3],
  ['icosahedron', puzzleOn(solid('icosahedron'), [120]), 3],
])('%s: solutions and counts equal those of exhaustive enumeration', (_, puzzles, numRuns) => {
  const did = { solved: 0, backs: 0, several: 0, symmetric: 0 };
  fc.assert(
    fc.property(puzzles, settings, (puzzle, options) => {
      const known = solveByForce(puzzle);
      const { tally, boards } = runThrough(jobOf(puzzle, options));
      const { own } = appearanceOf(puzzle);
      expect(
        boards.map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' ')).sort(),
      ).toEqual(known.solutions);
      const { raw, unique, distinct } = tally;
      expect({ raw, unique, distinct }).toEqual({
        raw: known.solutions.length,
        unique: known.unique,
        distinct: known.distinct,
      });
      const solved = raw > 0 ? 1 : 0;
      did.solved += solved;
      if (puzzle.turns === 'flip' && puzzle.tiles.some(({ back }) => back)) did.backs += solved;
      if (unique > 1) did.several++;
      if (symmetriesOf(puzzle).length > 1) did.symmetric += solved;
    }),
    { numRuns },
  );
  for (const [what, times] of Object.entries(did)) {
    if (numRuns > 50) expect(times, what).toBeGreaterThan(numRuns / 20);
  }
});

test.each([tree, backtrack])('$name counts what exact counts on every board', (engine) => {
  const puzzles = fc.sample(puzzleOn(cells(5), [3, 4]), { seed: 11, numRuns: 60 });
  let compared = 0;
  for (const puzzle of puzzles) {
    if (engine.refuses(puzzle, {}) !== null || exact.refuses(puzzle, {}) !== null) continue;
    const job = { ...jobOf(puzzle, {}, false), engine: engine.name };
    const plan = engine.plan(job);
    for (let task = plan.next(); task; task = plan.next()) {
      const search = engine.open(job, task, undefined);
      for (let done = false; !done;) {
        const slice = search.step(100_000);
        plan.absorb(task, slice);
        ({ done } = slice);
      }
    }
    compared++;
    expect(plan.tally().raw).toBe(runThrough(jobOf(puzzle, {}, false)).tally.raw);
  }
  expect(compared).toBeGreaterThan(30);
});

test('totals are the same for 1, 2 and 3 workers on every board, with interruptions and without', () => {
  const puzzles = fc.sample(fc.tuple(puzzleOn(cells(5), [2, 3, 4]), settings), { seed: 5, numRuns: 30 });
  puzzles.forEach(([puzzle, options], i) => {
    const job = jobOf(puzzle, options);
    const whole = runThrough(job);
    const broken = runInterrupted(job, 1 + (i % 3), i);
    expect({ ...broken.tally, fraction: 1 }, `puzzle ${i}`).toEqual({ ...whole.tally, fraction: 1 });
    expect(broken.boards.map(String).sort()).toEqual(whole.boards.map(String).sort());
  });
});
