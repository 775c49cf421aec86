/**
 * Compares the WebAssembly kernel with its reference implementation: levels, choices and failure counts must agree at
 * every step.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, KernelPropagator } from '../../../../../src-core/edge-matching/propagate/kernel.ts';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import type { Propagator } from '../../../../../src-core/edge-matching/propagate/propagator.ts';
import {
  levelsOf,
  referenceAt,
  setupOf,
  type Setup,
} from '../../../../../src-core/edge-matching/propagate/setup.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { random, type Random } from '../../../../../src-core/random.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';
import { eternity, middlingOnAnyBoard, middlingPuzzle, owen } from '../exact/puzzles.ts';

const levelOf = ({ memory, base, layout }: Propagator, depth: number): Int32Array =>
  memory.slice(base + depth * layout.size, base + (depth + 1) * layout.size);

/** Compares levels with `toEqual` only if they differ, because `toEqual` is slow for long arrays. */
function expectSameLevel(kernel: Propagator, reference: Propagator, depth: number): void {
  const [own, expected] = [levelOf(kernel, depth), levelOf(reference, depth)];
  if (!Buffer.from(own.buffer).equals(Buffer.from(expected.buffer))) expect(own).toEqual(expected);
}

const randomBit = (bits: Int32Array, chance: Random): number => {
  const all: number[] = [];
  bits.forEach((word, i) => {
    for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) all.push(32 * i + bit);
  });
  return all[chance.below(all.length)]!;
};

/**
 * Descends from the root of the tree `dives` times with random decisions, which are the same in the kernel and in the
 * reference implementation. Returns the number of decisions.
 */
function compareWalks(setup: Setup, kernel: KernelPropagator, dives: number, chance: Random): number {
  const reference = referenceAt(setup);
  kernel.memory.set(setup.root, kernel.base);
  kernel.fails.set(setup.rootFails);
  const { words, variables } = setup.model;
  let decisions = 0;
  for (let dive = 0; dive < dives; dive++) {
    for (let depth = 0; depth < variables.length; depth++) {
      const variable = reference.choose(depth);
      expect(kernel.choose(depth)).toBe(variable);
      expectSameLevel(kernel, reference, depth);
      if (variable < 0) break;
      const domain = levelOf(reference, depth).subarray(variable * words, (variable + 1) * words);
      const bit = randomBit(domain, chance);
      const alive = reference.place(depth, variable, bit);
      decisions++;
      expect(kernel.place(depth, variable, bit)).toBe(alive);
      expect([...kernel.fails]).toEqual([...reference.fails]);
      if (!alive) break;
      expectSameLevel(kernel, reference, depth + 1);
    }
  }
  return decisions;
}

const setupFor = (puzzle: EdgePuzzle): Setup =>
  setupOf(draftJob(propagate, puzzle, { wanted: { solutions: 'all', boards: false } }, MEMORY_BYTES));

test.each([
  ['rectangles', middlingPuzzle, 120],
  ['boards of every kind', middlingOnAnyBoard, 80],
])('the kernel equals its reference implementation on random puzzles on %s', (_, arbitrary, cases) => {
  let decisions = 0;
  fc.sample(arbitrary, { seed: 4, numRuns: cases }).forEach((puzzle, i) => {
    const setup = setupFor(puzzle);
    if (!setup.possible) return;
    const program = compile(setup.model, levelsOf(setup.model))!;
    decisions += compareWalks(setup, new KernelPropagator(setup.model, program), 12, random(i));
  });
  expect(decisions).toBeGreaterThan(cases / 2);
});

test.each([
  ['a framed 6 × 6', owen(6, 6)],
  ['a framed 10 × 10', owen(10, 10)],
  ['Eternity II, 16 × 16', eternity()],
  [
    'fixed tiles of ten colours',
    generate({ family: 'unframed', turns: 'fixed', width: 8, height: 8, innerLabels: 10, seed: 1 }).puzzle,
  ],
  ['halves of eight symbols', generate({ family: 'scramble', width: 6, height: 6, seed: 1 }).puzzle],
  [
    'more than 32 labels',
    generate({ family: 'scramble', width: 6, height: 6, innerLabels: 20, seed: 1 }).puzzle,
  ],
])('the kernel equals its reference implementation: %s', (_, puzzle) => {
  const setup = setupFor(puzzle);
  const program = compile(setup.model, levelsOf(setup.model))!;
  const decisions = compareWalks(setup, new KernelPropagator(setup.model, program), 40, random(1));
  expect(decisions).toBeGreaterThan(20);
});
