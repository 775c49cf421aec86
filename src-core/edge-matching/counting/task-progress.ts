/** The progress of a plan's tasks, as stored in checkpoints. */
export interface ProgressState {
  readonly handedOut: number;
  readonly done: number;
  readonly weightDone: number;
  /** for each running task: the fraction that is done */
  readonly shares: ReadonlyMap<number, number>;
}

/** Hands out the tasks of a plan in order, and tracks how much of the search is done. */
export class TaskProgress {
  readonly #weights: readonly number[];
  readonly #shares: Map<number, number>;
  #handedOut: number;
  #done: number;
  #weightDone: number;

  /** `weights` are the estimated fractions of the whole search, one per task. They add up to 1. */
  constructor(weights: readonly number[], from?: ProgressState) {
    this.#weights = weights;
    this.#shares = new Map(from?.shares);
    this.#handedOut = from?.handedOut ?? 0;
    this.#done = from?.done ?? 0;
    this.#weightDone = from?.weightDone ?? 0;
  }

  get hasBegun(): boolean {
    return this.#handedOut > 0;
  }

  get finished(): boolean {
    return this.#done === this.#weights.length;
  }

  get fraction(): number {
    if (this.finished) return 1;
    let fraction = this.#weightDone;
    for (const [task, share] of this.#shares) fraction += share * this.#weights[task]!;
    return Math.min(fraction, 1);
  }

  /** Returns the number of the next task, or null if all tasks have been handed out. */
  next(): number | null {
    return this.#handedOut < this.#weights.length ? this.#handedOut++ : null;
  }

  /** Records the result of a slice. `fraction` is the fraction of the task that is done, or null if unknown. */
  absorb(
    task: number,
    { done, fraction }: { readonly done: boolean; readonly fraction: number | null },
  ): void {
    if (!done) {
      this.#shares.set(task, fraction ?? 0);
      return;
    }
    this.#done++;
    this.#shares.delete(task);
    this.#weightDone += this.#weights[task]!;
  }

  checkpoint(): ProgressState {
    return {
      handedOut: this.#handedOut,
      done: this.#done,
      weightDone: this.#weightDone,
      shares: new Map(this.#shares),
    };
  }
}
