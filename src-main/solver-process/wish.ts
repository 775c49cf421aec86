/** What whoever follows a run wishes of it. It is heard between slices; to stop is for good. */
export class Wish {
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

  /** Resolves when somebody resumes or stops. */
  async change(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    this.#wakeUp = null;
  }
}
