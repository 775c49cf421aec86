import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_EXACT_NODE_BUDGET } from '../../../../../src-core/engine.ts';
import { backtrackerOf } from '../../../../../src-core/edge-matching/exact/backtracking/compile.ts';
import {
  searchTreeOf,
  type SearchTree,
} from '../../../../../src-core/edge-matching/exact/tree/search-tree.ts';
import { listProgram } from '../../../../../src-core/edge-matching/exact/backtracking/list-kernel.ts';
import { ListBacktracker } from '../../../../../src-core/edge-matching/exact/backtracking/list-backtracker.ts';
import { maskProgram } from '../../../../../src-core/edge-matching/exact/backtracking/mask-kernel.ts';
import { MaskBacktracker } from '../../../../../src-core/edge-matching/exact/backtracking/mask-backtracker.ts';
import type { Backtracker } from '../../../../../src-core/edge-matching/exact/backtracking/backtracker.ts';
import { Interpreter } from '../../../../../src-core/edge-matching/exact/backtracking/interpreter.ts';
import { openBoardOf } from '../../../../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../../src-core/random.ts';
import { owen, smallOnAnyBoard, smallPuzzle } from './puzzles.ts';

function walk(backtracker: Backtracker, dice: () => number) {
  const solutions: string[] = [];
  while (!backtracker.finished) {
    backtracker.run(1 + dice(), (assignment) => {
      solutions.push(assignment.join(' '));
      return dice() % 2 === 0;
    });
  }
  return { solutions, nodes: [...backtracker.nodesByDepth], dead: [...backtracker.deadEnds] };
}

const FRESH = Int32Array.of(-1);

function searchTreeFor(puzzle: EdgePuzzle, seed: number): SearchTree {
  const order = random(seed).shuffle([...openBoardOf(puzzle).openCells]);
  return searchTreeOf(puzzle, {
    order,
    mergeIdentical: seed % 2 === 0,
    besideHints: seed % 3 === 0,
    shuffle: seed % 5 === 0 ? seed : null,
  });
}

test.each([
  ['rectangles', smallPuzzle, 300],
  ['boards of every kind', smallOnAnyBoard, 150],
])(
  'on %s compiled and interpreted searches agree: solutions in order, nodes and dead ends at every depth',
  (_, puzzles, numRuns) => {
    const compiled = { lists: 0, masks: 0 };
    fc.assert(
      fc.property(puzzles, fc.nat(), (puzzle, seed) => {
        const tree = searchTreeFor(puzzle, seed);
        const reference = walk(new Interpreter(tree, 0, FRESH), () => 1e9);
        const dice = random(seed, 2);
        const same = (kernel: keyof typeof compiled, backtrackerFor: () => Backtracker): void => {
          compiled[kernel]++;
          // the second backtracker reuses the first one's memory
          for (let round = 0; round < 2; round++) {
            const pieces = walk(backtrackerFor(), () => dice.below(seed % 3 === 0 ? 20 : 200));
            expect(pieces).toEqual(reference);
          }
        };
        // The interpreter searches slices of up to two nodes. Compiled code searches longer slices, which nearly
        // always end when their node budget is used up.
        const options = { worthRebuilding: seed % 7, exactSlice: 2 };
        const lists = listProgram(tree);
        if (lists) same('lists', () => new ListBacktracker(tree, lists, 0, FRESH, options));
        const masks = maskProgram(tree);
        if (masks) same('masks', () => new MaskBacktracker(tree, masks, 0, FRESH, options));
      }),
      { numRuns },
    );
    expect(compiled.lists).toBeGreaterThan(numRuns / 2);
    expect(compiled.masks).toBeGreaterThan(numRuns / 4);
  },
);

test('a large slice exceeds its budget by less than MAX_EXACT_NODE_BUDGET; a small slice is exact', () => {
  const puzzle = owen(6, 5);
  const tree = searchTreeOf(puzzle, {
    order: [...openBoardOf(puzzle).openCells],
    mergeIdentical: true,
    besideHints: true,
    shuffle: null,
  });
  const dice = random(1);
  for (const program of [listProgram(tree)!, maskProgram(tree)!]) {
    const backtracker = backtrackerOf(tree, program, 0, FRESH);
    let before = 0;
    while (!backtracker.finished) {
      const budget = 1 + dice.below(4 * MAX_EXACT_NODE_BUDGET);
      backtracker.run(budget, () => false);
      const nodes = backtracker.nodesByDepth.reduce((sum, at) => sum + at, 0);
      const most = budget > MAX_EXACT_NODE_BUDGET ? budget + MAX_EXACT_NODE_BUDGET - 1 : budget;
      expect(nodes - before).toBeLessThanOrEqual(most);
      before = nodes;
    }
    expect(before).toBe(492_184);
  }
});
