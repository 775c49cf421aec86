import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { mismatchedEdges } from '../../puzzle/score.ts';

const EMPTY_CELL_COST = 100;

/**
 * Returns Hoglan's evaluation of a state: the number of mismatches, plus 100 for each empty cell. Mismatches are
 * counted from both sides, so a 3 × 3 board has at most 24. A goal has the evaluation 0.
 */
export function evaluate(puzzle: EdgePuzzle, board: PartialBoard): number {
  const conflicts = mismatchedEdges(puzzle, board).length;
  const blanks = openBoardOf(puzzle).openCells.filter((cell) => board[cell] === EMPTY).length;
  return conflicts + EMPTY_CELL_COST * blanks;
}
