import { boardOf } from './board.ts';
import { EMPTY, rotationOf, tileOf, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';
import { counted } from '../text/counted.ts';

/** Throws RangeError, naming the cell, when a board is of another size than the puzzle or has tiles it has not. */
export function checkBoardFits(puzzle: EdgePuzzle, board: PartialBoard, name = 'the board'): void {
  const { cells, sides } = boardOf(puzzle.board);
  if (board.length !== cells) {
    throw new RangeError(
      `${name} has ${counted(board.length, 'cell')}, the puzzle has ${cells}: give one number for each cell, ${EMPTY} where it is empty`,
    );
  }
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    if (code < 0 || tileOf(code) >= puzzle.tiles.length) {
      throw new RangeError(
        `cell ${cell + 1} of ${name} holds tile ${tileOf(code) + 1}; the puzzle has ${counted(puzzle.tiles.length, 'tile')}`,
      );
    }
    if (rotationOf(code) >= sides) {
      throw new RangeError(
        `cell ${cell + 1} of ${name} has its tile turned ${counted(rotationOf(code), 'time')}; a cell of this puzzle has ${sides} sides`,
      );
    }
  });
}
