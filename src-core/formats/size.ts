import { counted } from '../text/counted.ts';
import { FormatError } from './format-error.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Parses "4x3" as columns and rows; `×` or a space can replace the x. Throws FormatError. */
export function parseSize(text: string): Size {
  const match = /^(\d{1,3})(?:\s*[x×]\s*|\s+)(\d{1,3})$/i.exec(text.trim());
  const width = Number(match?.[1]);
  const height = Number(match?.[2]);
  if (width >= 1 && height >= 1 && width <= 64 && height <= 64) return { width, height };
  throw new FormatError({
    found: `the size "${text}"`,
    expected: 'columns x rows, such as 4x3, each from 1 to 64',
    fix: 'Correct the size.',
  });
}

/** Returns every size with `cells` cells whose width is at least its height, squarest first. */
export function sizesOf(cells: number): Size[] {
  const sizes: Size[] = [];
  for (let height = Math.floor(Math.sqrt(cells)); height >= 1; height--) {
    if (cells % height === 0 && cells / height <= 64) sizes.push({ width: cells / height, height });
  }
  return sizes;
}

/**
 * Returns the assumed size for a number of tiles: the size with `rimEdges` edges on its rim, or else the squarest one.
 * Returns null if there are more than three tiles and they fit only into a single row, or into no board at all.
 */
export function usualSize(tiles: number, rimEdges?: number): Size | null {
  const sizes = sizesOf(tiles);
  const framed = sizes.find(({ width, height }) => 2 * (width + height) === rimEdges);
  const size = framed ?? sizes[0];
  return size && (size.height > 1 || tiles <= 3) ? size : null;
}

function sizeFor(tiles: number, rimEdges?: number): Size {
  const size = usualSize(tiles, rimEdges);
  if (size) return size;
  throw new FormatError({
    found: counted(tiles, 'tile'),
    expected: 'a number of tiles that fills a rectangle, such as 9, 12 or 16',
    fix: 'Check for a missing or an extra line, or give the size of the board.',
    asks: 'size',
  });
}

/**
 * Returns the requested size or, without one, a size for the number of tiles. Throws FormatError if there are too few
 * tiles or no rectangle fits.
 */
export function sizeOf(tiles: number, asked: Size | undefined, rimEdges?: number): Size {
  if (!asked) return sizeFor(tiles, rimEdges);
  const cells = asked.width * asked.height;
  if (tiles >= cells) return asked;
  throw new FormatError({
    found: counted(tiles, 'tile'),
    expected: `at least ${cells} for a board of ${asked.width} × ${asked.height}`,
    fix: 'Add the missing tiles, or give a different size.',
    asks: 'size',
  });
}
