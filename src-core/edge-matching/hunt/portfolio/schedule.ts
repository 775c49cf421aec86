/**
 * Chooses the beam width and the board symmetry for each epoch. A beam has full boards only at its end, so a run
 * starts with narrow beams in order to show a board soon. The width then grows quickly to its maximum. The maximum is
 * chosen so that the run's limits allow three beams of this width. A single beam three times as wide would find no
 * better boards.
 */
import type { Limits } from '../../../engine.ts';
import { random } from '../../../random.ts';

const MAX_FIRST_WIDTH = 1000;
const GROWTH_PER_EPOCH = 6;
/** The maximum width is chosen so that a run's limits allow this many beams of that width. */
const FULL_WIDTH_BEAMS = 3;
/** work for the narrow beams and for improving boards, as a multiple of the work for one beam of maximum width */
const OVERHEAD_BEAMS = 0.4;

/** Returns the beam width for an epoch, in boards. Epochs are numbered from 0. */
export function widthOf(
  epoch: number,
  run: {
    readonly limits: Limits;
    readonly threads: number;
    readonly cells: number;
    /** largest width that fits into memory, in boards */
    readonly widest: number;
    /** approximate number of tiles that one thread places per second */
    readonly rate: number;
  },
): number {
  const { limits, threads, cells, widest, rate } = run;
  const byTime = limits.seconds === null ? Infinity : limits.seconds * rate;
  const byNodes = limits.nodes === null ? Infinity : limits.nodes / threads;
  const affordable = Math.min(byTime, byNodes) / cells / (FULL_WIDTH_BEAMS + OVERHEAD_BEAMS);
  const max = Math.min(affordable, widest);
  const narrow = Math.min(MAX_FIRST_WIDTH, max / GROWTH_PER_EPOCH) * GROWTH_PER_EPOCH ** epoch;
  // Skip beams with a width between `max / GROWTH_PER_EPOCH` and `max`, which would only take time away from the beams
  // of width `max`.
  return Math.max(1, Math.floor(narrow <= max / GROWTH_PER_EPOCH ? narrow : max));
}

/**
 * Returns the index of the symmetry for a beam, from 0 to `symmetries - 1`. `turn` is the number of the beam among all
 * beams of the run, across epochs and members. Wide beams with the same symmetry find similar boards, so every
 * symmetry is used once before any is reused.
 */
export const symmetryOf = (turn: number, seed: number, symmetries: number): number =>
  random(seed).shuffle([...Array(symmetries).keys()])[turn % symmetries]!;
