import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  boardViews,
  frontierShapeOf,
  takeMemory,
} from '../../../../../../src-core/edge-matching/hunt/shared/boards.ts';
import { FrontierBeam } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-beam.ts';
import { ReferenceFrontier } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/children.ts';
import type { FrontierMaker } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-contract.ts';
import {
  answerBytesOf,
  PARTS_OFFSET,
  partBytesOf,
} from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-memory.ts';
import {
  FrontierKernel,
  frontierKernelTakes,
} from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-kernel.ts';
import { FrontierLevels } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-level.ts';
import { frontierOrder } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-order.ts';
import { boardInstanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { boardOf } from '../../../../../../src-core/puzzle/board.ts';
import type { BoardShape, EdgePuzzle } from '../../../../../../src-core/puzzle/puzzle.ts';
import { random, randomFrom, type Random } from '../../../../../../src-core/random.ts';
import { arbitraryPuzzle } from '../../../../support/arbitrary.ts';
import { expectSameBoards } from '../same-boards.ts';
import { labelPricesOf } from '../../../../../../src-core/edge-matching/hunt/shared/label-prices.ts';

vi.setConfig({ testTimeout: 120_000 });

const BOARDS = 3;
const FAR_BELOW = -100_000;
const TABLES = 2 ** 22;

const view = (puzzle: EdgePuzzle, seed: number, breakRim = false) => {
  const rimLabel = puzzle.rim.kind === 'uniform' ? (puzzle.tiles[0]?.edges[0] ?? null) : null;
  const instance = boardInstanceOf(puzzle, { breakRim, rimLabel });
  return { instance, order: frontierOrder(instance, random(seed)) };
};

/** Numbers of comparisons of each kind. The test checks that none of them is 0. */
interface Compared {
  children: number;
  joined: number;
  leads: number;
  totals: number;
  singles: number;
  own: number;
}

/**
 * Compares the kernel with the reference implementation on random boards at several levels. Tiles, labels to match and
 * empty cells are random, so a search would never reach most of these boards.
 */
function compareAnywhere(puzzle: EdgePuzzle, seed: number, compared: Compared, every = 1): void {
  const chance = random(seed);
  const { instance, order } = view(puzzle, seed);
  expect(frontierKernelTakes(instance, order)).toBe(true);
  const shape = frontierShapeOf(instance, order.slots, labelPricesOf(instance));
  const kernelEnd = Math.ceil(FrontierKernel.bytes(instance, shape, TABLES) / 16) * 16;
  const answersBytes = BOARDS * answerBytesOf(instance);
  const boardsAt = kernelEnd + 2 * answersBytes;
  const madeAt = boardsAt + BOARDS * shape.bytes;
  const end = madeAt + 2 * BOARDS * shape.bytes + 16;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65536) });
  const compiled = new FrontierKernel(memory, instance, shape, TABLES);
  const open = new ReferenceFrontier(boardViews(memory, shape), instance, shape);
  const levels = new FrontierLevels(instance, order);
  const bytes = new Uint8Array(memory.buffer);
  const words = new Int32Array(memory.buffer);

  const fillBoards = (): void => {
    for (let n = 0; n < BOARDS; n++) someBoard(n, chance.fraction());
  };
  const someBoard = (n: number, part: number): void => {
    const at = boardsAt + n * shape.bytes;
    const small = shape.wide ? new Uint16Array(memory.buffer) : bytes;
    const begin = at / (shape.wide ? 2 : 1);
    bytes.fill(0, at, at + shape.bytes);
    for (let tile = 0; tile < instance.tiles; tile++)
      if (chance.fraction() < part) bytes[at + (tile >> 3)]! |= 1 << (tile & 7);
    for (let slot = 0; slot < order.slots; slot++)
      small[begin + shape.frontier + slot] = chance.below(instance.labels);
    labelPricesOf(instance).left.forEach(
      (n, label) => (small[begin + shape.counts + label] = chance.below(4) === 0 ? 0 : chance.below(n + 1)),
    );
  };
  const seen = (which: number) => ({
    first: boardsAt,
    number: 5,
    boards: BOARDS,
    answers: kernelEnd + which * answersBytes,
  });
  const answersOf = (which: number, parts: number): number[] =>
    Array.from({ length: BOARDS }, (_, n) => {
      const at = seen(which).answers + n * answerBytesOf(instance);
      const part = (i: number) => [
        ...new Int16Array(
          memory.buffer,
          at + PARTS_OFFSET + i * partBytesOf(instance.labels),
          instance.labels,
        ),
      ];
      return [words[at / 4]!, ...Array.from({ length: parts }, (_, i) => part(i)).flat()];
    }).flat();

  for (let placed = 0; placed < order.cells.length; placed += every) {
    const level = levels.after(placed);
    expect(compiled.begin(level)).toBe(true);
    fillBoards();
    compiled.evaluate(level, seen(0));
    open.evaluate(level, seen(1));
    expect(answersOf(0, level.parts)).toEqual(answersOf(1, level.parts));
    for (const { ways, last } of level.lookahead.stretches) {
      compared[ways.length > 1 ? 'joined' : last.leads ? 'leads' : 'totals']++;
    }
    compared.singles += level.lookahead.singles.length;

    if (level.own.length === 0) compareChildren(level, chance);
    else compared.own++;

    const laid = Int32Array.from({ length: 2 * BOARDS }, (_, i) =>
      i % 2 === 0 ? chance.below(BOARDS) : chance.below(instance.orientations),
    );
    if (level.own.length === 0) {
      for (const [maker, which] of [
        [compiled, 0],
        [open, 1],
      ] as const)
        maker.lay(level, boardsAt, madeAt + which * BOARDS * shape.bytes, laid);
      const made = [0, 1].map((which) =>
        bytes
          .slice(madeAt + which * BOARDS * shape.bytes, madeAt + (which + 1) * BOARDS * shape.bytes)
          .join(),
      );
      expect(made[0]).toBe(made[1]);
    }
    if (chance.below(5) === 0) levels.leaveEmpty(placed);
  }

  function compareChildren(level: ReturnType<FrontierLevels['after']>, chance: Random): void {
    const weights = Int32Array.from({ length: BOARDS }, () => chance.below(300));
    const penalty = chance.below(500);
    const salt = chance.next() | 0;
    const weighed = (maker: FrontierMaker, base: number, threshold: number) => {
      const children: number[] = [];
      const what = { weights, penalty, base, threshold, salt };
      maker.weigh(level, seen(0), what, (...child) => children.push(...child));
      return children;
    };
    // With the threshold Infinity, all children are returned. The loop then uses thresholds close to one of their keys.
    const all = weighed(open, FAR_BELOW, Infinity);
    compared.children += all.length / 4;
    const keys = all.filter((_, i) => i % 4 === 0);
    for (let n = 0; n < 4; n++) {
      const threshold = [...keys, 1_000_000][chance.below(keys.length + 1)]! + chance.below(8);
      const more = chance.below(2) * chance.below(threshold);
      const [base, below] = [FAR_BELOW + more, threshold - more];
      expect(weighed(compiled, base, below).join()).toBe(weighed(open, base, below).join());
    }
  }
}

/** Expects the kernel and the reference implementation to keep the same boards at each level of a narrow beam. */
function compareBeams(puzzle: EdgePuzzle, seed: number, width: number, breakRim = false): void {
  const { instance, order } = view(puzzle, seed, breakRim);
  const [compiled, reference] = [false, true].map(
    (interpreted) => new FrontierBeam(instance, order, random(7), { width, penalty: 6, interpreted }),
  );
  expectSameBoards(compiled!, reference!);
}

/**
 * Puzzles with any board and rules. Some hints lack a tile or a rotation. The tiles are random, so in some cells no
 * tile may fit.
 */
const puzzles = arbitraryPuzzle({ boards: 16, hints: true, forbidden: true, backs: true }).chain((puzzle) =>
  fc.array(fc.nat(2), { minLength: 2, maxLength: 2 }).map((kinds): EdgePuzzle => {
    const hints = puzzle.hints.map(({ cell, tile, rotation }, i) => ({
      cell,
      ...(kinds[i] === 1 || tile === undefined ? {} : { tile }),
      ...((kinds[i] === 2 && puzzle.turns !== 'fixed') || rotation === undefined ? {} : { rotation }),
    }));
    return { ...puzzle, hints };
  }),
);

/** Returns a puzzle with a tile of random labels for each cell of the board. */
function randomTiles(board: BoardShape, labels: number, seed: number): EdgePuzzle {
  const chance = random(seed);
  const { cells, sides } = boardOf(board);
  const { puzzle } = generate({ family: 'unframed', board: { kind: 'solid', solid: 'cube' }, seed });
  const tiles = Array.from({ length: cells }, () => ({
    edges: Array.from({ length: sides }, () => chance.below(labels)),
  }));
  return { ...puzzle, board, tiles };
}

const nothing = (): Compared => ({ children: 0, joined: 0, leads: 0, totals: 0, singles: 0, own: 0 });

describe('the frontier kernel and the reference implementation', () => {
  it('agree on any board of any puzzle', () => {
    const compared = nothing();
    fc.assert(
      fc.property(puzzles, fc.nat(1000), (puzzle, seed) => compareAnywhere(puzzle, seed, compared)),
      { numRuns: 60 },
    );
    // On a torus, a stretch (a row of cells that the lookahead sums over together, see `stretches.ts`) can go all the
    // way around. The sums from both ends then meet at its last cell.
    for (let seed = 1; seed <= 2; seed++) {
      compareAnywhere(
        randomTiles({ kind: 'rectangle', width: 7, height: 7, wrap: 'torus' }, 5, seed),
        seed,
        compared,
      );
    }
    for (const [what, times] of Object.entries(compared)) expect([what, times >= 10]).toEqual([what, true]);
  });

  it('agree on large boards: many tiles, many labels, counts of two bytes', () => {
    const compared = nothing();
    for (const [board, labels] of [
      [{ kind: 'rectangle', width: 20, height: 20, wrap: 'torus' }, 30],
      [{ kind: 'honeycomb', side: 9 }, 4],
      [{ kind: 'hexagon', side: 5 }, 128],
      [{ kind: 'triangle', side: 12 }, 17],
    ] satisfies [BoardShape, number][])
      compareAnywhere(randomTiles(board, labels, 1), 2, compared, 23);
    expect(compared.children).toBeGreaterThan(1000);
  });

  it('choose the same children, down to cells that no tile is left for', () => {
    fc.assert(
      fc.property(puzzles, fc.nat(7), fc.boolean(), (puzzle, seed, breakRim) =>
        compareBeams(puzzle, seed, 12, breakRim),
      ),
      { numRuns: 40 },
    );
    for (const board of [
      { kind: 'rectangle', width: 9, height: 9, wrap: 'torus' },
      { kind: 'honeycomb', side: 4 },
      { kind: 'triangle', side: 7 },
    ] satisfies BoardShape[]) {
      const family = board.kind === 'rectangle' ? 'unframed' : 'framed';
      compareBeams(generate({ family, board, seed: 1 }).puzzle, 3, 40);
    }
    const { puzzle } = generate({ family: 'framed', board: { kind: 'honeycomb', side: 4 }, seed: 1 });
    compareBeams({ ...puzzle, tiles: puzzle.tiles.slice(5) }, 3, 20);
  });

  it('reuse no code of a puzzle with the same memory size but other cells and tiles', () => {
    const cylinder = (height: number, tiles: number): EdgePuzzle => {
      const puzzle = randomTiles({ kind: 'rectangle', width: 3, height, wrap: 'cylinder' }, 2, 1);
      // In both puzzles, label 1 has the most half-edges: 46. So tables indexed by the number of half-edges have the
      // same size.
      const edges = (tile: number) => [0, 1, 2, 3].map((side) => Number(4 * tile + side < 46));
      return { ...puzzle, tiles: Array.from({ length: tiles }, (_, tile) => ({ edges: edges(tile) })) };
    };
    const puzzles = [cylinder(4, 12), cylinder(3, 21)];
    const [one, other] = puzzles.map((puzzle) => {
      const { instance, order } = view(puzzle, 1);
      const shape = frontierShapeOf(instance, order.slots, labelPricesOf(instance));
      return { shape, bytes: FrontierKernel.bytes(instance, shape, 0) };
    });
    expect(one).toEqual(other);
    for (const puzzle of puzzles) compareBeams(puzzle, 1, 12);
  });

  it('use the reference for a level whose tables do not fit, with identical results', () => {
    const { puzzle } = generate({ family: 'framed', board: { kind: 'honeycomb', side: 4 }, seed: 1 });
    const { instance, order } = view(puzzle, 3);
    const boards = [2 ** 24, 60_000, 4_000].map((tables) => {
      const beam = new FrontierBeam(instance, order, random(7), { width: 30, penalty: 6, tables });
      let byReference = 0;
      while (!beam.done) {
        beam.step(1000);
        if (!beam.compiled) byReference++;
      }
      const board = beam.board(0);
      beam.release();
      return { board, byReference };
    });
    expect(boards[0]!.byReference).toBe(0);
    expect(boards[2]!.byReference).toBeGreaterThan(order.cells.length / 2);
    for (const { board } of boards) expect(board).toEqual(boards[0]!.board);
  });

  it('resume from a state at any level, even after cells left empty', () => {
    const { puzzle } = generate({ family: 'framed', board: { kind: 'honeycomb', side: 3 }, seed: 1 });
    // Only five tiles fit the rim, so the rest of the rim stays empty.
    const isRim = ({ edges }: { edges: readonly number[] }): boolean => edges.includes(0);
    const rim = puzzle.tiles.filter(isRim).slice(0, 5);
    const inside = puzzle.tiles.filter((tile) => !isRim(tile));
    const { instance, order } = view({ ...puzzle, tiles: [...rim, ...inside] }, 1);
    const options = { width: 40, penalty: 6 };
    const whole = new FrontierBeam(instance, order, random(7), options);
    let empty = 0;
    while (!whole.done) {
      const state = whole.state(Infinity)!;
      const resumed = new FrontierBeam(instance, order, randomFrom(state.random), options, state);
      for (const beam of [whole, resumed]) beam.step(1000);
      expect(resumed.state(Infinity)).toEqual(whole.state(Infinity));
      empty = whole.board(0).filter((orientation) => orientation < 0).length;
    }
    expect(empty).toBeGreaterThan(3);
  });

  it.each([16, 64])('takes no more memory than it is given: %i MB', (megabytes) => {
    const memory = megabytes * 2 ** 20;
    const { puzzle } = generate({ family: 'framed', board: { kind: 'honeycomb', side: 4 }, seed: 1 });
    const { instance, order } = view(puzzle, 3);
    const width = FrontierBeam.widest(instance, order, memory);
    // An earlier beam may have left a larger memory, which this call discards.
    takeMemory(0);
    const tables = FrontierBeam.tableBytes(memory);
    new FrontierBeam(instance, order, random(7), { width, penalty: 6, tables }).release();
    // The memory of the kernel and its boards, and everything else that a beam takes up: weights, children and
    // ancestry.
    const taken = takeMemory(0).buffer.byteLength + width * (2 * 4 + 2 * 12 + 4 + 2 * 8 * 6);
    expect(taken).toBeLessThan(memory + 2 ** 17);
    expect(taken).toBeGreaterThan(0.95 * memory);
  });

  it('refuse puzzles whose counts do not fit into the kernel', () => {
    const { instance, order } = view(randomTiles({ kind: 'honeycomb', side: 3 }, 128, 1), 1);
    expect(frontierKernelTakes(instance, order)).toBe(true);
    expect(frontierKernelTakes({ ...instance, labels: 129 }, order)).toBe(false);
    expect(frontierKernelTakes({ ...instance, tiles: 1025 }, order)).toBe(false);
    expect(frontierKernelTakes({ ...instance, orientations: 2 ** 15 + 1 }, order)).toBe(false);
    expect(frontierKernelTakes(instance, { ...order, slots: 256 })).toBe(false);
    compareBeams(randomTiles({ kind: 'triangle', side: 5 }, 140, 1), 1, 10);
  });
});
