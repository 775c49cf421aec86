import { isPlainRectangle } from '../../../puzzle/board.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';

/** Which bag a tile or a cell belongs to: by the number of its sides on the rim. */
export const CENTRE = 0;
export const BORDER = 1;
export const CORNER = 2;
export type BagName = typeof CENTRE | typeof BORDER | typeof CORNER;

/** The tiles by bag: index CENTRE, BORDER, CORNER. */
export function sortTiles(puzzle: EdgePuzzle): [number[], number[], number[]] {
  const bags: [number[], number[], number[]] = [[], [], []];
  if (puzzle.rim.kind !== 'colour') return bags;
  const { colour } = puzzle.rim;
  puzzle.tiles.forEach(({ edges }, tile) => {
    const rims = edges.filter((label) => label === colour).length;
    if (rims <= CORNER) bags[rims as BagName].push(tile);
  });
  return bags;
}

/** How many cells of a framed board ask for a tile of each bag. */
export const cellsByBag = (width: number, height: number): [number, number, number] => [
  (width - 2) * (height - 2),
  2 * (width - 2) + 2 * (height - 2),
  4,
];

/** Why rows cannot lay this puzzle, or null. */
export function refusesFrame(puzzle: EdgePuzzle): string | null {
  if (!isPlainRectangle(puzzle.board))
    return 'Rows fills the rows of a rectangle; this board is another. Choose exact, tree or backtrack.';
  const { width, height } = puzzle.board;
  if (puzzle.rim.kind !== 'colour' || puzzle.rim.inside) {
    return 'Rows sorts tiles by the frame: it needs a rim of one colour that lies nowhere else (as Eternity II has). Choose exact, tree or backtrack.';
  }
  if (width < 2 || height < 2) return 'Rows needs at least two rows of two cells.';
  if (puzzle.turns === 'fixed')
    return 'Rows turns tiles; this puzzle forbids it. Choose exact, tree or backtrack.';
  if (puzzle.hints.length > 0) return 'Rows knows no hints: take them out, or choose exact or best.';
  if (puzzle.forbidden.length > 0) return 'Rows fills whole rows: allow every cell, or choose exact or best.';
  const wanted = cellsByBag(width, height);
  const names = ['centre', 'border', 'corner'];
  const bags = sortTiles(puzzle);
  for (const bag of [CORNER, BORDER, CENTRE] as const) {
    if (bags[bag].length < wanted[bag]) {
      return `The frame asks for ${wanted[bag]} ${names[bag]} tiles (${bag} sides of the rim's colour) and the puzzle has ${bags[bag].length}.`;
    }
  }
  return null;
}
