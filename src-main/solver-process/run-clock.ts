/** How long a run has been at work: stands still while it is paused, and goes on where a checkpoint left it. */
export class RunClock {
  readonly #now: () => number;
  #before: number;
  #since: number | null = null;

  /** `now` gives milliseconds that never go back; `before` is what the run had when it was taken up. */
  constructor(now: () => number, before: number) {
    this.#now = now;
    this.#before = before;
  }

  start(): void {
    this.#since ??= this.#now();
  }

  stop(): void {
    this.#before = this.elapsedMs;
    this.#since = null;
  }

  get elapsedMs(): number {
    return this.#before + (this.#since === null ? 0 : this.#now() - this.#since);
  }
}
