// Photographs of tiles, made by program, and what is read of them. bench/scan.ts does the same with two hundred.
import { expect, test } from 'vitest';
import { faceOf, pictureOf } from '../../src-core/scan/face.ts';
import { applied, toQuad } from '../../src-core/scan/homography.ts';
import { wholeness } from '../../src-core/scan/groups.ts';
import { readEdges } from '../../src-core/scan/reading.ts';
import { findTiles } from '../../src-core/scan/tiles.ts';
import { measure } from '../scan/measure.ts';
import { caseOf, take } from '../scan/shots.ts';

test.each([
  ['clean', 1],
  ['clean', 6],
  ['ordinary', 0],
  ['ordinary', 5],
  // wide gaps: a lattice of even cells is farther from the tiles than they are from each other
  ['clean', 1021],
  // two halves of one texture are more alike than edges that show the same are elsewhere
  ['bad', 5018],
  // stripes so fine that two halves hardly go on in each other
  ['clean', 7026],
] as const)('%s photograph %i: every tile is found and every edge grouped right', (grade, n) => {
  const { puzzle, photo } = take({ ...caseOf(grade, n), megapixels: 0.4 });
  expect(measure(puzzle, photo)).toMatchObject({
    tilesFound: puzzle.tiles.length,
    tilesElse: 0,
    edgesRight: 4 * puzzle.tiles.length,
    corrections: 0,
  });
});

test.each([
  ['clearly', 1, true],
  ['hardly better than in any other', 33, true],
  ['better in another', 36, false],
])('three pairs of halves go on clearly, a fourth %s', (_, fourth, whole) => {
  const cost = Float32Array.from({ length: 64 }, (_, at) => {
    const [g, other] = [at >> 3, at & 7];
    return g === other ? 50 : g >> 1 !== other >> 1 ? 35 : g < 6 ? 5 : fourth;
  });
  expect(wholeness(cost) < Infinity).toBe(whole);
});

test('a group without a mate is half of no picture', () => {
  const cost = Float32Array.from({ length: 49 }, (_, at) =>
    (at % 7) >> 1 === Math.floor(at / 7) >> 1 ? 5 : 35,
  );
  expect(wholeness(cost)).toBe(Infinity);
});

test('a plain picture has no tiles', () => {
  const data = new Uint8ClampedArray(200 * 150 * 4).fill(180);
  expect(findTiles({ width: 200, height: 150, data }).tiles).toEqual([]);
});

test('a tile in the middle of a wide table is found: the table is followed all the way from the rim', () => {
  const data = new Uint8ClampedArray(600 * 600 * 4).map((_, i) => {
    const [x, y] = [(i >> 2) % 600, Math.floor((i >> 2) / 600)];
    const isTile = Math.abs(x - 330) < 40 && Math.abs(y - 270) < 40;
    return isTile ? [240, 235, 225, 255][i % 4]! : [90, 60, 40, 255][i % 4]!;
  });
  const { tiles } = findTiles({ width: 600, height: 600, data });
  expect(tiles).toHaveLength(1);
  expect(tiles[0]!.corners[0].map((at) => Math.round(at / 3))).toEqual([97, 77]);
});

test('a square seen aslant becomes a square', () => {
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

test('one tile alone: four groups or fewer, and no mates out of nothing', () => {
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
