import { boardOf, isPlainRectangle, shapeName } from '../puzzle/board.ts';
import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import { CannotWrite } from './format-error.ts';
import type { Size } from './size.ts';

export const sizeName = ({ width, height }: Size): string => `${width} × ${height}`;

/**
 * What a reader assumes about a list of tiles in this format. `said` means that the list gives the rule itself, so
 * nothing is assumed.
 */
export interface ReadAs {
  readonly rim: 'free' | 'frame' | 'said';
  readonly turns: 'rotate' | 'said';
  readonly board: 'plain' | 'said';
}

/**
 * Returns what is lost when a puzzle is written as a list of tiles, as phrases for the user. Includes only losses that
 * would make a reader get a different puzzle.
 */
export function changedIn({ board, tiles, turns, rim, forbidden }: EdgePuzzle, read: ReadAs): string[] {
  const isFrame = rim.kind === 'colour' && !rim.inside;
  const rimKept = read.rim === 'said' || (read.rim === 'free' ? rim.kind === 'free' : isFrame);
  const facesKept = read.board === 'said' || tiles.every(({ back }) => back === undefined);
  return [
    ...(read.board === 'said' || isPlainRectangle(board)
      ? []
      : [`the board (${withArticle(shapeName(board))})`]),
    ...(facesKept ? [] : ['the printed backs']),
    ...(turns === 'fixed' && read.turns !== 'said' ? ['the rule that tiles may not be rotated'] : []),
    ...(turns === 'flip' && read.turns !== 'said' ? ['the rule that tiles may be flipped'] : []),
    ...(rimKept ? [] : ['the rim rule']),
    ...(forbidden.length > 0 ? ['the closed cells'] : []),
  ];
}

/**
 * Returns the size of the puzzle's board. Throws CannotWrite if the board is not a plain rectangle, or if the format
 * can't hold the puzzle's rules or backs. The error says what would be lost.
 */
export function plainRectangle(puzzle: EdgePuzzle, what: string, read: ReadAs): Size {
  const { board } = puzzle;
  const lost = changedIn({ ...puzzle, forbidden: [] }, read);
  if (isPlainRectangle(board) && lost.length === 0) return board;
  throw new CannotWrite(`${what} can’t hold ${lost.join(' and ')}. Use the edgewise format.`);
}

const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

/**
 * Throws CannotWrite if a puzzle has fewer tiles than cells, because readers derive the size from the number of tiles.
 */
export function refuseFewTiles(puzzle: EdgePuzzle, use: string): void {
  const { cells } = boardOf(puzzle.board);
  if (puzzle.tiles.length >= cells) return;
  throw new CannotWrite(
    `A list of tiles needs at least as many tiles as the board has cells (${cells}); this puzzle has ${puzzle.tiles.length}. Use ${use}.`,
  );
}

/** Returns losses that don't change the puzzle, as phrases for the user: hints, label designs, photos and notes. */
export const lostIn = ({ hints, labels, tiles, notes }: EdgePuzzle): string[] => [
  ...(hints.length > 0 ? ['the hints'] : []),
  ...(labels.some((style) => style.colour ?? style.secondColour ?? style.motif ?? style.text ?? style.image)
    ? ['how the labels look']
    : []),
  ...(tiles.some(({ photo }) => photo) ? ['the photographs of the tiles'] : []),
  ...(notes ? ['the notes'] : []),
];
