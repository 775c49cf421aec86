import type { Task } from '../../src-core/engine.ts';
import type { Lane, Stepped } from './lane.ts';
import { Pace } from './pace.ts';

/** A task handed out, with the state of its search. */
export interface ActiveTask {
  readonly task: Task;
  readonly search: unknown;
}

/** A lane with the task in it. */
export class Slot {
  readonly lane: Lane;
  readonly pace = new Pace();
  task: Task | null = null;
  /** nodes granted to the slice under way; 0 when it stands still */
  granted = 0;
  news: unknown = undefined;
  /** of what it repeats to be where its checkpoint was, 0..1; null: nothing is left to repeat */
  repeated: number | null = null;

  constructor(lane: Lane) {
    this.lane = lane;
  }

  learn(stepped: Stepped): void {
    this.repeated = stepped.slice.repeated ?? null;
    this.pace.learn(stepped);
  }

  /** Its slice is over, and perhaps its task. */
  rest(done: boolean): void {
    if (done) this.task = null;
    this.granted = 0;
  }
}

interface Feeding {
  readonly next: () => Task | null;
  /** nodes of a slice; below 1: none */
  readonly budget: (pace: Pace) => number;
  readonly stepped: (slot: Slot, stepped: Stepped) => void;
  readonly failed: (error: unknown) => void;
}

/** The lanes of a run, and the tasks that are out: each is in a lane or waits for one. */
export class Lanes {
  #slots: Slot[] = [];
  /** handed out before: by the plan that a checkpoint is of, or in a lane that was left */
  #waiting: readonly ActiveTask[];
  #latestNews: unknown;

  constructor(waiting: readonly ActiveTask[]) {
    this.#waiting = waiting;
  }

  add(lane: Lane): Slot {
    const slot = new Slot(lane);
    this.#slots.push(slot);
    return slot;
  }

  /** Takes a lane out; its task waits for another. */
  async leave(slot: Slot): Promise<void> {
    if (slot.task) {
      const search = await slot.lane.checkpoint(false);
      this.#waiting = [{ task: slot.task, search }, ...this.#waiting];
    }
    this.#slots = this.#slots.filter((each) => each !== slot);
  }

  close(): void {
    for (const { lane } of this.#slots) lane.close();
  }

  /** Nodes granted to slices under way. */
  get granted(): number {
    return this.#slots.reduce((sum, { granted }) => sum + granted, 0);
  }

  /** Whether there is no lane yet. */
  get none(): boolean {
    return this.#slots.length === 0;
  }

  get standStill(): boolean {
    return this.#slots.every(({ granted }) => granted === 0);
  }

  /** No task is out. */
  get empty(): boolean {
    return this.#waiting.length === 0 && this.#slots.every(({ task }) => task === null);
  }

  /** How far the one is that has most to repeat, 0..1; null when none repeats anything. */
  get repeated(): number | null {
    const shares = this.#slots.flatMap(({ repeated }) => (repeated === null ? [] : [repeated]));
    return shares.length > 0 ? Math.min(...shares) : null;
  }

  /** What every search hears before its next slice. */
  tell(news: unknown): void {
    this.#latestNews = news;
    for (const slot of this.#slots) slot.news = news;
  }

  /** Gives every lane that stands still a slice: of the task in it, of one that waits, or of the next. */
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

  /** Whether it has a task, now or before. */
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

  /** All tasks that are out, with their searches as they stand: asked between slices. `last`: nothing may come after it. */
  async active(last: boolean): Promise<ActiveTask[]> {
    const asked = this.#slots
      .filter(({ task }) => task ?? last)
      .map(async ({ task, lane }) => ({ task, search: await lane.checkpoint(last) }));
    const states = await Promise.all(asked);
    return [...this.#waiting, ...states.flatMap(({ task, search }) => (task ? [{ task, search }] : []))];
  }
}
