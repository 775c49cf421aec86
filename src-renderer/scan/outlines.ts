/** The outlines of tiles in the pictures of a scan. All functions are pure: they return new pictures or tiles. */
import { closeUpOf, type PictureFacts } from '../../src-core/scan/advice.ts';
import { cellsOf, gridOver, type Grid } from '../../src-core/scan/grid.ts';
import { centreOf, distance, isWithin, type Quad } from '../../src-core/scan/homography.ts';
import type { Point } from '../../src-core/scan/picture.ts';
import { boardFor } from '../../src-core/scan/puzzle.ts';

export interface ScanTile {
  readonly id: number;
  readonly corners: Quad;
  /** how certain the outline is, from 0 to 1; always 1 if the user drew it */
  readonly certainty: number;
}

export interface ScanPicture {
  readonly id: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly preview: ImageBitmap;
  readonly facts: PictureFacts;
  readonly tiles: readonly ScanTile[];
  /** centres of objects that are as large as a tile but weren't recognised as tiles when the picture was opened */
  readonly overlooked: readonly Point[];
  /** the grid that outlined the tiles; null if they were outlined one by one */
  readonly grid: Grid | null;
}

let ids = 0;
/** Returns an id that no other picture or tile has. */
export const newId = (): number => ++ids;

/** Returns a tile outlined by the user. */
export const placed = (corners: Quad): ScanTile => ({ id: newId(), corners, certainty: 1 });

export const tilesOf = (pictures: readonly ScanPicture[]): readonly ScanTile[] =>
  pictures.flatMap(({ tiles }) => tiles);

export const sameTiles = (one: readonly ScanTile[], other: readonly ScanTile[]): boolean =>
  one.length === other.length && one.every((tile, i) => tile === other[i]);

/** Returns a board size with room for all tiles in the pictures. */
export const sizeFor = (pictures: readonly ScanPicture[]): { columns: number; rows: number } =>
  boardFor(Math.max(1, tilesOf(pictures).length));

/** Returns the centres of possible tiles that have no outline yet. */
export const overlookedIn = ({ overlooked, tiles }: Pick<ScanPicture, 'overlooked' | 'tiles'>): Point[] =>
  overlooked.filter((place) => !tiles.some(({ corners }) => isWithin(corners, place)));

/**
 * Returns the likeliest centre for another tile. If the picture has possible tiles without an outline, that is the
 * centre of the one nearest to the outlined tiles. Otherwise it is a point far from all tiles. `size`: a tile's side,
 * in pixels.
 */
export function freePlace(picture: Omit<ScanPicture, 'preview'>, size: number): Point {
  const { width, height, tiles } = picture;
  // The place nearest to the outlined tiles is the likeliest, because objects that aren't tiles, such as a keyboard,
  // usually lie farther away.
  const away = (place: Point): number =>
    tiles.reduce((sum, { corners }) => sum + distance(centreOf(corners), place), 0);
  const [missing] = overlookedIn(picture).sort((a, b) => away(a) - away(b));
  if (missing) return missing;
  let [best, most]: [Point, number] = [[width / 2, height / 2], -1];
  for (let y = size / 2; y <= height - size / 2; y += size / 4) {
    for (let x = size / 2; x <= width - size / 2; x += size / 4) {
      const room = Math.min(...tiles.map(({ corners }) => distance(centreOf(corners), [x, y])), 2 * size);
      if (room > most) [best, most] = [[x, y], room];
    }
  }
  return best;
}

/** Returns the corners of a square, clockwise from the top left. `size`: its side, in pixels. */
export function squareAround([x, y]: Point, size: number): Quad {
  const half = size / 2;
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
}

function withCorner(corners: Quad, corner: number, [x, y]: Point, { width, height }: ScanPicture): Quad {
  const to: Point = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
  return corners.map((old, i) => (i === corner ? to : old)) as unknown as Quad;
}

/** Moves a corner of one tile. Returns all tiles of the picture, including the changed one. */
export const cornerMoved = (picture: ScanPicture, tile: number, corner: number, at: Point): ScanTile[] =>
  picture.tiles.map((each) =>
    each.id === tile
      ? { ...each, certainty: 1, corners: withCorner(each.corners, corner, at, picture) }
      : each,
  );

/** Returns a grid of square tiles that covers most of a picture. */
export function gridLaid({ width, height }: ScanPicture, columns: number, rows: number): Outlines {
  const grid = gridOver(width, height, columns, rows);
  return { tiles: cellsOf(grid).map(placed), grid };
}

/** Moves a corner of the grid. Returns the new grid and its tiles, or null if the four corners can't form a grid. */
export function gridMoved(picture: ScanPicture, corner: number, at: Point): Outlines | null {
  if (!picture.grid) return null;
  const grid = { ...picture.grid, corners: withCorner(picture.grid.corners, corner, at, picture) };
  const cells = cellsOf(grid);
  if (cells.length === 0) return null;
  return { tiles: picture.tiles.map((tile, i) => ({ ...tile, corners: cells[i]! })), grid };
}

export interface Outlines {
  readonly tiles: readonly ScanTile[];
  readonly grid: Grid | null;
}

/** Returns whether the user outlined exactly one tile in the picture. */
export const isTakenWhole = ({ tiles }: ScanPicture): boolean =>
  tiles.length === 1 && tiles[0]!.certainty === 1;

/** Returns the picture with a single tile, using the outline that is most likely for a close-up. */
export const takenWhole = (picture: ScanPicture): ScanPicture => ({
  ...picture,
  tiles: [placed(closeUpOf(picture, picture.tiles))],
});
