/**
 * Loose tiles on a table: rows of separate cells. All have the orientation of the first cell of the puzzle's board.
 */
import { boardOf } from '../../src-core/puzzle/board.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import { corners, EDGE, inRows, placedAs, placesOf } from './geometry.ts';

/** Gap between tiles that are drawn apart, in drawing units. */
const TILE_GAP = 0.16 * EDGE;

interface Loose {
  /** whether to leave gaps between squares; other shapes always have gaps */
  readonly apart?: boolean;
  /** number of cells; needed if the last row is not full */
  readonly count?: number;
}

/** Returns a board of loose cells. Squares touch unless `apart` is set. Cells of other shapes always have gaps. */
export function looseBoard(
  shape: BoardShape,
  columns: number,
  rows: number,
  { apart = false, count = columns * rows }: Loose = {},
): BoardShape {
  const { sides } = boardOf(shape);
  if (sides === 4 && shape.kind !== 'graph' && !apart)
    return { kind: 'rectangle', width: columns, height: rows };
  const around = shape.kind === 'graph' ? corners(sides) : placesOf(shape).cells[0]!.corners;
  return placedAs(
    { kind: 'graph', sides, cells: count, joints: [] },
    inRows(around, columns, count, TILE_GAP),
  );
}
