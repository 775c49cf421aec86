/**
 * How often the row solver tries a centre row before it gives the board up (its solve(), "attemptLimit").
 * `size` is the length of a row, `centres` the tiles left in the centre bag when the row is begun.
 */
export const attemptLimit = (size: number, centres: number): number =>
  size > 8 ? size * centres - 3 * centres + 25 * size : size * centres;

/** The same for the first and the last row; the report leaves its formula out, this one is ours. */
export const edgeAttemptLimit = (size: number, borders: number): number => size * (borders + 1);

/** A bag is stale, and shuffled, once this many attempts have failed (its attempts² > size). */
export const isStale = (attempts: number, size: number): boolean => attempts * attempts > size;

/** One block of multi-row backtracking: from this row on, after as many attempts, take as many rows back. */
export interface Block {
  readonly fromRow: number;
  readonly afterAttempts: number;
  readonly rows: number;
  /** how often in one iteration */
  readonly tokens: number;
}

/**
 * The row solver prints the first of its ten blocks and all ten token numbers (3 3 2 2 2 2 1 1 1 1); the other
 * nine are carried on from it here: a row deeper, fifty attempts later, and a row more every second time.
 */
export const BLOCKS: readonly Block[] = [3, 3, 2, 2, 2, 2, 1, 1, 1, 1].map((tokens, i) => ({
  fromRow: 4 + i,
  afterAttempts: 100 + 50 * i,
  rows: 3 + (i >> 1),
  tokens,
}));
