/** Measures the working time of a run, without pauses. A resumed run continues from the time in its checkpoint. */
export class RunClock {
  readonly #now: () => number;
  #before: number;
  #since: number | null = null;

  /** `now`: returns a monotonic time in milliseconds. `before`: working time in earlier sessions, in milliseconds. */
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
