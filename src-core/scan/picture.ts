/** A picture as plain numbers, and the few things that are done with whole pictures. No DOM. */

/** 8-bit sRGB with opacity, row by row: what a canvas gives (`ImageData` is one). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** x to the right, y down, in pixels; the middle of the first pixel is (0.5, 0.5). */
export type Point = readonly [x: number, y: number];

/** Numbers in rows: one channel, a mask, a distance. */
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

/** Linear light 0..1 of an 8-bit sRGB value (IEC 61966-2-1). */
export const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const ENCODED = 4096;
const encoded = Uint8Array.from({ length: ENCODED + 1 }, (_, i) => {
  const light = i / ENCODED;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
/** The 8-bit sRGB value of linear light; what is brighter than white is white. */
export const srgb = (light: number): number =>
  encoded[Math.max(0, Math.min(ENCODED, Math.round(light * ENCODED)))]!;

/** Smaller so that its longer side has at most `longest` pixels: means of whole blocks. `scale`: its pixels a pixel of the original. */
export function shrunk(picture: Picture, longest: number): { picture: Picture; scale: number } {
  const block = Math.ceil(Math.max(picture.width, picture.height) / longest);
  if (block <= 1) return { picture, scale: 1 };
  const width = Math.floor(picture.width / block);
  const height = Math.floor(picture.height / block);
  const data = new Uint8ClampedArray(width * height * 4);
  const sums = new Float64Array(width * 3);
  const area = block * block;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let dy = 0; dy < block; dy++) {
      let from = (y * block + dy) * picture.width * 4;
      for (let x = 0; x < width; x++) {
        let [r, g, b] = [0, 0, 0];
        for (let dx = 0; dx < block; dx++, from += 4) {
          r += picture.data[from]!;
          g += picture.data[from + 1]!;
          b += picture.data[from + 2]!;
        }
        sums[3 * x]! += r;
        sums[3 * x + 1]! += g;
        sums[3 * x + 2]! += b;
      }
    }
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) data[to + channel] = sums[3 * x + channel]! / area;
      data[to + 3] = 255;
    }
  }
  return { picture: { width, height, data }, scale: 1 / block };
}

/** Means of boxes of side 2 · radius + 1, three times over: close to a Gaussian of deviation radius + 0.5. Beyond the rim nothing counts. */
export function blurred(source: Plane, radius: number, times = 3): Plane {
  let from = source;
  for (let i = 0; i < times; i++) from = boxedDown(boxedAlong(from, radius), radius);
  return from;
}

function boxedAlong({ width, height, data }: Plane, radius: number): Plane {
  const out = plane(width, height);
  const first = Math.min(radius, width);
  for (let start = 0; start < width * height; start += width) {
    let [sum, count] = [0, first];
    for (let x = 0; x < first; x++) sum += data[start + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += data[start + x + radius]!;
        count++;
      }
      if (x > radius) {
        sum -= data[start + x - radius - 1]!;
        count--;
      }
      out.data[start + x] = sum / count;
    }
  }
  return out;
}

/** All columns at once, so that memory is read in its order. */
function boxedDown({ width, height, data }: Plane, radius: number): Plane {
  const out = plane(width, height);
  const sums = new Float64Array(width);
  const add = (y: number, sign: number): void => {
    for (let x = 0; x < width; x++) sums[x]! += sign * data[y * width + x]!;
  };
  let count = Math.min(radius, height);
  for (let y = 0; y < count; y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) {
      add(y + radius, 1);
      count++;
    }
    if (y > radius) {
      add(y - radius - 1, -1);
      count--;
    }
    for (let x = 0; x < width; x++) out.data[y * width + x] = sums[x]! / count;
  }
  return out;
}

/** Lightness and two colour differences, as the eye parts them (CIE 1976 L*a*b*, white D65). Light is linear, 0..1. */
export function toLab(r: number, g: number, b: number): [number, number, number] {
  const x = labRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = labRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = labRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const labRoot = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** L*, a* and b* of a picture, each as a plane. */
export function labOf({ width, height, data }: Picture): [Plane, Plane, Plane] {
  const planes: [Plane, Plane, Plane] = [plane(width, height), plane(width, height), plane(width, height)];
  for (let i = 0; i < width * height; i++) {
    const [l, a, b] = toLab(linear[data[4 * i]!]!, linear[data[4 * i + 1]!]!, linear[data[4 * i + 2]!]!);
    planes[0].data[i] = l;
    planes[1].data[i] = a;
    planes[2].data[i] = b;
  }
  return planes;
}
