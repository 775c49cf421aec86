/**
 * Generates photographs of tiles on a table. Simulates a lamp and its reflection, a shadow, a lens, a sensor, its
 * processing and JPEG compression.
 */
import jpeg from 'jpeg-js';
import { random, type Random } from '../../src-core/random.ts';
import { linear, srgb, type Picture, type Point } from '../../src-core/scan/picture.ts';
import { FACE, type Face } from './art.ts';
import { conditionsOf, type Conditions, type Shot } from './conditions.ts';
import { groundOf } from './ground.ts';
import { cameraOver, lamp, shineOn, soften, throughLens, type Lying } from './optics.ts';

/** A photograph, and the true corners of each tile in it, clockwise from the tile's top left. */
export interface Photograph {
  readonly picture: Picture;
  /** the JPEG file that the camera writes */
  readonly file: Uint8Array;
  readonly corners: readonly (readonly Point[])[];
}

export function photograph(printed: readonly Face[], shot: Shot): Photograph {
  const chance = random(shot.seed, 11);
  const conditions = conditionsOf(shot.grade, chance);
  const faces = printed.map((face) => faded(face, conditions.fade));
  const tiles = layOut(printed.length, shot, conditions, chance);
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
      // Take two samples per pixel. The bare table has no sharp lines, so one sample there counts twice.
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
  // On a sensor with more pixels, the blur of the same lens covers more pixels.
  const finer = Math.sqrt(shot.megapixels / 1.5);
  soften(pixels, width, height, conditions.blur * finer);
  const data = new Uint8ClampedArray(width * height * 4);
  // The sum of three uniform numbers is close enough to a normal distribution.
  const grains = Float32Array.from(
    { length: 2 ** 16 },
    () => chance.fraction() + chance.fraction() + chance.fraction() - 1.5,
  );
  for (let i = 0, next = 0; i < width * height; i++) {
    // Each row starts at a random position in the list of grains.
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

/** Brightness of blank paper in sRGB, from 0 to 255 */
const PAPER = 245;
const faded = (face: Face, fade: number): Face =>
  fade === 0 ? face : face.map((value) => value + fade * (PAPER - value));

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

/**
 * Returns a function that returns the tile at a point, or -1 if there is none. `rounded` is the radius of the tiles'
 * corners.
 */
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
