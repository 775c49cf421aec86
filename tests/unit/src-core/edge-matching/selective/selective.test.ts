import { expect, test } from 'vitest';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { expectedSolutions } from '../../../../../src-core/edge-matching/selective/expected-solutions.ts';
import { selective } from '../../../../../src-core/edge-matching/selective/selective.ts';
import type { Job } from '../../../../../src-core/engine.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { readPuzzle } from '../../../../../src-core/formats/read-puzzle.ts';
import { random } from '../../../../../src-core/random.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';

const jobOf = (puzzle: EdgePuzzle, seed: number): Job =>
  draftJob(selective, puzzle, { wanted: { solutions: 1, boards: true }, seed }, MEMORY_BYTES);

/** Runs a job on one thread until its first solution, in random slices. Some of the slices begin from a checkpoint. */
function run(job: Job, maxNodes: number, seed: number) {
  const dice = random(seed);
  const solutions: PartialBoard[] = [];
  let plan = selective.plan(job);
  for (let task = plan.next(); task; task = plan.next()) {
    let search = selective.open(job, task, undefined);
    for (let done = false; !done && !plan.finished;) {
      const slice = search.step(1 + dice.below(maxNodes));
      plan.absorb(task, slice);
      for (const finding of slice.findings) if (finding.type === 'solution') solutions.push(finding.board);
      ({ done } = slice);
      if (dice.below(3) > 0) continue;
      const saved = structuredClone({ plan: plan.checkpoint(), search: search.checkpoint() });
      plan = selective.plan(job, saved.plan);
      search = selective.open(job, task, undefined, saved.search);
    }
  }
  return { tally: plan.tally(), solutions };
}

test.each([1, 2, 3])('solves a framed 7 × 7, and slices and checkpoints change nothing; seed %i', (seed) => {
  const { puzzle } = generate({ family: 'framed', width: 7, height: 7, seed });
  const { tally, solutions } = run(jobOf(puzzle, seed), 1e5, 1);
  expect(tally).toMatchObject({ raw: 1, unique: 1, distinct: 1, fraction: null });
  expect(solutions.map((board) => scoreOf(puzzle, board).solved)).toEqual([true]);
  expect(run(jobOf(puzzle, seed), 1e4, 2)).toEqual({ tally, solutions });
});

test('hints are kept, on a board that is not square', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 7, height: 5, seed: 5 });
  const hints = [9, 17].map((cell) => ({ cell, tile: solution[cell]! >> 4, rotation: solution[cell]! & 7 }));
  const hinted = { ...puzzle, hints };
  const { solutions } = run(jobOf(hinted, 1), 1e6, 1);
  expect(scoreOf(hinted, solutions[0]!)).toMatchObject({ solved: true, hintsKept: 2 });
});

test('a puzzle without a solution ends after a scan without thresholds, but nothing is proved', () => {
  const { puzzle } = readPuzzle('0 1 2 0\n0 1 2 0\n0 1 2 0\n0 2 1 0\n', { rim: 'frame:0' });
  const { tally } = run(jobOf(puzzle as EdgePuzzle, 1), 1e6, 1);
  expect(tally).toMatchObject({ raw: 0, counts: { scans: 1 } });
  const plan = selective.plan(jobOf(puzzle as EdgePuzzle, 1));
  const task = plan.next()!;
  plan.absorb(task, selective.open(jobOf(puzzle as EdgePuzzle, 1), task, undefined).step(1e6));
  expect({ finished: plan.finished, outcome: plan.outcome!() }).toEqual({ finished: true, outcome: 'limit' });
  expect(plan.news!()).toEqual({ over: true });
});

test('a scan with thresholds that finds nothing does not end the search', () => {
  const { puzzle } = generate({ family: 'framed', width: 8, height: 8, seed: 1 });
  const plan = selective.plan(jobOf(puzzle, 1));
  const task = plan.next()!;
  const search = selective.open(jobOf(puzzle, 1), task, undefined);
  for (let done = false; !done;) {
    const slice = search.step(1e7);
    plan.absorb(task, slice);
    ({ done } = slice);
  }
  expect(plan.tally()).toMatchObject({ raw: 0, counts: { scans: 1 } });
  expect(plan.finished).toBe(false);
});

test.each([2, 'all'] as const)(
  'the first solution ends every scan, but never as a complete search; wanted: %s',
  (solutions) => {
    const { puzzle } = generate({ family: 'framed', width: 5, height: 5, seed: 1 });
    const job = draftJob(selective, puzzle, { wanted: { solutions, boards: true } }, MEMORY_BYTES);
    const plan = selective.plan(job);
    const [task, other] = [plan.next()!, plan.next()!];
    const [search, beside] = [task, other].map((each) => selective.open(job, each, undefined));
    expect(plan.news!()).toBeUndefined();
    while (!plan.finished) plan.absorb(task, search!.step(1e5));
    for (const [each, scan] of [
      [task, search!],
      [other, beside!],
    ] as const) {
      scan.hear!(plan.news!()!);
      const slice = scan.step(1e5);
      expect(slice).toMatchObject({ nodes: 0, findings: [], done: true });
      plan.absorb(each, slice);
    }
    expect(plan.next()).toBeNull();
    expect(plan.tally()).toMatchObject({ raw: 1, counts: { scans: 0 } });
    expect(plan.outcome!()).toBe(solutions === 'all' ? 'limit' : 'solved');
  },
);

test.each([
  ['one cell', '0 0 0 0', 1, 1],
  ['no corner tiles', '0 1 2 1\n0 1 2 1\n0 1 2 1\n0 2 1 2', 2, 0],
])('scans a square without corner tiles: %s', (_, text, side, found) => {
  const { puzzle } = readPuzzle(text, { size: { width: side, height: side }, rim: 'frame:0' });
  const job = jobOf(puzzle as EdgePuzzle, 1);
  const slice = selective.open(job, selective.plan(job).next()!, undefined).step(100);
  expect(slice.findings).toHaveLength(found);
});

/**
 * On a 2 × 2 board, four corner tiles form a ring. This test deals the same four labels to their right sides and to
 * their left sides in every possible way. For all these puzzles together, the number of solutions must be close to the
 * sum of their expected numbers.
 */
test('the expected number of solutions is the average over all ways to deal the labels of a ring', () => {
  const labels = [1, 1, 2, 3];
  const orders = permutations([0, 1, 2, 3]);
  let counted = 0;
  let expected = 0;
  for (const right of orders) {
    for (const left of orders) {
      const tiles = [0, 1, 2, 3].map((i) => [0, labels[right[i]!]!, labels[left[i]!]!, 0]);
      const { puzzle } = readPuzzle(tiles.map((edges) => edges.join(' ')).join('\n'), {
        size: { width: 2, height: 2 },
        rim: 'frame:0',
      });
      const matches = (order: readonly number[]): boolean =>
        order.every((tile, i) => tiles[tile]![1] === tiles[order[(i + 1) % 4]!]![2]);
      const looksTheSame = (order: readonly number[]): boolean =>
        order.every((tile, i) => tiles[tile]!.join(' ') === tiles[i]!.join(' '));
      counted += orders.filter(matches).length;
      // The expected number treats boards that look the same as one board, but `counted` includes each of them.
      expected += Math.exp(expectedSolutions(puzzle as EdgePuzzle)) * orders.filter(looksTheSame).length;
    }
  }
  expect(expected / counted).toBeCloseTo(1, 2);
});

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
