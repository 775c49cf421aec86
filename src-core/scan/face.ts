/** Rectifies tiles: computes pictures of them as seen from straight above, in even light. */
import { applied, toQuad, type Homography, type Quad } from './homography.ts';
import { median } from './ground.ts';
import { linear, srgb, type Picture, type Plane } from './picture.ts';

/** Width and height of a face, in pixels. Photos of tiles are stored at this size. */
const FACE_PIXELS = 192;

/**
 * A tile as seen from straight above: linear red, green and blue of each pixel, in row-major order. The face is `size`
 * pixels wide and high.
 */
export interface Face {
  readonly size: number;
  readonly data: Float32Array;
}

/**
 * Returns the tile within `corners` as `size` × `size` pixels, or null if the last three corners are on one line.
 * `light` is the relative brightness of the table. Unless it is null, divides the picture by it.
 */
export function faceOf(
  picture: Picture,
  corners: Quad,
  light: Plane | null,
  size = FACE_PIXELS,
): Face | null {
  const map = toQuad(corners);
  if (!map) return null;
  const { width, height } = picture;
  const side = Math.max(
    ...corners.map(([x, y], i) => Math.hypot(x - corners[(i + 1) % 4]![0], y - corners[(i + 1) % 4]![1])),
  );
  const fine = Math.max(1, Math.min(6, Math.round(side / size / 1.5)));
  const grid: Grid = { size, fine };
  const face = new Float32Array(size * size * 3);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let gain = 1 / (fine * fine);
      if (light) {
        const [x, y] = applied(map, (column + 0.5) / size, (row + 0.5) / size);
        gain /= between(light, (x / width) * light.width - 0.5, (y / height) * light.height - 0.5);
      }
      const at = (row * size + column) * 3;
      addSamples(picture, map, grid, column, row, face);
      for (let c = 0; c < 3; c++) face[at + c]! *= gain;
    }
  }
  return { size, data: face };
}

interface Grid {
  readonly size: number;
  /** number of samples per side of a pixel */
  readonly fine: number;
}

/** Sums samples within a pixel of a face. This runs millions of times, so it allocates no arrays. */
function addSamples(
  { width, height, data }: Picture,
  [m0, m1, m2, m3, m4, m5, m6, m7]: Homography,
  { size, fine }: Grid,
  column: number,
  row: number,
  face: Float32Array,
): void {
  const [left, top] = [column * fine, row * fine];
  const step = 1 / (size * fine);
  const to = (row * size + column) * 3;
  const [right, below] = [width > 1 ? 4 : 0, height > 1 ? 4 * width : 0];
  const [maxX, maxY] = [Math.max(0, width - 1.001), Math.max(0, height - 1.001)];
  for (let j = 0; j < fine; j++) {
    for (let i = 0; i < fine; i++) {
      const u = (left + i + 0.5) * step;
      const v = (top + j + 0.5) * step;
      const away = 1 / (m6 * u + m7 * v + 1);
      const x = Math.max(0, Math.min(maxX, (m0 * u + m1 * v + m2) * away - 0.5));
      const y = Math.max(0, Math.min(maxY, (m3 * u + m4 * v + m5) * away - 0.5));
      const first = Math.floor(x);
      const upper = Math.floor(y);
      const at = (upper * width + first) * 4;
      const w10 = (x - first) * (upper + 1 - y);
      const w01 = (first + 1 - x) * (y - upper);
      const w11 = (x - first) * (y - upper);
      const w00 = 1 - w10 - w01 - w11;
      for (let c = 0; c < 3; c++) {
        face[to + c]! +=
          w00 * linear[data[at + c]!]! +
          w10 * linear[data[at + right + c]!]! +
          w01 * linear[data[at + below + c]!]! +
          w11 * linear[data[at + right + below + c]!]!;
      }
    }
  }
}

function between({ width, height, data }: Plane, x: number, y: number): number {
  const px = Math.max(0, Math.min(width - 1, x));
  const py = Math.max(0, Math.min(height - 1, y));
  const left = Math.floor(px);
  const upper = Math.floor(py);
  const right = Math.min(width - 1, left + 1);
  const lower = Math.min(height - 1, upper + 1);
  const sx = px - left;
  const sy = py - upper;
  const above = data[upper * width + left]! * (1 - sx) + data[upper * width + right]! * sx;
  const under = data[lower * width + left]! * (1 - sx) + data[lower * width + right]! * sx;
  return above * (1 - sy) + under * sy;
}

/** Brightens the faces from one photograph by a common factor, so that their brightest parts are nearly white. */
export function exposed(faces: readonly Face[]): Face[] {
  const bright = faces
    .flatMap(({ size, data }) =>
      Array.from({ length: Math.floor((size * size) / 29) }, (_, i) => {
        const at = 87 * i;
        return 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
      }),
    )
    .sort((a, b) => a - b);
  const top = bright[Math.floor(0.96 * bright.length)] ?? 0;
  if (top <= 0) return [...faces];
  const gain = 0.86 / top;
  return faces.map(({ size, data }) => ({ size, data: data.map((light) => light * gain) }));
}

/** Assumed fraction of a tile that is darker than its paper */
const PAPER_QUANTILE = 0.8;
/**
 * Maximum factor by which a tile is lightened or darkened. Greater differences come from the drawings, not the light.
 */
const MAX_LIGHT_GAIN = 1.4;

/**
 * Returns faces in which light that differs from tile to tile is evened out, so that the background has the same colour
 * on all tiles. Use this only for tiles that really have the same background.
 */
export function balanced(faces: readonly Face[]): Face[] {
  const papers = faces.map(({ data }) => [0, 1, 2].map((channel) => paperOf(data, channel)));
  const usual = [0, 1, 2].map((channel) => median(papers.map((paper) => paper[channel]!)));
  return faces.map(({ size, data }, i) => {
    const gains = usual.map((light, channel) =>
      Math.max(1 / MAX_LIGHT_GAIN, Math.min(MAX_LIGHT_GAIN, light / Math.max(1e-6, papers[i]![channel]!))),
    );
    return { size, data: data.map((light, at) => light * gains[at % 3]!) };
  });
}

function paperOf(data: Float32Array, channel: number): number {
  const some: number[] = [];
  for (let at = channel; at < data.length; at += 51) some.push(data[at]!);
  return some.sort((a, b) => a - b)[Math.floor(PAPER_QUANTILE * some.length)]!;
}

/** Returns a face as an 8-bit sRGB picture. */
export function pictureOf({ size, data }: Face): Picture {
  const pixels = new Uint8ClampedArray(size * size * 4);
  for (let i = 0; i < size * size; i++) {
    for (let c = 0; c < 3; c++) pixels[4 * i + c] = srgb(data[3 * i + c]!);
    pixels[4 * i + 3] = 255;
  }
  return { width: size, height: size, data: pixels };
}
