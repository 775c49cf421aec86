import { EXACT_SLICE, type Limits } from '../../src-core/engine.ts';
import type { Pace } from './pace.ts';
import type { RunClock } from './run-clock.ts';

/** What a run may still use of its limits. */
export class LimitsLeft {
  readonly #limits: Limits;
  readonly #time: RunClock;

  /** Where the job sets no limit of a kind, the engine may have a default. */
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

  /** `spent`: nodes used, and those granted to slices under way */
  nodes(spent: number): number {
    return this.#limits.nodes === null ? Infinity : this.#limits.nodes - spent;
  }

  /** Of the next slice: what the pace says; near the limit in nodes so much less that the last slice is an exact one. */
  budget(pace: Pace, spent: number): number {
    const paced = pace.budget(this.milliseconds);
    const left = this.nodes(spent);
    if (paced + EXACT_SLICE <= left) return paced;
    return left <= EXACT_SLICE
      ? Math.min(paced, left)
      : Math.min(paced, Math.max(EXACT_SLICE, left - EXACT_SLICE));
  }
}
