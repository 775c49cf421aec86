import type { Stepped } from './lane.ts';

const FIRST_NODE_BUDGET = 1_000;
const TARGET_MS = 75;

/**
 * Chooses how many nodes a lane searches in its next slice, so that the slice takes about the target time, by default
 * 75 ms. That makes pausing and stopping feel immediate, and the work between slices takes hardly any time.
 */
export class Pace {
  readonly #target: number;
  #budget = FIRST_NODE_BUDGET;
  /** nodes per millisecond in the last slice that searched at least one node */
  #rate = 0;

  constructor(targetMs = TARGET_MS) {
    this.#target = targetMs;
  }

  learn(steps: readonly Stepped[]): void {
    const nodes = steps.reduce((sum, { slice }) => sum + slice.nodes + (slice.repeatedNodes ?? 0), 0);
    if (nodes === 0) return;
    const ms = steps.reduce((sum, step) => sum + step.ms, 0);
    this.#rate = nodes / Math.max(ms, 0.01);
    const wanted = this.#rate * this.#target;
    this.#budget = Math.max(1, Math.round(Math.min(wanted, this.#budget * 8)));
  }

  /** Returns how many nodes to grant to the next slice. `remainingMs`: milliseconds until the time limit. */
  budget(remainingMs: number): number {
    if (remainingMs >= this.#target || this.#rate === 0) return this.#budget;
    return Math.max(1, Math.min(this.#budget, Math.floor(this.#rate * remainingMs)));
  }
}
