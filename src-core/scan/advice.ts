/** Says why the tiles in a picture can't be read well, and how to fix that. */
import { median } from './ground.ts';
import { doubleArea, sideOf, type Quad } from './homography.ts';
import type { Picture } from './picture.ts';

export type PictureProblem = 'close-up' | 'screenshot' | 'small' | 'touching' | 'one' | 'none';

/** How well the tiles in a picture were found. */
export interface PictureFacts {
  /** size of the picture in pixels */
  readonly width: number;
  readonly height: number;
  readonly tiles: number;
  /** number of tiles with four clearly visible sides */
  readonly clear: number;
  /** median side of the tiles, in pixels */
  readonly side: number;
  /** side of the largest tile divided by the side of the smallest */
  readonly variety: number;
  /** fraction of the picture covered by its largest tile */
  readonly largest: number;
  /** fraction of pixels that equal their neighbours: high in screenshots, low in photographs */
  readonly flat: number;
}

/** Minimum certainty at which the outline of a tile is trusted */
export const MIN_TRUSTED_CERTAINTY = 0.6;
/** Minimum side of a tile in pixels. In smaller tiles, the edges can't be told apart. */
const MIN_TILE_SIDE_PX = 100;
/** Minimum side of a picture in pixels, for nine tiles with space between them */
const MIN_PICTURE_SIDE_PX = 450;
/**
 * Limits on the fraction of pixels that equal their neighbours. This fraction is higher in screenshots than in
 * photographs, and highest in empty pictures.
 */
const MIN_SCREENSHOT_FLATNESS = 0.45;
const MIN_EMPTY_FLATNESS = 0.97;
/**
 * Limits for a close-up of one tile: the picture's aspect ratio, and the fraction of the picture that the tile covers
 */
const MAX_SINGLE_TILE_ASPECT_RATIO = 1.35;
const MIN_SINGLE_TILE_COVERAGE = 0.45;
/**
 * Maximum ratio between the sides of the largest and the smallest tile. In a picture taken at an angle, tiles differ
 * in size.
 */
const MAX_TILE_SIZE_RATIO = 1.7;
/** To save time, only every `PIXEL_STRIDE`th row and column of pixels is examined. */
const PIXEL_STRIDE = 3;

export function factsOf(
  { width, height, data }: Picture,
  tiles: readonly { readonly corners: Quad; readonly certainty: number }[],
): PictureFacts {
  const sides = tiles.map(({ corners }) => sideOf(corners));
  const [most, least] = [Math.max(0, ...sides), Math.min(Infinity, ...sides)];
  let [equal, all] = [0, 0];
  for (let y = 1; y < height; y += PIXEL_STRIDE) {
    for (let x = 0; x < width - 1; x += PIXEL_STRIDE) {
      const at = 4 * (y * width + x);
      const isEqual = [0, 1, 2].every(
        (channel) =>
          data[at + channel] === data[at + 4 + channel] &&
          data[at + channel] === data[at - 4 * width + channel],
      );
      [equal, all] = [equal + Number(isEqual), all + 1];
    }
  }
  return {
    width,
    height,
    tiles: tiles.length,
    clear: tiles.filter(({ certainty }) => certainty >= MIN_TRUSTED_CERTAINTY).length,
    side: median(sides),
    variety: most / least || 1,
    largest: Math.max(0, ...tiles.map(({ corners }) => doubleArea(corners) / 2)) / (width * height),
    flat: equal / Math.max(1, all),
  };
}

const areTilesClear = ({ tiles, clear, variety }: PictureFacts): boolean =>
  tiles > 1 && 2 * clear >= tiles && variety < MAX_TILE_SIZE_RATIO;
const isSquare = ({ width, height }: PictureFacts): boolean =>
  Math.max(width, height) < MAX_SINGLE_TILE_ASPECT_RATIO * Math.min(width, height);

const isClearCloseUp = ({ tiles, clear, largest }: PictureFacts): boolean =>
  tiles === 1 && clear === 1 && largest > MIN_SINGLE_TILE_COVERAGE;

/** Returns why each picture of a puzzle is hard to read, or null if its tiles are clear. */
export function pictureProblems(pictures: readonly PictureFacts[]): (PictureProblem | null)[] {
  const several = pictures.length > 1;
  const areCloseUps = several && pictures.every((facts) => isSquare(facts) && !areTilesClear(facts));
  return pictures.map((facts) => {
    if (areCloseUps) return isClearCloseUp(facts) ? null : 'close-up';
    return several && facts.tiles === 1 && facts.clear === 1 ? null : pictureProblem(facts);
  });
}

function pictureProblem(facts: PictureFacts): PictureProblem | null {
  const { width, height, tiles, clear, side, largest, flat } = facts;
  if (areTilesClear(facts)) return side < MIN_TILE_SIDE_PX ? 'small' : null;
  if (tiles === 1 && clear === 1 && largest < MIN_SINGLE_TILE_COVERAGE) return 'one';
  if (flat > MIN_EMPTY_FLATNESS) return 'none';
  if (flat > MIN_SCREENSHOT_FLATNESS) return 'screenshot';
  if (tiles === 1 && isSquare(facts) && largest > MIN_SINGLE_TILE_COVERAGE) return 'close-up';
  if (Math.min(width, height) < MIN_PICTURE_SIDE_PX) return 'small';
  if (tiles > 1) return 'touching';
  return tiles === 1 ? 'one' : 'none';
}

/**
 * Returns a text that tells the user about a problem of a picture and what to do about it. `pictures` is the number of
 * pictures that have this problem.
 */
export function pictureProblemText(problem: PictureProblem, pictures: number): string {
  const it = pictures === 1 ? 'This' : 'Each';
  const texts: Readonly<Record<PictureProblem, string>> = {
    'close-up': `${it} looks like a close-up of one tile, or like several tiles that touch.`,
    screenshot: `${it} looks like a screenshot. Crop it to just the tiles.`,
    small: `The tiles are too small: each needs at least ${MIN_TILE_SIDE_PX} pixels per side. Use a larger picture, or move the camera closer.`,
    touching:
      'The tiles touch, or are hard to tell from the table. Lay them on a table of a different colour, with space between them.',
    one: 'Only one tile was found. Take a picture of all tiles, with space between them.',
    none: 'No tiles were found. Lay them on a table of a different colour, with space between them.',
  };
  return texts[problem];
}

/** Returns the outline of the tile in a close-up: the only tile found, or else the whole picture. */
export function closeUpOf(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  tiles: readonly { readonly corners: Quad; readonly certainty: number }[],
): Quad {
  const [only] = tiles;
  return only &&
    tiles.length === 1 &&
    doubleArea(only.corners) / 2 > MIN_SINGLE_TILE_COVERAGE * width * height
    ? only.corners
    : [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ];
}
