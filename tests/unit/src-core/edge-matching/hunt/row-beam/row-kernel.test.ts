import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { RowBeam } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-beam.ts';
import { boardShapeOf } from '../../../../../../src-core/edge-matching/hunt/shared/boards.ts';
import { instanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { ReferenceLookahead } from '../../../../../../src-core/edge-matching/hunt/row-beam/lookahead-interpreter.ts';
import {
  answerBytesOf,
  partBytesOf,
  rightsBytesOf,
  stateBytesOf,
} from '../../../../../../src-core/edge-matching/hunt/row-beam/row-memory.ts';
import {
  RowKernel,
  kernelTakes,
  lookaheadShapeOf,
} from '../../../../../../src-core/edge-matching/hunt/row-beam/row-kernel.ts';
import { ReferenceChildren } from '../../../../../../src-core/edge-matching/hunt/row-beam/children.ts';
import type { ChildMaker } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-contract.ts';
import { lookaheadLevelsOf } from '../../../../../../src-core/edge-matching/hunt/row-beam/lookahead.ts';
import { variableOrder } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-order.ts';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { eternity2, officialHints } from '../../../../../../src-core/puzzle/eternity2.ts';
import type { EdgePuzzle } from '../../../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../../../src-core/random.ts';
import { expectSameBoards } from '../same-boards.ts';
import { BOARD_FRACTION_UNITS } from '../../../../../../src-core/edge-matching/hunt/shared/lookahead-scale.ts';
import { paddedLabels } from '../../../../../../src-core/edge-matching/hunt/shared/vectors.ts';
import { labelPricesOf } from '../../../../../../src-core/edge-matching/hunt/shared/label-prices.ts';

vi.setConfig({ testTimeout: 120_000 });

const view = (puzzle: EdgePuzzle, symmetry: number, breakRim = false) => {
  const instance = instanceOf(puzzle, { symmetry, breakRim, rimLabel: null });
  return { instance, order: variableOrder(instance) };
};

const BOARDS = 3;
const FAR_BELOW = -100_000;

/**
 * Compares the kernel's lookahead and weights of children with the reference implementation, on random boards that no
 * search would reach. `every` limits this to every n-th row and the last one.
 */
function compareAnywhere(puzzle: EdgePuzzle, symmetry: number, seed: number, every = 1): void {
  const chance = random(seed);
  const { instance, order } = view(puzzle, symmetry);
  const { labels, tiles, width, height } = instance;
  const { left } = labelPricesOf(instance);
  const board = boardShapeOf(instance, labelPricesOf(instance));
  const shape = lookaheadShapeOf(instance, board);
  const lanes = paddedLabels(labels);
  let end = RowKernel.bytes(shape);
  const take = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const boardsAt = take(BOARDS * board.bytes);
  const statesBefore = take(BOARDS * stateBytesOf(labels));
  const parents = take(BOARDS * 4);
  // Each implementation writes to its own memory, whose contents are equal at the start.
  const sizes = [answerBytesOf, rightsBytesOf, stateBytesOf].map(
    (of) => Math.ceil((BOARDS * of(labels)) / 16) * 16,
  );
  const [forCompiled, forReference] = [0, 1].map(() => sizes.map(take)) as [number[], number[]];
  const written = forReference[0]! - forCompiled[0]!;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65536) });
  const compiled = new RowKernel(memory, instance, shape, end);
  const reference = new ReferenceLookahead(memory, instance, board);
  const open = new ReferenceChildren(memory, instance, board, true);
  const looked = ([answers, rights, states]: number[]) => ({
    first: boardsAt,
    number: 0,
    boards: BOARDS,
    answers: answers!,
    rights: rights!,
    states: states!,
    statesBefore,
    parents,
  });
  for (let row = 0; row < height; row = Math.max(row + 1, Math.min(row + every, height - 1))) {
    const levels = lookaheadLevelsOf(instance, order, row, new Uint8Array(tiles));
    const cells = order.filter((ordered) => ordered.row === row);
    compiled.begin(levels, cells);
    reference.begin(levels);
    levels.forEach(({ age }, index) => {
      const words = new Int32Array(memory.buffer);
      const all = new Uint8Array(memory.buffer);
      const part = chance.fraction();
      for (let n = 0; n < BOARDS; n++) {
        const at = boardsAt + n * board.bytes;
        const bytes = all.subarray(at, at + board.bytes);
        const small = board.wide ? new Uint16Array(memory.buffer, at, board.bytes / 2) : bytes;
        bytes.fill(0);
        for (let tile = 0; tile < tiles; tile++) {
          if (chance.fraction() < part) bytes[tile >> 3]! |= 1 << (tile & 7);
        }
        for (let column = 0; column < width + 2; column++)
          small[board.frontier + column] = chance.below(labels + 1);
        left.forEach((n, label) => (small[board.counts + label] = chance.below(n + 1)));
        words[at / 4 + board.root] = age === 0 ? 99 : chance.below(BOARDS);
        words[parents / 4 + n] = chance.below(BOARDS);
        const before = statesBefore + n * stateBytesOf(labels);
        for (let l = 0; l < lanes; l++) all[before + l] = chance.below(256);
        words.set([chance.below(40) - 20, chance.below(5000)], (before + lanes) / 4);
      }
      for (let at = forCompiled[0]!; at < forReference[0]!; at++) {
        all[at] = all[at + written] = chance.below(256);
      }
      const share = Uint8Array.from({ length: tiles }, () => chance.below(BOARD_FRACTION_UNITS + 1));
      const roots = () =>
        Array.from({ length: BOARDS }, (_, n) => words[(boardsAt + n * board.bytes) / 4 + board.root]);
      const before = roots();
      compiled.beginLevel(index, share);
      compiled.evaluate(looked(forCompiled));
      const rooted = roots();
      for (let n = 0; n < BOARDS; n++) words[(boardsAt + n * board.bytes) / 4 + board.root] = before[n]!;
      reference.beginLevel(index, share);
      reference.evaluate(looked(forReference));
      expect(rooted).toEqual(roots());
      const written16 = ([answers, rights, states]: number[]) => {
        const numbers = (at: number, bytes: number) => [...new Int16Array(memory.buffer, at, bytes / 2)];
        const partsAt = (at: number, bytes: number) =>
          Array.from({ length: (BOARDS * bytes) / partBytesOf(labels) }, (_, i) =>
            numbers(at + i * partBytesOf(labels), 2 * lanes + 4),
          );
        return {
          answers: partsAt(answers!, answerBytesOf(labels)),
          rights: partsAt(rights!, rightsBytesOf(labels)),
          states: Array.from({ length: BOARDS }, (_, n) =>
            numbers(states! + n * stateBytesOf(labels), lanes + 8),
          ),
        };
      };
      expect(written16(forCompiled)).toEqual(written16(forReference));

      // Parts that the lookahead reuses hold the random bytes written above. Store the minimum of each part's numbers
      // after them.
      for (let part = 0; part < 2 * BOARDS; part++) {
        const at = forCompiled[0]! + part * partBytesOf(labels);
        words[at / 4 + lanes / 2] = Math.min(...new Int16Array(memory.buffer, at, lanes));
      }
      const weights = Int32Array.from({ length: BOARDS }, () => chance.below(300));
      const penalty = chance.below(500);
      const salt = chance.next() | 0;
      const weighed = (maker: ChildMaker, base: number, threshold: number) => {
        const children: number[] = [];
        const what = { weights, penalty, base, threshold, salt };
        maker.weigh(cells[index]!, looked(forCompiled), what, (...child) => children.push(...child));
        return children;
      };
      // The threshold Infinity gives all keys. The next thresholds are close to one of these keys.
      const keys = weighed(open, FAR_BELOW, Infinity).filter((_, i) => i % 4 === 0);
      for (let n = 0; n < 4; n++) {
        const threshold = [...keys, 1_000_000][chance.below(keys.length + 1)]! + chance.below(8);
        const more = chance.below(2) * chance.below(threshold);
        const [base, below] = [FAR_BELOW + more, threshold - more];
        expect(weighed(compiled, base, below).join()).toBe(weighed(open, base, below).join());
      }
    });
  }
}

/** Expects the kernel and the reference implementation to keep the same boards at each level of a narrow beam. */
function compareBeams(puzzle: EdgePuzzle, symmetry: number, width: number, breakRim = false): void {
  const { instance, order } = view(puzzle, symmetry, breakRim);
  const [compiled, reference] = [false, true].map(
    (interpreted) => new RowBeam(instance, order, random(7), { width, penalty: 6, interpreted }),
  );
  expectSameBoards(compiled!, reference!);
}

/**
 * Random puzzles. Together they cover every rule: frames, free rims, halves, hints of every kind, and holes. Some have
 * so few labels that one label is on more than 255 edges, so its count needs two bytes.
 */
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

describe('the row kernel and the reference implementation', () => {
  it('agree on any board of any puzzle', () => {
    fc.assert(
      fc.property(puzzles, fc.nat(7), fc.nat(1000), (puzzle, symmetry, seed) =>
        compareAnywhere(puzzle, symmetry, seed),
      ),
      { numRuns: 25 },
    );
  });

  it('agree on Eternity II, with counts of two bytes, and with many labels', () => {
    compareAnywhere(eternity2(officialHints), 3, 1, 5);
    const chance = random(3);
    for (const [side, labels] of [
      [24, 5],
      [20, 40],
    ] as const) {
      const { puzzle } = generate({ family: 'unframed', width: 2, height: 2, seed: 1, innerLabels: labels });
      const tiles = Array.from({ length: side * side }, () => ({
        edges: Array.from({ length: 4 }, () => chance.below(labels)),
      }));
      compareAnywhere({ ...puzzle, board: { kind: 'rectangle', width: side, height: side }, tiles }, 0, 2, 9);
    }
  });

  it('count the labels to match in bytes, so wider rows are refused', () => {
    const { instance } = view(generate({ family: 'framed', width: 8, height: 8, seed: 1 }).puzzle, 0);
    expect(kernelTakes({ ...instance, width: 255 })).toBe(true);
    expect(kernelTakes({ ...instance, width: 256 })).toBe(false);
  });

  it('choose the same children if a frame of halves may be broken and two labels mate with one that no tile shows', () => {
    const { puzzle } = generate({ family: 'scramble', width: 5, height: 4, seed: 1 });
    const framed: EdgePuzzle = { ...puzzle, rim: { kind: 'colour', colour: 0, inside: false } };
    for (let symmetry = 0; symmetry < 4; symmetry++) compareBeams(framed, symmetry, 12, true);
  });

  it('choose the same children', () => {
    fc.assert(
      fc.property(puzzles, fc.nat(7), (puzzle, symmetry) => compareBeams(puzzle, symmetry, 12)),
      { numRuns: 15 },
    );
    compareBeams(eternity2(officialHints), 5, 4);
  });
});
