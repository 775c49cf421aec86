/** Loose tiles on a table: rows of cells that touch nothing, each lying as the first cell of the puzzle's board. */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { flatGeometry } from '../../src-core/puzzle/geometry.ts';
import { bounded, regular } from '../../src-core/puzzle/polygons.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';

/** Between tiles that lie apart, in edges. */
const GAP = 0.16;

interface Loose {
  /** squares too lie apart; others always do */
  readonly apart?: boolean;
  /** so many cells, where the last row is not full */
  readonly count?: number;
}

/** Squares lie side by side unless they are wanted apart, others always with a gap. */
export function looseBoard(
  shape: BoardShape,
  columns: number,
  rows: number,
  { apart = false, count = columns * rows }: Loose = {},
): BoardShape {
  const { sides } = boardOf(shape);
  if (sides === 4 && shape.kind !== 'graph' && !apart)
    return { kind: 'rectangle', width: columns, height: rows };
  const first = shape.kind === 'graph' ? regular(sides, [0, 0], [1, 0]) : flatGeometry(shape).polygons[0]!;
  const { polygons, width, height } = bounded([first]);
  return {
    kind: 'graph',
    sides,
    cells: count,
    joints: [],
    polygons: Array.from({ length: count }, (_, cell) =>
      polygons[0]!.map(([x, y]) => [
        x + (cell % columns) * (width + GAP),
        y + Math.floor(cell / columns) * (height + GAP),
      ]),
    ),
  };
}
