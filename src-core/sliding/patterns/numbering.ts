/**
 * How positions of a pattern (some of the tiles) are numbered: the set of cells it covers, in colexical
 * order, times the order its tiles have on them. A tile that slides along a row changes only the set; one
 * that slides along a column moves past a few others. So each slide takes whole blocks of orders to whole
 * blocks, which is what makes building a database fast. (The idea is in R. Clausecker, "Notes on the
 * construction of pattern databases", 2017.)
 */

/** The most tiles a pattern may have: 8! orders fit 16 bits. */
export const MAX_PATTERN_TILES = 8;

/** Sets of cells of a ranked pattern are masks of 32 bits. */
export const MAX_RANKED_CELLS = 32;

/**
 * A search needs the number of a position at every node. The compact number takes some 60 instructions;
 * the plain one, the cells as digits to the base of the number of cells, takes three after a slide. It
 * leaves gaps, which is affordable up to this many entries.
 */
const MAX_PLACED = 2 ** 28;

/** Whether positions of such a pattern are numbered compactly (`ranked`) or by their digits (`placed`). */
export const isRanked = (cells: number, tiles: number): boolean => cells ** tiles > MAX_PLACED;

/** Entries of a database in the numbering that searches use. */
export const entryCount = (cells: number, tiles: number): number =>
  isRanked(cells, tiles) ? positionCount(cells, tiles) : cells ** tiles;

export const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

export function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return k > n ? 0 : result;
}

/** Number of positions of `tiles` tiles on `cells` cells. */
export const positionCount = (cells: number, tiles: number): number =>
  binomial(cells, tiles) * factorial(tiles);

/** Number of a set of cells given in rising order. */
export const setNumber = (cells: ArrayLike<number>): number =>
  Array.from(cells).reduce((sum, cell, i) => sum + binomial(cell, i + 1), 0);

/** Every set of `size` of `cells` cells, in the order of their numbers; the array is used again. */
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
 * Number of an order. `places[i]` says on which of the covered cells (counted in rising order) tile i
 * lies. Digit i counts the cells still free below it; the radices fall from k to 1.
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

/** The inverse of `orderNumber`, written into `places`. */
export function orderFromNumber(number: number, places: Uint8Array): void {
  const size = places.length;
  // From the last tile to the first: a digit is a place among those left; later places make room for it.
  for (let i = size - 1; i >= 0; i--) {
    const digit = number % (size - i);
    number = Math.floor(number / (size - i));
    places[i] = digit;
    for (let j = i + 1; j < size; j++) if (places[j]! >= digit) places[j]!++;
  }
}
