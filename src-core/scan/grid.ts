/** A grid that the user lays over a picture of touching tiles. It is the quickest way to outline such tiles. */
import { applied, doubleArea, toQuad, type Quad } from './homography.ts';
import type { Point } from './picture.ts';

export interface Grid {
  readonly corners: Quad;
  readonly columns: number;
  readonly rows: number;
}

/** Fraction of the picture's width or height that a new grid fills */
const NEW_GRID_FRACTION = 0.9;

/** Returns a grid of squares in the middle of a picture. */
export function gridOver(width: number, height: number, columns: number, rows: number): Grid {
  const side = Math.min((NEW_GRID_FRACTION * width) / columns, (NEW_GRID_FRACTION * height) / rows);
  const [left, top] = [(width - side * columns) / 2, (height - side * rows) / 2];
  const [right, bottom] = [width - left, height - top];
  return {
    corners: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    columns,
    rows,
  };
}

/** Returns the cells of a grid, row by row, or none if its corners don't form a convex quadrilateral. */
export function cellsOf({ corners, columns, rows }: Grid): Quad[] {
  const map = isConvex(corners) ? toQuad(corners) : null;
  if (!map) return [];
  const at = (x: number, y: number): Point => applied(map, x / columns, y / rows);
  return Array.from({ length: columns * rows }, (_, i): Quad => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
  });
}

const isConvex = (corners: Quad): boolean =>
  corners.every((corner, i) => doubleArea([corner, corners[(i + 1) % 4]!, corners[(i + 2) % 4]!]) > 0);
