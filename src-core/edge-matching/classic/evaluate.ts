import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { mismatchedEdges } from '../../puzzle/score.ts';

/** What an empty cell costs in Hoglan's evaluation. */
const BLANK = 100;

/**
 * Hoglan's evaluation of a state: the edges in conflict, each seen from both of its squares (so 24 at
 * most on nine squares), plus 100 for every blank. Zero is a goal.
 */
export function evaluate(puzzle: EdgePuzzle, board: PartialBoard): number {
  const conflicts = mismatchedEdges(puzzle, board).length;
  const blanks = openBoardOf(puzzle).openCells.filter((cell) => board[cell] === EMPTY).length;
  return conflicts + BLANK * blanks;
}
