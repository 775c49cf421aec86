/** How many ways there are to lay a puzzle's tiles when nothing has to match: what a search is spared. */
import { openBoardOf } from './open-board.ts';
import type { EdgePuzzle } from './puzzle.ts';

export interface Arrangements {
  /** how many cells are filled and how many ways one tile can lie (turned, flipped) */
  readonly cells: number;
  readonly ways: number;
  /** powers of ten: these numbers are far beyond what a double holds */
  readonly allLog10: number;
  readonly treeLog10: number;
}

/** log10 of n · (n - 1) · … , `factors` of them. */
function fallingLog10(n: number, factors: number): number {
  let sum = 0;
  for (let i = 0; i < factors; i++) sum += Math.log10(n - i);
  return sum;
}

/**
 * Hoglan's two bounds (2005), for N tiles on N cells that can be turned four ways: 4^N · N! arrangements in all, and
 * 4 · N! states at most of the tree that lays only what matches, where every tile fits in one way once one side is
 * given. With more tiles than cells, N! is the product of as many factors as there are cells; hints are not counted off.
 */
export function arrangementsOf(puzzle: EdgePuzzle): Arrangements {
  const { openCells, board } = openBoardOf(puzzle);
  const cells = openCells.length;
  const ways = puzzle.turns === 'fixed' ? 1 : puzzle.turns === 'flip' ? 2 * board.sides : board.sides;
  const orders = fallingLog10(puzzle.tiles.length, Math.min(cells, puzzle.tiles.length));
  return {
    cells,
    ways,
    allLog10: cells * Math.log10(ways) + orders,
    treeLog10: Math.log10(ways) + orders,
  };
}
