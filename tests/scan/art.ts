/**
 * Draws tiles for photographs. Each symbol is a function from a point to a colour: a gradient, a texture or a shape,
 * drawn by rules that the scanner doesn't know. Edgewise's own drawings are painted from their outlines.
 */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { random, type Random } from '../../src-core/random.ts';
import { appearanceOf } from '../../src-renderer/board-view/appearance.ts';

/** Red, green and blue in sRGB, each from 0 to 255. */
export type Colour = readonly [number, number, number];

/**
 * Returns the colour of a symbol at a point. `x` runs along the edge from -0.5 to 0.5. `y` runs across the edge and is
 * positive in the tile with the head.
 */
type Symbol = (x: number, y: number) => Colour;

export const styles = ['own drawings', 'gradients', 'textures', 'shapes'] as const;
export type Style = (typeof styles)[number];

/** Side of a tile's picture, in pixels */
export const FACE = 320;

/** The picture of a tile: FACE × FACE pixels of three bytes, sRGB */
export type Face = Uint8Array;

/** Returns the picture of each tile, unrotated. */
export function facesOf(puzzle: EdgePuzzle, style: Style, seed: number): Face[] {
  const chance = random(seed, 7);
  const wedge = style === 'own drawings' ? ownDrawings(puzzle) : inventedWedges(puzzle, style, chance);
  const wedges = painted(wedge);
  return puzzle.tiles.map(({ edges }) => faceOf(edges, wedges));
}

/** Returns the colour of a label at a point: `x` along its edge, `depth` into the tile. */
type Wedges = (label: number, x: number, depth: number) => Colour;

const HALF = FACE / 2;

/**
 * Paints each label once, FACE pixels along its edge and HALF pixels deep, and copies it to every edge with that
 * label.
 */
function painted(wedge: Wedges): (label: number) => Uint8Array {
  const done = new Map<number, Uint8Array>();
  return (label) => {
    let pixels = done.get(label);
    if (pixels) return pixels;
    pixels = new Uint8Array(FACE * HALF * 3);
    for (let row = 0; row < HALF; row++) {
      for (let column = row; column < FACE - row; column++) {
        const one = wedge(label, (column + 0.25) / FACE - 0.5, (row + 0.25) / FACE);
        const other = wedge(label, (column + 0.75) / FACE - 0.5, (row + 0.75) / FACE);
        for (let c = 0; c < 3; c++) pixels[(row * FACE + column) * 3 + c] = (one[c]! + other[c]!) / 2;
      }
    }
    done.set(label, pixels);
    return pixels;
  };
}

function faceOf(edges: readonly number[], wedge: (label: number) => Uint8Array): Face {
  const face = new Uint8Array(FACE * FACE * 3);
  const last = FACE - 1;
  edges.forEach((label, side) => {
    const pixels = wedge(label);
    for (let depth = 0; depth < HALF; depth++) {
      for (let along = depth; along < FACE - depth; along++) {
        const x = side === 0 ? along : side === 1 ? last - depth : side === 2 ? last - along : depth;
        const y = side === 0 ? depth : side === 1 ? along : side === 2 ? last - depth : last - along;
        const from = (depth * FACE + along) * 3;
        const to = (y * FACE + x) * 3;
        face[to] = pixels[from]!;
        face[to + 1] = pixels[from + 1]!;
        face[to + 2] = pixels[from + 2]!;
      }
    }
  });
  return face;
}

function inventedWedges(puzzle: EdgePuzzle, style: Exclude<Style, 'own drawings'>, chance: Random): Wedges {
  const opposite = puzzle.mating === 'opposite';
  const paper = paperOf(chance);
  const hues = chance.shuffle(
    Array.from({ length: puzzle.labels.length }, (_, i) => i / puzzle.labels.length),
  );
  const symbols = hues.map((hue): Symbol => {
    const whole = inventors[style](hue + 0.04 * (chance.fraction() - 0.5), paper, chance);
    // Under the mating rule `same`, both tiles show the same drawing, so it must be symmetric under a half turn.
    return opposite ? whole : (x, y) => (y >= 0 ? whole(x, y) : whole(-x, -y));
  });
  return (label, x, depth) => {
    if (!opposite) return symbols[label]!(x, depth);
    const symbol = symbols[label >> 1]!;
    return label & 1 ? symbol(x, depth) : symbol(-x, -depth);
  };
}

const paperOf = (chance: Random): Colour =>
  (
    [
      [244, 240, 228],
      [232, 240, 246],
      [250, 250, 248],
      [214, 232, 206],
      [250, 226, 178],
    ] as const
  )[chance.below(5)]!;

/** Returns the colour with this hue, saturation and value. All three are from 0 to 1. */
function hsv(hue: number, saturation: number, value: number): Colour {
  const part = (n: number): number => {
    const k = (n + (((hue % 1) + 1) % 1) * 6) % 6;
    return 255 * value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [part(5), part(3), part(1)];
}
const mixed = (a: Colour, b: Colour, share: number): Colour => {
  const s = Math.max(0, Math.min(1, share));
  return [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, a[2] + (b[2] - a[2]) * s];
};
/**
 * Returns 0 outside a shape, 1 inside, and values in between in its soft border. `d` is the distance inwards from the
 * border, as a fraction of a tile's side.
 */
const inside = (d: number): number => Math.max(0, Math.min(1, 0.5 + d / 0.006));

const inventors: Record<
  Exclude<Style, 'own drawings'>,
  (hue: number, paper: Colour, chance: Random) => Symbol
> = {
  gradients(hue, paper, chance) {
    const from = hsv(hue, 0.85, 0.5 + 0.4 * chance.fraction());
    const to = hsv(hue + 0.12 + 0.25 * chance.fraction(), 0.7, 0.75 + 0.25 * chance.fraction());
    const [wide, tall] = [0.15 + 0.13 * chance.fraction(), 0.26 + 0.12 * chance.fraction()];
    const power = 1.2 + 2.5 * chance.fraction();
    const lean = 0.5 * (chance.fraction() - 0.5);
    return (x, y) => {
      const r = (Math.abs((x - lean * y) / wide) ** power + Math.abs(y / tall) ** power) ** (1 / power);
      return mixed(paper, mixed(from, to, 0.5 + 1.3 * y), inside((1 - r) * wide));
    };
  },
  textures(hue, paper, chance) {
    const dark = hsv(hue, 0.8, 0.4 + 0.25 * chance.fraction());
    const light = hsv(hue + 0.08 * chance.fraction(), 0.35, 0.95);
    const angle = Math.PI * chance.fraction();
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const often = 25 + 35 * chance.fraction();
    const kind = chance.below(3);
    const head = 0.2 + 0.14 * chance.fraction();
    const tail = 0.2 + 0.14 * chance.fraction();
    const wide = 0.16 + 0.1 * chance.fraction();
    return (x, y) => {
      const [along, across] = [x * cos + y * sin, y * cos - x * sin];
      const wave =
        kind === 0
          ? Math.sin(along * often * 1.4)
          : kind === 1
            ? Math.sin(along * often) * Math.sin(across * often)
            : Math.sin(Math.hypot(x, y + 0.1) * often * 1.5);
      const r = y > 0 ? Math.hypot(x / wide, y / head) : Math.max(Math.abs(x) / wide, Math.abs(y) / tail);
      return mixed(paper, mixed(dark, light, 0.5 + 1.5 * wave), inside((1 - r) * 0.2));
    };
  },
  shapes(hue, paper, chance) {
    const body = hsv(hue, 0.6 + 0.35 * chance.fraction(), 0.45 + 0.5 * chance.fraction());
    const spot = hsv(hue + 0.4 + 0.2 * chance.fraction(), 0.8, 0.8);
    const waves = Array.from(
      { length: 5 },
      () => [chance.fraction() - 0.5, 2 * Math.PI * chance.fraction()] as const,
    );
    const spots = Array.from({ length: 4 }, () => [
      0.2 * (chance.fraction() - 0.5),
      0.5 * (chance.fraction() - 0.5),
      0.02 + 0.035 * chance.fraction(),
    ]);
    const eyes = 0.2 + 0.06 * chance.fraction();
    return (x, y) => {
      const turn = Math.atan2(x, y);
      const size = waves.reduce(
        (sum, [much, phase], i) => sum + 0.09 * much * Math.cos((i + 1) * turn + phase),
        0.24,
      );
      const r = Math.hypot(x * 1.25, y * 0.85);
      let colour = mixed(paper, hsv(hue, 0.9, 0.25), inside(size + 0.012 - r));
      colour = mixed(colour, body, inside(size - r));
      for (const [sx, sy, sr] of spots) {
        colour = mixed(
          colour,
          spot,
          Math.min(inside(sr! - Math.hypot(x - sx!, y - sy!)), inside(size - 0.02 - r)),
        );
      }
      const eye = Math.hypot(Math.abs(x) - 0.06, y - eyes);
      colour = mixed(colour, [255, 255, 255], inside(0.032 - eye));
      return mixed(colour, [20, 20, 30], inside(0.015 - eye));
    };
  },
};

/** Length of an edge in the units of Edgewise's own drawings */
const UNITS = 100;
const GRAIN = 2;

/** Returns Edgewise's own figures and motifs, filled from their outlines by the even-odd rule. */
function ownDrawings(puzzle: EdgePuzzle): Wedges {
  const painted = appearanceOf(puzzle).map(({ ground, fills }) => {
    const width = UNITS * GRAIN;
    const height = width / 2;
    const pixels = new Uint8Array(width * height * 3);
    for (const { d, colour } of [ground, ...fills]) {
      const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
      const outlines = outlinesOf(d);
      for (let row = 0; row < height; row++) {
        const y = (row + 0.5) / GRAIN;
        const crossings = outlines
          .flatMap((outline) =>
            outline.flatMap(([ax, ay], i) => {
              const [bx, by] = outline[(i + 1) % outline.length]!;
              return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
            }),
          )
          .sort((a, b) => a - b);
        for (let i = 0; i + 1 < crossings.length; i += 2) {
          const from = Math.max(0, Math.round((crossings[i]! + 50) * GRAIN));
          const to = Math.min(width, Math.round((crossings[i + 1]! + 50) * GRAIN));
          for (let x = from; x < to; x++) pixels.set(parts, (row * width + x) * 3);
        }
      }
    }
    return pixels;
  });
  const width = UNITS * GRAIN;
  return (label, x, depth) => {
    const pixels = painted[label]!;
    const column = Math.max(0, Math.min(width - 1, Math.floor((x + 0.5) * width)));
    const row = Math.max(0, Math.min(width / 2 - 1, Math.floor(depth * width)));
    // Beyond the slanting sides of the wedge, use the nearest pixel inside it.
    const within = Math.max(row, Math.min(width - 1 - row, column));
    const at = (row * width + within) * 3;
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
  };
}

const outlinesOf = (d: string): (readonly [number, number])[][] =>
  d
    .split('Z')
    .filter((part) => part !== '')
    .map((part) =>
      [...part.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
    );
