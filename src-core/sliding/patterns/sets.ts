/** Divides the tiles of a board into patterns. The tiles of a pattern are in ascending order. */
import type { BoardSize } from '../state.ts';
import { MAX_PATTERN_TILES, positionCount } from './numbering.ts';

/**
 * The `small` set is built in seconds. The `large` set takes a minute or two and up to 300 MB, but its bounds prune
 * far more.
 */
export type SetName = 'small' | 'large';

/** Maximum number of patterns. Their values, half a byte each, are packed into one 64-bit word. */
const MAX_PATTERNS = 16;

/** Pattern sets whose quality has been published or measured. `bands` computes the patterns for all other boards. */
const MEASURED_SETS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  '4x4 small': [
    [1, 4, 5, 8, 9, 12],
    [2, 3, 6, 7, 10, 11],
    [13, 14, 15],
  ],
  '4x4 large': [
    [1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14, 15],
  ],
  // The patterns in figure 8 of Korf and Felner (2002).
  '5x5 large': [
    [1, 2, 5, 6, 7, 12],
    [3, 4, 8, 9, 13, 14],
    [10, 11, 15, 16, 20, 21],
    [17, 18, 19, 22, 23, 24],
  ],
};

/** Maximum number of positions in a pattern computed by `bands` */
const MAX_POSITIONS: Readonly<Record<SetName, number>> = { small: 6_500_000, large: 50_000_000 };

/**
 * Returns the patterns of a set. A tile that is in no pattern contributes only its Manhattan distance to the bound.
 */
export function patternSet(size: BoardSize, name: SetName): readonly (readonly number[])[] {
  return MEASURED_SETS[`${size.width}x${size.height} ${name}`] ?? bands(size, MAX_POSITIONS[name]);
}

/**
 * Divides the goal into bands of two rows; the last band may have one or three. Then divides the tiles into patterns,
 * band by band, and column by column within a band.
 */
function bands({ width, height }: BoardSize, maxPositions: number): number[][] {
  const cells = width * height;
  let tiles = 1;
  while (tiles < Math.min(MAX_PATTERN_TILES, cells - 1) && positionCount(cells, tiles + 1) <= maxPositions)
    tiles++;
  const order: number[] = [];
  for (let top = 0; top < height;) {
    const rows = height - top === 3 ? 3 : Math.min(2, height - top);
    for (let column = 0; column < width; column++) {
      for (let row = top; row < top + rows; row++) order.push(row * width + column);
    }
    top += rows;
  }
  const patterns: number[][] = [];
  const wanted = order.filter((tile) => tile !== 0);
  while (wanted.length > 0 && patterns.length < MAX_PATTERNS - 1) {
    patterns.push(wanted.splice(0, tiles).sort((a, b) => a - b));
  }
  return patterns;
}
