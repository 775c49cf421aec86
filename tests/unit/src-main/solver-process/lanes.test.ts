// Which tasks each lane gets, and when.
import { expect, test } from 'vitest';
import type { Job, Slice, Task } from '../../../../src-core/engine.ts';
import type { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { TaskExecutor, type Lane, type Stepped } from '../../../../src-main/solver-process/lane.ts';
import { Lanes } from '../../../../src-main/solver-process/lanes.ts';
import { Pace } from '../../../../src-main/solver-process/pace.ts';
import { lengthOf, toy } from '../../support/toy-engine.ts';

const job: Job = {
  puzzle: {} as Puzzle,
  engine: 'toy',
  options: {},
  wanted: { solutions: 'all', boards: false },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 3,
};

const sliceOf = (done: boolean): Slice => ({
  note: null,
  nodes: 1,
  nodesByDepth: null,
  counts: {},
  current: null,
  depth: 0,
  fraction: null,
  done,
  findings: [],
});

/** Lanes that record the tasks they get. A slice ends when the test says so. */
class Recorded {
  readonly lanes: Lanes;
  readonly got: number[][] = [];
  readonly #ends: ((steps: readonly Stepped[]) => void)[] = [];
  #next = 0;

  constructor(workers: number, waiting: ConstructorParameters<typeof Lanes>[0] = []) {
    this.lanes = new Lanes(waiting);
    this.lanes.addInline(this.#lane(0), new Pace());
    for (let i = 1; i <= workers; i++) this.lanes.addWorker(this.#lane(i));
  }

  #lane(number: number): Lane {
    this.got[number] = [];
    return {
      open: ({ id }) => void this.got[number]!.push(id),
      step: () => new Promise((resolve) => (this.#ends[number] = resolve)),
      checkpoint: () => Promise.resolve(`state of lane ${number}`),
    };
  }

  /** Gives tasks to the idle lanes. `tasks` is the number of tasks that the plan has left. */
  feed(tasks = Infinity): void {
    this.lanes.feed({
      next: (): Task | null => (tasks-- > 0 ? { id: this.#next++, work: null } : null),
      budget: () => 1_000,
      stepped: (slot, steps) => {
        slot.learn(steps);
        for (const { slice } of steps) if (slice.done) slot.tasks.shift();
        this.lanes.endSlice(slot, steps.at(-1)!);
      },
      failed: (error) => expect.unreachable(String(error)),
    });
  }

  /** Ends the slice of a lane. Each task took `ms`; the last one is done only if `done` is true. */
  async end(number: number, tasks: number, ms: number, done = true): Promise<void> {
    this.#ends[number]!(
      Array.from({ length: tasks }, (_, i) => ({ slice: sliceOf(done || i < tasks - 1), ms })),
    );
    await new Promise(setImmediate);
  }
}

test('worker threads get several tasks at once if their tasks are short; this thread never does', async () => {
  const run = new Recorded(1);
  run.feed();
  expect(run.got).toEqual([[0], [1]]);
  await run.end(0, 1, 2);
  await run.end(1, 1, 2);
  run.feed();
  // in 10 ms, the worker thread does five tasks of 2 ms
  expect(run.got).toEqual([
    [0, 2],
    [1, 3, 4, 5, 6, 7],
  ]);
  await run.end(1, 5, 50);
  run.feed();
  expect(run.got[1]).toEqual([1, 3, 4, 5, 6, 7, 8]);
});

test('no lane gets a second task while another idle lane has none', async () => {
  const run = new Recorded(2);
  run.feed();
  await run.end(1, 1, 1);
  await run.end(2, 1, 1);
  run.feed(3);
  expect(run.got).toEqual([[0], [1, 3, 5], [2, 4]]);
});

test('tasks that are still queued when a slice ends go to the next idle lane, with their states', async () => {
  const states = ['a', 'b', 'c', 'd', 'e'];
  const run = new Recorded(
    1,
    states.map((search, id) => ({ task: { id: 100 + id, work: null }, search })),
  );
  run.feed(0);
  expect(run.got).toEqual([[100], [101]]);
  await run.end(1, 1, 4);
  run.feed(0);
  expect(run.got[1]).toEqual([101, 102, 103]);
  await run.end(1, 1, 4, false);
  await run.end(0, 1, 4);
  expect(await run.lanes.active(false)).toEqual([
    { task: { id: 103, work: null }, search: 'd' },
    { task: { id: 104, work: null }, search: 'e' },
    { task: { id: 102, work: null }, search: 'state of lane 1' },
  ]);
  run.feed(0);
  expect(run.got[0]).toEqual([100, 103]);
});

test('a slice continues with the next task until its nodes are used up', () => {
  const executor = new TaskExecutor(toy, job, null, () => 0);
  const open = (id: number): void => executor.open({ id, work: id }, undefined, undefined);
  const nodesOf = (budget: number): [number, boolean][] =>
    executor.step(budget, undefined).map(({ slice }) => [slice.nodes, slice.done]);
  for (const id of [0, 1, 2]) open(id);
  expect(nodesOf(lengthOf(0) + 10)).toEqual([
    [lengthOf(0), true],
    [10, false],
  ]);
  // Task 2 is no longer in the queue.
  expect(nodesOf(lengthOf(1))).toEqual([[lengthOf(1) - 10, true]]);
  open(2);
  open(3);
  expect(nodesOf(lengthOf(2))).toEqual([[lengthOf(2), true]]);
  open(4);
  expect(nodesOf(7)).toEqual([[7, false]]);
});
