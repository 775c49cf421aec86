import { openBoardOf } from './open-board.ts';
import { EMPTY, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';
import { brokenRimSides, mismatchedEdges } from './score.ts';

/**
 * Counts tiles row by row, up to the first tile that is missing or has a mismatch. A tile has a mismatch only if it
 * doesn't fit an earlier tile or the rim.
 */
export function rowScanOf(puzzle: EdgePuzzle, board: PartialBoard): number {
  const { board: shape, openCells } = openBoardOf(puzzle);
  const { sides, across } = shape;
  const broken = new Set([
    ...brokenRimSides(puzzle, board).map((side) => Math.floor(side / sides)),
    ...mismatchedEdges(puzzle, board).map((side) =>
      Math.max(Math.floor(side / sides), Math.floor(across[side]! / sides)),
    ),
  ]);
  const end = openCells.findIndex((cell) => board[cell] === EMPTY || broken.has(cell));
  return end < 0 ? openCells.length : end;
}
