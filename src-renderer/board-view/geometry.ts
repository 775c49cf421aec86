/**
 * Where things are on a drawn board: cells as regular polygons whose edges are 100 long, and the
 * wedge (the triangle from one edge to the centre) as the unit every label is drawn in.
 */
import { gridOf } from '../../src-core/puzzle/board.ts';
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';

/** Length of a cell's edge in drawing units. */
export const EDGE = 100;

export type Point = readonly [x: number, y: number];
/** As in SVG and canvas: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Distance from the centre of a cell to the middle of an edge. */
export const apothem = (sides: number): number => EDGE / (2 * Math.tan(Math.PI / sides));

/** Corners around the centre, clockwise; side s lies between corners s and s + 1, side 0 on top. */
export function corners(sides: number): Point[] {
  const radius = EDGE / (2 * Math.sin(Math.PI / sides));
  return Array.from({ length: sides }, (_, i) => {
    const angle = -Math.PI / 2 + ((2 * i - 1) * Math.PI) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

/**
 * From the wedge's frame (origin in the middle of the edge, y towards the centre of the tile) to the
 * tile's (origin in its centre).
 */
export function wedgePlace(sides: number, side: number): Matrix {
  const angle = (2 * Math.PI * side) / sides;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const height = apothem(sides);
  return [cos, sin, -sin, cos, height * sin, -height * cos];
}

export const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

/** The drawn board: its size and the centre of each cell, in drawing units. */
export interface Places {
  readonly width: number;
  readonly height: number;
  readonly sides: number;
  readonly centres: readonly Point[];
}

const known = new Map<string, Places>();

/** Worked out once for each shape, then shared. */
export function placesOf(shape: BoardShape): Places {
  const key = JSON.stringify(shape);
  let places = known.get(key);
  if (!places) known.set(key, (places = place(shape)));
  return places;
}

function place(shape: BoardShape): Places {
  const centres: Point[] = [];
  const { width, height } = gridOf(shape);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      centres.push([(column + 0.5) * EDGE, (row + 0.5) * EDGE]);
    }
  }
  return { width: width * EDGE, height: height * EDGE, sides: 4, centres };
}

/** A place on the board that a pointer or the keyboard means. */
export interface Spot {
  readonly cell: number;
  /** the side nearest to the pointer, clockwise from the top; -1 from the keyboard */
  readonly side: number;
}

/** The cell under a point and the side of it that is nearest; null outside the board. */
export function hit(places: Places, x: number, y: number): Spot | null {
  const reach = apothem(places.sides);
  for (const [cell, [cx, cy]] of places.centres.entries()) {
    const dx = x - cx;
    const dy = y - cy;
    if (Math.abs(dx) > EDGE || Math.abs(dy) > EDGE) continue;
    let side = 0;
    let farthest = -Infinity;
    for (let s = 0; s < places.sides; s++) {
      const angle = (2 * Math.PI * s) / places.sides;
      const distance = dx * Math.sin(angle) - dy * Math.cos(angle);
      if (distance > farthest) [side, farthest] = [s, distance];
    }
    if (farthest <= reach) return { cell, side };
  }
  return null;
}

/** The part of a closed polygon with y ≥ 0 (Sutherland and Hodgman's clip against one line). */
export function lowerHalf(polygon: readonly Point[]): Point[] {
  const result: Point[] = [];
  polygon.forEach((to, i) => {
    const from = polygon.at(i - 1)!;
    if (from[1] >= 0 !== to[1] >= 0) {
      const share = from[1] / (from[1] - to[1]);
      result.push([from[0] + share * (to[0] - from[0]), 0]);
    }
    if (to[1] >= 0) result.push(to);
  });
  return result;
}

const figure = (value: number): string => String(Math.round(value * 100) / 100);

/** SVG path data of closed polygons; canvas reads the same through Path2D. */
export const pathOf = (polygons: readonly (readonly Point[])[]): string =>
  polygons
    .filter((polygon) => polygon.length > 2)
    .map((polygon) => `M${polygon.map(([x, y]) => `${figure(x)} ${figure(y)}`).join('L')}Z`)
    .join('');
