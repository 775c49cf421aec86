import type { Engine, Job, Search, Slice, Task } from '../../src-core/engine.ts';
import type { Milestones } from './milestones.ts';

export interface Stepped {
  readonly slice: Slice;
  /** duration of the slice in milliseconds */
  readonly ms: number;
}

/** Something that works on tasks one after another: this thread or a worker thread. */
export interface Lane {
  /**
   * Opens a task's search, or queues the task for the next slice if another search is open. `checkpoint`: the state to
   * resume from, if any. `news`: the latest message from the plan to its searches, if any.
   */
  open(task: Task, checkpoint: unknown, news: unknown): void;
  /**
   * Searches for at most `nodeBudget` nodes. Each time a task is done, opens the next task of the queue. Returns one
   * slice for each task that was searched, in order. Then drops the tasks that are still in the queue.
   */
  step(nodeBudget: number, news: unknown): Promise<readonly Stepped[]>;
  /**
   * Returns the state of the open search. Call this between slices. `last`: whether this is the final checkpoint; if
   * so, a milestone is stored as well.
   */
  checkpoint(last: boolean): Promise<unknown>;
}

/** A worker thread. It can be started before the engine has prepared the job. */
export interface WorkerThread {
  /** Hands over what the engine has prepared. Resolves when the thread is ready. Call this only once. */
  lane(prepared: unknown): Promise<Lane>;
  close(): void;
}

/**
 * Limits for all lanes together: bytes of milestones stored with one checkpoint, and average bytes per millisecond (90
 * GB a day). Even a slow disk can write the maximum within the half minute that a run has for stopping.
 */
const MAX_MILESTONE_BYTES = 2 ** 29;
const MILESTONE_BYTES_PER_MS = 2 ** 20 / 1000;
/**
 * Milliseconds before the first milestone. This is just before the first regular checkpoint, so that both are stored
 * together.
 */
const FIRST_MILESTONE_MS = 25_000;

interface QueuedTask {
  readonly task: Task;
  readonly checkpoint: unknown;
}

/** Searches the tasks of a lane one after another, in the runner's thread or a worker thread. */
export class TaskExecutor {
  readonly #engine: Engine;
  readonly #job: Job;
  readonly #prepared: unknown;
  readonly #clock: () => number;
  readonly #milestones: Milestones | null;
  #milestoneAt: number;
  #queue: QueuedTask[] = [];
  #task = 0;
  #search: Search | null = null;
  #done = true;
  #news: unknown = undefined;
  /**
   * true if no new milestone is needed, because nothing has been searched since the last one was stored, or because the
   * search has only repeated work since it was resumed
   */
  #isKept = false;

  /** `milestones`: where milestones are stored; null to store none. */
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
    if (news !== undefined) this.#news = news;
    if (this.#done) this.#begin({ task, checkpoint });
    else this.#queue.push({ task, checkpoint });
  }

  step(nodeBudget: number, news: unknown): readonly Stepped[] {
    if (news !== undefined) {
      this.#news = news;
      this.#search!.hear?.(news);
    }
    const steps: Stepped[] = [];
    let left = nodeBudget;
    let before = this.#clock();
    for (;;) {
      const slice = this.#search!.step(left);
      this.#done = slice.done;
      // While a resumed search repeats work, it hasn't got beyond its checkpoint yet. If it stops now, it can later
      // resume from the same milestone as before.
      this.#isKept = slice.repeated !== undefined;
      const now = this.#clock();
      steps.push({ slice, ms: now - before });
      before = now;
      left -= slice.nodes;
      const next = this.#done && left > 0 ? this.#queue.shift() : undefined;
      if (!next) break;
      this.#begin(next);
    }
    this.#queue = [];
    return steps;
  }

  #begin({ task, checkpoint }: QueuedTask): void {
    this.#task = task.id;
    this.#done = false;
    this.#isKept = false;
    const milestones = this.#milestones?.of(task.id);
    this.#search = this.#engine.open(this.#job, task, this.#prepared, checkpoint, milestones);
    if (this.#news !== undefined) this.#search.hear?.(this.#news);
  }

  /**
   * Returns the state of the search; undefined if the task is done. Stores a milestone even then, because some engines
   * continue a finished task later in the run.
   */
  checkpoint(last: boolean): unknown {
    if (!this.#isKept && (last || this.#clock() >= this.#milestoneAt)) this.#keepMilestone();
    return this.#done ? undefined : this.#search?.checkpoint();
  }

  /** Stores a milestone. If that fails, the search continues, because milestones only make resuming faster. */
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
    this.#milestoneAt = this.#clock() + (bytes * threads) / MILESTONE_BYTES_PER_MS;
  }
}

/** A lane in the runner's own thread. It receives messages between slices. */
export class InlineLane implements Lane {
  readonly #executor: TaskExecutor;

  constructor(executor: TaskExecutor) {
    this.#executor = executor;
  }

  open(task: Task, checkpoint: unknown, news: unknown): void {
    this.#executor.open(task, checkpoint, news);
  }

  async step(nodeBudget: number, news: unknown): Promise<readonly Stepped[]> {
    await new Promise(setImmediate);
    return this.#executor.step(nodeBudget, news);
  }

  checkpoint(last: boolean): Promise<unknown> {
    return Promise.resolve(this.#executor.checkpoint(last));
  }
}
