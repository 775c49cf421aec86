import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { boardOf } from '../../../../../src-core/puzzle/board.ts';
import { random } from '../../../../../src-core/random.ts';
import { arbitraryBoardShape } from '../../../support/arbitrary.ts';
import { describe, expect, it } from 'vitest';
import {
  apply,
  cellByCellPlan,
  NoPlan,
  operationText,
  shortestPlan,
  type Operation,
} from '../../../../../src-core/edge-matching/design/play-plan.ts';
import { startBoard } from '../../../../../src-core/puzzle/open-board.ts';
import { turned } from '../../../../../src-core/puzzle/labels.ts';
import {
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
} from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Turns } from '../../../../../src-core/puzzle/puzzle.ts';

interface HoglanData {
  start_tiles: string[][];
  published_solutions_S1_to_S12: string[][];
  plan_S1: string[];
}
const seed = JSON.parse(readFileSync('tests/data/hoglan.json', 'utf8')) as HoglanData;
const symbols = 'AEIO';
const hoglan = puzzleOf(
  seed.start_tiles.map((tile) => tile.map((t) => 2 * symbols.indexOf(t[0]!) + (t[1] === 'T' ? 1 : 0))),
  3,
  3,
);
const boards = seed.published_solutions_S1_to_S12.map((cells) =>
  Int32Array.from(cells, (cell) => {
    const [tile, rotation] = cell.split(':').map(Number);
    return placementCode(tile!, rotation!);
  }),
);

function puzzleOf(tiles: number[][], width: number, height: number, turns: Turns = 'rotate'): EdgePuzzle {
  return {
    kind: 'edge-matching',
    name: 'test',
    board: { kind: 'rectangle', width, height },
    mating: 'opposite',
    rim: { kind: 'free' },
    turns,
    tiles: tiles.map((edges) => ({ edges })),
    labels: [],
    hints: [],
    forbidden: [],
  };
}

const look = (puzzle: EdgePuzzle, board: Int32Array): string =>
  Array.from(board, (code) =>
    turned(puzzle.tiles[tileOf(code)]!, rotationOf(code), flippedOf(code)).join(),
  ).join(' ');

const played = (puzzle: EdgePuzzle, operations: readonly Operation[]): Int32Array => {
  const board = startBoard(puzzle);
  for (const operation of operations) apply(board, operation);
  return board;
};

describe('Hoglan 2005', () => {
  it('reproduces the 20 published operations for S1 and proves that no plan is shorter', () => {
    const own = cellByCellPlan(hoglan, boards[0]!);
    expect(own.operations.map(operationText)).toEqual(seed.plan_S1);
    const shortest = shortestPlan(hoglan, boards[0]!);
    expect(shortest).toMatchObject({ swaps: 4, rotations: 16, flips: 0, shortest: true });
    expect(shortest.operations).toHaveLength(20);
  });

  it('reaches every published solution', () => {
    for (const board of boards) {
      const plan = shortestPlan(hoglan, board);
      expect(look(hoglan, played(hoglan, plan.operations))).toBe(look(hoglan, board));
    }
  });
});

/**
 * Returns the minimum number of operations that lead to `goal`, by breadth-first search over every arrangement of a 2 ×
 * 2 board.
 */
function fewest(puzzle: EdgePuzzle, goal: string): number {
  const start = startBoard(puzzle);
  const distance = new Map([[start.join(), 0]]);
  const queue = [start];
  for (const board of queue) {
    if (look(puzzle, board) === goal) return distance.get(board.join())!;
    const next = (operation: Operation): void => {
      const after = board.slice();
      apply(after, operation);
      const key = after.join();
      if (distance.has(key)) return;
      distance.set(key, distance.get(board.join())! + 1);
      queue.push(after);
    };
    for (let cell = 0; cell < 4; cell++) {
      for (let other = cell + 1; other < 4; other++) next({ type: 'swap', cell, other });
      next({ type: 'rotate', cell });
      if (puzzle.turns === 'flip') next({ type: 'flip', cell });
    }
  }
  throw new Error('not reached');
}

describe('the shortest plan', () => {
  const edges = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 });
  const placed = fc.tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), { minLength: 4, maxLength: 4 }),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  );
  it.each(['rotate', 'flip'] as const)('is as short as breadth-first search finds (%s)', (turns) => {
    fc.assert(
      fc.property(fc.array(edges, { minLength: 4, maxLength: 4 }), placed, (tiles, [turnings, order]) => {
        const puzzle = puzzleOf(tiles, 2, 2, turns);
        const goal = Int32Array.from(order, (tile, i) =>
          placementCode(tile, turnings[i]![0], turns === 'flip' && turnings[i]![1]),
        );
        const plan = shortestPlan(puzzle, goal);
        expect(look(puzzle, played(puzzle, plan.operations))).toBe(look(puzzle, goal));
        expect(plan.shortest).toBe(true);
        expect(plan.operations).toHaveLength(fewest(puzzle, look(puzzle, goal)));
        const own = cellByCellPlan(puzzle, goal);
        expect(look(puzzle, played(puzzle, own.operations))).toBe(look(puzzle, goal));
        expect(own.operations.length).toBeGreaterThanOrEqual(plan.operations.length);
      }),
      { numRuns: turns === 'flip' ? 15 : 40 },
    );
  });

  it('leads to any possible board, on boards of every kind, with backs', () => {
    fc.assert(
      fc.property(
        arbitraryBoardShape({ cells: 12 }),
        fc.constantFrom('rotate' as const, 'flip' as const),
        fc.boolean(),
        fc.integer(),
        (board, turns, backs, seed) => {
          const { cells, sides } = boardOf(board);
          const dice = random(seed);
          const face = () => Array.from({ length: sides }, () => dice.below(4));
          const tiles = Array.from({ length: cells }, () =>
            turns === 'flip' && backs ? { edges: face(), back: face() } : { edges: face() },
          );
          const puzzle: EdgePuzzle = { ...hoglan, board, turns, tiles };
          const goal = Int32Array.from(dice.shuffle([...tiles.keys()]), (tile) =>
            placementCode(tile, dice.below(sides), turns === 'flip' && dice.below(2) === 1),
          );
          for (const { operations } of [
            cellByCellPlan(puzzle, goal),
            shortestPlan(puzzle, goal, startBoard(puzzle), 1000),
          ]) {
            const end = startBoard(puzzle);
            for (const operation of operations) apply(end, operation, sides);
            expect(look(puzzle, end)).toBe(look(puzzle, goal));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('chooses well among many identical tiles within its effort limit', () => {
    const puzzle = puzzleOf(
      Array.from({ length: 64 }, (_, i) => [i % 2, 2, 3, 4]),
      8,
      8,
    );
    const goal = Int32Array.from({ length: 64 }, (_, i) => placementCode((i + 1) % 64, 0));
    const plan = shortestPlan(puzzle, goal, startBoard(puzzle), 1000);
    expect(look(puzzle, played(puzzle, plan.operations))).toBe(look(puzzle, goal));
    // Each of the 64 cells needs a tile of the other kind. A swap corrects at most two cells, so 32 swaps are needed.
    expect(plan).toMatchObject({ swaps: 32, rotations: 0 });
  });

  it('names the empty cell, and the tile that may not rotate', () => {
    const hole = boards[0]!.slice();
    hole[4] = -1;
    expect(() => shortestPlan(hoglan, hole)).toThrow(
      new NoPlan('cell 5 is empty on the board; swaps and rotations need a tile in every cell'),
    );
    expect(() => shortestPlan({ ...hoglan, turns: 'fixed' }, boards[0]!)).toThrow(
      /tile 7 would have to rotate in cell 2/,
    );
  });
});
