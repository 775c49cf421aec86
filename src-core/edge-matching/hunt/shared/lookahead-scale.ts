/** The numbers that both lookaheads are scaled by, in the kernels as in the references. */
import { UNIT } from './label-prices.ts';

/** A mismatch in the look: not impossible, but so much less likely. */
export const SOFTENING = Math.fround(0.001);
/** Beside a hinted tile that does not match. */
export const BESIDE_HINT = Math.fround(0.02);
/** Keeps sums above zero. */
export const TINY = Math.fround(1e-6);
export const LEAST = Math.fround(0.01);
/** Labels used up altogether count so many half-edges where one divides by them. */
export const NONE_LEFT = Math.fround(0.3);
/** What the look counts for, beside the price of labels and a mismatch: wide beams gain by trusting it less. */
export const LOOKAHEAD_SHARE = 0.8;
export const UNITS_PER_OCTAVE = Math.fround(LOOKAHEAD_SHARE * UNIT * Math.LN2);
/** Logarithms of half-edges left are summed in so many parts of a UNIT; what such a part counts for. */
const LOG_PARTS = 16;
export const UNITS_PER_LOG_PART = Math.fround(LOOKAHEAD_SHARE / LOG_PARTS);
/** A tile that no board of a level has used, in what the level has in common. */
export const ALL_BOARDS = 64;
/** Cells of a row from one fresh look to the next. */
export const FRESH_EVERY = 4;

/** ln n in UNITs and LOG_PARTS, by n. */
export const logTable = (most: number): Int32Array =>
  Int32Array.from({ length: most + 1 }, (_, n) =>
    Math.round(UNIT * LOG_PARTS * Math.log(n === 0 ? NONE_LEFT : n)),
  );
