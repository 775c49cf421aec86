// Handmade masks: touching tiles are separated, and tiles without an outline are reported.
import { expect, test } from 'vitest';
import { depthOf } from '../../../../src-core/scan/blobs.ts';
import { areHalvesDistinct, halvesOf } from '../../../../src-core/scan/halves.ts';
import { applied, centreOf, toQuad, type Quad } from '../../../../src-core/scan/homography.ts';
import { oddness } from '../../../../src-core/scan/oddness.ts';
import type { Point } from '../../../../src-core/scan/picture.ts';
import { leftOver, separated } from '../../../../src-core/scan/separate.ts';

const [WIDTH, HEIGHT] = [300, 220];
type Box = readonly [x: number, y: number, width: number, height: number];

function drawn(...boxes: readonly Box[]): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT);
  for (const [x, y, w, h] of boxes)
    for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) mask[j * WIDTH + i] = 1;
  return mask;
}
function found(...boxes: readonly Box[]) {
  const things = drawn(...boxes);
  return separated(things, depthOf(things, WIDTH, HEIGHT), 100);
}
const middles = (quads: ReturnType<typeof found>['quads']) =>
  quads.map((quad) => centreOf(quad).map(Math.round)).sort(([a, b], [c, d]) => a! - c! || b! - d!);

const three: readonly Box[] = [
  [20, 20, 60, 60],
  [120, 20, 60, 60],
  [20, 120, 60, 60],
];

test('a thin seam between two tiles does not join them', () => {
  const { quads, overlooked } = found(...three, [80, 40, 40, 4], [20, 80, 3, 40]);
  expect(middles(quads)).toEqual([
    [50, 50],
    [50, 150],
    [150, 50],
  ]);
  expect(overlooked).toEqual([]);
});

test('a tile with a reflection beside it is found as a square of the usual size', () => {
  const { quads } = found(...three, [120, 120, 60, 60], [180, 125, 22, 50]);
  expect(quads).toHaveLength(4);
  // The estimated position of the fourth tile is off by at most a quarter of a side. A later step finds the tile's
  // border.
  const [x, y] = middles(quads)[3]!;
  expect(Math.abs(x! - 150)).toBeLessThan(15);
  expect(Math.abs(y! - 150)).toBeLessThan(5);
});

test('a tile extended by a reflection of its own height is found as a square of the usual size', () => {
  const { quads, overlooked } = found(...three, [120, 120, 90, 60]);
  expect([quads.length, overlooked]).toEqual([4, []]);
  const [x, y] = middles(quads)[3]!;
  expect(x).toBeGreaterThanOrEqual(148);
  expect(x).toBeLessThanOrEqual(182);
  expect(Math.abs(y! - 150)).toBeLessThan(5);
});

test('an object as large as a tile but not square is reported', () => {
  const { quads, overlooked } = found(...three, [110, 150, 170, 26]);
  expect(quads).toHaveLength(3);
  expect(overlooked).toHaveLength(1);
});

const quadAt = ([x, y, w, h]: Box): Quad => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

test('an object beside known tiles is another tile if it is square; otherwise it is reported', () => {
  const things = drawn(...three, [80, 40, 40, 4], [110, 150, 170, 26]);
  const known = three.slice(0, 2).map(quadAt);
  const { quads, overlooked } = leftOver(things, { width: WIDTH, height: HEIGHT }, known);
  expect(middles(quads)).toEqual([[50, 150]]);
  expect(overlooked.map((at) => at.map(Math.round))).toEqual([[195, 163]]);
});

test('an object that could also be the drawings of a tile is reported once', () => {
  const things = drawn(...three, [130, 120, 90, 44]);
  const { overlooked } = leftOver(things, { width: WIDTH, height: HEIGHT }, three.map(quadAt));
  expect(overlooked.map((at) => at.map(Math.round))).toEqual([[175, 142]]);
});

test('tiles farther away than the known ones are found, although they look smaller', () => {
  const far: Box = [200, 120, 44, 44];
  const things = drawn(...three, far);
  const known = three.map(quadAt);
  expect(middles(leftOver(things, { width: WIDTH, height: HEIGHT }, known).quads)).toEqual([[222, 142]]);
});

test('an outline is odd if its size or shape differs from the others, but not if it is turned or farther away', () => {
  const farther: Quad = [[0, 0], [900, 60], [900, 640], [0, 700]]; // oxfmt-ignore
  const map = toQuad(farther)!;
  const at = (x: number, y: number, turn: number, reach: (corner: number) => number): Quad =>
    [0, 1, 2, 3].map((corner): Point => {
      const angle = turn + ((corner - 1.5) * Math.PI) / 2;
      const away = reach(corner);
      return applied(map, (x + away * Math.cos(angle)) / 9, (y + away * Math.sin(angle)) / 7);
    }) as unknown as Quad;
  const tiles = Array.from({ length: 9 }, (_, i) =>
    at(1.5 + 3 * (i % 3), 1 + 2.5 * Math.floor(i / 3), i, () => 0.9),
  );
  expect(Math.max(...oddness(tiles))).toBeLessThan(0.03);
  // The tiles have sides of about 1.27. First, one corner is 0.18 too far out. Then every corner is 0.13 too far out,
  // so the sides are too long.
  for (const wrong of [(corner: number) => (corner === 2 ? 1.08 : 0.9), () => 1.03]) {
    const odd = oddness(tiles.with(5, at(7.5, 3.5, 5, wrong)));
    expect(odd.flatMap((each, i) => (each > 0.07 ? [i] : []))).toEqual([5]);
  }
  // With fewer than six tiles, the scan can't tell which one is odd.
  for (const few of [2, 3, 4, 5]) {
    const near = tiles.slice(0, few);
    if (few > 3) expect(Math.max(...oddness(near))).toBeLessThan(0.03);
    const odd = oddness(
      near.with(
        1,
        at(4.5, 1, 1, () => 1.12),
      ),
    );
    expect(Math.min(...odd)).toBeGreaterThan(0.07);
  }
  expect(oddness(tiles.slice(0, 1))).toEqual([0]);
});

/**
 * Returns a matrix for four groups, in the form that `seams` returns. The cost is `mate` between the two halves of a
 * picture, `self` between a group and itself, and 40 otherwise.
 */
const cost = (mate: number, self: number): Float32Array =>
  Float32Array.from({ length: 16 }, (_, at) => {
    const [g, other] = [at >> 2, at & 3];
    return g === other ? self : g >> 1 === other >> 1 ? mate : 40;
  });

test.each([
  ['halves that match another group, and not their own', 5, 40, { mating: 'opposite', matingSure: true }],
  ['edges that match their own group', 40, 5, { mating: 'same', matingSure: true }],
  [
    'plain edges that match their own group best, but another one too',
    20,
    4,
    { mating: 'same', matingSure: false },
  ],
  ['stripes that match their own group better than any other', 30, 8, { mating: 'same', matingSure: false }],
  ['edges that match neither well', 22, 30, { mating: 'opposite', matingSure: false }],
])('the mating rule, found from %s', (_, mate, self, expected) => {
  const groups = [0, 0, 1, 1, 2, 2, 3, 3];
  expect(halvesOf(cost(mate, self), groups, null)).toMatchObject(expected);
  expect(halvesOf(cost(mate, self), groups, 'same')).toMatchObject({ mating: 'same', matingSure: true });
});

test('single edges that were split off their group do not hide that groups pair up as halves', () => {
  // Groups 0 and 1 are the halves of one picture, 2 and 3 of another. Groups 4 and 5 are single edges split off from
  // groups 0 and 2.
  const costs = [
    [2, 15, 40, 40, 14, 40],
    [15, 2, 40, 40, 50, 50],
    [40, 40, 2, 15, 40, 14],
    [40, 40, 15, 2, 50, 50],
    [14, 50, 40, 50, 2, 60],
    [40, 50, 14, 50, 60, 2],
  ];
  const groups = [0, 1, 2, 3].flatMap((group) => new Array<number>(8).fill(group));
  const matrix = (count: number): Float32Array =>
    Float32Array.from(costs.slice(0, count).flatMap((row) => row.slice(0, count)));
  expect(halvesOf(matrix(4), groups, null).matingSure).toBe(false);
  expect(halvesOf(matrix(6), [...groups, 4, 5], null)).toMatchObject({ mating: 'same', matingSure: false });
});

test('halves look different; parts of one group, such as those in a shadow, do not', () => {
  const groups = [0, 1, 2, 3].flatMap((group) => new Array<number>(4).fill(group));
  const apart = (mates: number): Float32Array =>
    Float32Array.from({ length: 256 }, (_, at) => {
      const [one, other] = [groups[at >> 4]!, groups[at & 15]!];
      return one === other ? 4 : one >> 1 === other >> 1 ? mates : 20;
    });
  expect(areHalvesDistinct(apart(6), groups, [1, 0, 3, 2])).toBe(false);
  expect(areHalvesDistinct(apart(9), groups, [1, 0, 3, 2])).toBe(true);
});
