/**
 * Counts corners, borders and centres, which differ in their number of sides on the rim. An n × n puzzle has 4 corners,
 * 4 (n - 2) borders and (n - 2)² centres, as in the row solver's table (COEN 352).
 */
import { nounFor } from '../text/counted.ts';
import type { BoardShape, EdgePuzzle } from './puzzle.ts';
import { boardOf } from './board.ts';

export interface PieceCounts {
  /** number of corners: cells or tiles with at least two sides on the rim */
  readonly corners: number;
  readonly borders: number;
  readonly centres: number;
}

function counted(rimSides: readonly number[]): PieceCounts {
  const count = (is: (sides: number) => boolean): number => rimSides.filter(is).length;
  return {
    corners: count((sides) => sides > 1),
    borders: count((sides) => sides === 1),
    centres: count((sides) => sides === 0),
  };
}

/** Counts corners, borders and centres among the cells of a board, including forbidden cells. */
export function cellsByKind(shape: BoardShape): PieceCounts {
  const { cells, sides, across } = boardOf(shape);
  return counted(
    Array.from({ length: cells }, (_, cell) => {
      let rim = 0;
      for (let side = 0; side < sides; side++) if (across[cell * sides + side] === -1) rim++;
      return rim;
    }),
  );
}

/**
 * Counts corners, borders and centres among the tiles. Returns null if the puzzle has no frame colour, because then no
 * tile belongs on the rim.
 */
export function tilesByKind({ rim, tiles }: EdgePuzzle): PieceCounts | null {
  if (rim.kind !== 'colour' || rim.inside) return null;
  return counted(tiles.map(({ edges }) => edges.filter((label) => label === rim.colour).length));
}

/** Returns the counts as text: "4 corners, 8 borders, 4 centres". */
export const piecesText = ({ corners, borders, centres }: PieceCounts): string =>
  (
    [
      [corners, 'corner'],
      [borders, 'border'],
      [centres, 'centre'],
    ] as const
  )
    .map(([count, name]) => `${count} ${nounFor(count, name)}`)
    .join(', ');
