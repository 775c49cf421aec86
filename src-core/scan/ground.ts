/**
 * Separates the table from the objects on it. The table must reach the border of the picture, change colour slowly,
 * and have a different colour from the tiles' borders. Shadows on it are allowed, because they only darken it.
 */
import { depthOf } from './blobs.ts';
import { blurred, linear, plane, toLab, type Lab, type Picture, type Plane } from './picture.ts';

/** Side of a block, in pixels. The table's colour is estimated once per block. */
const BLOCK_PX = 4;
/**
 * Maximum number of rounds in which the area recognised as table grows. Each round extends it by about 2 % of the
 * picture's longer side.
 */
const MAX_ROUNDS = 16;
/** Approximate number of pixels from which the spread of the table's colour is measured */
const SPREAD_SAMPLES = 8000;

/** Limits on the colour of table pixels. */
export interface TableLimits {
  /** maximum distance from the table's colour, in standard deviations */
  readonly far: number;
  /**
   * Standard deviations of the table's brightness (the cube root of light) due to uneven light, as fractions of that
   * brightness. One is for darker pixels, the other for brighter ones, because shadows change a table more than
   * highlights do.
   */
  readonly darker: number;
  readonly brighter: number;
  /** lower limits for the standard deviation of the table's colour: for L*, and for a* and b* */
  readonly least: readonly [number, number];
  /** the box blur that removes noise: number of passes, and radius in pixels */
  readonly smooth: readonly [times: number, radius: number];
  /** maximum width of a seam in the table, as a fraction of the picture's longer side */
  readonly seam: number;
}
/** Limits for tiles that clearly differ from the table. There may be shadows on the table. */
export const usualLimits: TableLimits = {
  far: 4.2,
  darker: 0.095,
  brighter: 0.045,
  least: [1.6, 1.2],
  smooth: [1, 1],
  seam: 0,
};
/** Limits for a table made of planks. Seams between planks can cut off the parts of the table between tiles. */
export const plankLimits: TableLimits = { ...usualLimits, seam: 0.008 };
/**
 * Limits for tiles that are hardly brighter than the table, such as white tiles on paper. With these limits, the edge
 * of a shadow may be mistaken for an object.
 */
export const faintTileLimits: readonly TableLimits[] = [3, 3.6].map((far) => ({
  far,
  darker: 0.012,
  brighter: 0.012,
  least: [0.7, 0.7],
  smooth: [2, 2],
  seam: 0,
}));

/** Returns a mask: 1 for an object, 0 for bare table. */
export function thingsOn(picture: Picture, limits: TableLimits): Uint8Array {
  const { width, height, data } = picture;
  const lab = toLab(width, height, (pixel, channel) => linear[data[4 * pixel + channel]!]!);
  const [times, radius] = limits.smooth;
  const channels = lab.map((channel) => blurred(channel, radius, times)) as unknown as Lab;
  // L* + 16 is proportional to the cube root of light, so a shadow scales all three channels by one factor.
  for (let i = 0; i < width * height; i++) channels[0].data[i]! += 16;
  const table = rimOf(channels, width, height);
  const tally = tallyOf(channels, width, height);
  const growth = growthOf(channels, table, width, height, limits);
  const reach = Math.max(2, Math.round((Math.max(width, height) * 0.022) / BLOCK_PX));
  const few = (width * height) / 20_000;
  const grow = (seeds: Int32Array): void => {
    let fresh = seeds;
    for (let round = 0; round < MAX_ROUNDS && fresh.length > few; round++) {
      // Leave out pixels on a seam, because they don't have the table's colour.
      tally.add(fresh.filter((i) => table[i]));
      const field = fieldOf(tally, reach);
      fresh = growth(field, spreadOf(channels, table, field, width, height, limits.least), fresh);
    }
  };
  grow(placesOf(table));
  if (limits.seam > 0)
    grow(placesOf(besideTable(table, width, height, 1 + limits.seam * Math.max(width, height))));
  return table.map((is) => 1 - is);
}

function besideTable(table: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const depths = depthOf(
    table.map((is) => 1 - is),
    width,
    height,
  ).data;
  return table.map((is, i) => Number(!is && depths[i]! <= reach));
}

function placesOf(mask: Uint8Array): Int32Array {
  const places = new Int32Array(mask.length);
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]) places[count++] = i;
  return places.subarray(0, count);
}

function rimOf(channels: readonly Plane[], width: number, height: number): Uint8Array {
  const table = new Uint8Array(width * height);
  const band = Math.max(2, Math.round(Math.min(width, height) * 0.012));
  const rim: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x < band || y < band || x >= width - band || y >= height - band) rim.push(y * width + x);
      else x = width - band - 1;
    }
  }
  const middles = channels.map(({ data }) => median(rim.map((i) => data[i]!)));
  const spreads = channels.map(
    ({ data }, c) => 1.5 + 1.48 * median(rim.map((i) => Math.abs(data[i]! - middles[c]!))),
  );
  for (const i of rim) {
    const alike = channels.every(({ data }, c) => Math.abs(data[i]! - middles[c]!) < 4 * spreads[c]!);
    if (alike) table[i] = 1;
  }
  return table;
}

interface Field {
  readonly width: number;
  readonly height: number;
  readonly colour: readonly Plane[];
  readonly weight: Plane;
}

/** Sums of the colours of the pixels in each block */
interface Tally {
  readonly sums: readonly Plane[];
  readonly counts: Plane;
  /** Adds pixels to the sums. Each pixel may be added only once. */
  add: (pixels: Int32Array) => void;
}

function tallyOf([l, a, b]: Lab, width: number, height: number): Tally {
  const [w, h] = [Math.ceil(width / BLOCK_PX), Math.ceil(height / BLOCK_PX)];
  const sums = [plane(w, h), plane(w, h), plane(w, h)] as const;
  const counts = plane(w, h);
  return {
    sums,
    counts,
    add(pixels) {
      for (let k = 0; k < pixels.length; k++) {
        const i = pixels[k]!;
        const x = i % width;
        const at = Math.floor((i - x) / (width * BLOCK_PX)) * w + Math.floor(x / BLOCK_PX);
        counts.data[at]!++;
        sums[0].data[at]! += l.data[i]!;
        sums[1].data[at]! += a.data[i]!;
        sums[2].data[at]! += b.data[i]!;
      }
    },
  };
}

/** Estimates the table's colour in each block from the blocks around it. `reach` is the blur radius in blocks. */
function fieldOf({ sums, counts }: Tally, reach: number): Field {
  const { width, height } = counts;
  const weight = blurred(counts, reach);
  const colour = sums.map((sum) => {
    const soft = blurred(sum, reach);
    for (let i = 0; i < width * height; i++)
      soft.data[i] = weight.data[i]! > 1e-4 ? soft.data[i]! / weight.data[i]! : NaN;
    return soft;
  });
  return { width, height, colour, weight };
}

function spreadOf(
  channels: readonly Plane[],
  table: Uint8Array,
  field: Field,
  width: number,
  height: number,
  [leastL, leastAB]: readonly [number, number],
): number[] {
  const stride = Math.max(1, Math.floor((width * height) / SPREAD_SAMPLES)) | 1;
  return channels.map(({ data }, c) => {
    const offs: number[] = [];
    for (let i = 0; i < width * height; i += stride) {
      if (!table[i]) continue;
      const at =
        Math.floor(Math.floor(i / width) / BLOCK_PX) * field.width + Math.floor((i % width) / BLOCK_PX);
      const off = Math.abs(data[i]! - field.colour[c]!.data[at]!);
      if (!Number.isNaN(off)) offs.push(off);
    }
    return Math.min(c === 0 ? 7 : 5, Math.max(c === 0 ? leastL : leastAB, 1.48 * median(offs)));
  });
}

/** Finds more table pixels next to known ones. Examines only the neighbours of the table pixels in `fresh`. */
function growthOf(
  [l, a, b]: Lab,
  table: Uint8Array,
  width: number,
  height: number,
  { far, darker, brighter }: TableLimits,
): (field: Field, spread: readonly number[], fresh: Int32Array) => Int32Array {
  const taken = new Int32Array(width * height);
  let last = 0;
  /** pixels next to the table that did not look like the table; they are examined again in the next round */
  let beside: number[] = [];
  const refused = new Uint8Array(width * height);
  return (field, spread, fresh) => {
    const [fl, fa, fb] = field.colour as unknown as Lab;
    const [sl, sa, sb] = spread as [number, number, number];
    const like = (i: number, x: number, y: number): boolean => {
      const at = Math.floor(y / BLOCK_PX) * field.width + Math.floor(x / BLOCK_PX);
      const middle = fl.data[at]!;
      if (Number.isNaN(middle)) return false;
      // Both light and texture make the table's brightness vary.
      const ratio = l.data[i]! / middle - 1;
      const light = ratio < 0 ? darker : brighter;
      const da = (a.data[i]! - (1 + ratio) * fa.data[at]!) / sa;
      const db = (b.data[i]! - (1 + ratio) * fb.data[at]!) / sb;
      return ratio ** 2 / ((sl / middle) ** 2 + light ** 2) + da ** 2 + db ** 2 < far ** 2;
    };
    const take = (i: number, x: number, y: number): void => {
      if (table[i] || refused[i]) return;
      if (like(i, x, y)) {
        table[i] = 1;
        taken[last++] = i;
      } else {
        refused[i] = 1;
        beside.push(i);
      }
    };
    const around = (i: number): void => {
      const x = i % width;
      const y = (i - x) / width;
      if (x > 0) take(i - 1, x - 1, y);
      if (x < width - 1) take(i + 1, x + 1, y);
      if (y > 0) take(i - width, x, y - 1);
      if (y < height - 1) take(i + width, x, y + 1);
    };
    const again = beside;
    beside = [];
    for (const i of again) refused[i] = 0;
    const first = last;
    for (let k = 0; k < fresh.length; k++) around(fresh[k]!);
    for (const i of again) take(i, i % width, Math.floor(i / width));
    for (let k = first; k < last; k++) around(taken[k]!);
    return taken.subarray(first, last);
  };
}

/** The table's colour at each point of the picture. Under the tiles, it is estimated from the table around them. */
export interface Table {
  /** colour of the table in linear red, green and blue, on a coarse grid over the picture */
  readonly colour: readonly [Plane, Plane, Plane];
  /** brightness of the table divided by its mean, on the same grid as `colour` */
  readonly light: Plane;
}

/** Maximum ratio between the mean light on a table and the light at any place */
const MAX_LIGHT_RATIO = 3;

/**
 * Estimates the table's colour and light. `things` is the mask that `thingsOn` returns; `tile` is the side of a tile,
 * in pixels.
 */
export function tableOf(picture: Picture, things: Uint8Array, tile: number): Table {
  const { width, height, data } = picture;
  const grain = Math.max(1, Math.floor(tile / 24));
  const [w, h] = [Math.ceil(width / grain), Math.ceil(height / grain)];
  const sums = [plane(w, h), plane(w, h), plane(w, h)] as const;
  const counts = plane(w, h);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / grain) * w;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (things[i]) continue;
      const at = row + Math.floor(x / grain);
      sums[0].data[at]! += linear[data[4 * i]!]!;
      sums[1].data[at]! += linear[data[4 * i + 1]!]!;
      sums[2].data[at]! += linear[data[4 * i + 2]!]!;
      counts.data[at]!++;
    }
  }
  // If there are too few table pixels nearby, use pixels farther away.
  const share = plane(w, h);
  const field = [plane(w, h), plane(w, h), plane(w, h)] as const;
  const enough = 0.12 * grain * grain;
  for (const reach of [0.16, 0.35, 0.8, 1.8]) {
    const radius = Math.max(1, Math.round((reach * tile) / grain));
    const near = sums.map((sum) => blurred(sum, radius));
    const count = blurred(counts, radius);
    for (let i = 0; i < w * h; i++) {
      const left = 1 - share.data[i]!;
      if (left <= 0 || count.data[i]! < 1e-6) continue;
      const part = left * Math.min(1, count.data[i]! / enough);
      for (let c = 0; c < 3; c++) field[c]!.data[i]! += (part * near[c]!.data[i]!) / count.data[i]!;
      share.data[i]! += part;
    }
  }
  const light = plane(w, h);
  let mean = 0;
  for (let i = 0; i < w * h; i++) {
    for (let c = 0; c < 3; c++) field[c]!.data[i]! /= Math.max(0.05, share.data[i]!);
    light.data[i] = 0.2126 * field[0].data[i]! + 0.7152 * field[1].data[i]! + 0.0722 * field[2].data[i]!;
    mean += light.data[i]! / (w * h);
  }
  for (let i = 0; i < w * h; i++)
    light.data[i] =
      mean > 1e-4 ? Math.max(1 / MAX_LIGHT_RATIO, Math.min(MAX_LIGHT_RATIO, light.data[i]! / mean)) : 1;
  return { colour: field, light };
}

export function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}
