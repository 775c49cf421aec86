/** Separates tiles that touch, or that look connected because of a seam in the table or a reflection. */
import { blobsDeeper, depthOf, quadOf, type Blob } from './blobs.ts';
import { drawnTiles } from './fragments.ts';
import { centreOf, distance, isTileLike, isWithin, sideOf, type Quad } from './homography.ts';
import type { Plane, Point } from './picture.ts';

export interface Separated {
  readonly quads: readonly Quad[];
  /** centres of regions that are as large as a tile but have no clear outline */
  readonly overlooked: readonly Point[];
}

interface Candidate {
  readonly quad: Quad;
  readonly side: number;
  readonly centre: Point;
  /** fraction of the quadrilateral that the region covers */
  readonly filled: number;
}

/** A region is a tile only if it fills at least this fraction of the quadrilateral around it. */
const MIN_TILE_FILL = 0.9;
/** Maximum relative difference between the sides of two tiles of a puzzle */
const MAX_SIDE_DEVIATION = 0.15;
/** A square of the usual size is a tile only if objects cover at least this fraction of it. */
const MIN_SQUARE_COVERAGE = 0.75;
/** Minimum area of a region that may be a tile, relative to the area of the usual tile */
const MIN_REGION_AREA = 0.6;
/** Maximum ratio between the sizes of tiles in a picture taken at an angle */
const MAX_PERSPECTIVE_RATIO = 1.25;
/**
 * Pixels closer than this to the border of an object are ignored, which leaves out objects too narrow to be tiles. The
 * unit is the side of a tile.
 */
const MIN_TILE_DEPTH = 1 / 40;
/** Maximum number of regions that are searched for squares */
const MAX_SQUARES = 12;

/**
 * Returns the tiles in a mask of objects. Coordinates are in pixels of the mask. `least` is the area of the smallest
 * tile.
 */
export function separated(things: Uint8Array, depths: Plane, least: number): Separated {
  const first = cutApart(depths, least);
  const side = usualSide(first);
  if (side === 0) return { quads: [], overlooked: [] };
  const { chosen, overlooked } = completed(
    things,
    depths,
    withoutOverlaps(
      first.filter((one) => Math.abs(one.side / side - 1) < MAX_SIDE_DEVIATION),
      side,
    ),
    side,
  );
  return { quads: chosen.map(({ quad }) => quad), overlooked };
}

/**
 * Returns the regions of a mask of objects that are as large as a tile, except the known tiles. For a region that
 * doesn't have the shape of a tile, only its centre is returned, in `overlooked`.
 */
export function leftOver(things: Uint8Array, size: Size, tiles: readonly Quad[]): Separated {
  const known = tiles.map((quad): Candidate => ({
    quad,
    side: sideOf(quad),
    centre: centreOf(quad),
    filled: 1,
  }));
  const sides = known.map(({ side }) => side).sort((a, b) => a - b);
  const side = sides[sides.length >> 1];
  if (side === undefined) return { quads: [], overlooked: [] };
  const [least, most] = [sides[0]!, sides.at(-1)!];
  const chosen = withSeparatedTiles(things, size, known, {
    side,
    least: least / MAX_PERSPECTIVE_RATIO,
    most: most * MAX_PERSPECTIVE_RATIO,
  });
  const rest = without(things, size, chosen, side);
  const depths = depthOf(rest, size.width, size.height);
  const whole = blobsDeeper(depths, MIN_TILE_DEPTH * side, MIN_REGION_AREA * least * least).map(middleOf);
  const drawn = drawnTiles(rest, size, side).filter((place) =>
    [...whole, ...chosen.map(({ centre }) => centre)].every(
      (other) => distance(place, other) > MIN_CENTRE_DISTANCE * side,
    ),
  );
  return { quads: chosen.slice(known.length).map(({ quad }) => quad), overlooked: [...whole, ...drawn] };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Adds tiles that become separate when the known tiles are removed from the mask. Each removal may isolate further
 * tiles, so this repeats until no more appear.
 */
function withSeparatedTiles(
  things: Uint8Array,
  size: Size,
  known: readonly Candidate[],
  { side, least, most }: { side: number; least: number; most: number },
): readonly Candidate[] {
  let chosen = known;
  for (let count = 0; count < chosen.length;) {
    count = chosen.length;
    const rest = depthOf(without(things, size, chosen, side), size.width, size.height);
    const more = cutApart(rest, MIN_REGION_AREA * least * least).filter(
      (one) => one.side > (1 - MAX_SIDE_DEVIATION) * least && one.side < (1 + MAX_SIDE_DEVIATION) * most,
    );
    chosen = [...chosen, ...withoutOverlaps(more, side).filter((one) => isFree(one, chosen, side))];
  }
  return chosen;
}

/** Splits the objects into tiles, then fits squares of the usual size into what remains. */
function completed(
  things: Uint8Array,
  size: Size,
  known: readonly Candidate[],
  side: number,
): { chosen: readonly Candidate[]; overlooked: Point[] } {
  let chosen = withSeparatedTiles(things, size, known, { side, least: side, most: side });
  const overlooked: Point[] = [];
  for (let tries = 0; tries < MAX_SQUARES; tries++) {
    const left = without(things, size, chosen, side);
    const [largest] = blobsDeeper(
      depthOf(left, size.width, size.height),
      MIN_TILE_DEPTH * side,
      MIN_REGION_AREA * side * side,
    )
      .filter((blob) => overlooked.every((place) => distance(place, middleOf(blob)) > side / 2))
      .sort((a, b) => b.pixels.length - a.pixels.length);
    if (!largest) break;
    const square = squareIn(largest, size.height, side);
    if (square && isFree(square, chosen, side)) chosen = [...chosen, square];
    else overlooked.push(middleOf(largest));
  }
  return { chosen, overlooked };
}

function cutApart(depths: Plane, least: number): Candidate[] {
  const found: Candidate[] = [];
  const whole = blobsDeeper(depths, 1, least);
  for (const blob of whole) {
    const deepest = blob.pixels.reduce((most, i) => Math.max(most, depths.data[i]!), 0);
    for (let depth = 1; depth < 0.6 * deepest; depth = Math.ceil(1.3 * depth)) {
      const parts = depth === 1 ? [blob] : blobsDeeper(depths, depth, least / 3, blob.pixels);
      for (const part of parts) {
        const fit = quadOf(part, depth);
        if (!fit || fit.filled < MIN_TILE_FILL || !isTileLike(fit.quad)) continue;
        found.push({ ...fit, side: sideOf(fit.quad), centre: centreOf(fit.quad) });
      }
      if (parts.length === 0) break;
    }
  }
  return found;
}

function usualSide(all: readonly Candidate[]): number {
  let [best, most] = [0, 0];
  for (const { side } of all) {
    const near = all.filter((other) => Math.abs(other.side / side - 1) < MAX_SIDE_DEVIATION);
    const covered = withoutOverlaps(near, side).length * side * side;
    if (covered > most) [best, most] = [side, covered];
  }
  return best;
}

function withoutOverlaps(all: readonly Candidate[], side: number): Candidate[] {
  const worth = (one: Candidate): number => one.filled - Math.abs(one.side / side - 1);
  const kept: Candidate[] = [];
  for (const one of [...all].sort((a, b) => worth(b) - worth(a))) if (isFree(one, kept, side)) kept.push(one);
  return kept;
}

/**
 * Minimum distance between the centres of two squares, as a fraction of a tile's side. Squares that far apart hardly
 * overlap.
 */
const MIN_CENTRE_DISTANCE = 0.75;
const isFree = ({ centre }: Candidate, others: readonly Candidate[], side: number): boolean =>
  others.every((other) => distance(centre, other.centre) > MIN_CENTRE_DISTANCE * side);

function without(
  things: Uint8Array,
  { width, height }: Size,
  tiles: readonly Candidate[],
  side: number,
): Uint8Array {
  const left = things.slice();
  const rim = 0.015 * side;
  for (const { quad } of tiles) {
    const xs = quad.map(([x]) => x);
    const ys = quad.map(([, y]) => y);
    const [from, to] = [
      Math.max(0, Math.floor(Math.min(...ys) - rim)),
      Math.min(height - 1, Math.max(...ys) + rim),
    ];
    const [start, end] = [
      Math.max(0, Math.floor(Math.min(...xs) - rim)),
      Math.min(width - 1, Math.max(...xs) + rim),
    ];
    for (let y = from; y <= to; y++) {
      for (let x = start; x <= end; x++) if (isWithin(quad, [x + 0.5, y + 0.5], rim)) left[y * width + x] = 0;
    }
  }
  return left;
}

function middleOf({ pixels, width }: Blob): Point {
  let [x, y] = [0, 0];
  for (const i of pixels) [x, y] = [x + (i % width), y + Math.floor(i / width)];
  return [x / pixels.length, y / pixels.length];
}

const SAMPLES_PER_SIDE = 12;
/** Distance from a square's centre to the line just outside the square, as a fraction of the square's side */
const OUTSIDE = 0.56;
const along = Array.from({ length: SAMPLES_PER_SIDE }, (_, i) => (i + 0.5) / SAMPLES_PER_SIDE - 0.5);
/** x and y of sample points inside a square of side 1 centred on (0, 0) */
const pointsInside = Float64Array.from(along.flatMap((x) => along.flatMap((y) => [x, y])));
/** x and y of sample points just outside a square of side 1 centred on (0, 0), along all four sides */
const pointsAround = Float64Array.from(
  along.flatMap((at) => [-OUTSIDE, OUTSIDE].flatMap((out) => [at, out, out, at])),
);

/**
 * Returns the best square in a region. The region should fill the square, but not cover the line just outside the
 * square.
 */
function squareIn(blob: Blob, height: number, side: number): Candidate | null {
  const { pixels, width } = blob;
  const mask = new Uint8Array(width * height);
  for (const i of pixels) mask[i] = 1;
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : mask[Math.floor(y) * width + Math.floor(x)]!;
  const xs = pixels.map((i) => i % width);
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [top, bottom] = [
    Math.floor(pixels[0]! / width),
    Math.floor(pixels.reduce((a, b) => Math.max(a, b)) / width),
  ];
  const upper = Math.min(top, Math.floor(pixels.reduce((a, b) => Math.min(a, b)) / width));
  const step = side / 10;
  let best = { x: 0, y: 0, turn: 0, worth: -1, covered: 0 };
  const consider = (x: number, y: number, turn: number): void => {
    if (!at(x, y)) return;
    const covered = coverage(at, pointsInside, x, y, turn, side);
    if (covered <= best.worth) return;
    const worth = covered - 0.5 * coverage(at, pointsAround, x, y, turn, side);
    if (worth > best.worth) best = { x, y, turn, worth, covered };
  };
  for (let y = upper + 0.35 * side; y <= bottom - 0.35 * side; y += step) {
    for (let x = left + 0.35 * side; x <= right - 0.35 * side; x += step) {
      for (let turn = 0; turn < 90; turn += 6) consider(x, y, turn);
    }
  }
  for (let fine = step / 2; fine > 0.5; fine /= 2) {
    const { x, y, turn } = best;
    for (const dx of [-fine, 0, fine])
      for (const dy of [-fine, 0, fine])
        for (const dt of [-1, 0, 1]) consider(x + dx, y + dy, turn + (120 * dt * fine) / side);
  }
  if (best.covered < MIN_SQUARE_COVERAGE) return null;
  const quad = squareAt(best.x, best.y, best.turn, side);
  return { quad, side, centre: [best.x, best.y], filled: best.covered };
}

/** Returns the fraction of the points that are in the region. `turn` is the square's rotation in degrees. */
function coverage(
  at: (x: number, y: number) => number,
  points: Float64Array,
  x: number,
  y: number,
  turn: number,
  side: number,
): number {
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [px, py] = [points[i]! * side, points[i + 1]! * side];
    sum += at(x + c * px - s * py, y + s * px + c * py);
  }
  return (2 * sum) / points.length;
}

/** Returns the corners of a square, clockwise. `turn` is its rotation in degrees. */
function squareAt(x: number, y: number, turn: number, side: number): Quad {
  const angle = ((((turn + 45) % 90) + 90) % 90) - 45;
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const h = side / 2;
  const corner = (px: number, py: number): Point => [x + c * px - s * py, y + s * px + c * py];
  return [corner(-h, -h), corner(h, -h), corner(h, h), corner(-h, h)];
}
