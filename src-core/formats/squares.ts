import { gridOf, isPlainRectangle } from '../puzzle/board.ts';
import { halfOf, styleIndex } from '../puzzle/labels.ts';
import { EMPTY, tileOf, type PartialBoard } from '../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../puzzle/puzzle.ts';
import { shownLabels } from '../puzzle/score.ts';
import { CannotWrite } from './format-error.ts';
import type { Format } from './format.ts';
import { symbolLetters } from './label-text.ts';

/**
 * A board as Hoglan (2005) prints it. Each square has its row, column and number (from 0), and its four labels in a
 * cross. If each label is one half of a figure, it ends in T for the top (head) or B for the bottom (tail).
 */
export const squares: Format = {
  name: 'squares',
  title: 'Square by square, as in Hoglan 2005',
  extension: 'txt',
  recognises: () => 0,
  writeBoard(puzzle, board) {
    if (!isPlainRectangle(puzzle.board)) {
      throw new CannotWrite(
        'This format can print only rectangles of squares. Use the tiles or json format.',
      );
    }
    const { width } = gridOf(puzzle.board);
    const shown = shownLabels(puzzle, board);
    const name = squareLabels(puzzle);
    const label = (cell: number, side: number): string => name(shown[cell * 4 + side]!);
    const blocks = Array.from(board.keys()).flatMap((cell) => {
      if (board[cell] === EMPTY) return [];
      const [top, right, bottom, left] = [0, 1, 2, 3].map((side) => label(cell, side));
      return [
        `[${Math.floor(cell / width)} ${cell % width}]\nSQUARE -${tileOf(board[cell]!)}-\n` +
          `\t${top!}\t\n${left!}\t\t${right!}\n\t${bottom!}\t\n`,
      ];
    });
    return blocks.join('\n\n');
  },
};

/** Returns a function that gives each label's text in this format. */
export function squareLabels(puzzle: EdgePuzzle): (label: EdgeLabel) => string {
  const names =
    (puzzle.mating === 'opposite' && symbolLetters(puzzle)) || puzzle.labels.map(({ name }) => name);
  return (label) => {
    const style = styleIndex(puzzle.mating, label);
    const name = names[style] ?? String(style);
    return puzzle.mating === 'same' ? name : name + (halfOf(label) === 1 ? 'T' : 'B');
  };
}

const BOARD_SEPARATOR = ' -------------- ';

/** Yields all solutions under Hoglan's (2005) headings, one at a time because there can be many. */
export function* solutionsInSquares(
  puzzle: EdgePuzzle,
  boards: Iterable<PartialBoard>,
  count: number,
): Generator<string> {
  yield `SUCCESS: ${count}\n`;
  let number = 0;
  for (const board of boards)
    yield `S${++number}\n\n${BOARD_SEPARATOR}\n\n${squares.writeBoard!(puzzle, board)}\n\n\n${BOARD_SEPARATOR}\n\n`;
}
