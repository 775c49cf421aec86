import type { Engine, Job, Search, Slice, Task } from '../../src-core/engine.ts';
import type { Milestones } from './milestones.ts';

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
  /** State of the search in the lane, between steps; `last`: nothing may come after it, so a milestone is kept as well. */
  checkpoint(last: boolean): Promise<unknown>;
  close(): void;
}

/**
 * Milestones of all lanes: bytes at most, and bytes a millisecond on average, 90 GB a day. A slow disk takes the most
 * there may be within the half minute that a run has to stop.
 */
const MAX_MILESTONE_BYTES = 2 ** 29;
const MILESTONE_RATE = 2 ** 20 / 1000;
/** The first comes with the first checkpoint that is taken by time. */
const FIRST_MILESTONE_MS = 25_000;

/** What a lane does, wherever it is: one search of one engine. */
export class TaskExecutor {
  readonly #engine: Engine;
  readonly #job: Job;
  readonly #prepared: unknown;
  readonly #clock: () => number;
  readonly #milestones: Milestones | null;
  #milestoneAt: number;
  #task = 0;
  #search: Search | null = null;
  #done = false;
  /** whether nothing was searched since one was kept, or since the one that the search resumed from */
  #isKept = false;

  /** Without `milestones` none are kept. */
  constructor(
    engine: Engine,
    job: Job,
    prepared: unknown,
    clock: () => number,
    milestones: Milestones | null = null,
  ) {
    this.#engine = engine;
    this.#job = job;
    this.#prepared = prepared;
    this.#clock = clock;
    this.#milestones = milestones;
    this.#milestoneAt = clock() + FIRST_MILESTONE_MS;
  }

  open(task: Task, checkpoint: unknown, news: unknown): void {
    this.#task = task.id;
    this.#done = false;
    this.#isKept = false;
    const milestones = this.#milestones?.of(task.id);
    this.#search = this.#engine.open(this.#job, task, this.#prepared, checkpoint, milestones);
    if (news !== undefined) this.#search.hear?.(news);
  }

  step(nodeBudget: number, news: unknown): Stepped {
    if (news !== undefined) this.#search!.hear?.(news);
    const before = this.#clock();
    const slice = this.#search!.step(nodeBudget);
    this.#done = slice.done;
    // What is repeated is in the milestone that the search resumed from: a stop need not wait for another.
    this.#isKept = slice.repeated !== undefined;
    return { slice, ms: this.#clock() - before };
  }

  /** Undefined when its task is done; a milestone of it is kept all the same, for a round that takes it up again. */
  checkpoint(last: boolean): unknown {
    if (!this.#isKept && (last || this.#clock() >= this.#milestoneAt)) this.#keepMilestone();
    return this.#done ? undefined : this.#search?.checkpoint();
  }

  /** Where it can't be made or kept the search goes on without: it only spares work. */
  #keepMilestone(): void {
    const { threads } = this.#job;
    let bytes: number;
    try {
      const milestone = this.#milestones && this.#search?.milestone?.(MAX_MILESTONE_BYTES / threads);
      if (milestone == null) return;
      bytes = this.#milestones!.keep(this.#task, milestone);
      this.#isKept = true;
    } catch {
      bytes = MAX_MILESTONE_BYTES / threads;
    }
    this.#milestoneAt = this.#clock() + (bytes * threads) / MILESTONE_RATE;
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

  checkpoint(last: boolean): Promise<unknown> {
    return Promise.resolve(this.#executor.checkpoint(last));
  }

  close(): void {
    // nothing to give back: the lane is this thread
  }
}
