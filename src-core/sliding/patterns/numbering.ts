/**
 * Numbers the positions of a pattern. The number of a position combines two numbers: that of the set of covered cells,
 * in colexicographic order, and that of the order of the tiles on these cells. A slide maps all orders on a set of
 * cells in the same way, which makes building a database fast (R. Clausecker, "Notes on the construction of pattern
 * databases", 2017).
 */

/** Maximum number of tiles in a pattern. The 8! orders of 8 tiles can be numbered with 16 bits. */
export const MAX_PATTERN_TILES = 8;

/**
 * Maximum number of cells on a board with ranked patterns (see `isRanked`). Their kernel stores sets of cells as 32-bit
 * masks.
 */
export const MAX_RANKED_CELLS = 32;

/**
 * Maximum number of entries in a database with simple numbers. The digits of a simple number are the cells of the
 * tiles. Updating it after a slide takes three instructions, compared with about 60 for a compact number. However,
 * many simple numbers represent no position, so a database with simple numbers is larger.
 */
const MAX_PLACED_ENTRIES = 2 ** 28;

/**
 * Returns whether a pattern of this many tiles uses compact numbers, which have no gaps (*ranked*), instead of simple
 * numbers (*placed*).
 */
export const isRanked = (cells: number, tiles: number): boolean => cells ** tiles > MAX_PLACED_ENTRIES;

/**
 * Returns the number of entries in a database. There is one for each position number. `isRanked` tells whether the
 * numbers are compact or simple.
 */
export const entryCount = (cells: number, tiles: number): number =>
  isRanked(cells, tiles) ? positionCount(cells, tiles) : cells ** tiles;

export const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

export function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return k > n ? 0 : result;
}

/** Returns the number of ways to place `tiles` distinct tiles on `cells` cells. */
export const positionCount = (cells: number, tiles: number): number =>
  binomial(cells, tiles) * factorial(tiles);

/** Returns the number of a set of cells, which must be in ascending order. */
export const setNumber = (cells: ArrayLike<number>): number =>
  Array.from(cells).reduce((sum, cell, i) => sum + binomial(cell, i + 1), 0);

/** Yields every set of `size` cells, in the order of their numbers. The yielded array is always the same one. */
export function* cellSets(cells: number, size: number): Generator<Uint8Array, void, void> {
  const set = Uint8Array.from({ length: size }, (_, i) => i);
  for (;;) {
    yield set;
    let i = 0;
    while (i < size && set[i]! + 1 === (i + 1 < size ? set[i + 1]! : cells)) {
      set[i] = i;
      i++;
    }
    if (i === size) return;
    set[i]!++;
  }
}

/**
 * Returns the number of an order of tiles. `places[i]` is the index of tile i's cell among the covered cells. The
 * number has one digit for each tile, in a mixed radix. Digit i counts the places below `places[i]` that earlier tiles
 * don't take.
 */
export function orderNumber(places: ArrayLike<number>): number {
  let rest = (1 << places.length) - 1;
  let number = 0;
  for (let i = 0; i < places.length; i++) {
    const bit = 1 << places[i]!;
    let below = rest & (bit - 1);
    let digit = 0;
    for (; below !== 0; below &= below - 1) digit++;
    number = number * (places.length - i) + digit;
    rest ^= bit;
  }
  return number;
}

/** Writes the order with this number into `places`. This is the inverse of `orderNumber`. */
export function orderFromNumber(number: number, places: Uint8Array): void {
  const size = places.length;
  // The digits are read from the last tile to the first. Each digit is the place of its tile in the order of the tiles
  // read so far. Tiles that were already at this place or a later one move up by one.
  for (let i = size - 1; i >= 0; i--) {
    const digit = number % (size - i);
    number = Math.floor(number / (size - i));
    places[i] = digit;
    for (let j = i + 1; j < size; j++) if (places[j]! >= digit) places[j]!++;
  }
}
