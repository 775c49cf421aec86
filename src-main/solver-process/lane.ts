import type { Engine, Job, Search, Slice, Task } from '../../src-core/engine.ts';

export interface Stepped {
  readonly slice: Slice;
  /** how long the slice took */
  readonly ms: number;
}

/** A place where one search at a time is worked on: the runner's own thread or a worker's. */
export interface Lane {
  /** Puts a task in the lane. `checkpoint` and `news` are undefined where there is none. */
  open(task: Task, checkpoint: unknown, news: unknown): void;
  step(nodeBudget: number, news: unknown): Promise<Stepped>;
  /** State of the search in the lane, between steps. */
  checkpoint(): Promise<unknown>;
  close(): void;
}

/** What a lane does, wherever it is: one search of one engine. */
export class TaskExecutor {
  readonly #engine: Engine;
  readonly #job: Job;
  readonly #prepared: unknown;
  readonly #clock: () => number;
  #search: Search | null = null;

  constructor(engine: Engine, job: Job, prepared: unknown, clock: () => number) {
    this.#engine = engine;
    this.#job = job;
    this.#prepared = prepared;
    this.#clock = clock;
  }

  open(task: Task, checkpoint: unknown, news: unknown): void {
    this.#search = this.#engine.open(this.#job, task, this.#prepared, checkpoint);
    if (news !== undefined) this.#search.hear?.(news);
  }

  step(nodeBudget: number, news: unknown): Stepped {
    if (news !== undefined) this.#search!.hear?.(news);
    const before = this.#clock();
    const slice = this.#search!.step(nodeBudget);
    return { slice, ms: this.#clock() - before };
  }

  checkpoint(): unknown {
    return this.#search!.checkpoint();
  }
}

/** Searches in the runner's own thread; messages are heard between steps. */
export class InlineLane implements Lane {
  readonly #executor: TaskExecutor;

  constructor(executor: TaskExecutor) {
    this.#executor = executor;
  }

  open(task: Task, checkpoint: unknown, news: unknown): void {
    this.#executor.open(task, checkpoint, news);
  }

  async step(nodeBudget: number, news: unknown): Promise<Stepped> {
    await new Promise(setImmediate);
    return this.#executor.step(nodeBudget, news);
  }

  checkpoint(): Promise<unknown> {
    return Promise.resolve(this.#executor.checkpoint());
  }

  close(): void {
    // nothing to give back: the lane is this thread
  }
}
