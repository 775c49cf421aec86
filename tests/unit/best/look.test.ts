import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Beam } from '../../../src-core/edge-matching/best/beam.ts';
import { boardShapeOf } from '../../../src-core/edge-matching/best/boards.ts';
import { instanceOf } from '../../../src-core/edge-matching/best/instance.ts';
import { answerBytesOf, LookInterpreter } from '../../../src-core/edge-matching/best/look-interpreter.ts';
import { LookKernel, lookShapeOf } from '../../../src-core/edge-matching/best/look-kernel.ts';
import { lookLevelsOf, paddedLabels } from '../../../src-core/edge-matching/best/look.ts';
import { rowCells, variableOrder } from '../../../src-core/edge-matching/best/order.ts';
import { supplyOf } from '../../../src-core/edge-matching/best/supply.ts';
import { generate } from '../../../src-core/edge-matching/generate/generate.ts';
import { eternity2, officialHints } from '../../../src-core/puzzle/eternity2.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../src-core/random.ts';

const view = (puzzle: EdgePuzzle, symmetry: number) => {
  const instance = instanceOf(puzzle, { symmetry, breakRim: false, rimLabel: null });
  return { instance, order: variableOrder(instance, rowCells(instance.width, instance.height)) };
};

/** The compiled look and its reference, on boards as no search would meet them: anything used, anything shown. */
function compareAnywhere(puzzle: EdgePuzzle, symmetry: number, seed: number): void {
  const chance = random(seed);
  const { instance, order } = view(puzzle, symmetry);
  const { labels, tiles, width, height } = instance;
  const { left } = supplyOf(instance);
  const board = boardShapeOf(instance, supplyOf(instance));
  const shape = lookShapeOf(instance, board);
  const lanes = paddedLabels(labels);
  const boardAt = LookKernel.bytes(shape);
  const answers = (boardAt + board.bytes + 15) & ~15;
  const size = answerBytesOf(labels);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((answers + 2 * size) / 65536) });
  const compiled = new LookKernel(memory, shape, answers + 2 * size);
  const reference = new LookInterpreter(memory, instance, board);
  for (let row = 0; row < height; row++) {
    const levels = lookLevelsOf(instance, order, row, new Uint8Array(tiles));
    compiled.begin(levels);
    reference.begin(levels);
    const bytes = new Uint8Array(memory.buffer, boardAt, board.bytes);
    const small = board.wide ? new Uint16Array(memory.buffer, boardAt, board.bytes / 2) : bytes;
    levels.forEach((_, index) => {
      const part = chance.fraction();
      bytes.fill(0);
      for (let tile = 0; tile < tiles; tile++) {
        if (chance.fraction() < part) bytes[tile >> 3]! |= 1 << (tile & 7);
      }
      for (let column = 0; column < width; column++)
        small[board.frontier + column] = chance.below(labels + 1);
      left.forEach((n, label) => (small[board.counts + label] = chance.below(n + 1)));
      compiled.look(index, boardAt, 1, answers);
      reference.look(index, boardAt, 1, answers + size);
      const [got, wanted] = [0, size].map((at) => [
        ...new Int16Array(memory.buffer, answers + at, 2 * lanes + 2),
      ]);
      expect(got).toEqual(wanted);
    });
  }
}

/** All boards of a narrow beam, level by level the same. */
function compareBeams(puzzle: EdgePuzzle, symmetry: number, width: number): void {
  const { instance, order } = view(puzzle, symmetry);
  const [compiled, reference] = [false, true].map(
    (interpreted) => new Beam(instance, order, random(7), { width, penalty: 6, interpreted }),
  );
  while (!compiled!.done) {
    compiled!.step(1000);
    reference!.step(1000);
    expect(compiled!.boards).toBe(reference!.boards);
    for (const rank of [0, compiled!.boards - 1])
      expect(compiled!.board(rank)).toEqual(reference!.board(rank));
  }
}

/** Every rule: frames, free rims, halves; few labels (counts of two bytes) and many; hints of every kind; holes. */
const puzzles = fc
  .record({
    family: fc.constantFrom('framed' as const, 'unframed' as const, 'scramble' as const),
    width: fc.integer({ min: 2, max: 7 }),
    height: fc.integer({ min: 2, max: 6 }),
    seed: fc.nat(1000),
    innerLabels: fc.integer({ min: 4, max: 24 }),
    turns: fc.constantFrom('rotate', 'fixed', 'flip'),
    hinted: fc.array(fc.nat(41), { maxLength: 4 }),
    hole: fc.option(fc.nat(41)),
  })
  .map(({ hinted, hole, turns, ...recipe }) => {
    const { puzzle, solution } = generate({
      ...recipe,
      family: recipe.family,
      turns: turns === 'fixed' ? 'fixed' : 'rotate',
    });
    const cells = [...new Set(hinted.map((cell) => cell % solution.length))];
    return {
      ...puzzle,
      turns: turns as 'rotate',
      hints: cells.map((cell, i) => ({
        cell,
        ...(i % 3 === 1 ? {} : { tile: solution[cell]! >> 4 }),
        ...(i % 3 === 2 || turns === 'fixed' ? {} : { rotation: solution[cell]! & 7 }),
      })),
      forbidden: hole === null || cells.includes(hole % solution.length) ? [] : [hole % solution.length],
    };
  });

describe('the compiled look and its reference', () => {
  it('say the same of any board of any puzzle', () => {
    fc.assert(
      fc.property(puzzles, fc.nat(7), fc.nat(1000), (puzzle, symmetry, seed) =>
        compareAnywhere(puzzle, symmetry, seed),
      ),
      { numRuns: 40 },
    );
  });

  it('say the same of Eternity II, of counts of two bytes, and of many labels', () => {
    compareAnywhere(eternity2(officialHints), 3, 1);
    const chance = random(3);
    for (const [side, labels] of [
      [24, 5],
      [20, 40],
    ] as const) {
      const { puzzle } = generate({ family: 'unframed', width: 2, height: 2, seed: 1, innerLabels: labels });
      const tiles = Array.from({ length: side * side }, () => ({
        edges: Array.from({ length: 4 }, () => chance.below(labels)),
      }));
      compareAnywhere({ ...puzzle, board: { kind: 'rectangle', width: side, height: side }, tiles }, 0, 2);
    }
  });

  it('choose the same children', () => {
    fc.assert(
      fc.property(puzzles, fc.nat(7), (puzzle, symmetry) => compareBeams(puzzle, symmetry, 12)),
      { numRuns: 15 },
    );
    compareBeams(eternity2(officialHints), 5, 4);
  });
});
