/** Pictures as plain arrays, without the DOM. */

/** An 8-bit sRGB picture with alpha, in row-major order, like `ImageData`. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** A point in a picture, in pixels: x to the right, y down. The first pixel's centre is (0.5, 0.5). */
export type Point = readonly [x: number, y: number];

/** One number per pixel, in row-major order. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export const plane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** Linear light, 0 to 1, for each 8-bit sRGB value (IEC 61966-2-1). */
export const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const SRGB_TABLE_STEPS = 4096;
const encoded = Uint8Array.from({ length: SRGB_TABLE_STEPS + 1 }, (_, i) => {
  const light = i / SRGB_TABLE_STEPS;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
/** Returns the 8-bit sRGB value of linear light from 0 to 1. */
export const srgb = (light: number): number =>
  encoded[Math.max(0, Math.min(SRGB_TABLE_STEPS, Math.round(light * SRGB_TABLE_STEPS)))]!;

/**
 * Shrinks a picture by averaging square blocks, so that its longer side has at most `longest` pixels. `scale` is the
 * number of new pixels per old pixel.
 */
export function shrunk(picture: Picture, longest: number): { picture: Picture; scale: number } {
  const block = Math.ceil(Math.max(picture.width, picture.height) / longest);
  if (block <= 1) return { picture, scale: 1 };
  const width = Math.floor(picture.width / block);
  const height = Math.floor(picture.height / block);
  const source = picture.data;
  const data = new Uint8ClampedArray(width * height * 4);
  const sums = new Int32Array(width * 3);
  const share = 1 / (block * block);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let dy = 0; dy < block; dy++) {
      let from = (y * block + dy) * picture.width * 4;
      for (let to = 0; to < 3 * width; to += 3) {
        let r = 0;
        let g = 0;
        let b = 0;
        for (const end = from + 4 * block; from < end; from += 4) {
          r += source[from]!;
          g += source[from + 1]!;
          b += source[from + 2]!;
        }
        sums[to]! += r;
        sums[to + 1]! += g;
        sums[to + 2]! += b;
      }
    }
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) data[to + channel] = sums[3 * x + channel]! * share;
      data[to + 3] = 255;
    }
  }
  return { picture: { width, height, data }, scale: 1 / block };
}

/** Returns the picture upright. `orientation` is its Exif orientation, 1 to 8. */
export function turned(picture: Picture, orientation: number): Picture {
  if (!(orientation > 1 && orientation <= 8)) return picture;
  const { width, height } = picture;
  const [w, h] = orientation >= 5 ? [height, width] : [width, height];
  const from = new Uint32Array(picture.data.slice().buffer);
  const to = new Uint32Array(w * h);
  const [right, below] = [width - 1, height - 1];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [sx, sy] = [
        [right - x, y],
        [right - x, below - y],
        [x, below - y],
        [y, x],
        [y, below - x],
        [right - y, below - x],
        [right - y, x],
      ][orientation - 2] as [number, number];
      to[y * w + x] = from[sy * width + sx]!;
    }
  }
  return { width: w, height: h, data: new Uint8Array(to.buffer) };
}

/**
 * Applies `times` box blurs of side `2 * radius + 1`. Three are close to a Gaussian of standard deviation `radius +
 * 0.5`.
 */
export function blurred(source: Plane, radius: number, times = 3): Plane {
  const { width, height } = source;
  const between = plane(width, height);
  const out = plane(width, height);
  for (let i = 0; i < times; i++) {
    boxAlong(i === 0 ? source : out, radius, between);
    boxDown(between, radius, out);
  }
  return out;
}

function boxAlong({ width, height, data }: Plane, radius: number, { data: out }: Plane): void {
  const first = Math.min(radius, width);
  const shares = Float64Array.from({ length: width }, (_, x) => shareOf(x, radius, width));
  for (let start = 0; start < width * height; start += width) {
    let sum = 0;
    for (let x = 0; x < first; x++) sum += data[start + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += data[start + x + radius]!;
      if (x > radius) sum -= data[start + x - radius - 1]!;
      out[start + x] = sum * shares[x]!;
    }
  }
}

/**
 * Returns the weight of each pixel in the box that a blur averages. Near the picture's border, the box contains fewer
 * pixels, so each has a larger weight.
 */
const shareOf = (at: number, radius: number, length: number): number =>
  1 / (Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1);

/** Blurs all columns at once, so that memory is read sequentially. */
function boxDown({ width, height, data }: Plane, radius: number, { data: out }: Plane): void {
  const sums = new Float64Array(width);
  const first = Math.min(radius, height);
  for (let i = 0; i < first * width; i++) sums[i % width]! += data[i]!;
  for (let y = 0; y < height; y++) {
    const [enters, leaves] = [y + radius < height, y > radius];
    const share = shareOf(y, radius, height);
    const at = y * width;
    const next = at + radius * width;
    const last = at - (radius + 1) * width;
    for (let x = 0; x < width; x++) {
      if (enters) sums[x]! += data[next + x]!;
      if (leaves) sums[x]! -= data[last + x]!;
      out[at + x] = sums[x]! * share;
    }
  }
}

/**
 * Converts to CIE 1976 L*a*b* with the white point D65. `lightOf` returns the linear light (0 to 1) of one channel of
 * a pixel.
 */
export function toLab(
  width: number,
  height: number,
  lightOf: (pixel: number, channel: number) => number,
): Lab {
  const lab: Lab = [plane(width, height), plane(width, height), plane(width, height)];
  for (let i = 0; i < width * height; i++) {
    const r = lightOf(i, 0);
    const g = lightOf(i, 1);
    const b = lightOf(i, 2);
    const x = labRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = labRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = labRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    lab[0].data[i] = 116 * y - 16;
    lab[1].data[i] = 500 * (x - y);
    lab[2].data[i] = 200 * (y - z);
  }
  return lab;
}
export type Lab = readonly [l: Plane, a: Plane, b: Plane];
/** Number of entries of the lookup table per unit of light. With interpolation, the error is below 0.01 in L*a*b*. */
const ROOT_STEPS_PER_UNIT = 4096;
const MAX_ROOT_ARGUMENT = 1.25;
const roots = Float32Array.from({ length: MAX_ROOT_ARGUMENT * ROOT_STEPS_PER_UNIT + 2 }, (_, i) => {
  const t = i / ROOT_STEPS_PER_UNIT;
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
});
function labRoot(t: number): number {
  const at = Math.min(MAX_ROOT_ARGUMENT, t) * ROOT_STEPS_PER_UNIT;
  const low = Math.floor(at);
  return roots[low]! + (at - low) * (roots[low + 1]! - roots[low]!);
}
