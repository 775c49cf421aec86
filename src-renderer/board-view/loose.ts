/** Loose tiles on a table: rows of cells that touch nothing, each lying as the first cell of the puzzle's board. */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { flatGeometry } from '../../src-core/puzzle/geometry.ts';
import { bounded, regular } from '../../src-core/puzzle/polygons.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';

/** Between tiles that are not square, in edges. */
const GAP = 0.16;

/** Squares lie side by side, others with a gap. */
export function looseBoard(shape: BoardShape, columns: number, rows: number): BoardShape {
  const { sides } = boardOf(shape);
  if (sides === 4 && shape.kind !== 'graph') return { kind: 'rectangle', width: columns, height: rows };
  const first = shape.kind === 'graph' ? regular(sides, [0, 0], [1, 0]) : flatGeometry(shape).polygons[0]!;
  const { polygons, width, height } = bounded([first]);
  return {
    kind: 'graph',
    sides,
    cells: columns * rows,
    joints: [],
    polygons: Array.from({ length: columns * rows }, (_, cell) =>
      polygons[0]!.map(([x, y]) => [
        x + (cell % columns) * (width + GAP),
        y + Math.floor(cell / columns) * (height + GAP),
      ]),
    ),
  };
}
