/**
 * Runs that were asked to go on only while the computer is idle rest as long as somebody, or another program, uses it.
 * What the solver processes take themselves does not count: it is subtracted by their own processor time, so a run
 * at full speed does not take itself for another program.
 */
import { cpus } from 'node:os';

/** Cores' worth of other programs from which on the computer is in use. */
const OTHERS = 0.5;
/** Without a key or the mouse for so long, nobody is there. */
const AWAY_S = 120;
/** So many looks one after another must find it idle: half a minute as it usually looks. */
const QUIET_LOOKS = 6;

export const RESTING = 'paused while the computer is in use; continues by itself';

/** What the watch needs of a run. */
interface IdleRun {
  readonly id: number;
  readonly status: string;
  /** it rests because this watch said so */
  readonly resting: boolean;
  rest(why: string): void;
  resume(): void;
}

/** How the watch learns whether the computer is in use. */
export interface Usage {
  /** seconds since the last key or move of the mouse; Infinity where the host can't know */
  readonly unattended: () => number;
  /** milliseconds that all cores together were busy, and how long that was */
  readonly machine: () => { readonly busyMs: number; readonly atMs: number };
  /** between two looks */
  readonly everyMs: number;
}

const usual: Usage = { unattended: () => Infinity, machine: busyCores, everyMs: 5_000 };

export interface IdleWatchOptions {
  /** runs under way that are to go on only while the computer is idle */
  readonly runs: () => readonly IdleRun[];
  /** processor time of all solver processes together, in milliseconds, never less than before */
  readonly ownMs: () => number;
  readonly usage?: Partial<Usage> | undefined;
}

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  readonly #usage: Usage;
  readonly #timer: NodeJS.Timeout;
  #last: { busyMs: number; atMs: number; ownMs: number } | null = null;
  #quiet = 0;
  /** told by a person to go on although the computer is in use */
  readonly #pressed = new Set<number>();

  constructor(options: IdleWatchOptions) {
    this.#options = options;
    this.#usage = { ...usual, ...options.usage };
    this.#timer = setInterval(() => this.look(), this.#usage.everyMs);
    this.#timer.unref();
  }

  /** A person resumed this run: it goes on until the computer has been idle once. */
  pressOn(runId: number): void {
    this.#pressed.add(runId);
  }

  look(): void {
    const runs = this.#options.runs();
    if (runs.length === 0) {
      this.#last = null;
      this.#quiet = 0;
      this.#pressed.clear();
      return;
    }
    const inUse = this.#inUse();
    this.#quiet = inUse ? 0 : this.#quiet + 1;
    if (!inUse) this.#pressed.clear();
    for (const run of runs) {
      if (inUse && run.status === 'running' && !this.#pressed.has(run.id)) run.rest(RESTING);
      else if (run.resting && this.#quiet >= QUIET_LOOKS) run.resume();
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #inUse(): boolean {
    const now = { ...this.#usage.machine(), ownMs: this.#options.ownMs() };
    const before = this.#last;
    this.#last = now;
    if (this.#usage.unattended() < AWAY_S) return true;
    if (!before || now.atMs <= before.atMs) return false;
    const others = now.busyMs - before.busyMs - Math.max(0, now.ownMs - before.ownMs);
    return others / (now.atMs - before.atMs) > OTHERS;
  }
}

function busyCores(): { busyMs: number; atMs: number } {
  const busyMs = cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  );
  return { busyMs, atMs: performance.now() };
}
