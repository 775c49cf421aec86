/**
 * Returns how many times the row solver tries to fill a row of centre tiles before it clears the board. The formula is
 * that of `attemptLimit` in the function solve() of the row solver's report (docs/classic.md). `size` is the length of
 * a row, and `centres` is the number of tiles in the centre bag at the start of the row.
 */
export const attemptLimit = (size: number, centres: number): number =>
  size > 8 ? size * centres - 3 * centres + 25 * size : size * centres;

/**
 * Returns how many times the row solver tries to fill the first or last row. The report gives no formula for this
 * limit, so we chose one.
 */
export const edgeAttemptLimit = (size: number, borders: number): number => size * (borders + 1);

/**
 * Returns whether a bag must be shuffled after this many failed attempts at a row. The condition, attempts² > size, is
 * from the row solver's report (docs/classic.md).
 */
export const isStale = (attempts: number, size: number): boolean => attempts * attempts > size;

/**
 * A rule of multi-row backtracking. From row `fromRow` on, after more than `afterAttempts` attempts, it removes `rows`
 * rows.
 */
export interface Block {
  readonly fromRow: number;
  readonly afterAttempts: number;
  readonly rows: number;
  /** number of times that the rule may be used per iteration */
  readonly tokens: number;
}

/**
 * The ten rules. The report gives the first rule completely, but only the number of tokens of the others. We
 * extrapolated the rest: each rule applies one row and fifty attempts later than the previous one, and every second
 * rule removes one more row.
 */
export const BLOCKS: readonly Block[] = [3, 3, 2, 2, 2, 2, 1, 1, 1, 1].map((tokens, i) => ({
  fromRow: 4 + i,
  afterAttempts: 100 + 50 * i,
  rows: 3 + (i >> 1),
  tokens,
}));
