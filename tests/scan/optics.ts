/** Simulates the camera, its lens and blur, and the light on the table: a lamp, its reflection and a shadow. */
import type { Random } from '../../src-core/random.ts';
import type { Point } from '../../src-core/scan/picture.ts';
import type { Conditions, Shot } from './conditions.ts';

export interface Lying {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

interface Camera {
  readonly width: number;
  readonly height: number;
  toTable: (column: number, row: number) => Point;
  toPicture: (x: number, y: number) => Point;
}

/** Adds a lens to a camera: distortion and darkening that increase with the distance from the centre. */
export function throughLens(
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
      // The distortion is small, so a few fixed-point iterations invert it.
      for (let i = 0; i < 6; i++) at = scaled(column, row, 1 / (1 + lens * away(...at)));
      return at;
    },
  };
}

/** Returns a function that gives the light that the tiles' varnish reflects at a point: a single soft spot. */
export function shineOn(
  tiles: readonly Lying[],
  { shine }: Conditions,
  chance: Random,
): (x: number, y: number) => number {
  const { x: mx, y: my } = tiles[chance.below(tiles.length)]!;
  const wide = 0.6 + 0.8 * chance.fraction();
  return (x, y) => shine * Math.exp(-((x - mx) ** 2 + (y - my) ** 2) / (2 * wide * wide));
}

/** Returns a pinhole camera that sees all tiles and some of the table around them. */
export function cameraOver(
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
  // The camera looks at the centre of the tiles from the distance `far`, tilted by `tilt` from the vertical.
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

/**
 * Returns a function that gives the light at a point of the table. The light decreases towards one side, and a
 * straight-edged shadow covers part of the table.
 */
export function lamp(
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

/** Applies a Gaussian blur with any standard deviation, first along rows, then along columns. */
export function soften(pixels: Float32Array, width: number, height: number, deviation: number): void {
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
