/** Fits a lattice of touching tiles to a quadrilateral. */
import { median } from './ground.ts';
import { applied, distance, toQuad, type Homography, type Quad } from './homography.ts';
import type { Picture, Point } from './picture.ts';
import { crossing, sideNear, type Side } from './sides.ts';

/**
 * A rough outline of a tile. Its sides are at most `reach` away from the true ones, as a fraction of the tile's side.
 */
export interface Rough {
  readonly quad: Quad;
  readonly reach: number;
  /** position of the tile in its lattice; `map` maps the unit square to the whole lattice */
  readonly cell?: {
    readonly map: Homography;
    readonly columns: number;
    readonly rows: number;
    readonly x: number;
    readonly y: number;
  };
}
/**
 * Measures the sides of a rough outline. `evidence` is how visible each side is, from 0 to 1, and `insets` how far
 * inside the outline each side is, as a fraction of the tile's side.
 */
export type MeasureSides = (one: Rough) => { evidence: (number | null)[]; insets: number[] };

const MAX_TILES_PER_ROW = 10;
/** Minimum number of tiles or gaps from which their usual size is measured */
export const MIN_SIZE_SAMPLES = 4;
/** An edge must be visible along at least this fraction of a line between touching tiles. */
const MIN_LINE_EVIDENCE = 0.85;
/**
 * Minimum prominence at which the lines of a grid are certainly borders of tiles. In 11 pictures, grids with the
 * correct pitch had at least 2; grids with half or a third of the pitch had at most 1.5.
 */
export const MIN_BORDER_PROMINENCE = 1.8;
/**
 * A grid whose prominence is below `MIN_BORDER_PROMINENCE` must reach at least this fraction of the highest prominence
 * among all grids.
 */
const MIN_RELATIVE_PROMINENCE = 0.75;
/** Maximum distance of a tile from its position in an even lattice, as a fraction of the tile's side */
const MAX_LATTICE_SHIFT = 0.06;
/**
 * Maximum distance between the border of a tile and that of its blob, as a fraction of the tile's side. A blob can
 * include a shadow.
 */
export const MAX_BLOB_SHIFT = 0.045;

/**
 * Splits a quadrilateral into touching tiles. Among the grids with a visible edge along every line, chooses the
 * largest one whose lines are prominent. Returns [] if there is none. `fewest` is the minimum number of rows and of
 * columns, and `least` the minimum prominence.
 */
export function lattice(picture: Picture, quad: Quad, fewest = 1, least = 0): Rough[] {
  const map = toQuad(quad);
  if (!map) return [];
  const grids: { columns: number; rows: number; prominence: number }[] = [];
  for (let columns = fewest; columns <= MAX_TILES_PER_ROW; columns++) {
    for (let rows = fewest; rows <= MAX_TILES_PER_ROW; rows++) {
      if (columns * rows < 2 || !isSquarish(quad, columns, rows)) continue;
      const at = (x: number, y: number): Point => applied(map, x / columns, y / rows);
      if (Math.hypot(at(0, 0)[0] - at(1, 0)[0], at(0, 0)[1] - at(1, 0)[1]) < 16) continue;
      const prominence = prominenceOf(picture, linesOf(at, columns, rows));
      if (prominence > least) grids.push({ columns, rows, prominence });
    }
  }
  const enough = Math.min(
    MIN_BORDER_PROMINENCE,
    MIN_RELATIVE_PROMINENCE * Math.max(...grids.map(({ prominence }) => prominence)),
  );
  const [best] = grids
    .filter(({ prominence }) => prominence >= enough)
    .sort((a, b) => b.columns * b.rows - a.columns * a.rows);
  return best ? cellsOf(map, best.columns, best.rows) : [];
}

function cellsOf(map: Homography, columns: number, rows: number): Rough[] {
  const quads: Rough[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const corner = (dx: number, dy: number): Point => applied(map, (x + dx) / columns, (y + dy) / rows);
      quads.push({
        quad: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
        reach: 0.1,
        cell: { map, columns, rows, x, y },
      });
    }
  }
  return quads;
}

/**
 * Minimum number of rows and columns of a lattice whose outer border is not visible. A smaller lattice may be only the
 * drawings on a single tile, or part of a larger lattice.
 */
export const MIN_FIELD_LINES = 3;
/** Minimum mean visibility of lines between tiles */
const MIN_FAINT_EVIDENCE = 0.65;
/** Minimum amount by which lines between tiles must be more visible than lines through the middles of tiles */
const MIN_FAINT_CONTRAST = 0.15;

/**
 * Splits a quadrilateral into touching tiles whose borders are only partly visible. Chooses the lattice whose lines
 * stand out most compared with lines through the middles of its cells. Returns [] if none stand out.
 */
export function faintLattice(picture: Picture, quad: Quad): Rough[] {
  const map = toQuad(quad);
  if (!map) return [];
  let [cells, most]: [Rough[], number] = [[], MIN_FAINT_CONTRAST];
  for (let columns = MIN_FIELD_LINES; columns <= MAX_TILES_PER_ROW; columns++) {
    for (let rows = MIN_FIELD_LINES; rows <= MAX_TILES_PER_ROW; rows++) {
      if (!isSquarish(quad, columns, rows)) continue;
      const at = (x: number, y: number): Point => applied(map, x / columns, y / rows);
      const between = meanEvidence(picture, linesOf(at, columns, rows));
      if (between < MIN_FAINT_EVIDENCE) continue;
      const contrast = between - meanEvidence(picture, linesOf(at, columns, rows, 0.5));
      if (contrast > most) [cells, most] = [cellsOf(map, columns, rows), contrast];
    }
  }
  return cells;
}

function isSquarish(quad: Quad, columns: number, rows: number): boolean {
  const length = (i: number): number => distance(quad[i]!, quad[(i + 1) % 4]!);
  const [across, down] = [(length(0) + length(2)) / 2, (length(1) + length(3)) / 2];
  const shape = (across / columns) * (rows / down);
  return shape >= 0.7 && shape <= 1.43;
}

type Segment = readonly [from: Point, to: Point];

/**
 * Returns the lines between the cells of a lattice. With `shift` 0.5, returns the lines through the middles of the
 * cells.
 */
function linesOf(
  at: (x: number, y: number) => Point,
  columns: number,
  rows: number,
  shift: 0 | 0.5 = 0,
): Segment[] {
  const places = (count: number): number[] =>
    shift === 0
      ? Array.from({ length: count - 1 }, (_, i) => i + 1)
      : Array.from({ length: count }, (_, i) => i + shift);
  const cells = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  return [
    ...cells(rows).flatMap((y) => places(columns).map((x): Segment => [at(x, y), at(x, y + 1)])),
    ...places(rows).flatMap((y) => cells(columns).map((x): Segment => [at(x, y), at(x + 1, y)])),
  ];
}

const sideAlong = (picture: Picture, [from, to]: Segment): Side =>
  sideNear(picture, from, to, MAX_LATTICE_SHIFT * distance(from, to));

const meanEvidence = (picture: Picture, lines: readonly Segment[]): number =>
  lines.reduce((sum, line) => sum + sideAlong(picture, line).evidence, 0) / lines.length;

/**
 * Fraction of a grid's lines that are ignored. These are the least prominent ones, because a drawing may hide a
 * border.
 */
const HIDDEN_FRACTION = 0.2;

/**
 * Returns the prominence of the least prominent lines of a grid (see `Side`), or 0 unless an edge is visible along
 * nearly every line. Drawings have edges everywhere, but only a border is more prominent than everything beside it.
 */
function prominenceOf(picture: Picture, lines: readonly Segment[]): number {
  const fewest = MIN_LINE_EVIDENCE * lines.length;
  const found: number[] = [];
  let [sum, weak] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const { evidence, prominence } = sideAlong(picture, line);
    found.push(prominence);
    sum += evidence;
    if (evidence < 0.6) weak++;
    if (weak > 0.1 * lines.length || sum + lines.length - 1 - index < fewest) return 0;
  }
  return found.sort((a, b) => a - b)[Math.floor(HIDDEN_FRACTION * found.length)]!;
}

/** Minimum number of visible borders to fit a line to one side of the lattice */
const MIN_VISIBLE_BORDERS = 3;
/**
 * Maximum error of a lattice's outer border, as a fraction of a tile's side. If the error is larger, the border is
 * moved.
 */
const MAX_BORDER_ERROR = 0.03;

/** Moves the outer border of a lattice to the visible borders of its outer tiles. */
export function settled(all: readonly Rough[], measure: MeasureSides): Rough[] {
  const [first] = all;
  if (!first?.cell) return [...all];
  const { map, columns, rows } = first.cell;
  /**
   * For each side of the lattice: the visible borders of its tiles. Each is given by its position along the side and
   * its distance inwards from the side.
   */
  const borders = [0, 1, 2, 3].map((): Point[] => []);
  for (const one of all) {
    if (one.cell?.map !== map) return [...all];
    const { x, y } = one.cell;
    const [along, down] = [(x + 0.5) / columns, (y + 0.5) / rows];
    const at = [y === 0, x === columns - 1, y === rows - 1, x === 0];
    if (!at.includes(true)) continue;
    const { evidence, insets } = measure(one);
    at.forEach((is, side) => {
      if (is && (evidence[side] ?? 0) > 0.6)
        borders[side]!.push([[along, down, 1 - along, 1 - down][side]!, insets[side]!]);
    });
  }
  const ends = borders.map((found) =>
    found.length < MIN_VISIBLE_BORDERS ? ([0, 0] as const) : straight(found),
  );
  if (Math.max(...ends.flat().map(Math.abs)) < MAX_BORDER_ERROR) return [...all];
  const [top, right, bottom, left] = ends as [Point, Point, Point, Point];
  const lines = [
    { a: [0, top[0] / rows], b: [1, top[1] / rows] },
    { a: [1 - right[0] / columns, 0], b: [1 - right[1] / columns, 1] },
    { a: [1, 1 - bottom[0] / rows], b: [0, 1 - bottom[1] / rows] },
    { a: [left[0] / columns, 1], b: [left[1] / columns, 0] },
  ] as const;
  const corners = lines.map((line, i) => crossing(lines[(i + 3) % 4]!, line));
  const moved = corners.every((corner) => corner !== null)
    ? toQuad(corners.map(([u, v]) => applied(map, u, v)) as unknown as Quad)
    : null;
  return moved ? cellsOf(moved, columns, rows) : [...all];
}

/** Fits a line robustly (P. Sen 1968). Returns its y at x = 0 and at x = 1. */
function straight(places: readonly Point[]): Point {
  const slope = median(
    places.flatMap(([x, y], i) => places.slice(i + 1).map(([ox, oy]) => (oy - y) / (ox - x))),
  );
  const start = median(places.map(([x, y]) => y - slope * x));
  return [start, start + slope];
}

/** Shrinks the cells of an even lattice by the gaps between tiles, as measured at visible borders. */
export function withGaps(all: readonly Rough[], measure: MeasureSides): Rough[] {
  const gaps = all.flatMap((one) => {
    if (!one.cell) return [];
    const { evidence, insets } = measure(one);
    return sharesOf(one.cell).flatMap((share, i) =>
      share > 0.2 && (evidence[i] ?? 0) > 0.6 ? [insets[i]! / share] : [],
    );
  });
  if (gaps.length < MIN_SIZE_SAMPLES) return [...all];
  const gap = Math.max(0, median(gaps));
  return all.map((one) => {
    if (!one.cell) return one;
    const { map, columns, rows, x, y } = one.cell;
    const [top, right, bottom, left] = sharesOf(one.cell).map((share) => share * gap) as [
      number,
      number,
      number,
      number,
    ];
    const at = (u: number, v: number): Point => applied(map, (x + u) / columns, (y + v) / rows);
    const quad: Quad = [at(left, top), at(1 - right, top), at(1 - right, 1 - bottom), at(left, 1 - bottom)];
    // If the gaps are wide, tiles may be farther from their positions in the lattice.
    return { ...one, quad, reach: Math.min(MAX_BLOB_SHIFT, 0.015 + 0.25 * gap) };
  });
}

/**
 * The cells of an even lattice include parts of the gaps between tiles. Returns how much of the gap on each side of a
 * tile is inside the tile's cell, as fractions of the gap, for the top, right, bottom and left side.
 */
const sharesOf = ({ columns, rows, x, y }: NonNullable<Rough['cell']>): number[] => [
  y / rows,
  (columns - 1 - x) / columns,
  (rows - 1 - y) / rows,
  x / columns,
];
