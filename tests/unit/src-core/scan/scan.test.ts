// Scans generated photographs of tiles. bench/scan.ts scans two hundred of them.
import { expect, test, vi } from 'vitest';
import { faceOf, pictureOf } from '../../../../src-core/scan/face.ts';
import { agreementOf } from '../../../../src-core/scan/groups.ts';
import { applied, toQuad } from '../../../../src-core/scan/homography.ts';
import { mateCost } from '../../../../src-core/scan/halves.ts';
import { random } from '../../../../src-core/random.ts';
import type { Picture } from '../../../../src-core/scan/picture.ts';
import { readEdges, readStrips } from '../../../../src-core/scan/reading.ts';
import { weights, type Strip } from '../../../../src-core/scan/strips.ts';
import { findTiles } from '../../../../src-core/scan/tiles.ts';
import { hitsOf, measure, tilesFound } from '../../../scan/measure.ts';
import { caseOf, take } from '../../../scan/shots.ts';

vi.setConfig({ testTimeout: 120_000 });

test('every tile of a photograph is found and every edge grouped right', () => {
  const { puzzle, photo } = take({ ...caseOf('ordinary', 5), megapixels: 0.25 });
  expect(measure(puzzle, photo)).toMatchObject({
    tilesFound: puzzle.tiles.length,
    tilesElse: 0,
    edgesRight: 4 * puzzle.tiles.length,
    isMatingSilent: false,
    corrections: 0,
  });
});

test.each([
  // tiles with wide gaps between them, not in an even grid
  ['clean', 1021, 0.25],
  // tiles found one by one, one of them far from an even grid
  ['clean', 7068, 0.25],
  // The outer tiles are as green as the table, so their positions are worked out from their neighbours.
  ['ordinary', 7084, 1.7],
] as const)('%s photograph %i: every tile is found', (grade, n, megapixels) => {
  const { picture, corners } = take({ ...caseOf(grade, n), megapixels }).photo;
  const { tiles } = findTiles(picture);
  expect(tiles).toHaveLength(corners.length);
  expect(tilesFound(hitsOf(corners, tiles))).toBe(corners.length);
});

test.each([
  // pictures of five colours, one of them symmetric, so that two of its edges would fit together like halves
  ['clean', 7011],
  // two halves of a picture that have the same texture and are more similar than equal edges of other pictures
  ['bad', 5018],
  // stripes so fine that the two halves of a picture hardly seem to fit together
  ['clean', 7026],
  // some pairs of edges with the same picture that differ three times as much as the most similar pair
  ['clean', 7003],
  // a symmetric picture, whose edges would fit together like halves but must stay one group
  ['clean', 7066],
  // two halves of a picture with the same colour and pattern that differ only in shape
  ['bad', 12018],
  // many tiles in shadow, so that edges with the same picture have two shades
  ['pale', 7001],
  // a shadow whose border runs across tiles
  ['pale', 7101],
] as const)('%s photograph %i: every edge is grouped right', (grade, n) => {
  const { puzzle, photo } = take({ ...caseOf(grade, n), megapixels: 0.25 });
  expect(measure(puzzle, photo, true)).toMatchObject({
    edgesRight: 4 * puzzle.tiles.length,
    corrections: 0,
  });
});

test.each([
  ['clearly', 1, true],
  ['hardly better than in any other', 33, true],
  ['better in another', 36, false],
])('three pairs of groups clearly fit together as halves, a fourth %s', (_, fourth, whole) => {
  const cost = Float32Array.from({ length: 64 }, (_, at) => {
    const [g, other] = [at >> 3, at & 7];
    return g === other ? 50 : g >> 1 !== other >> 1 ? 35 : g < 6 ? 5 : fourth;
  });
  expect(mateCost(cost) < Infinity).toBe(whole);
});

test('a group without a mate is not half of a picture', () => {
  const cost = Float32Array.from({ length: 49 }, (_, at) =>
    (at % 7) >> 1 === Math.floor(at / 7) >> 1 ? 5 : 35,
  );
  expect(mateCost(cost)).toBe(Infinity);
});

/**
 * Returns strips of uniform colour. Labels 2k and 2k + 1 fit together like two halves. `colourOf` returns a* and b* of
 * an edge.
 */
function halvesLike(
  labels: readonly number[],
  colourOf: (edge: number) => readonly [number, number],
): Strip[] {
  const chance = random(7);
  return labels.map((label, edge): Strip => {
    const all = (value: number): Float32Array => Float32Array.from(weights, () => value);
    const [a, b] = colourOf(edge).map((value) => value + 2 * (chance.fraction() - 0.5));
    const border = Array.from({ length: 48 }, (_, i) => {
      const along = label % 2 === 0 ? i : 47 - i;
      return [50, 30 * Math.cos((label >> 1) + along / 9), 30 * Math.sin(2 * (label >> 1) + along / 7)];
    });
    return { l: all(50), a: all(a!), b: all(b!), border: Float32Array.from(border.flat()) };
  });
}

const COLOURS = [20, 60, -20, -60, 40, -40, 0];

test.each([
  // The two halves of the last picture have nearly the same colour.
  [
    'two similar halves, with glare on one edge, are distinguished',
    (edge: number) => [[...COLOURS, 3][edge % 8]!, edge === 62 ? 9 : 0] as const,
  ],
  [
    'three of eight labels in two shades stay one label each',
    (edge: number) => [[...COLOURS, 80][edge % 8]!, edge % 8 < 3 && edge < 32 ? 6.5 : 0] as const,
  ],
])('%s, so that every group has a mate', (_, colourOf) => {
  const labels = Array.from({ length: 64 }, (_, edge) => edge % 8);
  const { groups, mates } = readStrips(halvesLike(labels, colourOf));
  expect(new Set(groups).size).toBe(8);
  expect(groups).toEqual(labels.map((label) => groups[label]));
  expect(mates.map((_, group) => mates[groups[group]!])).toEqual(mates.map((_, group) => groups[group ^ 1]));
});

test('edges match better if all with the same label look alike than if only those in the same light do', () => {
  // 16 tiles with 8 labels; half of the edges are in shadow
  const far = (inOneLight: number, inTwo: number): Float32Array =>
    Float32Array.from({ length: 64 ** 2 }, (_, at) => {
      const [one, other] = [Math.floor(at / 64), at % 64];
      if (one === other) return 0;
      if (one % 8 !== other % 8) return 40;
      return one < 32 === other < 32 ? inOneLight : inTwo;
    });
  expect(agreementOf(far(4, 4))).toBeLessThan(agreementOf(far(3, 10)));
});

test('a plain picture has no tiles', () => {
  const data = new Uint8ClampedArray(200 * 150 * 4).fill(180);
  expect(findTiles({ width: 200, height: 150, data }).tiles).toEqual([]);
});

/** Returns a square picture with a side of `size` pixels. */
function drawn(size: number, colourAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const data = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) data.set(colourAt(x, y), 4 * (y * size + x));
  return { width: size, height: size, data };
}

test('a tile in the middle of a large table is found', () => {
  const { tiles } = findTiles(
    drawn(300, (x, y) => (Math.abs(x - 165) < 20 && Math.abs(y - 135) < 20 ? [240, 235, 225] : [90, 60, 40])),
  );
  expect(tiles).toHaveLength(1);
  expect(tiles[0]!.corners[0].map((at) => Math.round(at / 2))).toEqual([73, 58]);
});

/**
 * Draws four white tiles on paper, each with a drawing. `ink` returns the darkness of the drawing, from 0 to 1, at a
 * point relative to the tile's centre.
 */
const onPaper = (ink: (x: number, y: number) => number): Picture => {
  const places = [60, 200].flatMap((x) => [65, 205].map((y) => [x, y] as const));
  return drawn(300, (x, y) => {
    const here = places.find(([px, py]) => Math.abs(x - px) < 35 && Math.abs(y - py) < 35);
    if (!here) return [214, 213, 209];
    const dark = ink(x - here[0], y - here[1]);
    return [240 - 50 * dark, 239 - 100 * dark, 236 - 90 * dark];
  });
};

test.each([
  ['a triangle on each', (x: number, y: number) => Number(y > 0 && y < 30 && 2 * Math.abs(x) < y)],
  // These drawings cover as much of the picture as tiles would, but have no clear outline.
  [
    'four soft squares on each',
    (x: number, y: number) => {
      const away = Math.max(Math.abs(Math.abs(x) - 16), Math.abs(Math.abs(y) - 16));
      return Math.max(0, Math.min(1, (19 - away) / 14));
    },
  ],
])('white tiles on paper are found, not %s', (_, ink) => {
  const { tiles } = findTiles(onPaper(ink));
  expect(tiles.map(({ corners: [[x, y]] }) => [Math.round(x / 5), Math.round(y / 5)])).toEqual([
    [5, 6],
    [33, 6],
    [5, 34],
    [33, 34],
  ]);
});

test('a square seen at an angle is rectified', () => {
  const quad = [
    [10, 12],
    [90, 20],
    [80, 95],
    [5, 70],
  ] as const;
  const map = toQuad(quad)!;
  for (const [i, [x, y]] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].entries()) {
    const [px, py] = applied(map, x!, y!);
    expect(px).toBeCloseTo(quad[i]![0], 9);
    expect(py).toBeCloseTo(quad[i]![1], 9);
  }
  expect(
    toQuad([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
  ).toBeNull();
});

test('a single tile: at most four groups, and no invented mates', () => {
  const data = Uint8ClampedArray.from({ length: 64 * 64 * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7) % 200));
  const face = faceOf(
    { width: 64, height: 64, data },
    [
      [4, 4],
      [60, 4],
      [60, 60],
      [4, 60],
    ],
    null,
    64,
  )!;
  expect(pictureOf(face)).toMatchObject({ width: 64, height: 64 });
  const { groups, mates } = readEdges([face]);
  expect(groups).toHaveLength(4);
  expect(mates).toHaveLength(Math.max(...groups) + 1);
});
