import { isPlainRectangle } from '../../../puzzle/board.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';
import { counted } from '../../../text/counted.ts';

/** The three bags of the row solver. A bag's number is the number of rim sides that its tiles have. */
export const CENTRE = 0;
export const BORDER = 1;
export const CORNER = 2;
export type BagName = typeof CENTRE | typeof BORDER | typeof CORNER;

/** Returns the tiles of each bag, indexed by CENTRE, BORDER and CORNER. */
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

/** Returns the numbers of inner, border and corner cells of a framed board. Each kind of cell has a bag of tiles. */
export const cellsByBag = (width: number, height: number): [number, number, number] => [
  (width - 2) * (height - 2),
  2 * (width - 2) + 2 * (height - 2),
  4,
];

/** Returns a sentence that says why the row solver can't run on a puzzle, or null if it can. */
export function refusesFrame(puzzle: EdgePuzzle): string | null {
  if (!isPlainRectangle(puzzle.board))
    return 'The row solver can fill only rectangles, but this board has a different shape. Choose the engine “exact”, “tree” or “backtrack”.';
  const { width, height } = puzzle.board;
  if (puzzle.rim.kind !== 'colour' || puzzle.rim.inside) {
    return 'The row solver needs a frame: one colour all around the rim that is not used inside (as in Eternity II). Choose the engine “exact”, “tree” or “backtrack”.';
  }
  if (width < 2 || height < 2) return 'The row solver needs at least two rows and two columns.';
  if (puzzle.turns === 'fixed')
    return 'The row solver rotates tiles, which this puzzle forbids. Choose the engine “exact”, “tree” or “backtrack”.';
  if (puzzle.hints.length > 0)
    return 'The row solver cannot keep hints. Remove them, or choose the engine “exact” or “best”.';
  if (puzzle.forbidden.length > 0)
    return 'The row solver fills whole rows, but this board has closed cells. Open them, or choose the engine “exact” or “best”.';
  const wanted = cellsByBag(width, height);
  const names = ['centre', 'border', 'corner'];
  const bags = sortTiles(puzzle);
  for (const bag of [CORNER, BORDER, CENTRE] as const) {
    if (bags[bag].length < wanted[bag]) {
      return `The frame needs ${counted(wanted[bag], `${names[bag]} tile`)} (with ${bag} ${bag === 1 ? 'edge' : 'edges'} of the rim's colour); the puzzle has ${bags[bag].length}.`;
    }
  }
  return null;
}
