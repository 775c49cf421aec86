import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXACT_SLICE } from '../../../src-core/engine.ts';
import { compile, layoutFor } from '../../../src-core/edge-matching/exact/compile.ts';
import { CompiledWalker } from '../../../src-core/edge-matching/exact/compiled-walk.ts';
import { courseOf, type Course } from '../../../src-core/edge-matching/exact/course.ts';
import { InterpretedWalker, type Walker } from '../../../src-core/edge-matching/exact/walk.ts';
import { layoutOf } from '../../../src-core/puzzle/layout.ts';
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
  const order = random(seed).shuffle([...layoutOf(puzzle).openCells]);
  return courseOf(puzzle, {
    order,
    mergeIdentical: seed % 2 === 0,
    besideHints: seed % 3 === 0,
    shuffle: seed % 5 === 0 ? seed : null,
  });
}

test('compiled and interpreted walks are one: solutions in order, nodes and dead ends at every depth', () => {
  let compiled = 0;
  fc.assert(
    fc.property(smallPuzzle, fc.nat(), (puzzle, seed) => {
      const course = courseFor(puzzle, seed);
      const layout = layoutFor(course);
      if (!layout) return;
      compiled++;
      const module = compile(course, layout);
      const dice = random(seed, 2);
      const reference = walk(new InterpretedWalker(course, 0, FRESH), () => 1e9);
      // Slices of up to 2 are the interpreter's: nearly all of these are cut by the fuel of compiled code.
      const options = { worthRebuilding: seed % 7, exactSlice: 2 };
      const program = { module, layout };
      // The second walker takes over the memory of the first.
      for (let round = 0; round < 2; round++) {
        const walker = new CompiledWalker(course, program, 0, FRESH, options);
        const pieces = walk(walker, () => dice.below(seed % 3 === 0 ? 20 : 200));
        expect(pieces).toEqual(reference);
      }
    }),
    { numRuns: 2000 },
  );
  expect(compiled).toBeGreaterThan(1000);
});

test('a slice is overshot by less than EXACT_SLICE, and a small one not at all', () => {
  const puzzle = owen(6, 5);
  const course = courseOf(puzzle, {
    order: [...layoutOf(puzzle).openCells],
    mergeIdentical: true,
    besideHints: true,
    shuffle: null,
  });
  const layout = layoutFor(course)!;
  const module = compile(course, layout);
  const dice = random(1);
  for (let round = 0; round < 5; round++) {
    const walker = new CompiledWalker(course, { module, layout }, 0, FRESH);
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
