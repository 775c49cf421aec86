/**
 * Returns how often the row solver tries to fill a row of centre tiles before it clears the board (`attemptLimit` in
 * its solve()). `size`: length of a row. `centres`: number of tiles in the centre bag when the row is started.
 */
export const attemptLimit = (size: number, centres: number): number =>
  size > 8 ? size * centres - 3 * centres + 25 * size : size * centres;

/**
 * Returns how often the row solver tries to fill the first or the last row. The formula is ours; the report doesn't
 * give one.
 */
export const edgeAttemptLimit = (size: number, borders: number): number => size * (borders + 1);

/**
 * Returns whether a bag must be shuffled after this many failed attempts to fill a row (attempts² > size in the
 * report).
 */
export const isStale = (attempts: number, size: number): boolean => attempts * attempts > size;

/**
 * A rule of multi-row backtracking: from row `fromRow` on, after more than `afterAttempts` attempts, remove `rows`
 * rows.
 */
export interface Block {
  readonly fromRow: number;
  readonly afterAttempts: number;
  readonly rows: number;
  /** number of times that the rule may be used in one iteration */
  readonly tokens: number;
}

/**
 * The ten rules. The report gives the first rule, and `tokens` for all rules. The rest is our extrapolation. Each rule
 * applies one row and fifty attempts later than the rule before. Every second rule removes one row more.
 */
export const BLOCKS: readonly Block[] = [3, 3, 2, 2, 2, 2, 1, 1, 1, 1].map((tokens, i) => ({
  fromRow: 4 + i,
  afterAttempts: 100 + 50 * i,
  rows: 3 + (i >> 1),
  tokens,
}));
