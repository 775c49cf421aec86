/** The user's latest request about a run: continue, pause or stop. It is read between slices. Stopping is final. */
export class RunControl {
  #now: 'run' | 'pause' | 'stop' = 'run';
  #wakeUp: (() => void) | null = null;

  get now(): 'run' | 'pause' | 'stop' {
    return this.#now;
  }

  pause(): void {
    if (this.#now === 'run') this.#now = 'pause';
  }

  resume(): void {
    if (this.#now !== 'pause') return;
    this.#now = 'run';
    this.#wakeUp?.();
  }

  stop(): void {
    this.#now = 'stop';
    this.#wakeUp?.();
  }

  /** Resolves on the next request to resume or stop. */
  async change(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    this.#wakeUp = null;
  }
}
