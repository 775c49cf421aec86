/** Parameters of the lookaheads of both beams, used by the kernels and the reference implementations. */
import { UNIT } from './label-prices.ts';

/** Weight of a mismatch in the lookahead's sums, where a match has weight 1. */
export const SOFTENING = Math.fround(0.001);
/** Weight of a mismatch with a hinted tile, where a match has weight 1. */
export const BESIDE_HINT = Math.fround(0.02);
/** added to the lookahead's sums, because their logarithms are taken */
export const TINY = Math.fround(1e-6);
/** minimum of the lookahead's values next to a hinted tile; their logarithms are taken, so they must be above zero */
export const LEAST = Math.fround(0.01);
/** used instead of a count of 0 half-edges where the lookahead divides by the count or takes its logarithm */
export const NONE_LEFT = Math.fround(0.3);
/**
 * Weight of the lookahead in a key, relative to label prices and mismatches. Wide beams find better boards with a
 * weight below 1 (docs/notebook/hunt-evaluation.md).
 */
export const LOOKAHEAD_SHARE = 0.8;
/** Amount by which a key grows when the lookahead's number of ways halves, in units of 1 / UNIT. */
export const UNITS_PER_OCTAVE = Math.fround(LOOKAHEAD_SHARE * UNIT * Math.LN2);
/** Sums of logarithms of half-edge counts are integers, in units of `1 / (LOG_PARTS * UNIT)`. */
const LOG_PARTS = 16;
/** Factor that turns a sum of logarithms, in units of `1 / (LOG_PARTS * UNIT)`, into an amount to add to a key. */
export const UNITS_PER_LOG_PART = Math.fround(LOOKAHEAD_SHARE / LOG_PARTS);
/**
 * Shares of the boards of a level are whole numbers from 0 to `ALL_BOARDS`. If half of the boards have not used a tile,
 * its share is half of `ALL_BOARDS`.
 */
export const ALL_BOARDS = 64;
/** The lookahead is computed in full before every fourth cell of a row. */
export const FRESH_EVERY = 4;

/** Returns the natural logarithms of the numbers from 0 to `max`, in units of `1 / (LOG_PARTS * UNIT)`. */
export const logTable = (max: number): Int32Array =>
  Int32Array.from({ length: max + 1 }, (_, n) =>
    Math.round(UNIT * LOG_PARTS * Math.log(n === 0 ? NONE_LEFT : n)),
  );
