/** The number of ways to arrange a puzzle's tiles when nothing has to match. */
import { openBoardOf } from './open-board.ts';
import type { EdgePuzzle } from './puzzle.ts';

export interface Arrangements {
  /** number of cells to fill */
  readonly cells: number;
  /** number of orientations in which a tile can be placed */
  readonly ways: number;
  /** Hoglan's two bounds (see `arrangementsOf`), as log10 because they are too large for a double */
  readonly allLog10: number;
  readonly treeLog10: number;
}

/** Returns log10 of n (n - 1) (n - 2) …, a product of `factors` numbers. */
function fallingLog10(n: number, factors: number): number {
  let sum = 0;
  for (let i = 0; i < factors; i++) sum += Math.log10(n - i);
  return sum;
}

/**
 * Returns Hoglan's two bounds (2005) on the size of a search. N tiles on N cells in four rotations have `4^N * N!`
 * arrangements. The tree of matching placements has at most `4 * N!` states, because one known side fixes a tile's
 * rotation. Hints are ignored.
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
