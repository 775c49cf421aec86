import { expect, test } from 'vitest';
import type { Engine, Finding, Job } from '../../../../src-core/engine.ts';
import type { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { RunResults } from '../../../../src-main/solver-process/run-results.ts';
import {
  InlineLane,
  TaskExecutor,
  type Lane,
  type WorkerThread,
} from '../../../../src-main/solver-process/lane.ts';
import type { RunCheckpoint } from '../../../../src-main/solver-process/run-checkpoint.ts';
import { Runner, type RunnerHooks, type RunOutcome } from '../../../../src-main/solver-process/runner.ts';
import { ALL_NODES, ALL_SOLUTIONS, toy, toyScorer } from '../../support/toy-engine.ts';

const job: Job = {
  // The toy engine ignores the puzzle.
  puzzle: {} as Puzzle,
  engine: 'toy',
  options: {},
  wanted: { solutions: 'all', boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
};

interface Recorded {
  outcome: RunOutcome;
  boards: string[];
  checkpoints: RunCheckpoint[];
  statuses: string[];
  progress: number;
}

/**
 * Runs a job and records the messages that it sends. The clock advances by `msPerCall` milliseconds each time it is
 * read.
 */
async function record(
  changes: Partial<Job>,
  more: {
    msPerCall?: number;
    checkpoint?: RunCheckpoint | undefined;
    elapsedMs?: number;
    control?: (runner: Runner, event: 'progress' | 'checkpoint' | 'found') => void;
    /** if given, resolves once the boards found are stored */
    storing?: () => Promise<void>;
  } = {},
): Promise<Recorded> {
  const theJob = { ...job, ...changes };
  let now = 0;
  const clock = (): number => (now += more.msPerCall ?? 1);
  const recorded: Omit<Recorded, 'outcome'> = { boards: [], checkpoints: [], statuses: [], progress: 0 };
  const hooks: RunnerHooks = {
    status: (status) => void recorded.statuses.push(status),
    progress: () => {
      recorded.progress++;
      more.control?.(runner, 'progress');
    },
    found: (findings: readonly Finding[]) => {
      for (const f of findings) if (f.type === 'solution') recorded.boards.push(f.board.join());
      more.control?.(runner, 'found');
      return more.storing?.();
    },
    checkpoint: (checkpoint) => {
      recorded.checkpoints.push(structuredClone(checkpoint));
      more.control?.(runner, 'checkpoint');
    },
  };
  const runner = new Runner({
    engine: toy,
    job: theJob,
    checkpoint: more.checkpoint,
    elapsedMs: more.elapsedMs,
    assets: { read: () => null, write: () => undefined },
    scorer: toyScorer,
    clock,
    startThread: (j) => threadHere(toy, j, clock),
    hooks,
  });
  return { outcome: await runner.run(), ...recorded };
}

/** Returns a simulated worker thread, which searches in the thread of this test. */
const threadHere = (engine: Engine, theJob: Job, clock: () => number): WorkerThread => ({
  lane: (prepared) => Promise.resolve(new InlineLane(new TaskExecutor(engine, theJob, prepared, clock))),
  close: () => undefined,
});

const byTask = (boards: string[]): string[] => [...new Set(boards)].sort();

test('counts everything, for any slices and number of lanes', async () => {
  const boards: string[][] = [];
  for (const threads of [1, 2, 5]) {
    for (const msPerCall of [0.01, 1, 40]) {
      const run = await record({ threads }, { msPerCall });
      expect(run.outcome).toMatchObject({
        status: 'exhausted',
        figures: { nodes: ALL_NODES, raw: ALL_SOLUTIONS, fraction: 1 },
      });
      expect(run.boards).toHaveLength(ALL_SOLUTIONS);
      boards.push(byTask(run.boards));
    }
  }
  for (const list of boards) expect(list).toEqual(boards[0]);
});

test('ends after the first K solutions, with the same nodes for any slices', async () => {
  const runs = await Promise.all(
    [0.01, 1, 90].map((msPerCall) => record({ wanted: { solutions: 5, boards: true } }, { msPerCall })),
  );
  for (const run of runs) {
    expect(run.boards).toEqual(['0,700', '0,1400', '0,2100', '0,2800', '1,700']);
    expect(run.outcome).toMatchObject({ status: 'solved', figures: { nodes: 3700, raw: 5 } });
  }
});

test('results of other lanes while the last requested one is stored are neither reported nor counted', async () => {
  const wanted = { solutions: 5, boards: true };
  const storing = (): Promise<void> => new Promise(setImmediate);
  const run = await record({ threads: 4, wanted }, { msPerCall: 20, storing });
  expect(run.boards).toHaveLength(5);
  expect(run.outcome).toMatchObject({ status: 'solved', figures: { raw: 5, unique: 5 } });
});

test('classes are stored as short keys; checkpoints with short or whole keys are recognised', () => {
  const slice = {
    note: null,
    nodes: 1,
    nodesByDepth: null,
    counts: {},
    current: null,
    depth: 2,
    fraction: null,
    done: false,
    findings: [{ type: 'solution', board: Int32Array.of(0, 700) }] as const,
  };
  const wanted = { solutions: 5, boards: false };
  const whole = { unique: new Set(['0,700']), distinct: new Set(['0,700']) };
  for (const state of [undefined, { found: 1, classes: whole, best: null }]) {
    const first = new RunResults(toyScorer, wanted, state);
    first.take(slice);
    const again = new RunResults(toyScorer, wanted, structuredClone(first.state));
    again.take(slice);
    const { unique, distinct } = again.state.classes;
    expect([...unique]).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{16}$/)]);
    expect(distinct).toEqual(unique);
  }
});

test('a node limit is exact, also with several lanes', async () => {
  for (const threads of [1, 3]) {
    const run = await record({ threads, limits: { seconds: null, nodes: 12_345 } }, { msPerCall: 7 });
    expect(run.outcome).toMatchObject({ status: 'limit', figures: { nodes: 12_345 } });
    expect(run.checkpoints.at(-1)?.plan).toMatchObject({ nodes: 12_345 });
  }
});

test('a time limit ends the run with a checkpoint', async () => {
  const run = await record({ limits: { seconds: 2, nodes: null } }, { msPerCall: 60 });
  expect(run.outcome.status).toBe('limit');
  expect(run.outcome.figures!.elapsedMs).toBeGreaterThanOrEqual(2000);
  expect(run.outcome.figures!.elapsedMs).toBeLessThan(4000);
  expect(run.checkpoints).toHaveLength(1);
});

test('stopped at any moment and resumed, it ends as if never interrupted', async () => {
  // With 1 ms per call, worker threads get several tasks at once.
  for (const [threads, msPerCall] of [
    [1, 45],
    [4, 45],
    [4, 1],
  ] as const) {
    for (let stopAfter = 1; stopAfter < 12; stopAfter++) {
      const boards: string[] = [];
      let checkpoint: RunCheckpoint | undefined;
      let status = '';
      for (let legs = 0; status !== 'exhausted'; legs++) {
        expect(legs).toBeLessThan(100);
        let seen = 0;
        const run: Recorded = await record(
          { threads },
          {
            msPerCall,
            checkpoint,
            control: (runner) => {
              if (++seen === stopAfter) runner.stop();
            },
          },
        );
        boards.push(...run.boards);
        checkpoint = run.checkpoints.at(-1) ?? checkpoint;
        status = run.outcome.status;
        if (status === 'exhausted') {
          expect(run.outcome.figures).toMatchObject({ nodes: ALL_NODES, raw: ALL_SOLUTIONS });
        }
      }
      expect(boards).toHaveLength(ALL_SOLUTIONS);
      expect(new Set(boards).size).toBe(ALL_SOLUTIONS);
    }
  }
});

test('a pause takes a checkpoint and stops the clock', async () => {
  let resumed = false;
  const run = await record(
    {},
    {
      msPerCall: 30,
      control: (runner, event) => {
        if (event === 'found' && !resumed) runner.pause();
        if (event === 'checkpoint') {
          resumed = true;
          setTimeout(() => runner.resume(), 20);
        }
      },
    },
  );
  expect(run.statuses).toEqual(['running', 'paused', 'running']);
  expect(run.outcome).toMatchObject({ status: 'exhausted', figures: { nodes: ALL_NODES } });
});

test('takes checkpoints about every 30 seconds, reports progress at most ten times a second', async () => {
  const run = await record({}, { msPerCall: 200 });
  const seconds = run.outcome.figures!.elapsedMs / 1000;
  expect(run.checkpoints.length).toBeGreaterThan(2);
  expect(run.checkpoints.length).toBeLessThanOrEqual(seconds / 30);
  const quick = await record({}, { msPerCall: 0.5 });
  expect(quick.progress).toBeLessThanOrEqual(quick.outcome.figures!.elapsedMs / 100 + 1);
});

test('an engine that throws fails the run', async () => {
  const { checkpoints } = await record({ limits: { seconds: null, nodes: 100 } });
  const broken = await record(
    {},
    { checkpoint: { ...checkpoints[0]!, plan: { next: 12, out: 1, nodes: 0, raw: 0 }, active: [] } },
  );
  expect(broken.outcome.status).toBe('failed');
});

test('running time never decreases, even if the checkpoint is older than the last report', async () => {
  const { checkpoints } = await record({ limits: { seconds: null, nodes: 100 } });
  const resumed = await record({}, { checkpoint: checkpoints[0], elapsedMs: 7_710_000 });
  expect(resumed.outcome.figures!.elapsedMs).toBeGreaterThan(7_710_000);
});

test.each([
  { what: 'seems to end soon', msPerCall: 3, workers: 0 },
  { what: 'lasts', msPerCall: 40, workers: 2 },
])('a search that $what gets $workers workers', async ({ msPerCall, workers }) => {
  let now = 0;
  let started = 0;
  const clock = (): number => (now += msPerCall);
  const runner = new Runner({
    engine: toy,
    job: { ...job, threads: 2 },
    assets: { read: () => null, write: () => undefined },
    scorer: toyScorer,
    clock,
    startThread: (j) => {
      started++;
      return threadHere(toy, j, clock);
    },
    hooks: {
      status: () => undefined,
      progress: () => undefined,
      found: () => undefined,
      checkpoint: () => undefined,
    },
  });
  const { figures } = await runner.run();
  expect(figures!.elapsedMs).toBeGreaterThan(150);
  expect([started, figures!.nodes]).toEqual([workers, ALL_NODES]);
});

/** Runs a job on three threads, each of which takes 200 ms to prepare. */
async function preparedLong({
  stops = false,
  msPerCall = 3,
  seconds = null as number | null,
  unlimited = false,
} = {}) {
  let now = 0;
  const clock = (): number => (now += msPerCall);
  const did = { started: 0, tasks: 0, closed: 0 };
  const preparing: typeof toy = {
    ...toy,
    *prepare() {
      now += 200;
      if (stops) runner.stop();
      yield { fraction: 0, what: 'Preparing' };
    },
  };
  const runner: Runner = new Runner({
    engine: preparing,
    job: { ...job, threads: 3, limits: { seconds, nodes: null } },
    unlimitedPreparation: unlimited,
    assets: { read: () => null, write: () => undefined },
    scorer: toyScorer,
    clock,
    startThread: (j) => {
      did.started++;
      return {
        async lane(prepared) {
          const lane = await threadHere(preparing, j, clock).lane(prepared);
          const open: Lane['open'] = (...task) => {
            did.tasks++;
            lane.open(...task);
          };
          return { open, step: lane.step.bind(lane), checkpoint: lane.checkpoint.bind(lane) };
        },
        close: () => void did.closed++,
      };
    },
    hooks: {
      status: () => undefined,
      progress: () => undefined,
      found: () => undefined,
      checkpoint: () => undefined,
    },
  });
  return { outcome: await runner.run(), ...did };
}

test('if preparing takes long, all threads but one start meanwhile and search beside this thread', async () => {
  const { outcome, started, tasks, closed } = await preparedLong();
  expect(outcome).toMatchObject({ status: 'exhausted', figures: { nodes: ALL_NODES, raw: ALL_SOLUTIONS } });
  expect([started, closed]).toEqual([2, 2]);
  expect(tasks).toBeGreaterThan(1);
});

test.each([
  { what: 'is over before', msPerCall: 5, threads: 2 },
  { what: 'lasts', msPerCall: 20, threads: 3 },
])(
  'the last thread starts only after 0.8 s of search: a search that $what',
  async ({ msPerCall, threads }) => {
    const { outcome, started } = await preparedLong({ msPerCall });
    expect(outcome.figures).toMatchObject({ nodes: ALL_NODES });
    expect(started).toBe(threads);
  },
);

test('threads that started during a preparation are closed if the run is stopped before its search', async () => {
  const { outcome, started, tasks, closed } = await preparedLong({ stops: true });
  expect([outcome.status, started, tasks, closed]).toEqual(['stopped', 2, 0, 2]);
});

test('a time limit also ends a preparation, unless the job excludes it', async () => {
  const { outcome, tasks, closed } = await preparedLong({ seconds: 0.1 });
  expect(outcome).toMatchObject({ status: 'limit', figures: null });
  expect(outcome.message).toContain('before the search began');
  expect([tasks, closed]).toEqual([0, 2]);
  const excluded = await preparedLong({ seconds: 0.1, unlimited: true });
  expect(excluded.outcome.figures).not.toBeNull();
});

test('a search that would repeat work goes to a worker at once, and never moves', async () => {
  const said: string[] = [];
  let lanes = 0;
  /** numbers of searches that began before a worker was ready, and of those that a worker continued */
  let [early, moved] = [0, 0];
  const repeating: typeof toy = {
    ...toy,
    repeatsWork: true,
    open(theJob, task, prepared, checkpoint) {
      if (lanes === 0) early++;
      if (checkpoint !== undefined) moved++;
      return toy.open(theJob, task, prepared, checkpoint);
    },
  };
  let now = 0;
  // After 100 ms, the search would move to a worker.
  const clock = (): number => (now += 40);
  const runner = new Runner({
    engine: repeating,
    job: { ...job, threads: 2 },
    assets: { read: () => null, write: () => undefined },
    scorer: toyScorer,
    clock,
    startThread: (j) => ({
      async lane(prepared) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        lanes++;
        return new InlineLane(new TaskExecutor(repeating, j, prepared, clock));
      },
      close: () => undefined,
    }),
    hooks: {
      status: (_status, message) => void said.push(message),
      progress: () => undefined,
      found: () => undefined,
      checkpoint: () => undefined,
    },
  });
  expect(await runner.run()).toMatchObject({ status: 'exhausted', figures: { nodes: ALL_NODES } });
  expect([early, moved, said]).toEqual([0, 0, ['']]);
});

test('a search that repeats the work of its checkpoint reports its progress', async () => {
  const said: string[] = [];
  let now = 0;
  const repeating: typeof toy = {
    ...toy,
    open(theJob, task, prepared, checkpoint) {
      const search = toy.open(theJob, task, prepared, checkpoint);
      let left = task.work === 0 ? 10 : 0;
      return {
        ...search,
        step(budget) {
          if (left === 0) return search.step(budget);
          left--;
          return { ...search.step(0), done: false, repeated: 1 - left / 10 };
        },
      };
    },
  };
  const clock = (): number => (now += 60);
  const runner = new Runner({
    engine: repeating,
    job,
    assets: { read: () => null, write: () => undefined },
    scorer: toyScorer,
    clock,
    startThread: (j) => threadHere(repeating, j, clock),
    hooks: {
      status: (_status, message) => void said.push(message),
      progress: () => undefined,
      found: () => undefined,
      checkpoint: () => undefined,
    },
  });
  expect(await runner.run()).toMatchObject({ status: 'exhausted', figures: { nodes: ALL_NODES } });
  expect(said).toContain('repeating the work up to the checkpoint, 50 %');
  expect(said.at(-1)).toBe('');
});
