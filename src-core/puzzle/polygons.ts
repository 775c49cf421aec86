/** Cells of flat boards as polygons. y points down, and sides have length 1. */
import type { BoardShape, GraphShape, Solid } from './puzzle.ts';

export type Point = readonly [x: number, y: number];

/** Corners, clockwise. Side s goes from corner s to the next. */
export type Polygon = readonly Point[];

/** Height of an equilateral triangle with sides of length 1 */
const H = Math.sqrt(3) / 2;

type FlatShape = Exclude<BoardShape, GraphShape | { kind: 'solid'; solid: Solid }>;

/**
 * Returns each cell's polygon, with cells and sides numbered as in board.ts. The picture's top left corner is at 0, 0.
 */
export function polygonsOfFlat(shape: FlatShape): Polygon[] {
  switch (shape.kind) {
    case 'rectangle':
      return rows(shape.height, (row) =>
        Array.from({ length: shape.width }, (_, x) => [
          [x, row],
          [x + 1, row],
          [x + 1, row + 1],
          [x, row + 1],
        ]),
      );
    case 'triangle':
      return rows(shape.side, (row) => strip(row, (shape.side - 1 - row) / 2, 2 * row + 1, true));
    case 'parallelogram':
      return rows(shape.height, (row) => strip(row, (shape.height - 1 - row) / 2, 2 * shape.width, true));
    case 'hexagon':
      return rows(2 * shape.side, (row) => {
        const above = row < shape.side;
        const fromMiddle = above ? shape.side - 1 - row : row - shape.side;
        return strip(row, fromMiddle / 2, 4 * shape.side - 1 - 2 * fromMiddle, above);
      });
    case 'honeycomb':
      return rows(2 * shape.side - 1, (row) => {
        const fromMiddle = Math.abs(row - (shape.side - 1));
        return Array.from({ length: 2 * shape.side - 1 - fromMiddle }, (_, i) =>
          hexagon((2 * i + 1 + fromMiddle) * H, 1.5 * row + 1),
        );
      });
  }
}

const rows = (count: number, row: (number: number) => Polygon[]): Polygon[] =>
  Array.from({ length: count }, (_, number) => row(number).map(fromTheTop)).flat();

const strip = (row: number, x: number, count: number, beginsUp: boolean): Polygon[] =>
  Array.from({ length: count }, (_, i): Polygon => {
    const left = x + i / 2;
    const [top, bottom] = [row * H, (row + 1) * H];
    return (i % 2 === 0) === beginsUp
      ? [
          [left + 0.5, top],
          [left + 1, bottom],
          [left, bottom],
        ]
      : [
          [left, top],
          [left + 1, top],
          [left + 0.5, bottom],
        ];
  });

const hexagon = (x: number, y: number): Polygon => [
  [x, y - 1],
  [x + H, y - 0.5],
  [x + H, y + 0.5],
  [x, y + 1],
  [x - H, y + 0.5],
  [x - H, y - 0.5],
];

/** Returns a regular polygon. Side 0 goes from the first point to the second. */
export function regular(sides: number, [x, y]: Point, to: Point): Polygon {
  const corners: Point[] = [[x, y]];
  let along: Point = [to[0] - x, to[1] - y];
  const [cos, sin] = [Math.cos((2 * Math.PI) / sides), Math.sin((2 * Math.PI) / sides)];
  for (let side = 1; side < sides; side++) {
    const [lastX, lastY] = corners[side - 1]!;
    corners.push([lastX + along[0], lastY + along[1]]);
    along = [cos * along[0] - sin * along[1], sin * along[0] + cos * along[1]];
  }
  return corners;
}

/** Returns the first side clockwise from twelve o'clock. */
export function topSide(polygon: Polygon): number {
  const angles = polygon.map(([x, y], side) => {
    const [nextX, nextY] = polygon[(side + 1) % polygon.length]!;
    // The direction outward from the side, clockwise from twelve o'clock
    const angle = Math.atan2(nextY - y, nextX - x);
    return angle < -1e-6 ? angle + 2 * Math.PI : angle;
  });
  return angles.indexOf(Math.min(...angles));
}

const fromTheTop = (polygon: Polygon): Polygon => startingAt(polygon, topSide(polygon));

export const startingAt = <T>(items: readonly T[], first: number): T[] => [
  ...items.slice(first),
  ...items.slice(0, first),
];

export function centreOf(polygon: Polygon): Point {
  let [x, y] = [0, 0];
  for (const [cornerX, cornerY] of polygon) {
    x += cornerX;
    y += cornerY;
  }
  return [x / polygon.length, y / polygon.length];
}

/** Returns the polygons moved so that their bounding box starts at 0, 0, together with the size of the box. */
export function bounded(polygons: readonly Polygon[]): {
  polygons: Polygon[];
  width: number;
  height: number;
} {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of polygons) {
    for (const [x, y] of polygon) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
  }
  return {
    polygons: polygons.map((polygon) => polygon.map(([x, y]): Point => [x - left, y - top])),
    width: right - left,
    height: bottom - top,
  };
}
