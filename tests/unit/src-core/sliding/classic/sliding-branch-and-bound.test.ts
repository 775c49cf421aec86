import { describe, expect, it, vi } from 'vitest';
import { readPuzzle } from '../../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../../src-core/formats/write.ts';
import { optimal } from '../../../../../src-core/sliding/optimal/engine.ts';
import { random } from '../../../../../src-core/random.ts';
import { BranchAndBound } from '../../../../../src-core/sliding/classic/branch-and-bound.ts';
import { branchAndBound } from '../../../../../src-core/sliding/classic/engine.ts';
import { manhattan, pathProblem, randomPosition, randomWalk } from '../../../../../src-core/sliding/state.ts';
import { drive, fewestMoves, fromTo, jobOf, sliding } from '../../../support/sliding-data.ts';

vi.setConfig({ testTimeout: 120_000 });

const hardest = sliding(3, 3, [8, 0, 6, 5, 4, 7, 2, 3, 1]);

describe('branch and bound', () => {
  it('proves the optimum of the hardest 3 × 3', () => {
    const { tally, solutions, outcome } = drive(branchAndBound, jobOf(branchAndBound, hardest), undefined);
    expect(outcome).toBe('solved');
    expect(tally.sliding).toMatchObject({ lowerBound: 31, optimal: true });
    expect(solutions.map((a) => a.length)).toEqual([...solutions.map((a) => a.length)].sort((a, b) => b - a));
    for (const solution of solutions) expect(pathProblem(hardest, solution)).toBeNull();
    expect(tally.counts).toMatchObject({ answers: solutions.length, liveNodes: 0 });
  });

  it('gives the same solution and totals however it is sliced, stopped and resumed', () => {
    const job = jobOf(
      branchAndBound,
      sliding(3, 3, randomPosition({ width: 3, height: 3 }, 'blank-last', random(3)), 'blank-last'),
    );
    const whole = drive(branchAndBound, job, undefined);
    expect(drive(branchAndBound, job, undefined, 777)).toEqual(whole);
    expect(drive(branchAndBound, job, undefined, 5001, 3)).toEqual(whole);
  });

  it('stops with its best solution when its memory is full', () => {
    const start = randomWalk({ width: 5, height: 5 }, 'blank-first', 34, random(5));
    const job = jobOf(branchAndBound, sliding(5, 5, start), { liveNodes: 60_000 });
    const { tally, outcome } = drive(branchAndBound, job, undefined);
    expect(outcome).toBe('limit');
    expect(tally.sliding.optimal).toBe(false);
    expect(pathProblem(sliding(5, 5, start), tally.sliding.path!)).toBeNull();
    expect(tally.counts['peakLiveNodes']).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['3 1 2 / 1 0 2 / 1 3 2', '1 1 1 / 2 2 2 / 3 3 0'],
    ['1 2 1 / 2 0 1', '0 1 1 / 1 2 2'],
    ['2 0 1 / 1 2 1 / 3 3 1', '1 1 3 / 2 0 1 / 2 1 3'],
  ])('finds as few moves as a breadth-first search if tiles are equal: %s', (start, goal) => {
    const puzzle = fromTo(start, goal);
    const { tally } = drive(branchAndBound, jobOf(branchAndBound, puzzle), undefined);
    expect(tally.sliding.optimal).toBe(true);
    expect(tally.sliding.path).toHaveLength(fewestMoves(start, goal));
    expect(pathProblem(puzzle, tally.sliding.path!)).toBeNull();
    expect(optimal.refuses(puzzle, {})).toContain('equal');
    for (const format of ['sliding', 'edgewise', 'link']) {
      const { puzzle: again } = readPuzzle(writePuzzle(puzzle, format).text, { name: puzzle.name });
      expect(again).toEqual(puzzle);
    }
  });

  it('proves at once that an unreachable goal has no solution', () => {
    const { tally, outcome } = drive(
      branchAndBound,
      jobOf(branchAndBound, sliding(2, 2, [0, 1, 3, 2])),
      undefined,
    );
    expect(outcome).toBe('exhausted');
    expect(tally.sliding.path).toBeNull();
  });

  it('uses the given weights: with moves alone it is breadth-first, so the first solution is the best', () => {
    const puzzle = sliding(3, 3, randomWalk({ width: 3, height: 3 }, 'blank-first', 14, random(11)));
    const breadthFirst = { manhattanWeight: 0, rankedWeight: 0, movesWeight: 1 };
    const { solutions } = drive(branchAndBound, jobOf(branchAndBound, puzzle, breadthFirst), undefined);
    expect(solutions).toHaveLength(1);
  });

  // A-NXN-Puzzle-Solver, section 3: "I am confident that my program will perform on 6x6 boards the same way it does on
  // 5x5 boards, finding a solution". This test uses that program's weights, but keeps only a tenth as many nodes in
  // memory.
  it('finds a first solution on 6 × 6 after 500 random moves', () => {
    const size = { width: 6, height: 6 };
    const start = randomWalk(size, 'blank-first', 500, random(3));
    const weights = { moves: 3, outOfPlace: 0, manhattan: 3, rankedManhattan: 5 };
    const search = new BranchAndBound(size, start, weights, 3_000_000);
    while (!search.done && !search.best) search.run(100_000, 400_000);
    expect(search.best).not.toBeNull();
    expect(pathProblem(sliding(6, 6, start), search.best!)).toBeNull();
  });

  it('reports a lower bound with each solution', () => {
    const { solutions, lowerBounds } = drive(branchAndBound, jobOf(branchAndBound, hardest), undefined);
    expect(lowerBounds).toHaveLength(solutions.length);
    for (const bound of lowerBounds) expect(bound).toBe(manhattan(hardest, hardest.start));
  });
});
