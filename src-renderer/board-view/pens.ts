/** Shapes that motifs are built from. All are polygons, which can be clipped and printed exactly. */
import type { Point } from './geometry.ts';

const FULL_TURN = 2 * Math.PI;
/** Number of corners of a polygon that approximates a circle. On a 50 mm tile, the error is below 0.02 mm. */
const CIRCLE_CORNERS = 64;

export const at = (radius: number, turns: number, cx = 0, cy = 0): Point => [
  cx + radius * Math.sin(turns * FULL_TURN),
  cy - radius * Math.cos(turns * FULL_TURN),
];

export const ellipse = (rx: number, ry: number, cx = 0, cy = 0): Point[] =>
  Array.from({ length: CIRCLE_CORNERS }, (_, i) => {
    const [x, y] = at(1, i / CIRCLE_CORNERS);
    return [cx + rx * x, cy + ry * y] as const;
  });

export const disc = (radius: number, cx = 0, cy = 0): Point[] => ellipse(radius, radius, cx, cy);

export const regular = (n: number, radius: number, turn = 0, cx = 0, cy = 0): Point[] =>
  Array.from({ length: n }, (_, i) => at(radius, i / n + turn, cx, cy));

export const star = (n: number, outer: number, inner: number, turn = 0): Point[] =>
  Array.from({ length: 2 * n }, (_, i) => at(i % 2 ? inner : outer, i / (2 * n) + turn));

export const box = (width: number, height: number, cx = 0, cy = 0): Point[] => [
  [cx - width / 2, cy - height / 2],
  [cx + width / 2, cy - height / 2],
  [cx + width / 2, cy + height / 2],
  [cx - width / 2, cy + height / 2],
];

/** Returns a closed curve whose radius depends on the direction (in turns, clockwise from the top). */
export const wavy = (radius: (turns: number) => number, points = 96): Point[] =>
  Array.from({ length: points }, (_, i) => at(radius(i / points), i / points));

/** Returns a smooth closed curve through the points (Catmull-Rom spline). */
export function smooth(through: readonly Point[], steps = 8): Point[] {
  const result: Point[] = [];
  const n = through.length;
  for (let i = 0; i < n; i++) {
    const [p, q, r, s] = [-1, 0, 1, 2].map((k) => through[(i + k + n) % n]!) as [Point, Point, Point, Point];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const along = (axis: 0 | 1): number =>
        0.5 *
        (2 * q[axis] +
          (r[axis] - p[axis]) * t +
          (2 * p[axis] - 5 * q[axis] + 4 * r[axis] - s[axis]) * t * t +
          (3 * q[axis] - p[axis] - 3 * r[axis] + s[axis]) * t * t * t);
      result.push([along(0), along(1)]);
    }
  }
  return result;
}

/** Returns the points and their mirror image as one outline. */
export const mirrored = (right: readonly Point[]): Point[] => [
  ...right,
  ...right
    .filter(([x]) => x !== 0)
    .map(([x, y]): Point => [-x, y])
    .reverse(),
];

/** Returns the outline of a band of the given width along the points. */
export function band(line: readonly Point[], width: number): Point[] {
  const sides = line.map(([x, y], i) => {
    const [x0, y0] = line[Math.max(0, i - 1)]!;
    const [x1, y1] = line[Math.min(line.length - 1, i + 1)]!;
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const nx = ((y1 - y0) / length) * (width / 2);
    const ny = ((x0 - x1) / length) * (width / 2);
    return [
      [x + nx, y + ny],
      [x - nx, y - ny],
    ] as const;
  });
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()];
}

export const rotate = (points: readonly Point[], turns: number): Point[] => {
  const cos = Math.cos(turns * FULL_TURN);
  const sin = Math.sin(turns * FULL_TURN);
  return points.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
};

export const move = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy]);
