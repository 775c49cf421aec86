/**
 * While the user or another program is using the computer, pauses the runs that should use only idle time. Processor
 * time used by the solvers themselves doesn't count.
 */
import { cpus } from 'node:os';

/** Load of other programs, in cores, above which the computer counts as busy. */
const MAX_OTHER_LOAD = 0.5;
/** Seconds without keyboard or mouse input after which the user counts as away. */
const AWAY_AFTER_S = 120;
/**
 * Number of consecutive idle measurements after which the computer counts as idle: half a minute at the default
 * interval.
 */
const MIN_IDLE_MEASUREMENTS = 6;

export const IDLE_PAUSE_REASON = 'paused while the computer is in use; continues automatically';

interface IdleRun {
  readonly id: number;
  readonly status: string;
  /** true if `suspend` paused the run, because the computer was in use */
  readonly isSuspended: boolean;
  suspend(why: string): void;
  resume(): void;
}

/** Functions that measure how much the computer is used. */
export interface Usage {
  /** seconds since the last key press or mouse movement; Infinity if unknown */
  readonly unattended: () => number;
  /** total busy time of all cores in milliseconds, with the time of the measurement */
  readonly machine: () => { readonly busyMs: number; readonly atMs: number };
  /** milliseconds between two measurements */
  readonly everyMs: number;
}

const usual: Usage = { unattended: () => Infinity, machine: busyCores, everyMs: 5_000 };

export interface IdleWatchOptions {
  /** runs in progress that should run only while the computer is idle */
  readonly runs: () => readonly IdleRun[];
  /** total processor time of all solver processes in milliseconds; never decreases */
  readonly ownMs: () => number;
  readonly usage?: Partial<Usage> | undefined;
}

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  readonly #usage: Usage;
  readonly #timer: NodeJS.Timeout;
  #last: { busyMs: number; atMs: number; ownMs: number } | null = null;
  #idleCount = 0;
  /** runs that the user resumed while the computer was in use */
  readonly #keptRunning = new Set<number>();

  constructor(options: IdleWatchOptions) {
    this.#options = options;
    this.#usage = { ...usual, ...options.usage };
    this.#timer = setInterval(() => this.measure(), this.#usage.everyMs);
    this.#timer.unref();
  }

  /** Call this when the user resumes a run. The run isn't paused again until the computer has been idle. */
  keepRunning(runId: number): void {
    this.#keptRunning.add(runId);
  }

  measure(): void {
    const runs = this.#options.runs();
    if (runs.length === 0) {
      this.#last = null;
      this.#idleCount = 0;
      this.#keptRunning.clear();
      return;
    }
    const inUse = this.#inUse();
    this.#idleCount = inUse ? 0 : this.#idleCount + 1;
    if (!inUse) this.#keptRunning.clear();
    for (const run of runs) {
      if (inUse && run.status === 'running' && !this.#keptRunning.has(run.id)) run.suspend(IDLE_PAUSE_REASON);
      else if (run.isSuspended && this.#idleCount >= MIN_IDLE_MEASUREMENTS) run.resume();
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #inUse(): boolean {
    const now = { ...this.#usage.machine(), ownMs: this.#options.ownMs() };
    const before = this.#last;
    this.#last = now;
    if (this.#usage.unattended() < AWAY_AFTER_S) return true;
    if (!before || now.atMs <= before.atMs) return false;
    const others = now.busyMs - before.busyMs - Math.max(0, now.ownMs - before.ownMs);
    return others / (now.atMs - before.atMs) > MAX_OTHER_LOAD;
  }
}

function busyCores(): { busyMs: number; atMs: number } {
  const busyMs = cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  );
  return { busyMs, atMs: performance.now() };
}
