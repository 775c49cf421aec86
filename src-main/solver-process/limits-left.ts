import { MAX_EXACT_NODE_BUDGET, type Limits } from '../../src-core/engine.ts';
import type { Pace } from './pace.ts';
import type { RunClock } from './run-clock.ts';

/** How much time and how many nodes a run may still use. */
export class LimitsLeft {
  readonly #limits: Limits;
  readonly #time: RunClock;

  /** `defaults`: the engine's limits, used if the job sets none. */
  constructor(wanted: Limits, defaults: Limits | undefined, time: RunClock) {
    this.#limits = {
      seconds: wanted.seconds ?? defaults?.seconds ?? null,
      nodes: wanted.nodes ?? defaults?.nodes ?? null,
    };
    this.#time = time;
  }

  get milliseconds(): number {
    const { seconds } = this.#limits;
    return seconds === null ? Infinity : seconds * 1000 - this.#time.elapsedMs;
  }

  /** Returns the number of nodes left. `spent`: nodes searched so far, plus those granted to slices in progress. */
  nodes(spent: number): number {
    return this.#limits.nodes === null ? Infinity : this.#limits.nodes - spent;
  }

  /**
   * Returns how many nodes to grant to the next slice. The last slice before the node limit has at most
   * `MAX_EXACT_NODE_BUDGET` nodes, so that the run ends exactly at the limit.
   */
  budget(pace: Pace, spent: number): number {
    const paced = pace.budget(this.milliseconds);
    const left = this.nodes(spent);
    if (paced + MAX_EXACT_NODE_BUDGET <= left) return paced;
    return left <= MAX_EXACT_NODE_BUDGET
      ? Math.min(paced, left)
      : Math.min(paced, Math.max(MAX_EXACT_NODE_BUDGET, left - MAX_EXACT_NODE_BUDGET));
  }
}
