/**
 * What of a picture is the table. It is taken to reach the rim of the picture, to change slowly in colour and
 * brightness, and to look other than the tiles' borders; a shadow on it only darkens it.
 */
import { blurred, labOf, linear, plane, type Picture, type Plane } from './picture.ts';

/** The field of the table's colour is kept for one pixel in so many. */
const COARSE = 4;
/** Each round gets a few hundredths of the picture farther in from the rim; it ends by itself when nothing more is like the table. */
const ROUNDS = 16;
/** The spread is measured on about so many pixels. */
const SAMPLES = 8000;
/** How far from the table's colour a pixel may be, in deviations. */
const FAR = 4.2;
/** Brightness may fall or rise so much (cube root of light), as one deviation: shadows are darker than highlights bright. */
const DARKER = 0.095;
const BRIGHTER = 0.045;

/** By pixel, 1 where something lies on the table, 0 where it is bare. */
export function thingsOn(picture: Picture): Uint8Array {
  const { width, height } = picture;
  const channels = labOf(picture).map((channel) => blurred(channel, 1, 1)) as [Plane, Plane, Plane];
  // L* + 16 goes with the cube root of light, as a* and b* do: a shadow multiplies all three alike.
  for (let i = 0; i < width * height; i++) channels[0].data[i]! += 16;
  const table = rimOf(channels, width, height);
  const tally = tallyOf(channels, width, height);
  const reach = Math.max(2, Math.round((Math.max(width, height) * 0.022) / COARSE));
  let fresh = placesOf(table);
  let beside = new Int32Array(0);
  for (let round = 0; round < ROUNDS && fresh.length > 0; round++) {
    tally.add(fresh);
    const field = fieldOf(tally, reach);
    const spread = spreadOf(channels, table, field, width, height);
    ({ taken: fresh, beside } = grow(channels, table, field, spread, width, height, fresh, beside));
  }
  return table.map((is) => 1 - is);
}

/** The indices of what a mask has. */
function placesOf(mask: Uint8Array): Int32Array<ArrayBuffer> {
  const places = new Int32Array(mask.length);
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]) places[count++] = i;
  return places.slice(0, count);
}

/** Where to begin: pixels along the rim that look like most of the rim. */
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

/** What is known of the table: sums of its colours and its pixels, by place of the field. */
interface Tally {
  readonly sums: readonly Plane[];
  readonly counts: Plane;
  /** Takes in pixels that were not known before. */
  add: (pixels: Int32Array) => void;
}

function tallyOf(channels: readonly Plane[], width: number, height: number): Tally {
  const [w, h] = [Math.ceil(width / COARSE), Math.ceil(height / COARSE)];
  const sums = channels.map(() => plane(w, h));
  const counts = plane(w, h);
  return {
    sums,
    counts,
    add(pixels) {
      for (const i of pixels) {
        const at = Math.floor(Math.floor(i / width) / COARSE) * w + Math.floor((i % width) / COARSE);
        counts.data[at]!++;
        for (let c = 0; c < channels.length; c++) sums[c]!.data[at]! += channels[c]!.data[i]!;
      }
    },
  };
}

/** The table's colour around every place, from what is known of the table there. */
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

/** How far pixels of the table are from its field, one deviation by channel. */
function spreadOf(
  channels: readonly Plane[],
  table: Uint8Array,
  field: Field,
  width: number,
  height: number,
): number[] {
  const stride = Math.max(1, Math.floor((width * height) / SAMPLES)) | 1;
  return channels.map(({ data }, c) => {
    const offs: number[] = [];
    for (let i = 0; i < width * height; i += stride) {
      if (!table[i]) continue;
      const at = Math.floor(Math.floor(i / width) / COARSE) * field.width + Math.floor((i % width) / COARSE);
      const off = Math.abs(data[i]! - field.colour[c]!.data[at]!);
      if (!Number.isNaN(off)) offs.push(off);
    }
    return Math.min(c === 0 ? 7 : 5, Math.max(c === 0 ? 1.6 : 1.2, 1.48 * median(offs)));
  });
}

/**
 * Takes in what touches the table and looks like it. `fresh`: pixels of the table that nothing has grown from yet;
 * `beside`: those that touched it last time and did not look like it.
 */
function grow(
  channels: readonly Plane[],
  table: Uint8Array,
  field: Field,
  spread: readonly number[],
  width: number,
  height: number,
  fresh: Int32Array,
  beside: Int32Array,
): { taken: Int32Array<ArrayBuffer>; beside: Int32Array<ArrayBuffer> } {
  const [l, a, b] = channels as [Plane, Plane, Plane];
  const [fl, fa, fb] = field.colour as [Plane, Plane, Plane];
  const [sl, sa, sb] = spread as [number, number, number];
  const like = (i: number, x: number, y: number): boolean => {
    const at = Math.floor(y / COARSE) * field.width + Math.floor(x / COARSE);
    const [ml, ma, mb] = [fl.data[at]!, fa.data[at]!, fb.data[at]!];
    if (Number.isNaN(ml)) return false;
    // brightness: beyond the table's own texture it may differ as light does
    const ratio = l.data[i]! / ml - 1;
    const scale = Math.hypot(sl / ml, ratio < 0 ? DARKER : BRIGHTER);
    const k = 1 + ratio;
    const [da, db] = [(a.data[i]! - k * ma) / sa, (b.data[i]! - k * mb) / sb];
    return (ratio / scale) ** 2 + da * da + db * db < FAR * FAR;
  };
  const queue = new Int32Array(width * height);
  const refused = new Uint8Array(width * height);
  const left: number[] = [];
  let last = 0;
  const take = (i: number, x: number, y: number): void => {
    if (table[i] || refused[i]) return;
    if (like(i, x, y)) {
      table[i] = 1;
      queue[last++] = i;
    } else {
      refused[i] = 1;
      left.push(i);
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
  fresh.forEach(around);
  for (const i of beside) take(i, i % width, Math.floor(i / width));
  for (let first = 0; first < last; first++) around(queue[first]!);
  return { taken: queue.slice(0, last), beside: Int32Array.from(left) };
}

/** The table's colour over the whole picture: also under the tiles, from what lies around them. */
export interface Table {
  /** linear light of red, green and blue; coarse: `width` of them across the picture */
  readonly colour: readonly [Plane, Plane, Plane];
  /** how bright it is, against its mean: what the light does to whatever lies there */
  readonly light: Plane;
}

/** `things`: see `thingsOn`; `tile`: the side of a tile, in pixels. */
export function tableOf(picture: Picture, things: Uint8Array, tile: number): Table {
  const { width, height, data } = picture;
  const grain = Math.max(1, Math.round(tile / 24));
  const [w, h] = [Math.ceil(width / grain), Math.ceil(height / grain)];
  const sums = [plane(w, h), plane(w, h), plane(w, h)] as const;
  const counts = plane(w, h);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (things[i]) continue;
      const at = Math.floor(y / grain) * w + Math.floor(x / grain);
      for (let c = 0; c < 3; c++) sums[c]!.data[at]! += linear[data[4 * i + c]!]!;
      counts.data[at]!++;
    }
  }
  // near first, and where nothing of the table is near, from farther and farther away
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
  for (let i = 0; i < w * h; i++) light.data[i] = mean > 1e-4 ? Math.max(0.08, light.data[i]! / mean) : 1;
  return { colour: field, light };
}

export function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}
