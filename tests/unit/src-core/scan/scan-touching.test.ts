// Tiles that touch, as in photographs of solved puzzles. Their drawings are full of sharp lines.
import { expect, test } from 'vitest';
import { MIN_TRUSTED_CERTAINTY } from '../../../../src-core/scan/advice.ts';
import { centreOf, distance, type Quad } from '../../../../src-core/scan/homography.ts';
import { lattice } from '../../../../src-core/scan/lattice.ts';
import type { Picture } from '../../../../src-core/scan/picture.ts';
import { findTiles, type Found } from '../../../../src-core/scan/tiles.ts';
import { measure } from '../../../scan/measure.ts';
import { caseOf, take } from '../../../scan/shots.ts';

const SIDE = 120;
/** Width of the dark lines between tiles, in pixels */
const GAP = 2;
/** Side of the coloured squares that the drawings consist of, in pixels */
const CHECK = 6;

/** Draws 3 × 3 touching tiles, each full of small squares of random colours, with a plain table around them. */
function fieldOfNine(margin: number): { picture: Picture; quad: Quad } {
  const width = 3 * SIDE + 2 * margin;
  const data = new Uint8Array(4 * width * width).fill(255);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - margin, y - margin];
      const isField = u >= 0 && v >= 0 && u < 3 * SIDE && v < 3 * SIDE;
      const isGap = [u, v].some((at) => at > GAP && at < 3 * SIDE - GAP && (at + GAP / 2) % SIDE < GAP);
      // The squares are askew, so that their own edges don't form lines parallel to the borders of the tiles.
      const check = Math.floor((v - 0.4 * u) / CHECK) * 61 + Math.floor((u + 0.4 * v) / CHECK);
      for (let c = 0; c < 3; c++) {
        const drawn = 90 + (Math.abs(check * (7919 + 104_729 * c)) % 131);
        data[4 * (y * width + x) + c] = isField ? (isGap ? 20 : drawn) : 235;
      }
    }
  }
  const [from, to] = [margin, margin + 3 * SIDE];
  return { picture: { width, height: width, data }, quad: [[from, from], [to, from], [to, to], [from, to]] }; // oxfmt-ignore
}

/**
 * Returns the maximum distance between the centre of a quadrilateral and the centre of its tile, or Infinity if there
 * aren't nine quadrilaterals.
 */
function offOf(quads: readonly Quad[], margin: number): number {
  if (quads.length !== 9) return Infinity;
  const offs = quads.map((quad, i) => {
    const [x, y] = [i % 3, Math.floor(i / 3)].map((at) => margin + (at + 0.5) * SIDE);
    return distance(centreOf(quad), [x!, y!]);
  });
  return Math.max(...offs);
}
const quadsIn = ({ tiles }: Found) => tiles.map(({ corners }) => corners);

test('touching tiles are not divided along the edges of their drawings', () => {
  const { picture, quad } = fieldOfNine(60);
  const cells = lattice(picture, quad).map((one) => one.quad);
  expect(offOf(cells, 60)).toBeLessThan(0.01 * SIDE);
});

test('a field of touching tiles is found on a table', () => {
  const found = findTiles(fieldOfNine(60).picture);
  expect(offOf(quadsIn(found), 60)).toBeLessThan(0.03 * SIDE);
});

test('a field of touching tiles is found if it fills the whole picture', () => {
  const found = findTiles(fieldOfNine(0).picture);
  expect(offOf(quadsIn(found), 0)).toBeLessThan(0.03 * SIDE);
  expect(found.tiles.filter(({ certainty }) => certainty < MIN_TRUSTED_CERTAINTY)).toEqual([]);
  expect(found.overlooked).toEqual([]);
});

test('a grid of touching tiles is found although drawings hide some of its lines', () => {
  const { puzzle, photo } = take({ ...caseOf('touching', 8), megapixels: 0.6 });
  expect(measure(puzzle, photo)).toMatchObject({ tilesFound: 16, tilesElse: 0, mistakes: 0 });
});
