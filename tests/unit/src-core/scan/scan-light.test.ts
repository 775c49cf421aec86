// How the scan evens out differences caused by light, shadows and imprecise cuts, and when it asks which edges may
// touch.
import { expect, test } from 'vitest';
import { random } from '../../../../src-core/random.ts';
import { balanced, type Face } from '../../../../src-core/scan/face.ts';
import { tableOf } from '../../../../src-core/scan/ground.ts';
import type { Quad } from '../../../../src-core/scan/homography.ts';
import { srgb, toLab, type Picture } from '../../../../src-core/scan/picture.ts';
import { halvesIn } from '../../../../src-core/scan/reading.ts';
import { readTiles, scan } from '../../../../src-core/scan/scan.ts';
import { difference, withEvenLight, weights, type Strip } from '../../../../src-core/scan/strips.ts';

const ALONG = 48;

/** Returns the strip of an edge, plain with a red patch. `along` and `inwards` shift the patch, in samples. */
function strip({ light = 85, along = 0, inwards = 0 } = {}): Strip {
  const isDrawn = (at: number): boolean => {
    const [x, row] = [(at % ALONG) - along, Math.floor(at / ALONG) - inwards];
    return x >= 16 && x < 32 && row < 9;
  };
  const channel = (paper: number, ink: number): Float32Array =>
    weights.map((_, at) => (isDrawn(at) ? ink : paper));
  return {
    l: channel(light, 50),
    a: channel(0, 60),
    b: channel(0, 40),
    border: new Float32Array(3 * ALONG),
  };
}

test('edges that are cut off by up to three samples, about 6 % of a side, count as equal', () => {
  for (const off of [{ along: 3 }, { along: -3 }, { inwards: 3 }, { inwards: -3 }])
    expect(difference(strip(), strip(off))).toBeLessThan(1);
  expect(difference(strip(), strip({ along: 8 }))).toBeGreaterThan(8);
});

test('two plain colours differ by their distance in L*a*b*', () => {
  const plain = (a: number, b: number): Strip => {
    const all = (value: number): Float32Array => weights.map(() => value);
    return { l: all(60), a: all(a), b: all(b), border: new Float32Array(3 * ALONG) };
  };
  expect(difference(plain(30, -10), plain(30, 20))).toBeCloseTo(30, 3);
  expect(difference(plain(30, -10), plain(10, -10))).toBeCloseTo(20, 3);
  expect(difference(plain(0, 0), plain(12, 9))).toBeCloseTo(15, 3);
});

test.each([
  ['red', [1, 0, 0], [53.24, 80.09, 67.2]],
  ['green', [0, 1, 0], [87.73, -86.18, 83.18]],
  ['blue', [0, 0, 1], [32.3, 79.19, -107.86]],
])('%s has its usual L*a*b*', (_, light, lab) => {
  const planes = toLab(1, 1, (_pixel, channel) => light[channel]!);
  planes.forEach(({ data }, i) => expect(Math.abs(data[0]! - lab[i]!)).toBeLessThan(0.6));
});

test('a shadow on some edges is evened out; a larger difference stays, because it is the drawing', () => {
  const lightness = (lights: readonly number[]): number[] =>
    withEvenLight(lights.map((light) => strip({ light }))).map(({ l }) => Math.round(l[2 * ALONG - 8]!));
  expect(lightness([85, 85, 70])).toEqual([85, 85, 85]);
  expect(lightness([85, 85, 30])[2]).toBeLessThan(60);
});

test('the paper of all tiles gets the same colour; a much darker tile stays darker', () => {
  const face = (light: number): Face => ({ size: 32, data: new Float32Array(32 * 32 * 3).fill(light) });
  const lights = balanced([face(0.8), face(0.8), face(0.6), face(0.1)]).map(({ data }) => data[0]!);
  expect(lights[2]).toBeCloseTo(0.8, 5);
  expect(lights[3]).toBeCloseTo(0.14, 5);
});

function drawn(colourAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const data = new Uint8ClampedArray(4 * 200 * 200).fill(255);
  for (let y = 0; y < 200; y++) for (let x = 0; x < 200; x++) data.set(colourAt(x, y), 4 * (y * 200 + x));
  return { width: 200, height: 200, data };
}

test('a table that is black and white is not taken for light and shadow', () => {
  const picture = drawn((x) => (x < 100 ? [10, 10, 10] : [250, 250, 250]));
  const { light } = tableOf(picture, new Uint8Array(200 * 200), 40);
  expect(Math.min(...light.data)).toBeCloseTo(1 / 3, 5);
});

/**
 * Reads four tiles in a picture, and returns how bright the middle of the darkest one is, relative to the brightest.
 * `lights` is the brightness of each tile, from the top left to the bottom right. The table's right half is brighter.
 */
function evennessOf(lights: readonly number[]): number {
  const corners = [20, 120].flatMap((x) =>
    [20, 120].map((y): Quad => [
      [x, y],
      [x + 60, y],
      [x + 60, y + 60],
      [x, y + 60],
    ]),
  );
  const chance = random(3);
  // Each tile has edges of four colours, printed a little unevenly.
  const colourAt = (x: number, y: number): readonly [number, number, number] => {
    const print = 12 * chance.fraction();
    if (Math.max(Math.abs(x), Math.abs(y)) < 15) return [240, 240, 240];
    return Math.abs(x) > Math.abs(y)
      ? [200 - print, x < 0 ? 40 : 180, 40]
      : [20, y < 0 ? 60 : 160, 150 - print];
  };
  const picture = drawn((px, py) => {
    const light = lights[2 * Math.floor(py / 100) + Math.floor(px / 100)]!;
    const [r, g, b] = colourAt((px % 100) - 50, (py % 100) - 50);
    return [r * light, g * light, b * light];
  });
  const light = { width: 2, height: 1, data: Float32Array.of(0.4, 1.6) };
  const { faces } = readTiles(
    new Map([[0, { picture, light }]]),
    corners.map((each) => ({ picture: 0, corners: each })),
  )!;
  const middles = faces.map(({ size, data }) => data[3 * (size * (size >> 1) + (size >> 1))]!);
  return srgb(Math.min(...middles)) / srgb(Math.max(...middles));
}

test('tiles in even light are left as they are, although one half of the table is darker', () => {
  expect(evennessOf([1, 1, 1, 1])).toBeGreaterThan(0.97);
});

test('tiles in different light become equally bright', () => {
  expect(evennessOf([1, 0.85, 0.9, 1])).toBeGreaterThan(0.97);
});

/** Returns strips with these borders. A border lists the L*a*b* colours along the edge, one for each sample. */
const stripsWith = (borders: readonly (readonly (readonly number[])[])[]): Strip[] =>
  borders.map((border) => ({ ...strip(), border: Float32Array.from(border.flat()) }));

test.each([
  ['are clear', { within: 5, mates: 20, others: 20 }, true],
  ['hardly differ', { within: 18, mates: 20, others: 20 }, false],
  ['differ less from some groups than from their other half', { within: 10, mates: 20, others: 13 }, false],
  ['hardly differ from their other half', { within: 4, mates: 6, others: 20 }, false],
])(
  'halves that fit together and %s: is the mating rule sure?',
  (_, { within, mates, others }, matingSure) => {
    const labels = Array.from({ length: 32 }, (_, edge) => edge % 8);
    const far = Float32Array.from({ length: 32 ** 2 }, (_, at) => {
      const [one, other] = [labels[Math.floor(at / 32)]!, labels[at % 32]!];
      return one === other ? within : one >> 1 === other >> 1 ? mates : others;
    });
    const borders = labels.map((label) =>
      Array.from({ length: ALONG }, (_, i) => {
        const along = label % 2 === 0 ? i : ALONG - 1 - i;
        return [50, 30 * Math.cos((label >> 1) + along / 9), 30 * Math.sin(2 * (label >> 1) + along / 7)];
      }),
    );
    const halves = halvesIn(stripsWith(borders), far, labels, null);
    expect(halves).toMatchObject({ mating: 'opposite', matingSure });
  },
);

test('the rule of equal edges is not sure if most groups could be divided in two', () => {
  const labels = Array.from({ length: 32 }, (_, edge) => edge % 4);
  // In each group, four edges differ from the other four by `across`.
  const far = (across: number): Float32Array =>
    Float32Array.from({ length: 32 ** 2 }, (_, at) => {
      const [one, other] = [Math.floor(at / 32), at % 32];
      return labels[one] !== labels[other] ? 60 : one >> 4 === other >> 4 ? 4 : across;
    });
  // four colours that differ equally from each other
  const colours = [
    [70, 20, 20],
    [70, -20, -20],
    [30, 20, -20],
    [30, -20, 20],
  ];
  const strips = stripsWith(labels.map((label) => Array.from({ length: ALONG }, () => colours[label]!)));
  expect(halvesIn(strips, far(4), labels, null)).toMatchObject({ mating: 'same', matingSure: true });
  expect(halvesIn(strips, far(16), labels, null)).toMatchObject({ mating: 'same', matingSure: false });
});

test('the scan asks which edges may meet if plain colours do not show it, and suggests no rule', () => {
  // two tiles on a table, each with four plain edges
  const picture = drawn((px, py) => {
    const [x, y] = [(px % 100) - 50, py - 100];
    if (Math.max(Math.abs(x), Math.abs(y)) > 32) return [90, 60, 40];
    return Math.abs(x) > Math.abs(y) ? [240, x < 0 ? 240 : 180, 240] : [150, y < 0 ? 220 : 240, 150];
  });
  const { mating, tiles, questions } = scan([picture]);
  expect(tiles).toHaveLength(2);
  expect(mating).toBe('unknown');
  expect(questions.map(({ about }) => about)).toContain('mating');
});
