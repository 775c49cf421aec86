import type { Task } from '../../src-core/engine.ts';
import type { Lane, Stepped } from './lane.ts';
import { Pace } from './pace.ts';

/** A task of the plan, with the state of its search. The state is undefined if the search hasn't begun. */
export interface ActiveTask {
  readonly task: Task;
  readonly search: unknown;
}

/**
 * A worker thread gets several short tasks at once: as many as it searches in this many milliseconds. With one task at
 * a time, it would often wait, because this thread hands out tasks only between its own slices.
 */
const BATCH_MS = 10;
const MAX_BATCH_TASKS = 100;

/** A lane (a thread that searches) with its tasks. */
export class Slot {
  readonly lane: Lane;
  readonly pace: Pace;
  /** the task that the lane works on; during a slice, also the tasks of its queue */
  readonly tasks: ActiveTask[] = [];
  readonly #batchMs: number;
  #done = { tasks: 0, ms: 0 };
  /** number of nodes that the current slice may search; 0 between slices */
  granted = 0;
  news: unknown = undefined;
  /**
   * A resumed search repeats some work to get back to its checkpoint. `repeated` is the fraction of that work that is
   * done, from 0 to 1. It is null if the search repeats nothing.
   */
  repeated: number | null = null;

  constructor(lane: Lane, pace: Pace, batchMs: number) {
    this.lane = lane;
    this.pace = pace;
    this.#batchMs = batchMs;
  }

  learn(steps: readonly Stepped[]): void {
    this.repeated = steps.at(-1)!.slice.repeated ?? null;
    this.pace.learn(steps);
    for (const { slice, ms } of steps) {
      this.#done.ms += ms;
      if (slice.done) this.#done.tasks++;
    }
  }

  /** number of tasks that the lane should have at the start of a slice */
  get batchSize(): number {
    const { tasks, ms } = this.#done;
    if (this.#batchMs * tasks <= ms) return 1;
    return Math.min(MAX_BATCH_TASKS, Math.floor((this.#batchMs * tasks) / ms));
  }
}

interface Feeding {
  readonly next: () => Task | null;
  /** returns the maximum number of nodes for a lane's next slice; no slice starts if it is below 1 */
  readonly budget: (pace: Pace) => number;
  readonly stepped: (slot: Slot, steps: readonly Stepped[]) => void;
  readonly failed: (error: unknown) => void;
}

/** The lanes of a run, and all unfinished tasks. Each task is in a lane or waiting for one. */
export class Lanes {
  #slots: Slot[] = [];
  /**
   * unfinished tasks that aren't in any lane, because they come from a checkpoint, their lane was removed, or they were
   * still in a lane's queue when its slice ended
   */
  #waiting: readonly ActiveTask[];
  #latestNews: unknown;

  constructor(waiting: readonly ActiveTask[]) {
    this.#waiting = waiting;
  }

  /** Adds the lane of this thread. */
  addInline(lane: Lane, pace: Pace): Slot {
    return this.#add(new Slot(lane, pace, 0));
  }

  addWorker(lane: Lane): void {
    this.#add(new Slot(lane, new Pace(), BATCH_MS));
  }

  #add(slot: Slot): Slot {
    this.#slots.push(slot);
    return slot;
  }

  /** Removes a lane. The task that it was working on waits until another lane continues it. */
  async leave(slot: Slot): Promise<void> {
    const [open] = slot.tasks;
    if (open) {
      const search = await slot.lane.checkpoint(false);
      this.#waiting = [{ task: open.task, search }, ...this.#waiting];
    }
    this.#slots = this.#slots.filter((each) => each !== slot);
  }

  /** Nodes granted to all slices in progress. */
  get granted(): number {
    return this.#slots.reduce((sum, { granted }) => sum + granted, 0);
  }

  /** True until the first lane is added. */
  get none(): boolean {
    return this.#slots.length === 0;
  }

  get allIdle(): boolean {
    return this.#slots.every(({ granted }) => granted === 0);
  }

  /** True if no task is in a lane or waiting for one. */
  get empty(): boolean {
    return this.#waiting.length === 0 && this.#slots.every(({ tasks }) => tasks.length === 0);
  }

  /**
   * Progress of the slowest lane that is repeating work to get back to its checkpoint, from 0 to 1; null if there is
   * none.
   */
  get repeated(): number | null {
    const shares = this.#slots.flatMap(({ repeated }) => (repeated === null ? [] : [repeated]));
    return shares.length > 0 ? Math.min(...shares) : null;
  }

  /** Passes a message from the plan to every search before its next slice. */
  tell(news: unknown): void {
    this.#latestNews = news;
    for (const slot of this.#slots) slot.news = news;
  }

  /**
   * Takes back the tasks that a lane didn't start in its slice, so that any lane can get them. Call this when the slice
   * has ended and its finished tasks have been removed from `slot.tasks`.
   */
  endSlice(slot: Slot, { slice }: Stepped): void {
    this.#waiting = [...slot.tasks.splice(slice.done ? 0 : 1), ...this.#waiting];
    slot.granted = 0;
  }

  /**
   * Starts a slice in every idle lane. A lane without a task takes a waiting one or, if there is none, the plan's next
   * task. When every idle lane has a task, worker threads get more tasks if their tasks are short.
   */
  feed({ next, budget, stepped, failed }: Feeding): void {
    const fed: Slot[] = [];
    for (const slot of this.#slots) {
      if (slot.granted > 0) continue;
      const nodes = budget(slot.pace);
      if (nodes < 1 || (slot.tasks.length === 0 && !this.#addTask(slot, next))) continue;
      slot.granted = nodes;
      fed.push(slot);
    }
    this.#addTasks(fed, next);
    for (const slot of fed) {
      slot.lane.step(slot.granted, slot.news).then((steps) => stepped(slot, steps), failed);
      slot.news = undefined;
    }
  }

  /** Gives more tasks to the lanes whose tasks are short, one to each lane in turn. */
  #addTasks(slots: readonly Slot[], next: () => Task | null): void {
    let short = slots;
    while (short.length > 0) {
      short = short.filter((slot) => slot.tasks.length < slot.batchSize && this.#addTask(slot, next));
    }
  }

  /** Adds a task to a lane. Returns false if no task is left. */
  #addTask(slot: Slot, next: () => Task | null): boolean {
    const [waited, ...others] = this.#waiting;
    const task = waited?.task ?? next();
    if (!task) return false;
    this.#waiting = others;
    slot.tasks.push({ task, search: waited?.search });
    slot.lane.open(task, waited?.search, this.#latestNews);
    return true;
  }

  /**
   * Returns all unfinished tasks with their states. Call this between slices. `last`: whether this is the final
   * checkpoint.
   */
  async active(last: boolean): Promise<ActiveTask[]> {
    const asked = this.#slots
      .filter(({ tasks }) => tasks.length > 0 || last)
      .map(async ({ tasks: [open], lane }) => ({ open, search: await lane.checkpoint(last) }));
    const states = await Promise.all(asked);
    const active = states.flatMap(({ open, search }) => (open ? [{ task: open.task, search }] : []));
    return [...this.#waiting, ...active];
  }
}
