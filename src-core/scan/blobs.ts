/** Connected regions of a mask, and the quadrilaterals that fit them. */
import { crossing } from './sides.ts';
import { centreOf, doubleArea, type Quad } from './homography.ts';
import { plane, type Plane, type Point } from './picture.ts';

/** A connected region. `pixels` has indices into a picture that is `width` pixels wide. */
export interface Blob {
  readonly pixels: Int32Array;
  readonly width: number;
}

/**
 * Returns the distance, in pixels, from each pixel of a mask to the nearest pixel outside it (3-4 chamfer distance, G.
 * Borgefors 1986). The area around the picture also counts as outside.
 */
export function depthOf(mask: Uint8Array, width: number, height: number): Plane {
  const depth = plane(width, height);
  const { data } = depth;
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : data[y * width + x]!;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!mask[y * width + x]) continue;
      data[y * width + x] = Math.min(
        at(x - 1, y) + 1,
        at(x, y - 1) + 1,
        at(x - 1, y - 1) + 4 / 3,
        at(x + 1, y - 1) + 4 / 3,
      );
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const here = data[y * width + x]!;
      if (here === 0) continue;
      data[y * width + x] = Math.min(
        here,
        at(x + 1, y) + 1,
        at(x, y + 1) + 1,
        at(x + 1, y + 1) + 4 / 3,
        at(x - 1, y + 1) + 4 / 3,
      );
    }
  }
  return depth;
}

/**
 * Returns the 4-connected regions of pixels that are more than `depth` pixels from the border of the mask (see
 * `depthOf`). Drops regions with fewer than `least` pixels. If `within` is given, searches only these pixels. Every
 * region must then be entirely inside or entirely outside `within`.
 */
export function blobsDeeper(depths: Plane, depth: number, least: number, within?: Int32Array): Blob[] {
  const { width, height, data } = depths;
  const seen = new Uint8Array(width * height);
  const queue = new Int32Array(within?.length ?? width * height);
  const blobs: Blob[] = [];
  const belongs = (i: number): boolean => !seen[i] && data[i]! > depth;
  const take = (i: number): boolean => {
    if (!belongs(i)) return false;
    seen[i] = 1;
    return true;
  };
  const begin = (start: number): void => {
    if (!belongs(start)) return;
    const count = fill(width, height, queue, [start], take);
    if (count >= least) blobs.push({ pixels: queue.slice(0, count), width });
  };
  if (within) for (const i of within) begin(i);
  else for (let i = 0; i < width * height; i++) begin(i);
  return blobs;
}

/**
 * Flood-fills a region. Calls `take` for each pixel next to the region found so far. If the pixel is new and belongs
 * to the region, `take` marks it and returns true. Returns the number of pixels written to `queue`.
 */
function fill(
  width: number,
  height: number,
  queue: Int32Array,
  starts: readonly number[],
  take: (i: number) => boolean,
): number {
  let last = 0;
  const visit = (i: number): void => {
    if (take(i)) queue[last++] = i;
  };
  starts.forEach(visit);
  for (let first = 0; first < last; first++) {
    const i = queue[first]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  }
  return last;
}

function spanOf(pixels: Int32Array): [number, number] {
  let first = pixels[0]!;
  let last = first;
  for (let k = 1; k < pixels.length; k++) {
    if (pixels[k]! < first) first = pixels[k]!;
    if (pixels[k]! > last) last = pixels[k]!;
  }
  return [first, last];
}

function reachOf(pixels: Int32Array, width: number): { top: number; left: Int32Array; right: Int32Array } {
  const [first, last] = spanOf(pixels);
  const top = Math.floor(first / width);
  const rows = Math.floor(last / width) - top + 1;
  const [left, right] = [new Int32Array(rows).fill(width), new Int32Array(rows).fill(-1)];
  for (let k = 0; k < pixels.length; k++) {
    const row = Math.floor(pixels[k]! / width) - top;
    const x = pixels[k]! % width;
    if (x < left[row]!) left[row] = x;
    if (x > right[row]!) right[row] = x;
  }
  return { top, left, right };
}

/** Returns the convex hull of a blob (monotone chain, A. Andrew 1979). */
function hullOf({ pixels, width }: Blob): Point[] {
  const { top, left, right } = reachOf(pixels, width);
  const points = Array.from(left).flatMap((first, row): Point[] => {
    const [last, y] = [right[row]!, top + row];
    return last < first
      ? []
      : [
          [first, y],
          [last + 1, y],
          [first, y + 1],
          [last + 1, y + 1],
        ];
  });
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(points), ...half(points.toReversed())];
}
const turn = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * Reduces a convex polygon to a quadrilateral around it. Each step drops the side whose removal adds the least area.
 */
function fourSided(hull: readonly Point[]): Point[] | null {
  let corners = [...hull];
  while (corners.length > 4) {
    let best: { i: number; corner: Point; cost: number } | null = null;
    const n = corners.length;
    for (let i = 0; i < n; i++) {
      const [before, from, to, after] = [
        corners[(i + n - 1) % n]!,
        corners[i]!,
        corners[(i + 1) % n]!,
        corners[(i + 2) % n]!,
      ];
      const corner = crossing({ a: before, b: from }, { a: after, b: to });
      // Drop the side only if its two neighbours, once extended, meet beyond it.
      if (!corner || turn(from, to, corner) >= 0 || turn(before, corner, after) <= 0) continue;
      const cost = Math.abs(turn(from, corner, to));
      if (!best || cost < best.cost) best = { i, corner, cost };
    }
    if (!best) return null;
    const { i, corner } = best;
    corners = corners.toSpliced(i, 1, corner);
    corners.splice((i + 1) % corners.length, 1);
  }
  return corners.length === 4 ? corners : null;
}

/**
 * Returns a quadrilateral around a blob, and the fraction of the quadrilateral that the blob covers. Returns null if no
 * quadrilateral is found.
 */
export function aroundOf(blob: Blob): { quad: Quad; filled: number } | null {
  const corners = fourSided(hullOf(blob));
  if (!corners) return null;
  const area = doubleArea(corners) / 2;
  return area > 0
    ? { quad: uprightFirst(corners as unknown as Quad), filled: blob.pixels.length / area }
    : null;
}

/**
 * Returns the quadrilateral that fits the border of a blob, or null if there is none. The blob was eroded by `grown`
 * pixels, so each side is moved outwards by the same distance. `filled` is the fraction of the quadrilateral that the
 * blob covers.
 */
export function quadOf(blob: Blob, grown: number): { quad: Quad; filled: number } | null {
  const rough = fourSided(hullOf(blob));
  if (!rough) return null;
  const around = fitted(blob, rough) ?? rough;
  const area = doubleArea(around) / 2;
  if (area <= 0) return null;
  const filled = blob.pixels.length / area;
  const quad = uprightFirst(outwards(around, grown) as unknown as Quad);
  return { quad, filled };
}

function fitted({ pixels, width }: Blob, rough: readonly Point[]): Point[] | null {
  const border = borderOf(pixels, width);
  let corners = [...rough];
  for (let round = 0; round < 3; round++) {
    const lines = corners.map((from, i) => {
      const to = corners[(i + 1) % 4]!;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      const reach = [0.1, 0.05, 0.025][round]! * length + 1;
      let [n, st, so, stt, sto] = [0, 0, 0, 0, 0];
      for (const point of border) {
        const px = point[0] - from[0];
        const py = point[1] - from[1];
        const along = px * dx + py * dy;
        const off = px * dy - py * dx;
        if (along < 0.08 * length || along > 0.92 * length || Math.abs(off) > reach) continue;
        const weight = 1 / (1 + (off / (0.3 * reach)) ** 2);
        n += weight;
        st += weight * along;
        so += weight * off;
        stt += weight * along * along;
        sto += weight * along * off;
      }
      const spread = n * stt - st * st;
      if (n < 4 || spread < 1e-6) return { a: from, b: to };
      const slope = (n * sto - st * so) / spread;
      const shift = (so - slope * st) / n;
      const at = (along: number): Point => {
        const off = shift + slope * along;
        return [from[0] + dx * along + dy * off, from[1] + dy * along - dx * off];
      };
      return { a: at(0), b: at(length) };
    });
    const next = lines.map((line, i) => crossing(lines[(i + 3) % 4]!, line));
    if (next.some((corner) => corner === null)) return null;
    corners = next as Point[];
  }
  return corners;
}

function borderOf(pixels: Int32Array, width: number): Point[] {
  const [first, last] = spanOf(pixels);
  const from = first - width - 1;
  const inside = new Uint8Array(last - first + 2 * width + 3);
  for (let k = 0; k < pixels.length; k++) inside[pixels[k]! - from] = 1;
  const border: Point[] = [];
  for (let k = 0; k < pixels.length; k++) {
    const i = pixels[k]!;
    const at = i - from;
    const x = i % width;
    const y = (i - x) / width;
    if (!inside[at - 1]) border.push([x, y + 0.5]);
    if (!inside[at + 1]) border.push([x + 1, y + 0.5]);
    if (!inside[at - width]) border.push([x + 0.5, y]);
    if (!inside[at + width]) border.push([x + 0.5, y + 1]);
  }
  return border;
}

function outwards(corners: readonly Point[], by: number): Point[] {
  if (by === 0) return [...corners];
  const lines = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [ox, oy] = [((to[1] - from[1]) / length) * by, (-(to[0] - from[0]) / length) * by];
    return { a: [from[0] + ox, from[1] + oy] as const, b: [to[0] + ox, to[1] + oy] as const };
  });
  return lines.map((line, i) => crossing(lines.at(i - 1)!, line) ?? corners[i]!);
}

function uprightFirst(quad: Quad): Quad {
  const corners = doubleArea(quad) < 0 ? quad.toReversed() : [...quad];
  const [cx, cy] = centreOf(corners);
  const up = corners.map((corner, i) => {
    const next = corners[(i + 1) % 4]!;
    const [mx, my] = [(corner[0] + next[0]) / 2 - cx, (corner[1] + next[1]) / 2 - cy];
    return -my / (Math.hypot(mx, my) || 1);
  });
  const first = up.indexOf(Math.max(...up));
  return [0, 1, 2, 3].map((i) => corners[(first + i) % 4]!) as unknown as Quad;
}
