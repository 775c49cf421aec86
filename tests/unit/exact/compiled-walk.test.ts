import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, layoutFor } from '../../../src-core/edge-matching/exact/compile.ts';
import { CompiledWalker } from '../../../src-core/edge-matching/exact/compiled-walk.ts';
import { courseOf, type Course } from '../../../src-core/edge-matching/exact/course.ts';
import { InterpretedWalker, type Walker } from '../../../src-core/edge-matching/exact/walk.ts';
import { layoutOf } from '../../../src-core/puzzle/layout.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../src-core/random.ts';
import { smallPuzzle } from './puzzles.ts';

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
      const pieces = walk(new CompiledWalker(course, { module, layout }, 0, FRESH, seed % 7), () =>
        dice.below(20),
      );
      expect(pieces).toEqual(reference);
    }),
    { numRuns: 2000 },
  );
  expect(compiled).toBeGreaterThan(1000);
});
