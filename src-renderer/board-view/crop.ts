/**
 * Chooses which part of a board a small picture shows. If the tiles of the whole board would be too small to
 * recognise, the picture shows only a few of them.
 */
import { EDGE, type Places } from './geometry.ts';

/** Minimum side of a tile, in CSS pixels, at which a picture of a whole board is recognisable. */
const MIN_RECOGNIZABLE_CELL_PX = 11;
/** Minimum side of a tile in a cropped board, in CSS pixels. Tiles are smaller if fewer than two would fit in a row. */
const CROPPED_CELL_PX = 22;

interface Crop {
  /** number of columns and rows shown; whole numbers if the cells are squares (other boards are never cropped) */
  readonly columns: number;
  readonly rows: number;
  /** numbers of the first column and the first row shown */
  readonly left: number;
  readonly top: number;
}

/**
 * Returns the part of a board to show in a picture of `width` × `height` CSS pixels. A cropped board shows its middle,
 * a side or a corner, whichever has the most tiles. `filled` tells whether a cell has a tile.
 */
export function cropOf(
  places: Places,
  width: number,
  height: number,
  filled: (cell: number) => boolean,
): Crop {
  const [columns, rows] = [places.width / EDGE, places.height / EDGE];
  const whole = { columns, rows, left: 0, top: 0 };
  if (!places.squares || places.ghosts.length > 0) return whole;
  if (Math.min(width / columns, height / rows) >= MIN_RECOGNIZABLE_CELL_PX) return whole;
  const across = Math.min(columns, Math.max(2, Math.floor(width / CROPPED_CELL_PX)));
  const down = Math.min(rows, Math.max(1, Math.floor((height * across) / width)));
  const starts = (all: number, some: number): number[] => [Math.floor((all - some) / 2), 0, all - some];
  const parts = starts(rows, down).flatMap((top) =>
    starts(columns, across).map((left) => ({ columns: across, rows: down, left, top })),
  );
  const tilesIn = ({ left, top }: Crop): number =>
    places.centres.filter(([x, y], cell) => {
      const [column, row] = [Math.floor(x / EDGE) - left, Math.floor(y / EDGE) - top];
      return column >= 0 && column < across && row >= 0 && row < down && filled(cell);
    }).length;
  // If several parts have the same number of tiles, the first of them is chosen. The board's middle comes first in
  // `parts`.
  return parts.reduce((best, part) => (tilesIn(part) > tilesIn(best) ? part : best));
}
