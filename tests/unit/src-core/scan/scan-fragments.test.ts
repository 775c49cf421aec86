import { expect, test } from 'vitest';
import { leftOver } from '../../../../src-core/scan/separate.ts';
import type { Quad } from '../../../../src-core/scan/homography.ts';

const size = { width: 200, height: 120 };
/** A mask in which rectangles are set, each given by its left, top, right and bottom. */
function mask(...rectangles: readonly (readonly [number, number, number, number])[]): Uint8Array {
  const things = new Uint8Array(size.width * size.height);
  for (const [left, top, right, bottom] of rectangles) {
    for (let y = top; y < bottom; y++) things.fill(1, y * size.width + left, y * size.width + right);
  }
  return things;
}
const known: Quad = [[20, 30], [70, 30], [70, 80], [20, 80]]; // oxfmt-ignore
/** four drawings near the sides of a tile that covers x from 120 to 170 and y from 30 to 80 */
const drawings = [[135, 30, 155, 42], [158, 45, 170, 65], [135, 68, 155, 80], [120, 45, 132, 65]] as const; // oxfmt-ignore

test('a tile of which only the drawings are visible is asked about', () => {
  const { quads, overlooked } = leftOver(mask([20, 30, 70, 80], ...drawings), size, [known]);
  expect(quads).toEqual([]);
  expect(overlooked.map((place) => place.map(Math.round))).toEqual([[145, 55]]);
});

test('a single drawing, or drawings in a row, are not asked about', () => {
  expect(leftOver(mask([20, 30, 70, 80], drawings[0]), size, [known]).overlooked).toEqual([]);
  const row = [90, 110, 130, 150, 170].map((x) => [x, 95, x + 16, 107] as const);
  expect(leftOver(mask([20, 30, 70, 80], ...row), size, [known]).overlooked).toEqual([]);
});

test('drawings that cover little of a tile, and a table with a pattern, are not asked about', () => {
  const thin = [[130, 30, 160, 32], [168, 40, 170, 70], [130, 78, 160, 80], [120, 40, 122, 70]] as const; // oxfmt-ignore
  expect(leftOver(mask([20, 30, 70, 80], ...thin), size, [known]).overlooked).toEqual([]);
  const pattern = Array.from({ length: 100 }, (_, i) => {
    const [left, top] = [80 + 12 * (i % 10), 12 * Math.floor(i / 10)];
    return [left, top, left + 8, top + 8] as const;
  });
  expect(leftOver(mask([20, 30, 70, 80], ...pattern), size, [known]).overlooked).toEqual([]);
});

test('tiles are asked about separately even if their drawings are near each other', () => {
  const moved = (dx: number) => drawings.map(([l, t, r, b]) => [l + dx, t, r + dx, b] as const);
  // The gap between the two tiles is 14 pixels wide. Gaps between drawings of one tile can be wider.
  const things = mask([5, 80, 55, 115], ...moved(-56), ...moved(8));
  const { overlooked } = leftOver(things, size, [[[5, 65], [55, 65], [55, 115], [5, 115]]]); // oxfmt-ignore
  expect(overlooked.map((place) => place.map(Math.round))).toEqual([
    [89, 55],
    [153, 55],
  ]);
});
