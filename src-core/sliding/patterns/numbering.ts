/**
 * The numbering of the positions of a pattern (some of the tiles). Such a number combines two others: the number of the
 * set of covered cells, in colexicographic order, and the number of the order of the tiles on these cells. A tile that
 * slides along a row changes only the set. A tile that slides along a column also moves past a few others. So each
 * slide maps whole blocks of orders to whole blocks, which makes building a database fast. The idea is from R.
 * Clausecker, "Notes on the construction of pattern databases", 2017.
 */

/** Maximum number of tiles in a pattern: the numbers of 8! orders fit into 16 bits. */
export const MAX_PATTERN_TILES = 8;

/** Maximum number of cells of a board with ranked patterns: sets are masks of 32 bits. */
export const MAX_RANKED_CELLS = 32;

/**
 * Maximum number of entries of a database with simple numbers. The digits of a simple number are the cells of the
 * tiles. A search needs the number at every node. After a slide, three instructions update a simple number, but a
 * compact number takes about 60. Simple numbers leave gaps, so larger databases use compact numbers.
 */
const MAX_PLACED = 2 ** 28;

/**
 * Returns whether the positions of a pattern of `tiles` tiles have compact numbers (a *ranked* pattern) rather than
 * simple ones (a *placed* pattern).
 */
export const isRanked = (cells: number, tiles: number): boolean => cells ** tiles > MAX_PLACED;

/** Returns the number of entries of a database, in the numbering that searches use. */
export const entryCount = (cells: number, tiles: number): number =>
  isRanked(cells, tiles) ? positionCount(cells, tiles) : cells ** tiles;

export const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

export function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return k > n ? 0 : result;
}

/** Returns the number of positions of `tiles` tiles on `cells` cells. */
export const positionCount = (cells: number, tiles: number): number =>
  binomial(cells, tiles) * factorial(tiles);

/** Returns the number of a set of cells, given in ascending order. */
export const setNumber = (cells: ArrayLike<number>): number =>
  Array.from(cells).reduce((sum, cell, i) => sum + binomial(cell, i + 1), 0);

/**
 * Yields every set of `size` cells out of `cells`, in the order of the sets' numbers. All sets are yielded in the same
 * array.
 */
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
 * Returns the number of an order of tiles. `places[i]` is the index of tile i's cell among the covered cells in
 * ascending order. Digit i counts the free places below `places[i]`; the radices go from the number of tiles down to 1.
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

/** Writes the order with number `number` into `places`. Inverse of `orderNumber`. */
export function orderFromNumber(number: number, places: Uint8Array): void {
  const size = places.length;
  // Start with the last tile. Its digit is its place among the tiles handled so far. Tiles at this place or after it
  // then move up by one.
  for (let i = size - 1; i >= 0; i--) {
    const digit = number % (size - i);
    number = Math.floor(number / (size - i));
    places[i] = digit;
    for (let j = i + 1; j < size; j++) if (places[j]! >= digit) places[j]!++;
  }
}
