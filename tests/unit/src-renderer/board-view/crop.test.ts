import { expect, test } from 'vitest';
import { cropOf } from '../../../../src-renderer/board-view/crop.ts';
import { placesOf } from '../../../../src-renderer/board-view/geometry.ts';

const sixteen = placesOf({ kind: 'rectangle', width: 16, height: 16 });
const everywhere = (): boolean => true;

test('a picture shows the whole board while its tiles can be recognized, and only some tiles otherwise', () => {
  expect(cropOf(sixteen, 176, 176, everywhere)).toEqual({ columns: 16, rows: 16, left: 0, top: 0 });
  expect(cropOf(sixteen, 160, 160, everywhere)).toEqual({ columns: 7, rows: 7, left: 4, top: 4 });
  expect(cropOf(sixteen, 44, 44, everywhere)).toEqual({ columns: 2, rows: 2, left: 7, top: 7 });
  // Boards of other shapes are never cropped.
  const hexagons = placesOf({ kind: 'honeycomb', side: 9 });
  expect(cropOf(hexagons, 44, 44, everywhere)).toMatchObject({ left: 0, top: 0 });
});

test('of a partial board, the picture shows the side or corner with the most tiles', () => {
  const lastRows = (cell: number): boolean => cell >= 12 * 16;
  expect(cropOf(sixteen, 110, 110, lastRows)).toMatchObject({ rows: 5, top: 11 });
  const corner = (cell: number): boolean => cell % 16 < 4 && cell < 4 * 16;
  expect(cropOf(sixteen, 110, 110, corner)).toMatchObject({ left: 0, top: 0 });
});
