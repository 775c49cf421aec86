/** Makes an HTML file in which anyone can play a puzzle. `scripts/playable-page.ts` builds the template. */
import { boardToNumbers, type PartialBoard } from '../puzzle/partial-board.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { checkBoardFits } from '../puzzle/check-board-fits.ts';
import { scoreOf } from '../puzzle/score.ts';
import { unpaintedProblem } from '../puzzle/unpainted.ts';

/** A placeholder in a script element of the template. The page's content replaces it, as JSON. */
export const CONTENT_MARK = '"PLAYABLE PAGE CONTENT"';
/** A placeholder in the template for the page's title. */
export const TITLE_MARK = 'PLAYABLE PAGE TITLE';

/**
 * Returns an HTML page for playing a puzzle. The page's help shows `solution`, or searches for one if it is null.
 * Throws if the puzzle can't be played or the board is not a solution.
 */
export function playablePage(template: string, puzzle: Puzzle, solution: PartialBoard | null): string {
  if (puzzle.kind !== 'edge-matching') {
    throw new Error('A playable page can hold only an edge-matching puzzle; this is a sliding puzzle.');
  }
  const blank = unpaintedProblem(puzzle);
  if (blank) throw new Error(blank.message);
  if (solution) {
    checkBoardFits(puzzle, solution, 'the solution');
    if (!scoreOf(puzzle, solution).solved) throw new Error('The board is not a solution of the puzzle.');
  }
  // A "<" in the JSON could end the script element.
  const json = JSON.stringify({ puzzle, solution: solution && boardToNumbers(solution) }).replaceAll(
    '<',
    '\\u003c',
  );
  const title = puzzle.name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return template.replace(CONTENT_MARK, () => json).replace(TITLE_MARK, () => title);
}
