import { boardOf, isPlainRectangle, shapeName } from '../puzzle/board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { CannotWrite } from './format-error.ts';
import type { Size } from './size.ts';

export const sizeName = ({ width, height }: Size): string => `${width} × ${height}`;

/** What a list of square tiles on a rectangle would make another puzzle of. */
export const changedIn = ({ board, tiles }: EdgePuzzle): string[] => [
  ...(isPlainRectangle(board) ? [] : [`that the board is ${withArticle(shapeName(board))}`]),
  ...(tiles.some(({ back }) => back !== undefined) ? ['the printed backs'] : []),
];

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

/** Rows of tiles say the board by their number, so there must be tiles enough for it. */
export function refuseFewTiles(puzzle: EdgePuzzle, use: string): void {
  const { cells } = boardOf(puzzle.board);
  if (puzzle.tiles.length >= cells) return;
  throw new CannotWrite(
    `Rows of tiles hold at least as many as the board has cells: ${cells}; this puzzle has ${puzzle.tiles.length}. Use ${use}.`,
  );
}

/** What a plain list of tiles does not say of a puzzle. `rim` is what a reader will take it to be. */
export function lostIn(puzzle: EdgePuzzle, read: { rim: 'free' | 'frame' }): string[] {
  const { rim } = puzzle;
  const isFrame = rim.kind === 'colour' && !rim.inside;
  return [
    ...(puzzle.hints.length > 0 ? ['the hints'] : []),
    ...(puzzle.forbidden.length > 0 ? ['the forbidden cells'] : []),
    ...(puzzle.turns === 'fixed' ? ['that the tiles may not be turned'] : []),
    ...(puzzle.turns === 'flip' ? ['that the tiles may be flipped'] : []),
    ...((read.rim === 'free' ? rim.kind === 'free' : isFrame) ? [] : ['the rim rule']),
    ...(puzzle.labels.some(({ colour, motif, text, image }) => colour ?? motif ?? text ?? image)
      ? ['how the labels look']
      : []),
    ...(puzzle.notes ? ['the notes'] : []),
  ];
}
