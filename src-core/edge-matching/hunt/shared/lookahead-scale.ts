/** The parameters of both lookaheads, used by kernels and reference implementations. */
import { UNIT } from './label-prices.ts';

/** Relative likelihood of a mismatch; that of a match is 1. */
export const SOFTENING = Math.fround(0.001);
/** Relative likelihood of a mismatch with a hinted tile. */
export const BESIDE_HINT = Math.fround(0.02);
/** Added to sums so that they stay above zero. */
export const TINY = Math.fround(1e-6);
/** Minimum of a value beside a hinted tile, so that values stay above zero. */
export const LEAST = Math.fround(0.01);
/** A used-up label counts as this many half-edges in divisions and logarithms. */
export const NONE_LEFT = Math.fround(0.3);
/**
 * Weight of the lookahead in a key, where label prices and mismatches have weight 1. Wide beams gain from a weight
 * below 1 (docs/notebook/hunt-evaluation.md).
 */
export const LOOKAHEAD_SHARE = 0.8;
/** The amount that the lookahead adds to a key for each factor of two, in 1 / UNIT. */
export const UNITS_PER_OCTAVE = Math.fround(LOOKAHEAD_SHARE * UNIT * Math.LN2);
/** Logarithms of counts of half-edges are summed in 1 / LOG_PARTS of a UNIT. */
const LOG_PARTS = 16;
/** The amount that the lookahead adds to a key for each 1 / LOG_PARTS of a UNIT in a sum of logarithms, in 1 / UNIT. */
export const UNITS_PER_LOG_PART = Math.fround(LOOKAHEAD_SHARE / LOG_PARTS);
/** Value of `share` for a tile that is still unused on all boards of a level. Other shares are in proportion. */
export const ALL_BOARDS = 64;
/** The lookahead is computed in full before every fourth cell of a row. */
export const FRESH_EVERY = 4;

/** Returns a table of ln n for n from 0 to `max`, in 1 / LOG_PARTS of a UNIT. */
export const logTable = (max: number): Int32Array =>
  Int32Array.from({ length: max + 1 }, (_, n) =>
    Math.round(UNIT * LOG_PARTS * Math.log(n === 0 ? NONE_LEFT : n)),
  );
