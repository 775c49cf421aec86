// Small generated pictures: tables of planks, tiles that partly look like the table, and objects that are not tiles.
import { expect, test } from 'vitest';
import { random } from '../../../../src-core/random.ts';
import { MIN_TRUSTED_CERTAINTY } from '../../../../src-core/scan/advice.ts';
import { plankLimits, thingsOn, usualLimits } from '../../../../src-core/scan/ground.ts';
import { centreOf, distance, isWithin, type Quad } from '../../../../src-core/scan/homography.ts';
import type { Picture, Point } from '../../../../src-core/scan/picture.ts';
import { scan } from '../../../../src-core/scan/scan.ts';
import { findTiles } from '../../../../src-core/scan/tiles.ts';

const [WIDTH, HEIGHT] = [320, 240];
type Colour = readonly [r: number, g: number, b: number];
const wood: Colour = [122, 84, 52];
const dark: Colour = [40, 26, 16];
const card: Colour = [236, 232, 224];

interface Part {
  readonly colour: Colour;
  readonly covers: (x: number, y: number) => boolean;
}

/** Returns a picture of a table with parts drawn on it. Later parts cover earlier ones. */
function drawn(...parts: readonly Part[]): Picture {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      data.set(parts.findLast(({ covers }) => covers(x + 0.5, y + 0.5))?.colour ?? wood, 4 * (y * WIDTH + x));
  return { width: WIDTH, height: HEIGHT, data };
}

const box = (colour: Colour, left: number, top: number, width: number, height: number): Part => ({
  colour,
  covers: (x, y) => x > left && x < left + width && y > top && y < top + height,
});

/** Returns a tile of 60 × 60 pixels around a point. */
function tile(x: number, y: number, degrees = 0): Part & { readonly corners: Quad } {
  const [cos, sin] = [30 * Math.cos((degrees * Math.PI) / 180), 30 * Math.sin((degrees * Math.PI) / 180)];
  const corners: Quad = [
    [x - cos + sin, y - sin - cos],
    [x + cos + sin, y + sin - cos],
    [x + cos - sin, y + sin + cos],
    [x - cos - sin, y - sin + cos],
  ];
  return { colour: card, corners, covers: (px, py) => isWithin(corners, [px, py]) };
}

/** Returns four dark seams around a rectangle, each 3 pixels wide. */
const seams = (left: number, top: number, right: number, bottom: number): Part[] => [
  box(dark, left, top, right - left, 3),
  box(dark, left, bottom, right - left, 3),
  box(dark, left, top, 3, bottom - top),
  box(dark, right, top, 3, bottom - top + 3),
];

const centres = (tiles: readonly { readonly corners: Quad }[]): Point[] =>
  tiles.map(({ corners }) => centreOf(corners).map(Math.round) as unknown as Point);

test('the table continues behind the seams of planks', () => {
  const picture = drawn(...seams(100, 60, 220, 180), tile(160, 120));
  const at = (things: Uint8Array, x: number, y: number): number => things[y * WIDTH + x]!;
  const [usual, planks] = [thingsOn(picture, usualLimits), thingsOn(picture, plankLimits)];
  expect([at(usual, 115, 75), at(usual, 160, 120)]).toEqual([1, 1]);
  expect([at(planks, 115, 75), at(planks, 160, 120)]).toEqual([0, 1]);
});

test('tiles across the seams of planks are found', () => {
  const tiles = [tile(240, 50), tile(80, 60), tile(90, 170), tile(230, 180)];
  const found = findTiles(drawn(...seams(20, 70, 300, 150), ...tiles));
  expect(centres(found.tiles)).toEqual(centres(tiles));
  expect(found.overlooked).toEqual([]);
});

test('tiles in rows keep their own outlines although one partly looks like the table', () => {
  const tiles = [48, 116, 184].flatMap((y, row) =>
    [90, 158, 226].map((x, column) =>
      // The middle tile is out of line.
      row === 1 && column === 1 ? tile(x + 4, y + 4) : tile(x, y, [2, -2, 0][(row + column) % 3]),
    ),
  );
  const bite = box(wood, 166, 18, 18, 30);
  const found = findTiles(drawn(...tiles, bite));
  expect(found.tiles).toHaveLength(9);
  for (const [i, { corners }] of found.tiles.entries())
    expect(Math.max(...corners.map((corner, k) => distance(corner, tiles[i]!.corners[k]!)))).toBeLessThan(
      1.5,
    );
});

test('touching tiles without a visible border are found, and marked as uncertain', () => {
  const colours: Colour[] = [card, [70, 110, 190], [60, 150, 80], [190, 60, 50], [230, 190, 60]];
  // In two columns, two touching tiles have the same colour, so no border is visible between them.
  const field = [0, 1, 2, 0, 3, 4, 1, 3, 0].map((colour, i) =>
    box(colours[colour]!, 70 + 60 * (i % 3), 30 + 60 * Math.floor(i / 3), 60, 60),
  );
  const found = findTiles(drawn(...field));
  expect(centres(found.tiles)).toEqual(
    [60, 120, 180].flatMap((y) => [100, 160, 220].map((x): Point => [x, y])),
  );
  expect(found.tiles.filter(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY)).toEqual([]);
});

test('a square of seams is marked as uncertain, but the tiles beside it are not', () => {
  const tiles = [tile(260, 50), tile(60, 60), tile(50, 180), tile(230, 180)];
  const found = findTiles(drawn(...seams(117, 90, 179, 152), ...tiles));
  const [x, y] = [148, 121];
  const isSeams = ({ corners }: { readonly corners: Quad }): boolean => isWithin(corners, [x, y]);
  expect(found.tiles.filter(isSeams).every(({ certainty }) => certainty < MIN_TRUSTED_CERTAINTY)).toBe(true);
  const others = found.tiles.filter((each) => !isSeams(each));
  expect(centres(others)).toEqual(centres(tiles));
  expect(others.every(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY)).toBe(true);
});

test('a rectangle among squares is marked as uncertain', () => {
  const tiles = [50, 190].flatMap((y) => [50, 150, 250].map((x) => tile(x, y, x / 10)));
  const found = findTiles(drawn(...tiles, box(card, 165, 95, 72, 50)));
  expect(
    found.tiles
      .filter(({ certainty }) => certainty < MIN_TRUSTED_CERTAINTY)
      .map(({ corners }) => centreOf(corners).map(Math.round)),
  ).toEqual([[201, 120]]);
});

test('an object as large as a tile but of another shape is asked about', () => {
  const tiles = [tile(240, 50), tile(80, 60), tile(90, 180)];
  const picture = drawn(...tiles, box(card, 150, 170, 150, 30));
  const found = findTiles(picture);
  expect(centres(found.tiles)).toEqual(centres(tiles));
  expect(found.overlooked.map((at) => at.map(Math.round))).toEqual([[225, 185]]);
  const { questions } = scan([drawn(...tiles), picture]);
  expect(questions.map(({ text }) => text).join('\n')).toContain(
    'Is there a tile around pixel 225, 185 in picture 2?',
  );
});

test('tiles of which only the drawings differ from the table are found in a more careful pass', () => {
  const chance = random(5);
  const size = 320;
  const data = new Uint8ClampedArray(4 * size ** 2).fill(255);
  // Nine tiles with red drawings on a grey table: five are white; four look like the table in a shadow.
  for (let i = 0; i < size ** 2; i++) {
    const [x, y] = [i % size, Math.floor(i / size)];
    const [column, row] = [Math.floor((x - 10) / 100), Math.floor((y - 10) / 100)];
    const [u, v] = [Math.abs(x - 60 - 100 * column), Math.abs(y - 60 - 100 * row)];
    const isTile = Math.min(column, row) >= 0 && Math.max(column, row) < 3 && Math.max(u, v) < 33;
    const isDrawn = (Math.abs(u - 20) < 7 && v < 13) || (Math.abs(v - 20) < 6 && u < 9);
    const paper = (column + row) % 2 === 0 ? 245 : 118;
    const grain = 8 * (chance.fraction() - 0.5);
    const colour = !isTile ? [150, 150, 140] : isDrawn ? [200, 40, 60] : [paper, paper, paper - 8];
    data.set(
      colour.map((value) => value + grain),
      4 * i,
    );
  }
  const { tiles, overlooked } = findTiles({ width: size, height: size, data });
  expect([tiles.length, overlooked]).toEqual([9, []]);
});
