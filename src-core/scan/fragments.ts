/** Finds tiles whose paper looks like the table, so that only their drawings are visible. */
import { aroundOf, blobsDeeper, depthOf, type Blob } from './blobs.ts';
import { centreOf, distance, doubleArea } from './homography.ts';
import type { Point } from './picture.ts';

/** Minimum area of a drawing, as a fraction of a tile's area */
const MIN_DRAWING_AREA = 0.01;
/** Maximum gap between neighbouring drawings of one tile, as a fraction of the tile's side */
const MAX_DRAWING_GAP = 0.35;
/**
 * If a group of drawings is larger than a tile, the maximum gap is multiplied by this factor and the group is split
 * again, until the gap is at most MIN_DRAWING_GAP.
 */
const GAP_STEP = 0.7;
const MIN_DRAWING_GAP = 0.1;
/** Minimum and maximum area of the quadrilateral around a tile's drawings, as fractions of the tile's area */
const QUAD_AREA_RANGE = [0.45, 1.7] as const;
/** Minimum fraction of a tile's area that its drawings cover */
const MIN_DRAWN_FRACTION = 0.12;
/** Maximum ratio between the longest and the shortest side of the quadrilateral around a tile's drawings */
const MAX_QUAD_ASPECT_RATIO = 2.2;
/** If a picture has more drawings than this, they are assumed to be the pattern of the table, not tiles. */
const MAX_DRAWINGS = 60;
/** Approximate number of pixels per drawing that are used to measure distances */
const SAMPLES_PER_DRAWING = 60;

/**
 * Finds groups of drawings that are together as large as a tile. Returns the centre of each group. `things` is the
 * mask of the objects on the table, and `side` the usual side of a tile, in pixels.
 */
export function drawnTiles(
  things: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
): Point[] {
  const drawings = blobsDeeper(depthOf(things, width, height), 0.5, MIN_DRAWING_AREA * side * side);
  return drawings.length > MAX_DRAWINGS ? [] : tilesAmong(drawings, width, side, MAX_DRAWING_GAP);
}

function tilesAmong(drawings: readonly Blob[], width: number, side: number, gap: number): Point[] {
  return clustered(drawings, gap * side).flatMap((cluster) => {
    const pixels = Int32Array.from(cluster.flatMap((drawing) => [...drawing.pixels]));
    if (pixels.length < MIN_DRAWN_FRACTION * side * side) return [];
    const around = aroundOf({ pixels, width });
    if (!around) return [];
    const { quad } = around;
    const area = Math.abs(doubleArea(quad)) / 2 / (side * side);
    const sides = quad.map((corner, i) => distance(corner, quad[(i + 1) % 4]!));
    const isLong = Math.max(...sides) > MAX_QUAD_ASPECT_RATIO * Math.min(...sides);
    if (area > QUAD_AREA_RANGE[0] && area < QUAD_AREA_RANGE[1] && !isLong) return [centreOf(quad)];
    // A cluster that is larger than a tile may consist of several tiles close together. Divide it, using a smaller
    // gap.
    const isSeveral = area >= QUAD_AREA_RANGE[1] && cluster.length > 1 && gap > MIN_DRAWING_GAP;
    return isSeveral ? tilesAmong(cluster, width, side, GAP_STEP * gap) : [];
  });
}

function clustered(blobs: readonly Blob[], gap: number): Blob[][] {
  const samples = blobs.map(({ pixels, width }) => {
    const step = Math.max(1, Math.floor(pixels.length / SAMPLES_PER_DRAWING));
    return [...pixels].filter((_, i) => i % step === 0).map((i): Point => [i % width, Math.floor(i / width)]);
  });
  const areNear = (one: number, other: number): boolean =>
    samples[one]!.some((a) => samples[other]!.some((b) => distance(a, b) < gap));
  const left = new Set(blobs.keys());
  const clusters: Blob[][] = [];
  for (const first of left) {
    left.delete(first);
    const members = [first];
    for (const one of members) {
      for (const other of left) {
        if (!areNear(one, other)) continue;
        left.delete(other);
        members.push(other);
      }
    }
    clusters.push(members.map((member) => blobs[member]!));
  }
  return clusters;
}
