import { counted } from '../text/counted.ts';
import { FormatError } from './format-error.ts';

/** Columns and rows. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** "4x3" as columns and rows; also with × or a blank between. Throws FormatError. */
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

/** Every size of so many cells that is at least as wide as high, the squarest first. */
function sizesOf(cells: number): Size[] {
  const sizes: Size[] = [];
  for (let height = Math.floor(Math.sqrt(cells)); height >= 1; height--) {
    if (cells % height === 0 && cells / height <= 64) sizes.push({ width: cells / height, height });
  }
  return sizes;
}

/**
 * The board for so many tiles: as square as can be or, when the number of edges with the rim's colour is
 * known, the one whose rim takes just so many. Throws FormatError when the tiles only make a single row.
 */
function sizeFor(tiles: number, rimEdges?: number): Size {
  const sizes = sizesOf(tiles);
  const framed = sizes.find(({ width, height }) => 2 * (width + height) === rimEdges);
  const size = framed ?? sizes[0];
  if (size && (size.height > 1 || tiles <= 3)) return size;
  throw new FormatError({
    found: counted(tiles, 'tile'),
    expected: 'a number of tiles that fills a rectangle, such as 9, 12 or 16',
    fix: 'Check for a missing or an extra line, or give the size of the board.',
    asks: 'size',
  });
}

/** The size asked for, if there are tiles for it; otherwise the one that follows from the tiles. */
export function sizeOf(tiles: number, asked: Size | undefined, rimEdges?: number): Size {
  if (!asked) return sizeFor(tiles, rimEdges);
  const cells = asked.width * asked.height;
  if (tiles >= cells) return asked;
  throw new FormatError({
    found: counted(tiles, 'tile'),
    expected: `at least ${cells} for a board of ${asked.width} × ${asked.height}`,
    fix: 'Add the missing tiles, or give another size.',
    asks: 'size',
  });
}
