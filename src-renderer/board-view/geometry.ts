/**
 * Geometry of a drawn board. Cells are regular polygons with edges of length 100. Each label is drawn in a wedge, the
 * triangle between an edge and the cell's centre.
 */
import { flatGeometry } from '../../src-core/puzzle/geometry.ts';
import { centreOf } from '../../src-core/puzzle/polygons.ts';
import type { BoardShape, GraphShape } from '../../src-core/puzzle/puzzle.ts';

/** Length of a cell's edge in drawing units. */
export const EDGE = 100;

export type Point = readonly [x: number, y: number];
/** An affine map, as in SVG and canvas: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Returns the distance from the centre of a cell to the middle of an edge. */
export const apothem = (sides: number): number => EDGE / (2 * Math.tan(Math.PI / sides));

/** Returns the corners around the centre, clockwise; side s lies between corners s and s + 1, side 0 on top. */
export function corners(sides: number): Point[] {
  const radius = EDGE / (2 * Math.sin(Math.PI / sides));
  return Array.from({ length: sides }, (_, i) => {
    const angle = -Math.PI / 2 + ((2 * i - 1) * Math.PI) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

/**
 * Returns the map from a wedge's coordinates to the tile's. The wedge's origin is the middle of its edge, and y points
 * to the tile's centre. The tile's origin is its centre.
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

/** A drawn cell, in drawing units. Coordinates are relative to the cell's centre. */
export interface CellPlace {
  readonly centre: Point;
  /** corners in clockwise order; side s runs from corner s to the next */
  readonly corners: readonly Point[];
  /** for each side, the map from the wedge's coordinates (see `wedgePlace`) to the cell's */
  readonly wedges: readonly Matrix[];
  /** identifies the cell's shape: cells with the same number have the same corners relative to their centres */
  readonly form: number;
}

/** A board as drawn, in drawing units. */
export interface Places {
  readonly width: number;
  readonly height: number;
  readonly sides: number;
  readonly cells: readonly CellPlace[];
  readonly centres: readonly Point[];
  /** ghosts: cells at one rim of a cylinder or torus, drawn again, pale, beyond the opposite rim */
  readonly ghosts: readonly { readonly cell: number; readonly centre: Point }[];
  /** true if all cells are upright squares that don't overlap, so that each can be repainted by itself */
  readonly squares: boolean;
}

const known = new Map<string, Places>();
const knownGraphs = new WeakMap<BoardShape, Places>();

/** Returns where the cells of a board shape are drawn. Cached for each shape. */
export function placesOf(shape: BoardShape): Places {
  if (shape.kind === 'graph') {
    let places = knownGraphs.get(shape);
    if (!places) knownGraphs.set(shape, (places = place(shape)));
    return places;
  }
  const key = JSON.stringify(shape);
  let places = known.get(key);
  if (!places) known.set(key, (places = shape.kind === 'rectangle' ? placeRows(shape) : place(shape)));
  return places;
}

/** Returns the aspect ratio of a drawn board, its width divided by its height. */
export function aspectOf(shape: BoardShape): number {
  const { width, height } = placesOf(shape);
  return width / height;
}

/** Sets where the cells of a graph are drawn. Call before the graph is drawn for the first time. */
export function placedAs(graph: GraphShape, places: Places): GraphShape {
  knownGraphs.set(graph, places);
  return graph;
}

/** How much of a ghost is shown, as a fraction of an edge. A ghost is a cell repeated beyond the rim. */
const GHOST_FRACTION = 0.5;

function placeRows({ width, height, wrap = 'none' }: Extract<BoardShape, { kind: 'rectangle' }>): Places {
  const right = wrap === 'none' ? 0 : GHOST_FRACTION * EDGE;
  const down = wrap === 'torus' ? GHOST_FRACTION * EDGE : 0;
  const places = inRows(upright, width, width * height, 0, [right, down]);
  return wrap === 'none'
    ? places
    : { ...places, ghosts: ghostsOf({ width, height }, places.cells, wrap === 'torus') };
}

/** Places cells of one shape in rows, with a gap between them and an optional margin. */
export function inRows(
  polygon: readonly Point[],
  columns: number,
  count: number,
  gap: number,
  [right, down]: Point = [0, 0],
): Places {
  const around = polygon.map(([x, y]): Point => [tidy(x), tidy(y)]);
  const [xs, ys] = [around.map(([x]) => x), around.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const rows = Math.ceil(count / columns);
  const form = { corners: around, wedges: wedgesIn(around), form: 0 };
  const cells = Array.from({ length: count }, (_, cell): CellPlace => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const x = tidy(column * (width + gap) - left) + right;
    return { centre: [x, tidy(row * (height + gap) - top) + down], ...form };
  });
  return {
    width: tidy(Math.min(columns, count) * (width + gap) - gap) + 2 * right,
    height: tidy(rows * (height + gap) - gap) + 2 * down,
    sides: around.length,
    cells,
    centres: cells.map(({ centre }) => centre),
    ghosts: [],
    squares: isUpright(around),
  };
}

function place(shape: BoardShape): Places {
  const { polygons, width, height } = flatGeometry(shape);
  // A graph's polygons can have any scale, so scale them to give their edges the usual length on average.
  const scale = shape.kind === 'graph' ? EDGE / meanSide(polygons) : EDGE;
  const forms = new Map<string, Pick<CellPlace, 'corners' | 'wedges' | 'form'>>();
  const cells = polygons.map((polygon): CellPlace => {
    const [x, y] = centreOf(polygon);
    const around = polygon.map(([cx, cy]): Point => [tidy((cx - x) * scale), tidy((cy - y) * scale)]);
    const key = around.flat().join();
    let form = forms.get(key);
    if (!form) forms.set(key, (form = { corners: around, wedges: wedgesIn(around), form: forms.size }));
    return { centre: [tidy(x * scale), tidy(y * scale)], ...form };
  });
  return {
    width: tidy(width * scale),
    height: tidy(height * scale),
    sides: polygons[0]?.length ?? 4,
    cells,
    centres: cells.map(({ centre }) => centre),
    ghosts: [],
    squares: [...forms.values()].every(({ corners: around }) => isUpright(around)),
  };
}

const upright: readonly Point[] = [
  [-EDGE / 2, -EDGE / 2],
  [EDGE / 2, -EDGE / 2],
  [EDGE / 2, EDGE / 2],
  [-EDGE / 2, EDGE / 2],
];

const isUpright = (around: readonly Point[]): boolean =>
  around.length === 4 && around.join() === upright.join();

/**
 * Rounds away floating-point errors, so that equal shapes compare as equal and the corners of squares are whole
 * numbers.
 */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;

function meanSide(polygons: readonly (readonly Point[])[]): number {
  let [sum, count] = [0, 0];
  for (const polygon of polygons) {
    polygon.forEach(([x, y], side) => {
      const [nextX, nextY] = polygon[(side + 1) % polygon.length]!;
      sum += Math.hypot(nextX - x, nextY - y);
    });
    count += polygon.length;
  }
  return sum / count || 1;
}

/**
 * Returns a map for each side of a cell, from the wedge of a regular tile to the triangle between that side and the
 * cell's centre, which is at (0, 0).
 */
export function wedgesIn(around: readonly Point[]): Matrix[] {
  const height = apothem(around.length);
  return around.map(([x, y], side): Matrix => {
    const [nextX, nextY] = around[(side + 1) % around.length]!;
    const [middleX, middleY] = [(x + nextX) / 2, (y + nextY) / 2];
    return [(nextX - x) / EDGE, (nextY - y) / EDGE, -middleX / height, -middleY / height, middleX, middleY];
  });
}

function ghostsOf(
  { width, height }: { readonly width: number; readonly height: number },
  cells: readonly CellPlace[],
  torus: boolean,
): Places['ghosts'] {
  const ghosts: { cell: number; centre: Point }[] = [];
  const [left, top] = cells[0]!.centre;
  for (let row = torus ? -1 : 0; row < height + (torus ? 1 : 0); row++) {
    for (let column = -1; column <= width; column++) {
      const inside = row >= 0 && row < height && column >= 0 && column < width;
      if (inside) continue;
      const cell = ((row + height) % height) * width + ((column + width) % width);
      ghosts.push({ cell, centre: [left + column * EDGE, top + row * EDGE] });
    }
  }
  return ghosts;
}

/**
 * Returns the length at which to draw an edge, in device pixels. `room`: maximum length. The result is a whole number,
 * so that seams between tiles are sharp. It is even if the board has ghosts, because half of each ghost is drawn.
 */
export function edgePixels({ ghosts }: Places, room: number): number {
  const grain = ghosts.length > 0 ? 2 : 1;
  return Math.max(grain, Math.floor(room / grain) * grain);
}

/** The cell and side under the pointer or the keyboard cursor. */
export interface Spot {
  readonly cell: number;
  /** the side nearest to the pointer, clockwise from the top; -1 for the keyboard cursor */
  readonly side: number;
}

/**
 * Returns the cell under a point and the side whose wedge contains the point; null outside the board. For a ghost,
 * returns the original cell.
 */
export function hit({ cells, ghosts }: Places, x: number, y: number): Spot | null {
  for (const [cell, place] of cells.entries()) {
    const side = sideAt(place, place.centre, x, y);
    if (side >= 0) return { cell, side };
  }
  for (const { cell, centre } of ghosts) {
    const side = sideAt(cells[cell]!, centre, x, y);
    if (side >= 0) return { cell, side };
  }
  return null;
}

/** Returns the side of a cell whose wedge contains a point, or -1 if the point is outside the cell. */
function sideAt({ corners: around }: CellPlace, [cx, cy]: Point, x: number, y: number): number {
  const [dx, dy] = [x - cx, y - cy];
  let side = -1;
  let farthest = -Infinity;
  for (const [s, [ax, ay]] of around.entries()) {
    const [bx, by] = around[(s + 1) % around.length]!;
    // how far the point is from the centre towards this side: 0 at the centre, 1 on the side, more outside
    const share = ((bx - ax) * dy - (by - ay) * dx) / ((bx - ax) * ay - (by - ay) * ax);
    if (share > 1 + 1e-9) return -1;
    if (share > farthest) [side, farthest] = [s, share];
  }
  return side;
}

export type Direction = 'left' | 'right' | 'up' | 'down';
const directions: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * Returns the next cell in a direction: the nearest one whose centre is within 60° of that direction. If no such cell
 * is near, as at the rim of a net or torus, returns the cell joined to the side in that direction. If there is none,
 * returns a distant cell or, failing that, the given cell.
 */
export function stepFrom(places: Places, across: Int32Array, cell: number, direction: Direction): number {
  const [rightwards, downwards] = directions[direction];
  const { centre, corners: around } = places.cells[cell]!;
  let next = -1;
  let least = Infinity;
  places.centres.forEach(([x, y], other) => {
    const along = (x - centre[0]) * rightwards + (y - centre[1]) * downwards;
    const aside = Math.abs((x - centre[0]) * downwards + (y - centre[1]) * rightwards);
    if (along < 1 || aside > along * Math.sqrt(3) + 1e-6) return;
    const cost = along + 2 * aside;
    if (cost < least - 1e-6) [next, least] = [other, cost];
  });
  if (next >= 0 && least < 3 * EDGE) return next;
  let facing = -1;
  let most = 0.5;
  around.forEach(([x, y], side) => {
    const [nextX, nextY] = around[(side + 1) % around.length]!;
    const length = Math.hypot(nextX - x, nextY - y);
    const outwards = ((nextY - y) * rightwards - (nextX - x) * downwards) / length;
    if (outwards > most) [facing, most] = [side, outwards];
  });
  const other = facing < 0 ? -1 : across[cell * places.sides + facing]!;
  if (other >= 0) return Math.floor(other / places.sides);
  return next >= 0 ? next : cell;
}

/** Returns the part of a closed polygon with y ≥ 0 (Sutherland–Hodgman clipping against one line). */
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

/** Returns SVG path data for closed polygons. Path2D reads it too. */
export const pathOf = (polygons: readonly (readonly Point[])[]): string =>
  polygons
    .filter((polygon) => polygon.length > 2)
    .map((polygon) => `M${polygon.map(([x, y]) => `${figure(x)} ${figure(y)}`).join('L')}Z`)
    .join('');
