/**
 * Generates photographs of tiles on a table. Simulates a lamp and its reflection, a shadow, a lens, a sensor, its
 * processing and JPEG compression.
 */
import jpeg from 'jpeg-js';
import { linear, srgb, type Picture, type Point } from '../../src-core/scan/picture.ts';
import { random, type Random } from '../../src-core/random.ts';
import { FACE, type Face } from './art.ts';

export const grades = ['clean', 'ordinary', 'bad', 'faint'] as const;
export type Grade = (typeof grades)[number];

export interface Shot {
  readonly grade: Grade;
  readonly layout: 'apart' | 'grid';
  readonly columns: number;
  readonly megapixels: number;
  readonly seed: number;
}

/** A photograph with the true corners of each tile, clockwise from the top left of its face. */
export interface Photograph {
  readonly picture: Picture;
  /** as it came from the camera */
  readonly file: Uint8Array;
  readonly corners: readonly (readonly Point[])[];
}

interface Conditions {
  /** degrees between the camera's view and straight down */
  readonly tilt: number;
  /** change of light across the picture, as a share */
  readonly uneven: number;
  /** fraction of light left in the shadow; 1: no shadow */
  readonly shadow: number;
  /** width of the shadow's soft border, in tiles */
  readonly penumbra: number;
  readonly blur: number;
  /** of 255 */
  readonly noise: number;
  readonly quality: number;
  /** between tiles of a grid, in tiles */
  readonly gap: number;
  /** turn of tiles of a grid, degrees */
  readonly askew: number;
  /** inaccuracy of cutting, in tiles */
  readonly cut: number;
  readonly grounds: readonly Ground[];
  /** gain of red and blue against green */
  readonly cast: number;
  /** how far the lens moves the picture's corners in or out, as a share of their distance from the middle */
  readonly lens: number;
  /** how much darker the picture's corners are, as a share */
  readonly vignette: number;
  /** linear light that the lamp's reflection adds to the tiles' varnish */
  readonly shine: number;
  /** how much the camera increases contrast, as a share of a full S-shaped curve */
  readonly contrast: number;
  /** radius of the tiles' corners, in tiles */
  readonly rounded: number;
}

type Ground = 'paper' | 'cloth' | 'wood' | 'dark wood' | 'marble';

function conditionsOf(grade: Grade, chance: Random): Conditions {
  const between = (low: number, high: number): number => low + (high - low) * chance.fraction();
  if (grade === 'clean') {
    return {
      tilt: between(0, 8),
      uneven: between(0, 0.06),
      shadow: 1,
      penumbra: 1,
      blur: between(0.4, 0.7),
      noise: between(0.5, 1),
      quality: 90,
      gap: between(0.06, 0.12),
      askew: 1,
      cut: 0.002,
      grounds: ['cloth', 'dark wood'],
      cast: 0.03,
      lens: 0,
      vignette: 0.05,
      shine: 0,
      contrast: 0,
      rounded: 0,
    };
  }
  if (grade === 'ordinary') {
    return {
      tilt: between(4, 22),
      uneven: between(0.1, 0.3),
      shadow: chance.below(2) ? between(0.6, 0.85) : 1,
      penumbra: between(0.3, 1),
      blur: between(0.6, 1.1),
      noise: between(2, 4),
      quality: 60,
      gap: between(0.025, 0.06),
      askew: 2,
      cut: 0.006,
      grounds: ['cloth', 'wood', 'dark wood', 'marble'],
      cast: 0.12,
      lens: between(-0.01, 0.01),
      vignette: between(0.05, 0.2),
      shine: chance.below(2) ? between(0.01, 0.03) : 0,
      contrast: between(0, 0.25),
      rounded: chance.below(2) ? between(0.01, 0.035) : 0,
    };
  }
  // well separated, but of such poor quality that edges are confused
  if (grade === 'faint') {
    return {
      tilt: between(4, 22),
      uneven: between(0.2, 0.5),
      shadow: between(0.35, 0.7),
      penumbra: between(0.05, 0.6),
      blur: between(1.5, 3),
      noise: between(6, 11),
      quality: 40,
      gap: between(0.05, 0.1),
      askew: 2,
      cut: between(0.01, 0.025),
      grounds: ['cloth', 'dark wood'],
      cast: 0.2,
      lens: between(-0.02, 0.02),
      vignette: between(0.15, 0.4),
      shine: between(0.02, 0.25),
      contrast: between(0, 0.5),
      rounded: between(0, 0.04),
    };
  }
  return {
    tilt: between(15, 36),
    uneven: between(0.3, 0.55),
    shadow: between(0.4, 0.65),
    penumbra: between(0.05, 0.3),
    blur: between(1.2, 2),
    noise: between(5, 9),
    quality: 40,
    gap: between(0.01, 0.025),
    askew: 2.5,
    cut: 0.014,
    grounds: ['cloth', 'wood', 'dark wood', 'marble', 'paper'],
    cast: 0.2,
    lens: between(-0.03, 0.03),
    vignette: between(0.15, 0.4),
    shine: between(0.02, 0.08),
    contrast: between(0, 0.5),
    rounded: between(0, 0.05),
  };
}

interface Lying {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

export function photograph(faces: readonly Face[], shot: Shot): Photograph {
  const chance = random(shot.seed, 11);
  const conditions = conditionsOf(shot.grade, chance);
  const tiles = layOut(faces.length, shot, conditions, chance);
  const camera = throughLens(cameraOver(tiles, shot, conditions, chance), conditions);
  const { width, height } = camera;
  const light = lamp(conditions, tiles, chance);
  const ground = groundOf(conditions.grounds[chance.below(conditions.grounds.length)]!, chance);
  const thick: Point = [0.03 * (chance.fraction() - 0.5), 0.02 + 0.015 * chance.fraction()];
  const cuts = tiles.map(() => [0, 1, 2].map(() => conditions.cut * 2 * (chance.fraction() - 0.5)));
  const cast = [
    1 + conditions.cast * 2 * (chance.fraction() - 0.5),
    1,
    1 + conditions.cast * 2 * (chance.fraction() - 0.5),
  ];
  const exposure = 0.85 + 0.25 * chance.fraction();
  const finder = cellFinder(tiles, conditions.rounded);
  const shine = shineOn(tiles, conditions, chance);

  const pixels = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [r, g, b] = [0, 0, 0];
      // two samples per pixel; on the bare table, which has no sharp lines, one sample that counts twice
      for (let offset = 0.25; offset < 1; offset += 0.5) {
        let [x, y] = camera.toTable(column + offset, row + offset);
        const found = finder(x, y);
        if (found >= 0) {
          const bright = light(x, y);
          const tile = tiles[found]!;
          const cut = cuts[found]!;
          const u = (x - tile.x) * tile.cos + (y - tile.y) * tile.sin;
          const v = (y - tile.y) * tile.cos - (x - tile.x) * tile.sin;
          const at = texel(u * (1 + cut[2]!) + 0.5 + cut[0]!, v * (1 + cut[2]!) + 0.5 + cut[1]!);
          const face = faces[found]!;
          const mirrored = shine(x, y);
          r += linear[face[at]!]! * bright + mirrored;
          g += linear[face[at + 1]!]! * bright + mirrored;
          b += linear[face[at + 2]!]! * bright + mirrored;
          continue;
        }
        let both = 1;
        if (offset < 0.5) {
          const [nx, ny] = camera.toTable(column + 0.75, row + 0.75);
          if (finder(nx, ny) < 0) [x, y, both] = [nx, ny, 2];
        }
        const shade =
          finder(x - thick[0], y - thick[1]) >= 0
            ? 0.4
            : finder(x - 2 * thick[0], y - 2 * thick[1]) >= 0
              ? 0.75
              : 1;
        const colour = ground(x, y);
        const much = light(x, y) * shade * both;
        r += colour[0] * much;
        g += colour[1] * much;
        b += colour[2] * much;
        if (both === 2) break;
      }
      const at = (row * width + column) * 3;
      const gain = (exposure * camera.brightness(column, row)) / 2;
      pixels[at] = r * cast[0]! * gain;
      pixels[at + 1] = g * cast[1]! * gain;
      pixels[at + 2] = b * cast[2]! * gain;
    }
  }
  // With a finer sensor, the same lens blurs over more pixels.
  const finer = Math.sqrt(shot.megapixels / 1.5);
  soften(pixels, width, height, conditions.blur * finer);
  const data = new Uint8ClampedArray(width * height * 4);
  // a sum of three uniform numbers is close enough to a normal distribution
  const grains = Float32Array.from(
    { length: 2 ** 16 },
    () => chance.fraction() + chance.fraction() + chance.fraction() - 1.5,
  );
  for (let i = 0, next = 0; i < width * height; i++) {
    // each row begins at a random grain
    if (i % width === 0) next = chance.below(grains.length);
    for (let channel = 0; channel < 3; channel++) {
      const grain = grains[next++ & (grains.length - 1)]!;
      const tone = srgb(pixels[3 * i + channel]!) / 255;
      const steep = tone + conditions.contrast * (tone * tone * (3 - 2 * tone) - tone);
      data[4 * i + channel] = 255 * steep + 2 * conditions.noise * grain;
    }
    data[4 * i + 3] = 255;
  }
  const file = jpeg.encode({ width, height, data }, conditions.quality).data;
  const decoded = jpeg.decode(file, { useTArray: true, maxMemoryUsageInMB: 2048 });
  const corners = tiles.map(({ x, y, cos, sin }) =>
    (
      [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ] as const
    ).map(([u, v]) => camera.toPicture(x + u * cos - v * sin, y + u * sin + v * cos)),
  );
  return { picture: decoded, file, corners };
}

const texel = (u: number, v: number): number => {
  const column = Math.max(0, Math.min(FACE - 1, Math.floor(u * FACE)));
  const row = Math.max(0, Math.min(FACE - 1, Math.floor(v * FACE)));
  return (row * FACE + column) * 3;
};

function layOut(
  count: number,
  { layout, columns }: Shot,
  { gap, askew }: Conditions,
  chance: Random,
): Lying[] {
  return Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const jitter = (much: number): number => much * 2 * (chance.fraction() - 0.5);
    const apart = layout === 'apart';
    const pitch = apart ? 1.62 : 1 + gap;
    const quarter = chance.below(4) * (Math.PI / 2);
    const turn = apart
      ? 2 * Math.PI * chance.fraction()
      : quarter + jitter((askew * Math.PI) / 180) * Math.min(1, gap / 0.04);
    const loose = apart ? 0.09 : gap * 0.2;
    return {
      x: column * pitch + jitter(loose),
      y: row * pitch + jitter(loose),
      cos: Math.cos(turn),
      sin: Math.sin(turn),
    };
  });
}

/** Returns a function that finds the tile at a point, or -1. `rounded`: the radius of the tiles' corners. */
function cellFinder(tiles: readonly Lying[], rounded: number): (x: number, y: number) => number {
  const GRAIN = 4;
  const left = Math.min(...tiles.map(({ x }) => x)) - 1;
  const top = Math.min(...tiles.map(({ y }) => y)) - 1;
  const columns = Math.ceil((Math.max(...tiles.map(({ x }) => x)) + 1 - left) * GRAIN);
  const rows = Math.ceil((Math.max(...tiles.map(({ y }) => y)) + 1 - top) * GRAIN);
  const near: number[][] = Array.from({ length: columns * rows }, () => []);
  tiles.forEach(({ x, y }, index) => {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [cx, cy] = [left + (column + 0.5) / GRAIN, top + (row + 0.5) / GRAIN];
        if (Math.hypot(cx - x, cy - y) < 0.9) near[row * columns + column]!.push(index);
      }
    }
  });
  return (x, y) => {
    const column = Math.floor((x - left) * GRAIN);
    const row = Math.floor((y - top) * GRAIN);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return -1;
    for (const index of near[row * columns + column]!) {
      const { x: tx, y: ty, cos, sin } = tiles[index]!;
      const u = Math.abs((x - tx) * cos + (y - ty) * sin);
      const v = Math.abs((y - ty) * cos - (x - tx) * sin);
      if (u > 0.5 || v > 0.5) continue;
      const [cu, cv] = [u - 0.5 + rounded, v - 0.5 + rounded];
      if (cu < 0 || cv < 0 || cu * cu + cv * cv <= rounded * rounded) return index;
    }
    return -1;
  };
}

interface Camera {
  readonly width: number;
  readonly height: number;
  toTable: (column: number, row: number) => Point;
  toPicture: (x: number, y: number) => Point;
}

/** Adds a lens to a camera: distortion and darkening that increase away from the middle. */
function throughLens(
  pinhole: Camera,
  { lens, vignette }: Conditions,
): Camera & { brightness: (column: number, row: number) => number } {
  const { width, height } = pinhole;
  const [mx, my] = [width / 2, height / 2];
  const away = (column: number, row: number): number =>
    ((column - mx) ** 2 + (row - my) ** 2) / (mx * mx + my * my);
  const scaled = (column: number, row: number, by: number): Point => [
    mx + (column - mx) * by,
    my + (row - my) * by,
  ];
  return {
    width,
    height,
    brightness: (column, row) => 1 - vignette * away(column, row),
    toTable: (column, row) => pinhole.toTable(...scaled(column, row, 1 + lens * away(column, row))),
    toPicture(x, y) {
      const [column, row] = pinhole.toPicture(x, y);
      let at: Point = [column, row];
      // the distortion is small, so a few fixed-point iterations invert it
      for (let i = 0; i < 6; i++) at = scaled(column, row, 1 / (1 + lens * away(...at)));
      return at;
    },
  };
}

/** The reflection of the lamp in the tiles' varnish: one soft spot. */
function shineOn(
  tiles: readonly Lying[],
  { shine }: Conditions,
  chance: Random,
): (x: number, y: number) => number {
  const { x: mx, y: my } = tiles[chance.below(tiles.length)]!;
  const wide = 0.6 + 0.8 * chance.fraction();
  return (x, y) => shine * Math.exp(-((x - mx) ** 2 + (y - my) ** 2) / (2 * wide * wide));
}

/** A pinhole camera that sees all tiles and some of the table around them. */
function cameraOver(
  tiles: readonly Lying[],
  { megapixels }: Shot,
  { tilt }: Conditions,
  chance: Random,
): Camera {
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const [mx, my] = [middle(tiles.map(({ x }) => x)), middle(tiles.map(({ y }) => y))];
  const reach = Math.max(...tiles.map(({ x, y }) => Math.hypot(x - mx, y - my))) + 0.75;
  const angle = (tilt * Math.PI) / 180;
  const direction = 2 * Math.PI * chance.fraction();
  const roll = 0.35 * (chance.fraction() - 0.5);
  const far = 3.2 * reach;
  // axes of the camera, which looks at the middle from the distance `far`, tilted by `tilt` from the vertical
  const [cd, sd, ca, sa] = [Math.cos(direction), Math.sin(direction), Math.cos(angle), Math.sin(angle)];
  const project = (x: number, y: number): Point => {
    const [px, py] = [x - mx, y - my];
    const along = px * cd + py * sd;
    const aside = py * cd - px * sd;
    const depth = far - along * sa;
    const [u, v] = [(along * ca) / depth, aside / depth];
    const turn = roll + direction;
    return [u * Math.cos(turn) - v * Math.sin(turn), u * Math.sin(turn) + v * Math.cos(turn)];
  };
  const outline = tiles.flatMap(({ x, y }) =>
    [0, 1, 2, 3].map((i) =>
      project(x + 0.75 * Math.cos(i * 1.5708 + 0.785), y + 0.75 * Math.sin(i * 1.5708 + 0.785)),
    ),
  );
  const [low, high] = [
    [Math.min(...outline.map(([u]) => u)), Math.min(...outline.map(([, v]) => v))],
    [Math.max(...outline.map(([u]) => u)), Math.max(...outline.map(([, v]) => v))],
  ];
  const [spanX, spanY] = [high[0]! - low[0]!, high[1]! - low[1]!];
  const margin = 1.06 + 0.2 * chance.fraction();
  const upright = spanY > spanX * 1.15;
  const ratio = upright ? 3 / 4 : 4 / 3;
  const width = Math.round(Math.sqrt(megapixels * 1e6 * ratio));
  const height = Math.round((megapixels * 1e6) / width);
  const scale = Math.min(width / spanX, height / spanY) / margin;
  const [ox, oy] = [
    width / 2 - (scale * (low[0]! + high[0]!)) / 2,
    height / 2 - (scale * (low[1]! + high[1]!)) / 2,
  ];
  const toPicture = (x: number, y: number): Point => {
    const [u, v] = project(x, y);
    return [u * scale + ox, v * scale + oy];
  };
  const turn = roll + direction;
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  return {
    width,
    height,
    toPicture,
    toTable(column, row) {
      const [a, b] = [(column - ox) / scale, (row - oy) / scale];
      const [u, v] = [a * ct + b * st, b * ct - a * st];
      const along = (u * far) / (ca + u * sa);
      const aside = v * (far - along * sa);
      return [mx + along * cd - aside * sd, my + along * sd + aside * cd];
    },
  };
}

/** The light on the table: it decreases to one side, and a straight-edged shadow covers a part. */
function lamp(
  { uneven, shadow, penumbra }: Conditions,
  tiles: readonly Lying[],
  chance: Random,
): (x: number, y: number) => number {
  const xs = tiles.map(({ x }) => x);
  const ys = tiles.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top) + 2;
  const [mx, my] = [(Math.max(...xs) + left) / 2, (Math.max(...ys) + top) / 2];
  const from = 2 * Math.PI * chance.fraction();
  const [fx, fy] = [Math.cos(from), Math.sin(from)];
  const edge = 2 * Math.PI * chance.fraction();
  const [ex, ey] = [Math.cos(edge), Math.sin(edge)];
  const where = size * 0.35 * (chance.fraction() - 0.5);
  return (x, y) => {
    const along = ((x - mx) * fx + (y - my) * fy) / size;
    const far = ((x - mx) ** 2 + (y - my) ** 2) / (size * size);
    const fall = 1 + uneven * along * 1.2 - uneven * 0.6 * far;
    if (shadow === 1) return fall;
    const share = ((x - mx) * ex + (y - my) * ey - where) / penumbra + 0.5;
    const soft = share <= 0 ? 0 : share >= 1 ? 1 : share * share * (3 - 2 * share);
    return fall * (shadow + (1 - shadow) * soft);
  };
}

/** Returns the colour of the table in linear light at a point, in tiles. */
function groundOf(kind: Ground, chance: Random): (x: number, y: number) => readonly [number, number, number] {
  const SIZE = 512;
  const noise = Float32Array.from({ length: SIZE * SIZE }, () => chance.fraction());
  const turn = Math.PI * chance.fraction();
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (x: number, y: number): number => {
    const [fx, fy] = [Math.floor(x), Math.floor(y)];
    const [sx, sy] = [x - fx, y - fy];
    const value = (i: number, j: number): number =>
      noise[((fy + j) & (SIZE - 1)) * SIZE + ((fx + i) & (SIZE - 1))]!;
    const upper = value(0, 0) + sx * (value(1, 0) - value(0, 0));
    const lower = value(0, 1) + sx * (value(1, 1) - value(0, 1));
    return upper + sy * (lower - upper);
  };
  const colours: Record<Ground, readonly [number, number, number]> = {
    paper: [0.72, 0.71, 0.68],
    cloth: (
      [
        [0.05, 0.09, 0.2],
        [0.06, 0.16, 0.09],
        [0.22, 0.05, 0.06],
        [0.12, 0.12, 0.13],
      ] as const
    )[chance.below(4)]!,
    wood: [0.36, 0.2, 0.09],
    'dark wood': [0.13, 0.06, 0.025],
    marble: [0.23, 0.24, 0.26],
  };
  const [r, g, b] = colours[kind];
  return (x, y) => {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    let much: number;
    if (kind === 'wood' || kind === 'dark wood') {
      const wavy = across + 0.25 * at(along * 0.4, across * 0.7);
      const rings = Math.sin(wavy * 22 + 3 * at(along * 0.3 + 9, across * 2));
      much = 0.82 + 0.1 * rings + 0.18 * at(along * 1.5, across * 40) + 0.14 * at(along * 0.3, across * 1.1);
    } else if (kind === 'cloth') {
      much = 0.85 + 0.12 * Math.sin(x * 190) * Math.sin(y * 190) + 0.25 * at(x * 30, y * 30);
    } else if (kind === 'marble') {
      const vein = Math.abs(Math.sin(along * 2 + 5 * at(x * 0.8, y * 0.8)));
      much = 0.9 + 0.25 * at(x * 3, y * 3) - 0.25 * (1 - vein) ** 6;
    } else {
      much = 0.95 + 0.08 * at(x * 20, y * 20);
    }
    return [r * much, g * much, b * much];
  };
}

/** A Gaussian blur with any standard deviation, first along rows, then along columns. */
function soften(pixels: Float32Array, width: number, height: number, deviation: number): void {
  const radius = Math.ceil(2.5 * deviation);
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  for (const [lines, length, step, jump] of [
    [height, width, 3, width * 3],
    [width, height, width * 3, 3],
  ] as const) {
    const line = new Float32Array(length * 3);
    for (let l = 0; l < lines; l++) {
      for (let i = 0; i < length; i++) {
        for (let channel = 0; channel < 3; channel++)
          line[3 * i + channel] = pixels[l * jump + i * step + channel]!;
      }
      for (let i = 0; i < length; i++) {
        let [r, g, b] = [0, 0, 0];
        for (let k = -radius; k <= radius; k++) {
          const from = 3 * Math.max(0, Math.min(length - 1, i + k));
          const weight = weights[k + radius]!;
          r += weight * line[from]!;
          g += weight * line[from + 1]!;
          b += weight * line[from + 2]!;
        }
        const to = l * jump + i * step;
        pixels[to] = r / sum;
        pixels[to + 1] = g / sum;
        pixels[to + 2] = b / sum;
      }
    }
  }
}
