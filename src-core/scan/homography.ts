/** Projective maps between a plane and its photograph. Straight lines stay straight. */
import type { Point } from './picture.ts';

/**
 * A map from (x, y) to (x', y'), as the numbers m0 to m7:
 * - x' = (m0 x + m1 y + m2) / (m6 x + m7 y + 1)
 * - y' = (m3 x + m4 y + m5) / (m6 x + m7 y + 1)
 */
export type Homography = readonly [number, number, number, number, number, number, number, number];

/** Four corners, clockwise from the top left. */
export type Quad = readonly [Point, Point, Point, Point];

/**
 * Returns the map from the unit square (0,0), (1,0), (1,1), (0,1) to four corners (P. Heckbert 1989), or null if the
 * last three corners are on one line.
 */
export function toQuad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Homography | null {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(area) < 1e-9) return null;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
}

/** Returns the image of the point (x, y) under a map. */
export function applied(m: Homography, x: number, y: number): Point {
  const w = m[6] * x + m[7] * y + 1;
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

/** Returns twice the area of a polygon. It is negative if the corners run anticlockwise on the screen. */
export function doubleArea(corners: readonly Point[]): number {
  let sum = 0;
  for (let i = 0; i < corners.length; i++) {
    const [ax, ay] = corners[i]!;
    const [bx, by] = corners[(i + 1) % corners.length]!;
    sum += ax * by - bx * ay;
  }
  return sum;
}

export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

export const centreOf = (corners: readonly Point[]): Point => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** Returns the mean length of a quadrilateral's sides. */
export const sideOf = (quad: Quad): number =>
  quad.reduce((sum, corner, i) => sum + distance(corner, quad[(i + 1) % 4]!), 0) / 4;

/** Returns whether a quadrilateral may be a square seen at an angle. */
export function isTileLike(quad: Quad): boolean {
  const lengths = quad.map((corner, i) => distance(corner, quad[(i + 1) % 4]!));
  if (Math.min(...lengths) < 0.5 * Math.max(...lengths)) return false;
  return quad.every((corner, i) => {
    const [px, py] = quad[(i + 3) % 4]!;
    const [nx, ny] = quad[(i + 1) % 4]!;
    const [ax, ay, bx, by] = [px - corner[0], py - corner[1], nx - corner[0], ny - corner[1]];
    const turn = (bx * ay - by * ax) / (Math.hypot(ax, ay) * Math.hypot(bx, by));
    return turn > 0.72; // sine of an angle, which must be between 46 and 134 degrees
  });
}

/** Returns whether a point is inside a clockwise convex quadrilateral, or at most `rim` pixels outside it. */
export const isWithin = (quad: Quad, [x, y]: Point, rim = 0): boolean =>
  quad.every(([ax, ay], i) => {
    const [bx, by] = quad[(i + 1) % 4]!;
    const inside = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    return inside >= -rim * Math.hypot(bx - ax, by - ay);
  });
