/** Parameters of the lookaheads of both beams, shared by kernels and reference implementations. */
import { UNITS_PER_NAT } from './label-prices.ts';

/** Weight of a mismatch in the lookahead's sums, where a match has weight 1. */
export const MISMATCH_WEIGHT = Math.fround(0.001);
/** Weight of a mismatch with a hinted tile, where a match has weight 1. */
export const HINT_MISMATCH_WEIGHT = Math.fround(0.02);
/** added to the lookahead's sums to keep them above 0, because their logarithms are taken */
export const SUM_EPSILON = Math.fround(1e-6);
/** smallest value used by the lookahead next to a hinted tile, above 0 because its logarithm is taken */
export const MIN_VALUE_AT_HINT = Math.fround(0.01);
/** replaces a count of 0 half-edges where the lookahead divides by the count or takes its logarithm */
export const ZERO_COUNT_SUBSTITUTE = Math.fround(0.3);
/**
 * Weight of the lookahead in a key, relative to the costs of labels and mismatches. Wide beams find better boards if
 * it is below 1 (docs/notebook/hunt-evaluation.md).
 */
export const LOOKAHEAD_WEIGHT = 0.8;
/**
 * How much larger a key becomes if the lookahead finds half as many ways to fill the cells, in units of
 * 1 / UNITS_PER_NAT.
 */
export const UNITS_PER_OCTAVE = Math.fround(LOOKAHEAD_WEIGHT * UNITS_PER_NAT * Math.LN2);
/** Sums of logarithms of half-edge counts are integers in units of `1 / (LOG_PARTS * UNITS_PER_NAT)`. */
const LOG_PARTS = 16;
/**
 * Factor that converts a sum of logarithms, in units of `1 / (LOG_PARTS * UNITS_PER_NAT)`, to the amount to add to a
 * key.
 */
export const UNITS_PER_LOG_PART = Math.fround(LOOKAHEAD_WEIGHT / LOG_PARTS);
/**
 * A fraction of a level's boards is stored as an integer from 0 to BOARD_FRACTION_UNITS. For example, a tile that half
 * of the boards have not used has half of BOARD_FRACTION_UNITS.
 */
export const BOARD_FRACTION_UNITS = 64;
/** The lookahead is computed from scratch before every fourth cell of a row. In between, it reuses earlier results. */
export const CELLS_PER_FRESH_LOOKAHEAD = 4;

/**
 * Returns the natural logarithms of the numbers from 0 to `max`, in units of `1 / (LOG_PARTS * UNITS_PER_NAT)`. The
 * logarithm of 0 is replaced with that of ZERO_COUNT_SUBSTITUTE.
 */
export const logTable = (max: number): Int32Array =>
  Int32Array.from({ length: max + 1 }, (_, n) =>
    Math.round(UNITS_PER_NAT * LOG_PARTS * Math.log(n === 0 ? ZERO_COUNT_SUBSTITUTE : n)),
  );
