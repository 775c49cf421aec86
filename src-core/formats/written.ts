import { boardOf, isPlainRectangle, shapeName } from '../puzzle/board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { CannotWrite } from './format-error.ts';
import type { Size } from './size.ts';

export const sizeName = ({ width, height }: Size): string => `${width} × ${height}`;

/** What a reader of a list of tiles takes a rule to be that the list does not say; `said`: it says it. */
export interface ReadAs {
  readonly rim: 'free' | 'frame' | 'said';
  readonly turns: 'rotate' | 'said';
  readonly board: 'plain' | 'said';
}

/** What would make another puzzle of this one to a reader: what it does not say of board, faces and rules. */
export function changedIn({ board, tiles, turns, rim, forbidden }: EdgePuzzle, read: ReadAs): string[] {
  const isFrame = rim.kind === 'colour' && !rim.inside;
  const rimKept = read.rim === 'said' || (read.rim === 'free' ? rim.kind === 'free' : isFrame);
  const facesKept = read.board === 'said' || tiles.every(({ back }) => back === undefined);
  return [
    ...(read.board === 'said' || isPlainRectangle(board)
      ? []
      : [`the board (${withArticle(shapeName(board))})`]),
    ...(facesKept ? [] : ['the printed backs']),
    ...(turns === 'fixed' && read.turns !== 'said' ? ['the rule that tiles may not be turned'] : []),
    ...(turns === 'flip' && read.turns !== 'said' ? ['the rule that tiles may be flipped'] : []),
    ...(rimKept ? [] : ['the rim rule']),
    ...(forbidden.length > 0 ? ['the forbidden cells'] : []),
  ];
}

/** The rectangle of a puzzle for a format that never makes another puzzle of one: refuses what it would lose, by name. */
export function plainRectangle(puzzle: EdgePuzzle, what: string, read: ReadAs): Size {
  const { board } = puzzle;
  const lost = changedIn({ ...puzzle, forbidden: [] }, read);
  if (isPlainRectangle(board) && lost.length === 0) return board;
  throw new CannotWrite(`${what} can’t hold ${lost.join(' and ')}; use edgewise.`);
}

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

/** Rows of tiles say the board by their number, so there must be tiles enough for it. */
export function refuseFewTiles(puzzle: EdgePuzzle, use: string): void {
  const { cells } = boardOf(puzzle.board);
  if (puzzle.tiles.length >= cells) return;
  throw new CannotWrite(
    `Rows of tiles hold at least as many as the board has cells: ${cells}; this puzzle has ${puzzle.tiles.length}. Use ${use}.`,
  );
}

/** What a list of tiles does not say beside the rules: hints can be given again, looks and notes are for the eye. */
export const lostIn = ({ hints, labels, tiles, notes }: EdgePuzzle): string[] => [
  ...(hints.length > 0 ? ['the hints'] : []),
  ...(labels.some(({ colour, motif, text, image }) => colour ?? motif ?? text ?? image)
    ? ['how the labels look']
    : []),
  ...(tiles.some(({ photo }) => photo) ? ['the photographs of the tiles'] : []),
  ...(notes ? ['the notes'] : []),
];
