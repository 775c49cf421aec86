/**
 * Creates variants of a photograph, as if somebody else had taken it: rotated, from one side, in different light, or
 * compressed.
 */
import jpeg from 'jpeg-js';
import { random } from '../../src-core/random.ts';
import { applied, isWithin, toQuad, type Homography, type Quad } from '../../src-core/scan/homography.ts';
import { blurred, linear, srgb, type Picture, type Point } from '../../src-core/scan/picture.ts';

interface Outlined {
  readonly picture: Picture;
  readonly corners: readonly (readonly Point[])[];
}

type Variant = (original: Outlined) => Outlined;

export const variants: Readonly<Record<string, Variant>> = {
  'as it is': (original) => original,
  'turned by 3°': turnedBy(3),
  'turned by 10°': turnedBy(10),
  'turned by 45°': turnedBy(45),
  'turned by 90°': turnedBy(90),
  'scaled to 60 %': scaledBy(0.6),
  'scaled to 150 %': scaledBy(1.5),
  'from the left': aslant(1),
  'from the right': aslant(-1),
  mirrored: (original) => warped(original, ([x, y]) => [-x, y], [-1, 0, 0, 0, 1, 0, 0, 0]),
  cropped: (original) => warped(original, ([x, y]) => [x, y], [1, 0, 0, 0, 1, 0, 0, 0], 0.15),
  'JPEG quality 40': (original) => ({ ...original, picture: compressed(original.picture, 40) }),
  'darker by a third': lit(2 / 3, 2 / 3, 2 / 3),
  'brighter by a third': lit(4 / 3, 4 / 3, 4 / 3),
  'warm light': lit(1.12, 1, 0.85),
  'cold light': lit(0.88, 1, 1.12),
  'light from the left': shaded(1),
  'light from the right': shaded(-1),
  'pale tones': toned(0.7),
  'deep tones': toned(1.4),
  blurred: ({ picture, corners }) => ({ picture: outOfFocus(picture), corners }),
};

function turnedBy(degrees: number): Variant {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (original) =>
    warped(original, ([x, y]) => [x * cos - y * sin, x * sin + y * cos], [cos, sin, 0, -sin, cos, 0, 0, 0]);
}

function scaledBy(by: number): Variant {
  return (original) =>
    warped(original, ([x, y]) => [x * by, y * by], [1 / by, 0, 0, 0, 1 / by, 0, 0, 0], Infinity);
}

/** Returns a variant that looks as if it had been taken from one side. `from`: 1 for the left, -1 for the right. */
function aslant(from: 1 | -1): Variant {
  return (original) => {
    const { width, height } = original.picture;
    const short = 0.12 * height;
    const [left, right] = from > 0 ? [0, short] : [short, 0];
    const quad: Quad = [
      [0, left],
      [0.9 * width, right],
      [0.9 * width, height - right],
      [0, height - left],
    ];
    const there = toQuad(quad)!;
    const back = inverted(there);
    return warped(original, ([x, y]) => applied(there, x / width, y / height), [
      width * back[0],
      width * back[1],
      width * back[2],
      height * back[3],
      height * back[4],
      height * back[5],
      back[6],
      back[7],
    ]);
  };
}

function inverted([a, b, c, d, e, f, g, h]: Homography): Homography {
  const w = a * e - b * d;
  const m = [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
  ];
  return m.map((each) => each / w) as unknown as Homography;
}

/** Returns a variant with the linear light of red, green and blue multiplied by these factors. */
function lit(...gains: readonly [number, number, number]): Variant {
  const tones = gains.map((gain) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(srgb(Math.min(1, gain * linear[value]!)))),
  );
  return ({ picture, corners }) => {
    const data = Uint8ClampedArray.from(picture.data, (value, i) => tones[i % 4]?.[value] ?? value);
    return { picture: { ...picture, data }, corners };
  };
}

/** Light that falls off to half across the picture. `from`: 1 for light from the left, -1 for light from the right. */
function shaded(from: 1 | -1): Variant {
  return ({ picture: { width, height, data }, corners }) => {
    const lights = Float32Array.from({ length: width }, (_, x) => 1 - 0.5 * (from > 0 ? x : width - x) / width); // oxfmt-ignore
    const shade = (value: number, i: number): number =>
      i % 4 === 3 ? value : srgb(lights[(i >> 2) % width]! * linear[value]!);
    return { picture: { width, height, data: Uint8ClampedArray.from(data, shade) }, corners };
  };
}

/** Changes the tones between black and white. A `gamma` below 1 makes them lighter. */
function toned(gamma: number): Variant {
  const tones = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** gamma));
  return ({ picture, corners }) => {
    const data = Uint8ClampedArray.from(picture.data, (value, i) => (i % 4 === 3 ? value : tones[value]!));
    return { picture: { ...picture, data }, corners };
  };
}

/** Radius of the blur, as a fraction of the picture's longer side. */
const BLUR = 1 / 450;

function outOfFocus({ width, height, data }: Picture): Picture {
  const radius = Math.max(1, Math.round(BLUR * Math.max(width, height)));
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(width * height).map((_, i) => data[4 * i + channel]!);
    return blurred({ width, height, data: plane }, radius, 2).data;
  });
  const result = Uint8ClampedArray.from(data, (value, i) => planes[i % 4]?.[i >> 2] ?? value);
  return { width, height, data: result };
}

function compressed({ width, height, data }: Picture, quality: number): Picture {
  const file = jpeg.encode({ width, height, data }, quality).data;
  return jpeg.decode(file, { useTArray: true, maxMemoryUsageInMB: 2048 });
}

/**
 * Warps a picture. `there` maps a point of the picture to the warped picture, and `back` is its inverse. Keeps a
 * margin around the tiles. `margin` is its width, measured in sides of a tile, or `Infinity` for the whole picture.
 * Beyond the picture's border, the table continues as a mirror image of the margin or, if the margin is narrow, as
 * patches of bare table.
 */
function warped(
  { picture, corners }: Outlined,
  there: (point: Point) => Point,
  back: Homography,
  margin = 0.4,
): Outlined {
  const { width, height } = picture;
  const all = corners.flat();
  const side = Math.hypot(all[0]![0] - all[1]![0], all[0]![1] - all[1]![1]);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const rim = Math.min(margin * side, 0.5 * Math.max(width, height));
  const frame = {
    left: Math.max(0, Math.min(...xs)),
    right: Math.max(0, width - Math.max(...xs)),
    top: Math.max(0, Math.min(...ys)),
    bottom: Math.max(0, height - Math.max(...ys)),
  };
  const shown =
    margin === Infinity
      ? [there([0, 0]), there([width, height])]
      : all.flatMap((corner): Point[] => {
          const [x, y] = there(corner);
          return [
            [x - rim, y - rim],
            [x + rim, y + rim],
          ];
        });
  const [left, top] = [Math.min(...shown.map(([x]) => x)), Math.min(...shown.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...shown.map(([x]) => x)), Math.max(...shown.map(([, y]) => y))];
  const [columns, rows] = [Math.round(right - left), Math.round(bottom - top)];
  const data = new Uint8ClampedArray(4 * columns * rows).fill(255);
  const bare = bareTable(picture, corners);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = applied(back, left + column + 0.5, top + row + 0.5);
      const at = 4 * (row * columns + column);
      const [u, v] = [
        mirrored(x, width, frame.left, frame.right),
        mirrored(y, height, frame.top, frame.bottom),
      ];
      if (u === null || v === null) data.set(bare(column, row), at);
      else sample(picture, u, v, data, at);
    }
  }
  return {
    picture: { width: columns, height: rows, data },
    corners: corners.map((tile) =>
      tile.map((corner): Point => {
        const [x, y] = there(corner);
        return [x - left, y - top];
      }),
    ),
  };
}

/** Minimum width, in pixels, at which a margin is mirrored. A narrower strip may be part of a tile. */
const NARROW = 8;

/**
 * Returns the coordinate, from 0 to `size`, of the pixel to show at `x`. Outside the picture, the empty margin
 * along the border is mirrored, as often as needed. `before` and `after` are the widths of the margins at 0 and at
 * `size`. Returns null if the margin is too narrow.
 */
function mirrored(x: number, size: number, before: number, after: number): number | null {
  if (x >= 0 && x <= size) return x;
  const [beyond, wide] = x < 0 ? [-x, 0.9 * before] : [x - size, 0.9 * after];
  if (wide < NARROW) return null;
  const at = beyond % (2 * wide);
  const inside = at < wide ? at : 2 * wide - at;
  return x < 0 ? inside : size - inside;
}

/** Side of a patch of bare table, in pixels. */
const PATCH = 12;

/**
 * Returns a function that gives each pixel a colour of the table, taken from patches between the tiles. If there are
 * few patches, the table is white.
 */
function bareTable(
  { width, height, data }: Picture,
  tiles: readonly (readonly Point[])[],
): (x: number, y: number) => readonly number[] {
  const isBare = (x: number, y: number): boolean =>
    tiles.every((tile) => !isWithin(tile as unknown as Quad, [x + 0.5, y + 0.5], 3));
  const starts: number[] = [];
  for (let y = 0; y + PATCH <= height; y += 2) {
    for (let x = 0; x + PATCH <= width; x += 2) {
      const [right, bottom, middle] = [x + PATCH - 1, y + PATCH - 1, PATCH / 2];
      const places = [[x, y], [right, y], [x, bottom], [right, bottom], [x + middle, y + middle]] as const; // oxfmt-ignore
      if (places.every((place) => isBare(...place))) starts.push(y * width + x);
    }
  }
  if (starts.length < FEW_PATCHES) return () => [255, 255, 255];
  const chance = random(1, 1);
  const chosen = new Map<string, number>();
  return (x, y) => {
    const patch = `${Math.floor(x / PATCH)} ${Math.floor(y / PATCH)}`;
    const start = chosen.get(patch) ?? starts[chance.below(starts.length)]!;
    chosen.set(patch, start);
    const at = 4 * (start + (y % PATCH) * width + (x % PATCH));
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  };
}
/** Minimum number of patches. With fewer, the table is drawn in white. */
const FEW_PATCHES = 50;

function sample(
  { width, height, data }: Picture,
  x: number,
  y: number,
  to: Uint8ClampedArray,
  at: number,
): void {
  const [px, py] = [
    Math.max(0, Math.min(width - 1.001, x - 0.5)),
    Math.max(0, Math.min(height - 1.001, y - 0.5)),
  ];
  const [left, upper] = [Math.floor(px), Math.floor(py)];
  const [sx, sy] = [px - left, py - upper];
  const first = 4 * (upper * width + left);
  for (let c = 0; c < 3; c++) {
    const above = data[first + c]! * (1 - sx) + data[first + 4 + c]! * sx;
    const below = data[first + 4 * width + c]! * (1 - sx) + data[first + 4 * width + 4 + c]! * sx;
    to[at + c] = above * (1 - sy) + below * sy;
  }
}
