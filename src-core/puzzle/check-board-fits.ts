import { boardOf } from './board.ts';
import { EMPTY, rotationOf, tileOf, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';
import { counted } from '../text/counted.ts';

/** Throws a RangeError that names the cell if a board has the wrong size, an unknown tile or an impossible rotation. */
export function checkBoardFits(puzzle: EdgePuzzle, board: PartialBoard, name = 'the board'): void {
  const { cells, sides } = boardOf(puzzle.board);
  if (board.length !== cells) {
    throw new RangeError(
      `${name} has ${counted(board.length, 'cell')}, the puzzle has ${cells}: give one number for each cell, ${EMPTY} for an empty cell`,
    );
  }
  board.forEach((code, cell) => {
    if (code === EMPTY) return;
    if (code < 0 || tileOf(code) >= puzzle.tiles.length) {
      throw new RangeError(
        `cell ${cell + 1} of ${name} has tile ${tileOf(code) + 1}; the puzzle has ${counted(puzzle.tiles.length, 'tile')}`,
      );
    }
    if (rotationOf(code) >= sides) {
      throw new RangeError(
        `cell ${cell + 1} of ${name} has rotation ${rotationOf(code)}; rotations are 0 to ${sides - 1}`,
      );
    }
  });
}
