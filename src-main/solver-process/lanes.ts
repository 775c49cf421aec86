import type { Task } from '../../src-core/engine.ts';
import type { Lane, Stepped } from './lane.ts';
import { Pace } from './pace.ts';

/** A task of the plan, with the state of the search that works on it. */
export interface ActiveTask {
  readonly task: Task;
  readonly search: unknown;
}

/** A lane (a thread that searches) with the task that it works on. */
export class Slot {
  readonly lane: Lane;
  readonly pace: Pace;
  task: Task | null = null;
  /** number of nodes that the current slice may search; 0 between slices */
  granted = 0;
  news: unknown = undefined;
  /**
   * A resumed search repeats some work to get back to its checkpoint. This is how much of that work is done, from 0 to
   * 1; null if the search repeats nothing.
   */
  repeated: number | null = null;

  constructor(lane: Lane, pace: Pace) {
    this.lane = lane;
    this.pace = pace;
  }

  learn(stepped: Stepped): void {
    this.repeated = stepped.slice.repeated ?? null;
    this.pace.learn(stepped);
  }

  /** Call when this lane's slice has ended. `done`: whether its task is done as well. */
  endSlice(done: boolean): void {
    if (done) this.task = null;
    this.granted = 0;
  }
}

interface Feeding {
  readonly next: () => Task | null;
  /** returns the maximum number of nodes for a lane's next slice; no slice starts if it is below 1 */
  readonly budget: (pace: Pace) => number;
  readonly stepped: (slot: Slot, stepped: Stepped) => void;
  readonly failed: (error: unknown) => void;
}

/** The lanes of a run, and all unfinished tasks. Each task is in a lane or waiting for one. */
export class Lanes {
  #slots: Slot[] = [];
  /** unfinished tasks that aren't in any lane, because they come from a checkpoint or their lane was removed */
  #waiting: readonly ActiveTask[];
  #latestNews: unknown;

  constructor(waiting: readonly ActiveTask[]) {
    this.#waiting = waiting;
  }

  add(lane: Lane, pace = new Pace()): Slot {
    const slot = new Slot(lane, pace);
    this.#slots.push(slot);
    return slot;
  }

  /** Removes a lane. Its task waits for another one. */
  async leave(slot: Slot): Promise<void> {
    if (slot.task) {
      const search = await slot.lane.checkpoint(false);
      this.#waiting = [{ task: slot.task, search }, ...this.#waiting];
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
    return this.#waiting.length === 0 && this.#slots.every(({ task }) => task === null);
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
   * Starts a slice in every idle lane. A lane without a task takes a waiting one or, if there is none, the plan's next
   * task.
   */
  feed({ next, budget, stepped, failed }: Feeding): void {
    for (const slot of this.#slots) {
      if (slot.granted > 0) continue;
      const nodes = budget(slot.pace);
      if (nodes < 1 || !this.#opened(slot, next)) continue;
      slot.granted = nodes;
      slot.lane.step(nodes, slot.news).then((slice) => stepped(slot, slice), failed);
      slot.news = undefined;
    }
  }

  #opened(slot: Slot, next: () => Task | null): boolean {
    if (slot.task) return true;
    const [waited, ...others] = this.#waiting;
    slot.task = waited?.task ?? next();
    if (!slot.task) return false;
    this.#waiting = others;
    slot.lane.open(slot.task, waited?.search, this.#latestNews);
    slot.news = undefined;
    return true;
  }

  /**
   * Returns all unfinished tasks with their states. Call this between slices. `last`: whether this is the final
   * checkpoint.
   */
  async active(last: boolean): Promise<ActiveTask[]> {
    const asked = this.#slots
      .filter(({ task }) => task ?? last)
      .map(async ({ task, lane }) => ({ task, search: await lane.checkpoint(last) }));
    const states = await Promise.all(asked);
    return [...this.#waiting, ...states.flatMap(({ task, search }) => (task ? [{ task, search }] : []))];
  }
}
