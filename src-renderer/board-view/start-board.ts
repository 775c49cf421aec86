import { emptyBoard, placementCode, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

/** The start arrangement: tile i, unturned, on the i-th open cell. */
export function startBoard(puzzle: EdgePuzzle): PartialBoard {
  const board = emptyBoard(puzzle.board.width * puzzle.board.height);
  const forbidden = new Set(puzzle.forbidden);
  let tile = 0;
  for (let cell = 0; cell < board.length && tile < puzzle.tiles.length; cell++) {
    if (!forbidden.has(cell)) board[cell] = placementCode(tile++, 0);
  }
  return board;
}
