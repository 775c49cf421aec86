/** Tiles in a picture: square pieces on a table, apart or side by side, seen more or less from above. */
import { aroundOf, blobsDeeper, depthOf, quadOf, withoutHoles, type Blob } from './blobs.ts';
import { median, tableOf, thingsOn, usualCare, waryCares, type Care } from './ground.ts';
import {
  applied,
  centreOf,
  doubleArea,
  isTileLike,
  sideOf,
  toQuad,
  type Homography,
  type Quad,
} from './homography.ts';
import { shrunk, srgb, type Picture, type Plane, type Point } from './picture.ts';
import { separated, type Separated } from './separate.ts';
import { crossing, refined, sideNear, type Rgb } from './sides.ts';

export interface FoundTile {
  /** its corners in the picture, clockwise; the first side is the one that looks up most */
  readonly corners: Quad;
  /** 0..1: how clearly its four sides are seen */
  readonly certainty: number;
}

export interface Found {
  readonly tiles: readonly FoundTile[];
  /** middles of things that are as large as a tile and have no outline */
  readonly overlooked: readonly Point[];
  /** how bright the table is across the picture, against its mean; as many pixels as `light.width` across it */
  readonly light: Plane;
}

/** Found in a smaller copy, then placed in the picture itself. */
const LONGEST = 1500;
/** Smallest tile: this share of the shorter side of the picture. */
const SMALLEST = 0.03;
/** A blob is a tile when it fills its four sides by this share. */
const FULL = 0.9;
/** Tiles side by side fill theirs by this share. */
const TOGETHER = 0.8;
/** And what is left of them where parts of them look like the table, theirs by this share. */
const AROUND = 0.65;
/** How sure a cell of a lattice is whose own border isn't seen. */
const UNSEEN = 0.3;
const MAX_IN_ROW = 10;
/** Fewer things than this say nothing of the usual size. */
const FEW = 4;
/** Along every line between tiles side by side there is an edge for this share, at least. */
const PARTED = 0.85;
/** How far a tile's border may be from where an even lattice would have it, in sides. */
const LATTICE_REACH = 0.06;
/** And how far from the border of a blob: rough, or with a shadow. */
const BLOB_REACH = 0.045;

/** Of what lies on the table, tiles are this share by far: otherwise only what is drawn on them may have been seen. */
const MOSTLY = 0.7;
/** Looked at more warily, they must be so much larger together. */
const LARGER = 1.5;

export function findTiles(picture: Picture): Found {
  const small = shrunk(picture, LONGEST);
  const parts = separatedIn(picture);
  const usual = outlined(picture, small, usualCare, parts);
  if (usual.area >= MOSTLY * usual.things) return usual;
  const wary = waryCares.map((care) => outlined(picture, small, care, NO_PARTS));
  const best = wary.reduce((one, other) => (other.area > one.area ? other : one));
  return best.area > LARGER * usual.area ? best : usual;
}

/** `area`: of the tiles, and `things`: of all that lies on the table, in pixels of the smaller copy. */
function outlined(
  picture: Picture,
  { picture: small, scale }: ReturnType<typeof shrunk>,
  care: Care,
  { quads, overlooked }: Separated,
): Found & { area: number; things: number } {
  const { width, height } = small;
  const seen = thingsOn(small, care);
  const things = withoutHoles(seen, width, height);
  const depths = depthOf(things, width, height);
  const least = (SMALLEST * Math.min(width, height)) ** 2;
  const blobs = blobsDeeper(depths, 1, least);
  const rough = roughTiles(small, depths, blobs, least);
  const side = usualSide(rough.map(({ quad }) => sideOf(quad)));
  const likely = rough.filter(({ quad }) => sideOf(quad) > 0.55 * side && sideOf(quad) < 1.8 * side);
  const tile = side || (quads[0] ? scale * sideOf(quads[0]) : 0);
  const { colour, light } = tableOf(small, seen, Math.max(8, tile));
  const exact = exactTiles(picture, scale, tableColour(picture, colour));
  const usual = exact(likely);
  const cut =
    quads.length < 2 ? [] : exact(quads.map((quad) => ({ quad: scaled(quad, scale), reach: CUT_REACH })));
  const isCut = cut.length > 0 && worthOf(cut) > (isField(usual, likely) ? 2 : 1.02) * worthOf(usual);
  const tiles = isCut ? cut : usual;
  return {
    tiles: inRows(tiles),
    overlooked: isCut ? overlooked : [],
    light,
    area: tiles.reduce((sum, { corners }) => sum + (doubleArea(corners) / 2) * scale ** 2, 0),
    things: blobs.reduce((sum, { pixels }) => sum + pixels.length, 0),
  };
}
/** How far the border may be from that of a part that was cut off, or of a square laid over it, in sides. */
const CUT_REACH = 0.06;

/** Tiles that touch are cut apart in a copy of at most so many pixels: the finest grain of a table is gone there. */
const CUT_LONGEST = 750;
const NO_PARTS: Separated = { quads: [], overlooked: [] };

/** The tiles that are told apart by their shape, in pixels of the picture. */
function separatedIn(picture: Picture): Separated {
  const { picture: small, scale } = shrunk(picture, CUT_LONGEST);
  const { width, height } = small;
  const things = withoutHoles(thingsOn(small, usualCare), width, height);
  const least = (SMALLEST * Math.min(width, height)) ** 2;
  const { quads, overlooked } = separated(things, depthOf(things, width, height), least);
  return {
    quads: quads.map((quad) => scaled(quad, 1 / scale)),
    overlooked: overlooked.map(([x, y]): Point => [x / scale, y / scale]),
  };
}

const scaled = (quad: Quad, by: number): Quad =>
  quad.map(([x, y]): Point => [x * by, y * by]) as unknown as Quad;

/** How much is outlined how surely. */
const worthOf = (tiles: readonly FoundTile[]): number =>
  tiles.reduce((sum, { corners, certainty }) => sum + (certainty * doubleArea(corners)) / 2, 0);

/** Whether tiles are cells of a lattice whose borders are mostly seen. */
const isField = (tiles: readonly FoundTile[], rough: readonly Rough[]): boolean =>
  rough.every(({ cell }) => cell && cell.map === rough[0]!.cell?.map) &&
  median(tiles.map(({ certainty }) => certainty)) > SEEN_WELL;
const SEEN_WELL = 0.6;

/** By one way or the other: a field of tiles side by side, each alone, or several that touch. */
function roughTiles(small: Picture, depths: Plane, blobs: readonly Blob[], least: number): Rough[] {
  const usual = blobs.length < FEW ? 0 : median(blobs.map(({ pixels }) => pixels.length));
  const together = sideBySide(small, blobs);
  if (together.length < FEW) return blobs.flatMap((blob) => tilesOf(small, depths, blob, least, usual));
  // where each is seen alone, none lies farther off than an even lattice allows
  const alone = blobs.flatMap((blob) => aloneOf(blob));
  return alone.length === together.length && blobs.length === alone.length ? alone : together;
}

/** The table's colour at a place of the picture. */
function tableColour(picture: Picture, colour: readonly Plane[]): (place: Point) => Rgb {
  const { width: columns, height: rows } = colour[0]!;
  return ([x, y]) => {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((x / picture.width) * columns)));
    const row = Math.max(0, Math.min(rows - 1, Math.floor((y / picture.height) * rows)));
    const [r, g, b] = colour.map(({ data }) => srgb(data[row * columns + column]!));
    return [r!, g!, b!];
  };
}

/** Makes tiles of rough ones: settled, without gaps, each side where it is seen in the picture. */
function exactTiles(
  picture: Picture,
  scale: number,
  tableAt: (place: Point) => Rgb,
): (rough: readonly Rough[]) => FoundTile[] {
  const enlarged = ({ quad }: Rough): Quad => scaled(quad, 1 / scale);
  const look: Look = (one) => refined(picture, enlarged(one), one.reach, tableAt);
  return (rough) =>
    withGaps(settled(rough, look), look)
      .map((one): FoundTile => {
        const large = enlarged(one);
        const { quad: exact, evidence } = refined(picture, large, one.reach, tableAt);
        const good = isTileLike(exact) && Math.abs(sideOf(exact) / sideOf(large) - 1) < 2.5 * one.reach;
        // a cell of a lattice, or a part of the usual size, is a tile also where its own border can't be seen
        const least = one.cell || one.reach === CUT_REACH ? UNSEEN : 0;
        return {
          corners: good ? exact : large,
          certainty: Math.max(least, good ? Math.min(...evidence) : 0),
        };
      })
      .filter(({ certainty }) => certainty > 0.25);
}

/** The side that half of all that is covered is smaller than: many crumbs do not outweigh a few tiles. */
function usualSide(sides: readonly number[]): number {
  const sorted = [...sides].sort((a, b) => a - b);
  let left = sorted.reduce((sum, side) => sum + side * side, 0) / 2;
  return sorted.find((side) => (left -= side * side) <= 0) ?? 0;
}

/** Four sides, and how far the true ones may be from them, in sides. */
interface Rough {
  readonly quad: Quad;
  readonly reach: number;
  /** of tiles side by side, which one; the whole field is from (0, 0) to (1, 1) of `map` */
  readonly cell?: {
    readonly map: Homography;
    readonly columns: number;
    readonly rows: number;
    readonly x: number;
    readonly y: number;
  };
}
/** What is seen of the sides of one: see `refined`. */
type Look = (one: Rough) => { evidence: number[]; insets: number[] };
const single = (quad: Quad): Rough => ({ quad, reach: BLOB_REACH });

/** The rim of a field is where the borders of its tiles say; straight along a side on which so many are seen. */
const SEEN = 3;
/** Farther than this it is off, in sides of a tile: parts of the tiles beside it look like the table. */
const OFF = 0.03;

/** Cells of a lattice whose field ends where the tiles at its rim do. */
function settled(all: readonly Rough[], look: Look): Rough[] {
  const [first] = all;
  if (!first?.cell) return [...all];
  const { map, columns, rows } = first.cell;
  /** by side of the field, from its first corner clockwise: where along it a tile's border is, and how far inside */
  const borders = [0, 1, 2, 3].map((): Point[] => []);
  for (const one of all) {
    if (one.cell?.map !== map) return [...all];
    const { x, y } = one.cell;
    const [along, down] = [(x + 0.5) / columns, (y + 0.5) / rows];
    const at = [y === 0, x === columns - 1, y === rows - 1, x === 0];
    if (!at.includes(true)) continue;
    const { evidence, insets } = look(one);
    at.forEach((is, side) => {
      if (is && evidence[side]! > 0.6)
        borders[side]!.push([[along, down, 1 - along, 1 - down][side]!, insets[side]!]);
    });
  }
  const ends = borders.map((found) => (found.length < SEEN ? ([0, 0] as const) : straight(found)));
  if (Math.max(...ends.flat().map(Math.abs)) < OFF) return [...all];
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

/** The line through places, few of which may be wrong (P. Sen 1968): its heights at 0 and at 1. */
function straight(places: readonly Point[]): Point {
  const slope = median(
    places.flatMap(([x, y], i) => places.slice(i + 1).map(([ox, oy]) => (oy - y) / (ox - x))),
  );
  const start = median(places.map(([x, y]) => y - slope * x));
  return [start, start + slope];
}

/**
 * Tiles of a lattice without the gaps between them, which are as wide as those are whose both borders are seen: the field
 * begins and ends with a tile, so that of a gap each tile's share is the less, the nearer to the rim it lies.
 */
function withGaps(all: readonly Rough[], look: Look): Rough[] {
  const gaps = all.flatMap((one) => {
    if (!one.cell) return [];
    const { evidence, insets } = look(one);
    return sharesOf(one.cell).flatMap((share, i) =>
      share > 0.2 && evidence[i]! > 0.6 ? [insets[i]! / share] : [],
    );
  });
  if (gaps.length < FEW) return [...all];
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
    // how far off its place a tile lies goes with the space it has
    return { ...one, quad, reach: Math.min(BLOB_REACH, 0.015 + 0.25 * gap) };
  });
}

/** Top, right, bottom, left: the share of a gap that lies within a cell of an even lattice. */
const sharesOf = ({ columns, rows, x, y }: NonNullable<Rough['cell']>): number[] => [
  y / rows,
  (columns - 1 - x) / columns,
  (rows - 1 - y) / rows,
  x / columns,
];

/** All things as one field of tiles side by side: where their gaps are partly closed, each thing alone has no form. */
function sideBySide(picture: Picture, blobs: readonly Blob[]): Rough[] {
  const pixels = new Int32Array(blobs.reduce((sum, blob) => sum + blob.pixels.length, 0));
  let at = 0;
  for (const blob of blobs) {
    pixels.set(blob.pixels, at);
    at += blob.pixels.length;
  }
  const whole = at === 0 ? null : quadOf({ pixels, width: picture.width }, 1);
  if (whole && whole.filled > TOGETHER) return lattice(picture, whole.quad);
  // parts of the tiles look like the table: what is left of them still reaches all four sides of the field
  const around = at === 0 ? null : aroundOf({ pixels, width: picture.width });
  return around && around.filled > AROUND ? lattice(picture, around.quad) : [];
}

/** A blob that has the four sides of a tile. */
function aloneOf(blob: Blob): Rough[] {
  const whole = quadOf(blob, 1);
  return whole && whole.filled > FULL && isTileLike(whole.quad) ? [single(whole.quad)] : [];
}

/** A blob as one tile, several in rows, or several that touch here and there. */
function tilesOf(picture: Picture, depths: Plane, blob: Blob, least: number, usual: number): Rough[] {
  const whole = quadOf(blob, 1);
  if (whole && whole.filled > FULL) {
    const parts = mayBeSeveral(whole.quad, blob, usual) ? lattice(picture, whole.quad) : [];
    if (parts.length > 1) return parts;
    if (isTileLike(whole.quad)) return [single(whole.quad)];
  }
  // thin bridges go first: tiles that touch at a corner, or along a part of a side
  const deepest = deepestOf(depths, blob);
  let best: Rough[] = [];
  for (let depth = 2; depth < 0.5 * deepest; depth = Math.ceil(depth * 1.25)) {
    const parts = blobsDeeper(depths, depth, least / 3, blob.pixels);
    if (parts.length < 2) continue;
    const quads = parts.flatMap((part) => {
      const found = quadOf(part, depth);
      if (!found || found.filled < FULL) return [];
      const cells = usual === 0 || part.pixels.length > 1.8 * usual ? lattice(picture, found.quad) : [];
      return cells.length > 1 ? cells : isTileLike(found.quad) ? [single(found.quad)] : [];
    });
    if (quads.length > best.length) best = quads;
  }
  if (best.length > 1) return best;
  return whole && whole.filled > 0.78 && isTileLike(whole.quad) ? [single(whole.quad)] : best;
}

function deepestOf({ data }: Plane, { pixels }: Blob): number {
  let deepest = 0;
  for (const i of pixels) if (data[i]! > deepest) deepest = data[i]!;
  return deepest;
}

/** Among many things of one size, one of that size is not several: what looks like lines between them is drawn on it. */
const mayBeSeveral = (quad: Quad, { pixels }: Blob, usual: number): boolean =>
  !isTileLike(quad) || usual === 0 || pixels.length > 1.8 * usual;

/** Tiles side by side within four sides: as many rows and columns as have edges all along every line between them. */
function lattice(picture: Picture, quad: Quad): Rough[] {
  const map = toQuad(quad);
  if (!map) return [];
  const length = (i: number): number =>
    Math.hypot(quad[i]![0] - quad[(i + 1) % 4]![0], quad[i]![1] - quad[(i + 1) % 4]![1]);
  const [across, down] = [(length(0) + length(2)) / 2, (length(1) + length(3)) / 2];
  let best: { columns: number; rows: number } | null = null;
  for (let columns = 1; columns <= MAX_IN_ROW; columns++) {
    for (let rows = 1; rows <= MAX_IN_ROW; rows++) {
      if (columns * rows < 2) continue;
      const shape = (across / columns) * (rows / down);
      if (shape < 0.7 || shape > 1.43) continue;
      if (best && columns * rows <= best.columns * best.rows) continue;
      const at = (x: number, y: number): Point => applied(map, x / columns, y / rows);
      if (Math.hypot(at(0, 0)[0] - at(1, 0)[0], at(0, 0)[1] - at(1, 0)[1]) < 16) continue;
      if (isParted(picture, at, columns, rows)) best = { columns, rows };
    }
  }
  if (!best) return [];
  return cellsOf(map, best.columns, best.rows);
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

/** Whether there is an edge all along every line between so many rows and columns. Gives up as soon as it cannot be. */
function isParted(
  picture: Picture,
  at: (x: number, y: number) => Point,
  columns: number,
  rows: number,
): boolean {
  const lines = [
    ...Array.from({ length: rows }, (_, y) =>
      Array.from({ length: columns - 1 }, (_, x) => [at(x + 1, y), at(x + 1, y + 1)] as const),
    ).flat(),
    ...Array.from({ length: rows - 1 }, (_, y) =>
      Array.from({ length: columns }, (_, x) => [at(x, y + 1), at(x + 1, y + 1)] as const),
    ).flat(),
  ];
  const fewest = PARTED * lines.length;
  let [sum, weak] = [0, 0];
  for (const [index, [from, to]] of lines.entries()) {
    const reach = LATTICE_REACH * Math.hypot(to[0] - from[0], to[1] - from[1]);
    const { evidence } = sideNear(picture, from, to, reach);
    sum += evidence;
    if (evidence < 0.6) weak++;
    if (weak > 0.1 * lines.length || sum + lines.length - 1 - index < fewest) return false;
  }
  return true;
}

/** Row by row as they lie, each from left to right. */
export function inRows<T extends { readonly corners: Quad }>(tiles: readonly T[]): T[] {
  if (tiles.length === 0) return [];
  const side = median(tiles.map(({ corners }) => sideOf(corners)));
  const left = [...tiles].sort((a, b) => centreOf(a.corners)[1] - centreOf(b.corners)[1]);
  const rows: T[][] = [];
  while (left.length > 0) {
    // the topmost, and what lies beside it, one after the other, so that a slanting row is one
    const row = [left.shift()!];
    for (;;) {
      const next = left.findIndex((tile) => {
        const [x, y] = centreOf(tile.corners);
        return row.some((other) => {
          const [ox, oy] = centreOf(other.corners);
          return Math.abs(y - oy) < 0.5 * side && Math.abs(x - ox) < 2.4 * side;
        });
      });
      if (next < 0) break;
      row.push(...left.splice(next, 1));
    }
    rows.push(row.sort((a, b) => centreOf(a.corners)[0] - centreOf(b.corners)[0]));
  }
  return rows.flat();
}
