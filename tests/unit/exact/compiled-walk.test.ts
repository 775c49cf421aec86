import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXACT_SLICE } from '../../../src-core/engine.ts';
import { walkerOf } from '../../../src-core/edge-matching/exact/compile.ts';
import { courseOf, type Course } from '../../../src-core/edge-matching/exact/course.ts';
import { listProgram } from '../../../src-core/edge-matching/exact/list-code.ts';
import { ListWalker } from '../../../src-core/edge-matching/exact/list-walk.ts';
import { maskProgram } from '../../../src-core/edge-matching/exact/mask-code.ts';
import { MaskWalker } from '../../../src-core/edge-matching/exact/mask-walk.ts';
import { InterpretedWalker, type Walker } from '../../../src-core/edge-matching/exact/walk.ts';
import { openBoardOf } from '../../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../src-core/random.ts';
import { owen, smallPuzzle } from './puzzles.ts';

function walk(walker: Walker, dice: () => number) {
  const solutions: string[] = [];
  while (!walker.finished) {
    walker.run(1 + dice(), (entries) => {
      solutions.push(entries.join(' '));
      return dice() % 2 === 0;
    });
  }
  return { solutions, nodes: [...walker.nodesByDepth], dead: [...walker.deadEnds] };
}

const FRESH = Int32Array.of(-1);

function courseFor(puzzle: EdgePuzzle, seed: number): Course {
  const order = random(seed).shuffle([...openBoardOf(puzzle).openCells]);
  return courseOf(puzzle, {
    order,
    mergeIdentical: seed % 2 === 0,
    besideHints: seed % 3 === 0,
    shuffle: seed % 5 === 0 ? seed : null,
  });
}

test('compiled and interpreted walks are one: solutions in order, nodes and dead ends at every depth', () => {
  const compiled = { lists: 0, masks: 0 };
  fc.assert(
    fc.property(smallPuzzle, fc.nat(), (puzzle, seed) => {
      const course = courseFor(puzzle, seed);
      const reference = walk(new InterpretedWalker(course, 0, FRESH), () => 1e9);
      const dice = random(seed, 2);
      const same = (kernel: keyof typeof compiled, walkerFor: () => Walker): void => {
        compiled[kernel]++;
        // The second walker takes over the memory of the first.
        for (let round = 0; round < 2; round++) {
          const pieces = walk(walkerFor(), () => dice.below(seed % 3 === 0 ? 20 : 200));
          expect(pieces).toEqual(reference);
        }
      };
      // Slices of up to 2 are the interpreter's: nearly all of these are cut by the fuel of compiled code.
      const options = { worthRebuilding: seed % 7, exactSlice: 2 };
      const lists = listProgram(course);
      if (lists) same('lists', () => new ListWalker(course, lists, 0, FRESH, options));
      const masks = maskProgram(course);
      if (masks) same('masks', () => new MaskWalker(course, masks, 0, FRESH, options));
    }),
    { numRuns: 2000 },
  );
  expect(compiled.lists).toBeGreaterThan(1000);
  expect(compiled.masks).toBeGreaterThan(500);
});

test('a slice is overshot by less than EXACT_SLICE, and a small one not at all', () => {
  const puzzle = owen(6, 5);
  const course = courseOf(puzzle, {
    order: [...openBoardOf(puzzle).openCells],
    mergeIdentical: true,
    besideHints: true,
    shuffle: null,
  });
  const dice = random(1);
  for (const program of [listProgram(course)!, maskProgram(course)!]) {
    const walker = walkerOf(course, program, 0, FRESH);
    let before = 0;
    while (!walker.finished) {
      const budget = 1 + dice.below(4 * EXACT_SLICE);
      walker.run(budget, () => false);
      const nodes = walker.nodesByDepth.reduce((sum, at) => sum + at, 0);
      const most = budget > EXACT_SLICE ? budget + EXACT_SLICE - 1 : budget;
      expect(nodes - before).toBeLessThanOrEqual(most);
      before = nodes;
    }
    expect(before).toBe(492_184);
  }
});
