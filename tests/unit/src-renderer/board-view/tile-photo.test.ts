// Photographs of tiles are stored with the tile and in .edgewise files, and are drawn in its rotation. Formats that
// lose them say so.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { placementCode } from '../../../../src-core/puzzle/partial-board.ts';
import {
  EdgePuzzle,
  MAX_PHOTO_URL_LENGTH,
  MAX_TOTAL_PHOTO_LENGTH,
} from '../../../../src-core/puzzle/puzzle.ts';
import { drawBoard, labelsOf } from '../../../../src-renderer/board-view/drawing.ts';
import { svgOf } from '../../../../src-renderer/board-view/svg.ts';
import { flipTile, paint, rotateTile, swapTiles } from '../../../../src-renderer/editor/operations.ts';
import { samplePuzzle } from '../../../scan/shots.ts';

const photo = (name: string): { image: string } => ({ image: `data:image/png;base64,${name}` });
const plain = samplePuzzle('nine-halves');
const puzzle: EdgePuzzle = {
  ...plain,
  tiles: plain.tiles.map((tile, i) => ({ ...tile, photo: photo(`tile${i}`) })),
};

/** Returns, for each side of the placed tile, the picture shown there and its rotation in clockwise quarter turns. */
const shown = (of: EdgePuzzle, code: number): { href: string; turns: number }[] => {
  const { cells, wedges } = drawBoard(of, [code, ...Array<number>(8).fill(-1)]);
  return cells[0]!.labels.map((label, side) => {
    const { href, turns } = wedges[label]!.image!;
    return { href, turns: (turns + side) % 4 };
  });
};

test('a tile shows its own photo, rotated with the tile; labels are unchanged', () => {
  for (const rotation of [0, 1, 2, 3]) {
    const code = placementCode(4, rotation);
    expect(shown(puzzle, code)).toEqual(Array(4).fill({ href: photo('tile4').image, turns: rotation }));
    expect(labelsOf(puzzle, code)).toEqual(labelsOf(plain, code));
  }
  const flipped = drawBoard({ ...puzzle, turns: 'flip' }, [placementCode(4, 0, true)]).cells[0]!.labels;
  expect(flipped).toEqual(labelsOf(plain, placementCode(4, 0, true)));
});

test('in the editor the photo moves and rotates with its tile', () => {
  const turned = rotateTile(2, 3)(puzzle);
  expect(shown(turned, placementCode(2, 1))).toEqual(shown(puzzle, placementCode(2, 0)));
  expect(paint(2, 1, 0)(puzzle).tiles[2]!.photo).toEqual(photo('tile2'));
  expect(swapTiles(0, 8)(puzzle).tiles[0]!.photo).toEqual(photo('tile8'));
  expect(flipTile(0)(puzzle).tiles[0]!.photo).toBeUndefined();
});

test('a drawing has the photo without lines across it', () => {
  const svg = (of: EdgePuzzle): string => svgOf(drawBoard(of, [placementCode(0, 0)]));
  expect(svg(puzzle)).toContain(photo('tile0').image);
  expect(svg(plain).match(/stroke-opacity=".22"/g)).toHaveLength(1);
  expect(svg(puzzle)).not.toContain('stroke-opacity=".22"');
});

test('an .edgewise file keeps the photos; other formats report that they lose them', () => {
  const { text } = writePuzzle(puzzle, 'edgewise');
  expect(text).toContain('"edgewise": 3');
  expect(readPuzzle(text).puzzle).toEqual(puzzle);
  for (const format of ['scramble', 'csv']) {
    expect(writePuzzle(puzzle, format).lost, format).toContain('the photographs of the tiles');
  }
  expect(writePuzzle(puzzle, 'link').lost).toEqual(['the pictures']);
});

test('a photo is a small picture, and all photos together are limited', () => {
  const withPhoto = (image: string): unknown => ({
    ...plain,
    tiles: [{ ...plain.tiles[0], photo: { image } }],
  });
  const accepts = (image: string): boolean => v.is(EdgePuzzle, withPhoto(image));
  const letters = (count: number): string => 'data:image/png;base64,'.padEnd(count, 'A');
  expect(accepts(letters(MAX_PHOTO_URL_LENGTH))).toBe(true);
  expect(accepts(letters(MAX_PHOTO_URL_LENGTH + 1))).toBe(false);
  for (const foreign of [
    'https://example.invalid/a.png',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html,hello',
  ]) {
    expect(accepts(foreign), foreign).toBe(false);
  }
  const many = Math.floor(MAX_TOTAL_PHOTO_LENGTH / MAX_PHOTO_URL_LENGTH);
  const tiles = (count: number): unknown => ({
    ...plain,
    tiles: Array.from({ length: count }, () => ({
      ...plain.tiles[0],
      photo: { image: letters(MAX_PHOTO_URL_LENGTH) },
    })),
  });
  expect(v.is(EdgePuzzle, tiles(many))).toBe(true);
  expect(v.is(EdgePuzzle, tiles(many + 1))).toBe(false);
});
