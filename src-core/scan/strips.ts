/** Describes the picture at an edge of a tile by numbers that can be compared. */
import type { Face } from './face.ts';
import { median } from './ground.ts';
import { blurred, toLab, type Lab } from './picture.ts';

/** A strip is a grid of samples. Rows run along the edge, and are numbered from the edge inwards. */
const ROW_SAMPLES = 48;
const ROWS = 20;
const STRIP_SAMPLES = ROW_SAMPLES * ROWS;
/** Distance between samples, as a fraction of a tile's side */
const SAMPLE_SPACING = 1 / ROW_SAMPLES;
/**
 * Distance of the first row from the border, as a fraction of a tile's side. If the row were closer, its samples might
 * show the table.
 */
const FIRST_ROW_DEPTH = 0.022;
/**
 * Depth at which the halves of a picture are compared, as a fraction of a tile's side. It is as close to the border as
 * possible.
 */
const BORDER_DEPTH = 0.018;

/**
 * The picture at one edge: samples in the wedge from the edge to the centre of the tile. Row 0 is nearest the edge,
 * and rows run clockwise around the tile.
 */
export interface Strip {
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** L*, a* and b* of the samples along the border */
  readonly border: Float32Array;
}

/** Weight of each sample of a strip; 0 outside the wedge between the tile's diagonals. */
export const weights: Float32Array = Float32Array.from({ length: STRIP_SAMPLES }, (_, i) => {
  const x = ((i % ROW_SAMPLES) + 0.5) * SAMPLE_SPACING;
  const depth = FIRST_ROW_DEPTH + (Math.floor(i / ROW_SAMPLES) + 0.5) * SAMPLE_SPACING;
  const inside = Math.min(x, 1 - x) - depth;
  return Math.max(0, Math.min(1, (inside - 0.005) / 0.05));
});

/**
 * For each row: the first sample inside the wedge, and the one after the last. All samples in between have a weight.
 */
const wedge = Array.from({ length: ROWS }, (_, row): readonly [number, number] => {
  const inside = weights.subarray(row * ROW_SAMPLES, (row + 1) * ROW_SAMPLES);
  return [inside.findIndex((weight) => weight > 0), inside.findLastIndex((weight) => weight > 0) + 1];
});

/** Returns the strips of a face, clockwise from its top side. */
export function stripsOf(face: Face): Strip[] {
  const channels = labOf(face);
  return [0, 1, 2, 3].map((side) => stripOf(channels, face.size, side));
}

function labOf({ size, data }: Face): Lab {
  const lab = toLab(size, size, (pixel, channel) => Math.min(1.2, data[3 * pixel + channel]!));
  // Blurring reduces the effect of noise and of shifts by a pixel.
  const radius = Math.max(1, Math.round((0.8 * size) / ROW_SAMPLES / 2));
  return lab.map((each) => blurred(each, radius, 2)) as unknown as Lab;
}

function stripOf([l, a, b]: Lab, size: number, side: number): Strip {
  const strip = {
    l: new Float32Array(STRIP_SAMPLES),
    a: new Float32Array(STRIP_SAMPLES),
    b: new Float32Array(STRIP_SAMPLES),
    border: new Float32Array(3 * ROW_SAMPLES),
  };
  const pixel = (along: number, depth: number): number => {
    const [u, v] = [
      [along, depth],
      [1 - depth, along],
      [1 - along, 1 - depth],
      [depth, 1 - along],
    ][side]!;
    return Math.min(size - 1, Math.floor(v! * size)) * size + Math.min(size - 1, Math.floor(u! * size));
  };
  for (let i = 0; i < ROW_SAMPLES; i++) {
    const at = pixel((i + 0.5) * SAMPLE_SPACING, BORDER_DEPTH);
    strip.border.set([l.data[at]!, a.data[at]!, b.data[at]!], 3 * i);
  }
  for (let row = 0; row < ROWS; row++) {
    const depth = FIRST_ROW_DEPTH + (row + 0.5) * SAMPLE_SPACING;
    for (let i = 0; i < ROW_SAMPLES; i++) {
      const at = pixel((i + 0.5) * SAMPLE_SPACING, depth);
      const to = row * ROW_SAMPLES + i;
      strip.l[to] = l.data[at]!;
      strip.a[to] = a.data[at]!;
      strip.b[to] = b.data[at]!;
    }
  }
  return strip;
}

/** Assumed fraction of a strip that is darker than its paper */
const PAPER_QUANTILE = 0.8;
/** Maximum factor by which a strip is lightened or darkened, enough to undo a deep shadow */
const MAX_LIGHT_GAIN = 1.4;

/**
 * Lightens or darkens strips so that their paper is equally bright, in case some tiles are in shadow. Use it only if
 * all edges show some of the same background.
 */
export function withEvenLight(strips: readonly Strip[]): Strip[] {
  const papers = strips.map(({ l }) => {
    const inner = l.filter((_, i) => weights[i]! > 0.5).sort();
    return inner[Math.floor(PAPER_QUANTILE * inner.length)]! + L_STAR_OFFSET;
  });
  const usual = median(papers);
  return strips.map((strip, i) =>
    relit(strip, Math.max(1 / MAX_LIGHT_GAIN, Math.min(MAX_LIGHT_GAIN, usual / papers[i]!))),
  );
}

/** The constant 16 in `L* = 116 ∛Y - 16`. In less light, `L* + 16`, `a*` and `b*` shrink by the same factor. */
const L_STAR_OFFSET = 16;

function relit({ l, a, b, border }: Strip, by: number): Strip {
  const light = (value: number): number => by * (value + L_STAR_OFFSET) - L_STAR_OFFSET;
  const colour = (value: number): number => by * value;
  return {
    l: l.map(light),
    a: a.map(colour),
    b: b.map(colour),
    // Keep the border as it is. The two halves of a picture can show different amounts of paper and so get different
    // factors, which would make their borders differ.
    border,
  };
}

/** Maximum shifts, in samples. Strips are shifted when they are compared, because outlines are never exact. */
const MAX_SHIFT_ALONG = 3;
const MAX_SHIFT_INWARDS = 3;
/**
 * Try small shifts first, because they often match best. Once there is a good match, comparisons of worse shifts end
 * early.
 */
const shifts: readonly (readonly [shift: number, down: number])[] = Array.from(
  { length: (2 * MAX_SHIFT_ALONG + 1) * (2 * MAX_SHIFT_INWARDS + 1) },
  (_, i) =>
    [
      (i % (2 * MAX_SHIFT_ALONG + 1)) - MAX_SHIFT_ALONG,
      Math.floor(i / (2 * MAX_SHIFT_ALONG + 1)) - MAX_SHIFT_INWARDS,
    ] as const,
).sort(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d));
/** Maximum mean difference in L* that is attributed to different light */
const MAX_LIGHT_DIFFERENCE = 7;

/**
 * Returns the smallest distance between two strips over all shifts: a root mean square in L*a*b*. A distance of 2 is
 * just visible; black and white differ by 100.
 */
export function difference(one: Strip, other: Strip): number {
  let least = Infinity;
  for (const [shift, down] of shifts) least = Math.min(least, shifted(one, other, shift, down, least));
  return Math.sqrt(least);
}

function shifted(one: Strip, other: Strip, shift: number, down: number, enough: number): number {
  const { l, a, b } = one;
  const { l: otherL, a: otherA, b: otherB } = other;
  let sum = 0;
  let light = 0;
  let colour = 0;
  let squares = 0;
  const limit = enough * totalWeight(shift, down);
  const away = down * ROW_SAMPLES + shift;
  for (let row = Math.max(0, -down); row < Math.min(ROWS, ROWS - down); row++) {
    const begin = row * ROW_SAMPLES;
    const end = begin + Math.min(wedge[row]![1], ROW_SAMPLES - shift);
    for (let at = begin + Math.max(wedge[row]![0], -shift); at < end; at++) {
      const weight = weights[at]!;
      const to = at + away;
      const dl = l[at]! - otherL[to]!;
      const da = a[at]! - otherA[to]!;
      const db = b[at]! - otherB[to]!;
      sum += weight;
      light += weight * dl;
      squares += weight * dl * dl;
      colour += weight * (da * da + db * db);
    }
    // The left side of this comparison is the sum over the rows so far, with the best possible light correction. More
    // rows can only increase it.
    if (colour + squares - (light * light) / sum > limit) return Infinity;
  }
  if (sum === 0) return Infinity;
  const mean = light / sum;
  const gone = Math.sign(mean) * Math.min(MAX_LIGHT_DIFFERENCE, Math.abs(mean));
  return (squares - 2 * gone * light + gone * gone * sum + colour) / sum;
}

const totals = new Map<number, number>();
function totalWeight(shift: number, down: number): number {
  const key = shift * 100 + down;
  let sum = totals.get(key);
  if (sum === undefined) {
    sum = 0;
    for (let row = Math.max(0, -down); row < Math.min(ROWS, ROWS - down); row++) {
      for (let i = Math.max(row, -shift); i < Math.min(ROW_SAMPLES - row, ROW_SAMPLES - shift); i++)
        sum += weights[row * ROW_SAMPLES + i]!;
    }
    totals.set(key, sum);
  }
  return sum;
}

/** Returns the mean of two strips, where `n` and `m` are the weights. */
export function weighted(one: Strip, n: number, other: Strip, m: number): Strip {
  const mean = (a: Float32Array, b: Float32Array): Float32Array =>
    a.map((value, i) => (n * value + m * b[i]!) / (n + m));
  return {
    l: mean(one.l, other.l),
    a: mean(one.a, other.a),
    b: mean(one.b, other.b),
    border: mean(one.border, other.border),
  };
}

/** Returns the mean of several strips, which has less noise and shadow. */
export function meanStrip(strips: readonly Strip[]): Strip {
  const mean = {
    l: new Float32Array(STRIP_SAMPLES),
    a: new Float32Array(STRIP_SAMPLES),
    b: new Float32Array(STRIP_SAMPLES),
    border: new Float32Array(3 * ROW_SAMPLES),
  };
  for (const strip of strips) {
    strip.border.forEach((value, i) => {
      mean.border[i]! += value / strips.length;
    });
    for (let i = 0; i < STRIP_SAMPLES; i++) {
      mean.l[i]! += strip.l[i]! / strips.length;
      mean.a[i]! += strip.a[i]! / strips.length;
      mean.b[i]! += strip.b[i]! / strips.length;
    }
  }
  return mean;
}

/**
 * Returns how badly the picture of one strip continues in another strip placed against it: the root mean square
 * difference of their borders, in L*a*b*. A sample may match a neighbour up to two positions away, at a penalty.
 */
export function discontinuity(one: Strip, other: Strip): number {
  let [sum, count, light] = [0, 0, 0];
  const near = ({ border }: Strip, channel: 0 | 1 | 2, i: number): number => border[3 * i + channel]!;
  const margin = 4;
  for (let i = margin; i < ROW_SAMPLES - margin; i++)
    light += near(one, 0, i) - near(other, 0, ROW_SAMPLES - 1 - i);
  light /= ROW_SAMPLES - 2 * margin;
  light = Math.sign(light) * Math.min(MAX_LIGHT_DIFFERENCE / 2, Math.abs(light));
  for (let i = margin; i < ROW_SAMPLES - margin; i++) {
    const [l, a, b] = [near(one, 0, i) - light, near(one, 1, i), near(one, 2, i)];
    let least = Infinity;
    for (let play = -2; play <= 2; play++) {
      const j = ROW_SAMPLES - 1 - i + play;
      const far = (l - near(other, 0, j)) ** 2 + (a - near(other, 1, j)) ** 2 + (b - near(other, 2, j)) ** 2;
      least = Math.min(least, far + 4 * play * play);
    }
    sum += least;
    count++;
  }
  return Math.sqrt(sum / count);
}
