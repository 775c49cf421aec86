import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KernelWalk } from '../../../../../src-core/edge-matching/selective/kernel.ts';
import { modelOf } from '../../../../../src-core/edge-matching/selective/model.ts';
import { pricesOf } from '../../../../../src-core/edge-matching/selective/prices.ts';
import {
  NO_THRESHOLD,
  sampledThresholds,
} from '../../../../../src-core/edge-matching/selective/thresholds.ts';
import { viewOf, type Direction } from '../../../../../src-core/edge-matching/selective/view.ts';
import {
  ReferenceWalk,
  type Walk,
  type WalkTask,
} from '../../../../../src-core/edge-matching/selective/walk.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random, type Random } from '../../../../../src-core/random.ts';
import { eternity } from '../exact/puzzles.ts';
import { column, directions, framed, framedPuzzle } from './framed-puzzles.ts';

interface Setting {
  readonly direction: Direction;
  /** width of the scan; null for a search without thresholds */
  readonly width: number | null;
  readonly isFirstChosen: boolean;
  readonly seed: number;
}

const settings: fc.Arbitrary<Setting> = fc.record({
  direction: fc.constantFrom(...directions),
  width: fc.constantFrom(null, 10, 100, 1000, 10_000),
  isFirstChosen: fc.boolean(),
  seed: fc.nat(1e6),
});

function taskOf(puzzle: EdgePuzzle, { direction, width, isFirstChosen, seed }: Setting): WalkTask {
  const model = modelOf(viewOf(puzzle, direction), puzzle.turns === 'rotate');
  const prices = pricesOf(model);
  const firstKind = isFirstChosen ? random(seed).below(model.kinds.length) : null;
  const thresholds =
    width === null
      ? new Int32Array(model.cells).fill(NO_THRESHOLD)
      : sampledThresholds(model, prices, { width, boards: 300, random: random(seed), firstKind }).thresholds;
  return { model, prices, thresholds, firstKind };
}

const step = (walk: Walk, budget: number) => ({
  placed: walk.run(budget),
  depth: walk.depth,
  finished: walk.finished,
  board: [...walk.board()],
  path: [...walk.path()],
  nodesByDepth: [...walk.nodesByDepth],
});

/** Compares the walks after each slice. Sometimes both resume from a copy of the path. */
function compareWalks(task: WalkTask, dice: Random, { slices = 60, longest = 400 } = {}) {
  const seen = { solutions: 0, resumed: 0, finished: 0, nodes: 0 };
  let [kernel, reference]: Walk[] = [new KernelWalk(task), new ReferenceWalk(task)];
  expect(kernel!.path()).toEqual(reference!.path());
  for (let slice = 0; slice < slices && seen.finished < 2; slice++) {
    const budget = dice.below(1 + dice.below(longest));
    const expected = step(reference!, budget);
    expect(step(kernel!, budget)).toEqual(expected);
    expect(expected.placed).toBeLessThanOrEqual(budget);
    seen.nodes += expected.placed;
    seen.finished += Number(expected.finished);
    seen.solutions += Number(expected.depth === task.model.cells);
    if (dice.below(8) === 0) {
      seen.resumed++;
      const path = Int32Array.from(expected.path);
      [kernel, reference] = [new KernelWalk(task, path), new ReferenceWalk(task, path)];
      expect(step(kernel, 0)).toEqual(step(reference, 0));
    }
    if (dice.below(8) === 0) for (const walk of [kernel!, reference!]) walk.nodesByDepth.fill(0);
  }
  return seen;
}

test('the kernel equals the reference after slices of any length, also when resumed', () => {
  const total = { solutions: 0, resumed: 0, finished: 0, nodes: 0, gains: 0 };
  fc.assert(
    fc.property(framed({ min: 2, max: 6 }), settings, fc.nat(1e6), (puzzle, setting, seed) => {
      const task = taskOf(puzzle, setting);
      const seen = compareWalks(task, random(seed));
      for (const what of ['solutions', 'resumed', 'finished', 'nodes'] as const) total[what] += seen[what];
      total.gains += Number(task.prices.gain.some((gain) => gain > 0));
    }),
    { numRuns: 400 },
  );
  for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(100);
});

test('both enumerate the same solutions in the same order', () => {
  let found = 0;
  for (let seed = 0; seed < 20; seed++) {
    const puzzle = framedPuzzle({ width: 4, height: 3 + (seed % 2), seed, hints: seed % 3 });
    const setting = { direction: directions[seed % 8]!, width: null, isFirstChosen: false, seed };
    const task = taskOf(puzzle, setting);
    const solutionsOf = (walk: Walk): string[] => {
      const solutions: string[] = [];
      while (!walk.finished) {
        walk.run(1e6);
        if (walk.depth === task.model.cells) solutions.push(walk.board().join());
      }
      return solutions;
    };
    const solutions = solutionsOf(new ReferenceWalk(task));
    expect(solutionsOf(new KernelWalk(task))).toEqual(solutions);
    found += solutions.length;
  }
  expect(found).toBeGreaterThan(20);
});

test('boards that are one cell wide or high', () => {
  for (let height = 1; height <= 6; height++) {
    for (const direction of directions) {
      const task = taskOf(column(height), { direction, width: null, isFirstChosen: false, seed: 1 });
      const { solutions, finished } = compareWalks(task, random(height), { slices: 10_000 });
      expect(solutions).toBeGreaterThan(0);
      expect(finished).toBe(2);
    }
  }
});

test.each([null, 1000])('Eternity II, in slices of more than one call; width %s', (width) => {
  const setting = { direction: directions[3]!, width, isFirstChosen: false, seed: 1 };
  const task = taskOf(eternity(), setting);
  const { nodes } = compareWalks(task, random(1), { slices: 6, longest: 2 ** 20 });
  expect(nodes).toBeGreaterThan(200_000);
});

test('many labels and kinds', () => {
  const puzzle = framedPuzzle({ width: 20, height: 20, seed: 1, innerLabels: 190 });
  const setting = { direction: directions[0]!, width: null, isFirstChosen: false, seed: 1 };
  const task = taskOf(puzzle, setting);
  expect(task.model.labels).toBeGreaterThan(190);
  expect(task.model.kinds.length).toBe(400);
  const { nodes } = compareWalks(task, random(2), { slices: 20, longest: 10_000 });
  expect(nodes).toBeGreaterThan(20_000);
});
