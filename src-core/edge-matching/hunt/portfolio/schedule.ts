/**
 * How wide the beam of each epoch is, and from which symmetry it sees the board. A wider beam finds a better
 * board, but only at its end; so a run starts narrow, to have a full board at once, and widens fast to what its
 * limits allow three times over: the luck of several attempts is worth as much as one attempt three times as wide.
 */
import type { Limits } from '../../../engine.ts';
import { random } from '../../../random.ts';

const FIRST = 1000;
const GROWTH = 6;
const ATTEMPTS = 3;
/** What the narrow beams before the attempts and the improvement after them cost together, in attempts. */
const BESIDES = 0.4;

export function widthOf(
  epoch: number,
  run: {
    readonly limits: Limits;
    readonly threads: number;
    readonly cells: number;
    readonly widest: number;
    /** tiles that a thread places in a second, about */
    readonly rate: number;
  },
): number {
  const { limits, threads, cells, widest, rate } = run;
  const byTime = limits.seconds === null ? Infinity : limits.seconds * rate;
  const byNodes = limits.nodes === null ? Infinity : limits.nodes / threads;
  const affordable = Math.min(byTime, byNodes) / cells / (ATTEMPTS + BESIDES);
  const most = Math.min(affordable, widest);
  const narrow = Math.min(FIRST, most / GROWTH) * GROWTH ** epoch;
  // One that is hardly narrower than the wide ones would only take time from them.
  return Math.max(1, Math.floor(narrow <= most / GROWTH ? narrow : most));
}

/**
 * The symmetry (of so many) that the beam `turn` sees the board from, counted over all epochs and members of a run.
 * Wide beams from the same symmetry are much alike, so none comes again before all have had their turn.
 */
export const symmetryOf = (turn: number, seed: number, symmetries: number): number =>
  random(seed).shuffle([...Array(symmetries).keys()])[turn % symmetries]!;
