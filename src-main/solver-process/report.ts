import type { Engine, Plan, Slice } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { figuresOf, type Scorer } from './figures.ts';
import type { RunResults } from './run-results.ts';
import type { RunClock } from './run-clock.ts';
import { SpeedMeter } from './speed-meter.ts';

const PROGRESS_MS = 100;

export interface ReportHooks {
  status(status: 'preparing' | 'running' | 'paused', message: string): void;
  /** shows the totals, the score and the current board; called at most ten times a second */
  progress(figures: RunFigures, current: PartialBoard | null): void;
}

interface Reported {
  readonly hooks: ReportHooks;
  readonly clock: () => number;
  readonly engine: Engine;
  readonly scorer: Scorer;
  readonly plan: Plan;
  readonly found: RunResults;
  readonly time: RunClock;
}

/** A run's current state, for display. */
export class Report {
  readonly #of: Reported;
  readonly #speed = new SpeedMeter();
  #current: PartialBoard | null = null;
  #depth = 0;
  #toldAt = -Infinity;
  #said = '';

  constructor(of: Reported) {
    this.#of = of;
  }

  /** The last board that a search reported. */
  get current(): PartialBoard | null {
    return this.#current;
  }

  /** Restarts the speed measurement at this number of nodes. Call this at the start and after a pause. */
  begin(nodes: number): void {
    this.#speed.reset(this.#of.clock(), nodes);
  }

  take({ current, shown, depth }: Slice): void {
    this.#current = shown ?? current ?? this.#current;
    this.#depth = depth;
  }

  /** Reports progress unless the last report was less than `PROGRESS_MS` ago. `repeated`: see `Lanes.repeated`. */
  tell(nodes: number, repeated: number | null): void {
    const { clock, hooks } = this.#of;
    const now = clock();
    if (now - this.#toldAt < PROGRESS_MS) return;
    this.#toldAt = now;
    this.#speed.add(now, nodes);
    hooks.progress(this.figures(), this.#current);
    this.#tellRepeating(repeated);
  }

  /** Shows that the search is running. The message stays until the next progress report. */
  sayRunning(message: string): void {
    this.#said = message;
    this.#of.hooks.status('running', message);
  }

  /**
   * Reports that searches are repeating work to get back to their checkpoint. Repeated nodes aren't counted, so
   * without this message the run would seem to hang.
   */
  #tellRepeating(repeated: number | null): void {
    const message =
      repeated === null ? '' : `repeating the work up to the checkpoint, ${Math.floor(100 * repeated)} %`;
    if (message !== this.#said) this.sayRunning(message);
  }

  /**
   * Returns the current totals and score. `over`: whether the run has ended; the speed is then its overall average.
   */
  figures({ over = false } = {}): RunFigures {
    const { engine, scorer, plan, found, time } = this.#of;
    const tally = found.tally(plan);
    const { elapsedMs } = time;
    const average = elapsedMs > 0 ? (tally.nodes / elapsedMs) * 1000 : 0;
    return figuresOf(tally, {
      elapsedMs,
      nodesPerSecond: Math.round(over ? average : (this.#speed.perSecond ?? average)),
      depth: this.#depth,
      best: found.best,
      sizes: scorer.sizes,
      counters: engine.counters,
    });
  }
}
