/** Finds tiles in a picture: squares on a table, apart or touching, seen roughly from above. */
import { MIN_TRUSTED_CERTAINTY } from './advice.ts';
import { aroundOf, blobsDeeper, depthOf, quadOf, type Blob } from './blobs.ts';
import {
  median,
  plankLimits,
  tableOf,
  thingsOn,
  usualLimits,
  faintTileLimits,
  type TableLimits,
} from './ground.ts';
import { applied, centreOf, doubleArea, isTileLike, sideOf, toQuad, type Quad } from './homography.ts';
import {
  MAX_BLOB_SHIFT,
  MIN_BORDER_PROMINENCE,
  faintLattice,
  MIN_FIELD_LINES,
  MIN_SIZE_SAMPLES,
  lattice,
  settled,
  withGaps,
  type MeasureSides,
  type Rough,
} from './lattice.ts';
import { oddness } from './oddness.ts';
import { shrunk, srgb, type Picture, type Plane, type Point } from './picture.ts';
import { leftOver, separated } from './separate.ts';
import { refined, type Rgb } from './sides.ts';

export interface FoundTile {
  /** corners of the tile in pixels, clockwise, starting at the left end of the side that faces up most */
  readonly corners: Quad;
  /** how clearly the four sides are visible, 0 to 1 */
  readonly certainty: number;
}

export interface Found {
  readonly tiles: readonly FoundTile[];
  /** centres of regions that are as large as a tile but have no clear outline */
  readonly overlooked: readonly Point[];
  /** the table's brightness divided by its mean, on a coarse grid over the picture */
  readonly light: Plane;
}

/** Longer side, in pixels, of the copy in which tiles are first found */
const COPY_LONG_SIDE_PX = 1500;
/** Minimum side of a tile, as a fraction of the picture's shorter side */
const MIN_TILE_SIDE = 0.03;
/** A tile must fill at least this fraction of the quadrilateral around it. */
const MIN_TILE_FILL = 0.9;
/** Touching tiles must fill at least this fraction of the quadrilateral around them. */
const MIN_FIELD_FILL = 0.8;
/** A tile whose parts may look like the table must fill at least this fraction of the quadrilateral around it. */
const MIN_TABLE_COLOURED_FILL = 0.65;
/**
 * Minimum certainty at which a lattice cell, or a region of the usual size, is a tile even if its border is not
 * visible
 */
const MIN_CERTAINTY_WITHOUT_BORDER = 0.3;
/** Maximum number of overlooked regions per tile. If there are more, the tiles probably look like the table. */
const MAX_OVERLOOKED_PER_TILE = 0.25;
/**
 * The tiles found with `faintTileLimits` are used only if their area is at least this many times the area of those
 * found otherwise. Areas are weighted by certainty.
 */
const MIN_FAINT_AREA_RATIO = 1.5;

/** Finds the tiles in a picture, in reading order. */
export function findTiles(picture: Picture): Found {
  const small = shrunk(picture, COPY_LONG_SIDE_PX);
  const found = outlinedIn(picture, small);
  return (isMostlySure(found) ? null : withoutTable(picture, small, found)) ?? divided(found, small);
}

/**
 * Splits the whole picture into touching tiles, in case it is cropped so closely that no table is visible. Returns
 * null if there are no tiles, or if most of them are uncertain.
 */
function withoutTable(
  picture: Picture,
  { picture: small, scale }: ReturnType<typeof shrunk>,
  found: Outlined,
): Found | null {
  const { width, height } = small;
  const cells = lattice(
    small,
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    MIN_FIELD_LINES,
    MIN_BORDER_PROMINENCE,
  );
  const tiles = exactTiles(picture, scale, () => null)(cells);
  return isMostlySure({ tiles }) ? { ...found, tiles: inRows(tiles), overlooked: [] } : null;
}

/** Splits a single outline into tiles if it contains a field of touching tiles. */
function divided(found: Outlined, { picture, scale }: ReturnType<typeof shrunk>): Found {
  const [only, ...others] = found.tiles;
  const cells = only && others.length === 0 ? faintLattice(picture, scaled(only.corners, scale)) : [];
  if (cells.length === 0) return found;
  const tiles = found.exact(cells).map((tile) => ({ ...tile, certainty: MAX_DOUBTFUL_CERTAINTY }));
  return { ...found, tiles: inRows(tiles) };
}

function outlinedIn(picture: Picture, small: ReturnType<typeof shrunk>): Outlined {
  const planks = roughly(picture, plankLimits);
  const usual = doubted(foundWith(picture, small, usualLimits, roughly(picture, usualLimits)), planks);
  const found = isClear(usual)
    ? usual
    : better(usual, doubted(foundWith(picture, small, plankLimits, planks), planks));
  const isComplete = found.overlooked.length <= MAX_OVERLOOKED_PER_TILE * found.tiles.length;
  if (isMostlySure(found) && isComplete) return found;
  const faint = faintTileLimits.map((limits) => {
    const rough = roughly(picture, limits);
    return doubted(withLeftOver(outlined(picture, small, limits, []), rough, small.scale), planks);
  });
  const best = faint.reduce((one, other) => (worthOf(other.tiles) > worthOf(one.tiles) ? other : one));
  return worthOf(best.tiles) > MIN_FAINT_AREA_RATIO * worthOf(found.tiles) ? best : found;
}

const isMostlySure = ({ tiles }: Pick<Found, 'tiles'>): boolean =>
  tiles.length > 0 &&
  2 * tiles.filter(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY).length >= tiles.length;

const better = (usual: Outlined, onPlanks: Outlined): Outlined =>
  worthOf(onPlanks.tiles) > MIN_PLANK_AREA_RATIO * worthOf(usual.tiles) ? onPlanks : usual;
/**
 * The tiles found with `plankLimits` are used only if their total area is more than this many times the area of the
 * tiles found with the usual limits. Areas are weighted by certainty.
 */
const MIN_PLANK_AREA_RATIO = 1.02;

const isClear = ({ tiles, overlooked }: Found): boolean =>
  tiles.length > 0 &&
  overlooked.length === 0 &&
  tiles.every(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY);

/**
 * Lowers the certainty of odd outlines (see `oddness`) and of outlines around bare table. The latter come from seams
 * between planks or floor tiles. `things` is a mask of objects in which seams count as table.
 */
function doubted<T extends Found>(found: T, { things, size: { width }, scale }: Roughly): T {
  const isBare = ({ corners }: FoundTile): boolean => {
    const inside = pointsIn(scaled(corners, scale));
    const bare = inside.filter(([x, y]) => !things[Math.floor(y) * width + Math.floor(x)]).length;
    return bare > MAX_BARE_FRACTION * inside.length;
  };
  const covered = found.tiles.filter((tile) => !isBare(tile));
  const odd = oddness(covered.map(({ corners }) => corners));
  const sound = new Set(covered.filter((_, i) => odd[i]! <= MAX_ODDNESS));
  const tiles = found.tiles.map((tile) =>
    sound.has(tile) ? tile : { ...tile, certainty: Math.min(tile.certainty, MAX_DOUBTFUL_CERTAINTY) },
  );
  return { ...found, tiles };
}
/** Correct outlines have an oddness of at most 0.03; most wrong ones have more than 0.12. */
const MAX_ODDNESS = 0.07;
/** Maximum fraction of bare table within a tile */
const MAX_BARE_FRACTION = 0.85;
/**
 * Maximum certainty of outlines that are odd (see `oddness`) or contain bare table. Tiles that come from splitting a
 * single outline have exactly this certainty.
 */
const MAX_DOUBTFUL_CERTAINTY = 0.5;
const SAMPLES_PER_SIDE = 12;

function pointsIn(quad: Quad): Point[] {
  const map = toQuad(quad);
  if (!map) return [];
  return Array.from({ length: SAMPLES_PER_SIDE ** 2 }, (_, i) =>
    applied(
      map,
      ((i % SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE,
      (Math.floor(i / SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE,
    ),
  );
}

function foundWith(
  picture: Picture,
  small: ReturnType<typeof shrunk>,
  limits: TableLimits,
  rough: Roughly,
): Outlined {
  return withLeftOver(outlined(picture, small, limits, separatedIn(rough)), rough, small.scale);
}

/**
 * Returns `found`, with more tiles added. Looks for these among the objects that aren't part of any tile in `found`.
 * `found.exact` takes coordinates in a copy of the picture, and `fine` is the scale of this copy.
 */
function withLeftOver(found: Outlined, { things, size, scale }: Roughly, fine: number): Outlined {
  const { quads, overlooked } = leftOver(
    things,
    size,
    found.tiles.map(({ corners }) => scaled(corners, scale)),
  );
  const more = found
    .exact(quads.map((quad) => ({ quad: scaled(quad, fine / scale), reach: MAX_CUT_SHIFT })))
    .filter(({ certainty }) => certainty > MIN_CERTAINTY_WITHOUT_BORDER);
  return {
    ...found,
    tiles: inRows([...found.tiles, ...more]),
    overlooked: overlooked.map(([x, y]): Point => [x / scale, y / scale]),
  };
}

interface Outlined extends Found {
  readonly exact: (rough: readonly Rough[]) => FoundTile[];
}

function outlined(
  picture: Picture,
  { picture: small, scale }: ReturnType<typeof shrunk>,
  limits: TableLimits,
  quads: readonly Quad[],
): Outlined {
  const { width, height } = small;
  const seen = thingsOn(small, limits);
  const depths = depthOf(seen, width, height);
  const least = (MIN_TILE_SIDE * Math.min(width, height)) ** 2;
  const blobs = blobsDeeper(depths, 1, least);
  const rough = roughTiles(small, depths, blobs, least);
  const side = usualSide(rough.map(({ quad }) => sideOf(quad)));
  const likely = rough.filter(({ quad }) => sideOf(quad) > 0.55 * side && sideOf(quad) < 1.8 * side);
  const tile = quads.length < 2 ? side : scale * median(quads.map(sideOf));
  const { colour, light } = tableOf(small, seen, Math.max(8, tile));
  const exact = exactTiles(picture, scale, tableColour(picture, colour));
  const usual = exact(likely);
  const cut =
    quads.length < 2 ? [] : exact(quads.map((quad) => ({ quad: scaled(quad, scale), reach: MAX_CUT_SHIFT })));
  const isCut = cut.length > 0 && worthOf(cut) > (isField(usual, likely) ? 2 : 1.02) * worthOf(usual);
  const tiles = isCut ? cut : usual;
  return {
    tiles: inRows(tiles),
    overlooked: [],
    light,
    exact,
  };
}
/**
 * Outlines are found in a rough copy and then fitted to the picture itself. This is the maximum distance by which the
 * fit may move a side, as a fraction of a tile's side.
 */
const MAX_CUT_SHIFT = 0.06;

/** Longer side of the rough copy, in pixels. At this size, the table's grain is no longer visible. */
const CUT_COPY_LONG_SIDE_PX = 750;

/** The objects on the table, in a smaller copy of the picture. */
interface Roughly {
  readonly things: Uint8Array;
  readonly size: { readonly width: number; readonly height: number };
  /** number of pixels of the copy per pixel of the picture */
  readonly scale: number;
}

function roughly(picture: Picture, limits: TableLimits): Roughly {
  const { picture: small, scale } = shrunk(picture, CUT_COPY_LONG_SIDE_PX);
  const { width, height } = small;
  return { things: thingsOn(small, limits), size: { width, height }, scale };
}

function separatedIn({ things, size: { width, height }, scale }: Roughly): Quad[] {
  const least = (MIN_TILE_SIDE * Math.min(width, height)) ** 2;
  const { quads } = separated(things, depthOf(things, width, height), least);
  return quads.map((quad) => scaled(quad, 1 / scale));
}

const scaled = (quad: Quad, by: number): Quad =>
  quad.map(([x, y]): Point => [x * by, y * by]) as unknown as Quad;

const worthOf = (tiles: readonly FoundTile[]): number =>
  tiles.reduce((sum, { corners, certainty }) => sum + (certainty * doubleArea(corners)) / 2, 0);

const isField = (tiles: readonly FoundTile[], rough: readonly Rough[]): boolean =>
  rough.every(({ cell }) => cell && cell.map === rough[0]!.cell?.map) &&
  median(tiles.map(({ certainty }) => certainty)) > MIN_TRUSTED_CERTAINTY;

function roughTiles(small: Picture, depths: Plane, blobs: readonly Blob[], least: number): Rough[] {
  const usual = blobs.length < MIN_SIZE_SAMPLES ? 0 : median(blobs.map(({ pixels }) => pixels.length));
  const together = sideBySide(small, blobs);
  if (together.length < MIN_SIZE_SAMPLES)
    return blobs.flatMap((blob) => tilesOf(small, depths, blob, least, usual));
  // Outlines of separate regions are more accurate than the cells of an even lattice.
  const alone = blobs.flatMap(aloneOf);
  return alone.length === together.length ? alone : together;
}

function tableColour(picture: Picture, colour: readonly Plane[]): (place: Point) => Rgb {
  const { width: columns, height: rows } = colour[0]!;
  return ([x, y]) => {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((x / picture.width) * columns)));
    const row = Math.max(0, Math.min(rows - 1, Math.floor((y / picture.height) * rows)));
    const [r, g, b] = colour.map(({ data }) => srgb(data[row * columns + column]!));
    return [r!, g!, b!];
  };
}

function exactTiles(
  picture: Picture,
  scale: number,
  tableAt: (place: Point) => Rgb | null,
): (rough: readonly Rough[]) => FoundTile[] {
  const enlarged = ({ quad }: Rough): Quad => scaled(quad, 1 / scale);
  const measure: MeasureSides = (one) => refined(picture, enlarged(one), one.reach, tableAt);
  return (rough) =>
    withGaps(settled(rough, measure), measure)
      .map((one): FoundTile => {
        const large = enlarged(one);
        const { quad: exact, evidence } = refined(picture, large, one.reach, tableAt);
        const seen = evidence.filter((share) => share !== null);
        const good = isTileLike(exact) && Math.abs(sideOf(exact) / sideOf(large) - 1) < 2.5 * one.reach;
        // A lattice cell, or a region of the usual size, is kept with a low certainty even if its border is not
        // visible.
        const least = one.cell || one.reach === MAX_CUT_SHIFT ? MIN_CERTAINTY_WITHOUT_BORDER : 0;
        return {
          corners: good ? exact : large,
          certainty: Math.max(least, good ? Math.min(...seen) : 0),
        };
      })
      .filter(({ certainty }) => certainty > 0.25);
}

/** Returns the median side. It is weighted by area, so that many small regions don't outweigh a few tiles. */
function usualSide(sides: readonly number[]): number {
  const sorted = [...sides].sort((a, b) => a - b);
  let left = sorted.reduce((sum, side) => sum + side * side, 0) / 2;
  return sorted.find((side) => (left -= side * side) <= 0) ?? 0;
}

const single = (quad: Quad): Rough => ({ quad, reach: MAX_BLOB_SHIFT });

/**
 * If the regions together have the shape of a field of touching tiles, returns the cells of that field; otherwise
 * returns none. This is needed if only some gaps between the tiles are visible, because then no single region has a
 * clear shape.
 */
function sideBySide(picture: Picture, blobs: readonly Blob[]): Rough[] {
  const pixels = new Int32Array(blobs.reduce((sum, blob) => sum + blob.pixels.length, 0));
  let at = 0;
  for (const blob of blobs) {
    pixels.set(blob.pixels, at);
    at += blob.pixels.length;
  }
  const whole = at === 0 ? null : quadOf({ pixels, width: picture.width }, 1);
  if (whole && whole.filled > MIN_FIELD_FILL) return lattice(picture, whole.quad);
  // Parts of the tiles may look like the table and be missing from the regions. The other parts usually still reach all
  // four sides of the field, so a quadrilateral around them is the field.
  const around = at === 0 ? null : aroundOf({ pixels, width: picture.width });
  return around && around.filled > MIN_TABLE_COLOURED_FILL ? lattice(picture, around.quad) : [];
}

function aloneOf(blob: Blob): Rough[] {
  const whole = quadOf(blob, 1);
  return whole && whole.filled > MIN_TABLE_COLOURED_FILL && isTileLike(whole.quad)
    ? [single(whole.quad)]
    : [];
}

function tilesOf(picture: Picture, depths: Plane, blob: Blob, least: number, usual: number): Rough[] {
  const whole = quadOf(blob, 1);
  if (whole && whole.filled > MIN_TILE_FILL) {
    const parts = mayBeSeveral(whole.quad, blob, usual) ? lattice(picture, whole.quad) : [];
    if (parts.length > 1) return parts;
    if (isTileLike(whole.quad)) return [single(whole.quad)];
  }
  // Tiles that touch at a corner or along part of a side become separate regions if the pixels near the border of the
  // region are removed.
  const deepest = deepestOf(depths, blob);
  let best: Rough[] = [];
  for (let depth = 2; depth < 0.5 * deepest; depth = Math.ceil(depth * 1.25)) {
    const parts = blobsDeeper(depths, depth, least / 3, blob.pixels);
    if (parts.length < 2) continue;
    const quads = parts.flatMap((part) => {
      const found = quadOf(part, depth);
      if (!found || found.filled < MIN_TILE_FILL) return [];
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

/**
 * Returns whether a blob may be several tiles. A square blob of the usual size is a single tile, and any lines on it
 * belong to its drawing.
 */
const mayBeSeveral = (quad: Quad, { pixels }: Blob, usual: number): boolean =>
  !isTileLike(quad) || usual === 0 || pixels.length > 1.8 * usual;

/** Sorts tiles by row from top to bottom, and each row from left to right. */
export function inRows<T extends { readonly corners: Quad }>(tiles: readonly T[]): T[] {
  if (tiles.length === 0) return [];
  const side = median(tiles.map(({ corners }) => sideOf(corners)));
  const left = [...tiles].sort((a, b) => centreOf(a.corners)[1] - centreOf(b.corners)[1]);
  const rows: T[][] = [];
  while (left.length > 0) {
    // Add neighbours one by one to the topmost tile, so that a slanted row stays together.
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
