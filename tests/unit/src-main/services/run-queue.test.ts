// The queue of runs, with simulated solver processes.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import type { RunStatus } from '../../../../src-core/contract/runs.ts';
import { noFigures, type RunFigures } from '../../../../src-core/run/figures.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import type { Usage } from '../../../../src-main/services/idle-watch.ts';
import { queueApi, RunQueue } from '../../../../src-main/services/run-queue.ts';
import { RunService, runsApi } from '../../../../src-main/services/runs.ts';
import type { RunEnd } from '../../../../src-main/solver-process/runner.ts';
import type {
  SolverCommand,
  SolverHandle,
  SolverMessage,
} from '../../../../src-main/solver-process/protocol.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

let dir: string;
let store: Store;
let runs: RunService;
let queue: RunQueue;
let puzzleId: number;
let now: number;
let events: HostEvent[];
interface Solver {
  say: (message: SolverMessage) => void;
  die: (code: number | null) => void;
  /** the commands that the solver received */
  told: SolverCommand[];
  /** how the solver ends when it is told to stop; null if it doesn't end */
  stops: RunEnd | null;
}
/** the simulated solver of each run, by the run's seed */
let solvers: Map<number, Solver>;

const spawnSolver = (): SolverHandle => {
  const solver: Solver = { say: () => undefined, die: () => undefined, told: [], stops: 'stopped' };
  return {
    post: (command) => {
      solver.told.push(command);
      if (command.type === 'start') solvers.set(command.job.seed, solver);
      else if (command.type === 'pause') solver.say({ type: 'status', status: 'paused', message: '' });
      else if (command.type === 'resume') solver.say({ type: 'status', status: 'running', message: '' });
      else if (command.type === 'stop' && solver.stops) solver.say(ended(solver.stops));
    },
    onMessage: (listener) => (solver.say = listener),
    onExit: (listener) => (solver.die = listener),
    kill: () => undefined,
    pid: 1,
  };
};
const ended = (status: RunEnd, figures: RunFigures | null = null): SolverMessage => ({
  type: 'ended',
  status,
  message: '',
  figures,
  peakMemoryBytes: 0,
  cpuMs: 0,
});
const settings = (seed: number) => allOf(puzzleId, { seed, limits: { seconds: null, nodes: 100 } });
const statusOf = (runId: number): RunStatus => {
  const { status } = store.runs.get(runId);
  // A simulated solver needs no preparation, so `preparing` counts as `running`.
  return status === 'preparing' ? 'running' : status;
};
const waiting = (): number[] => store.runs.queue().map(({ id }) => id);
const end = (runId: number, status: RunEnd, figures?: RunFigures): void =>
  solvers.get(store.runs.get(runId).settings.seed)!.say(ended(status, figures));

/** Starts a host with the same services as in services.ts. */
function begin(usage: Partial<Usage> = {}): void {
  const emit = (event: HostEvent): void => {
    events.push(event);
    if (event.type === 'run.changed') queue.runChanged(event.run);
  };
  solvers = new Map();
  events = [];
  runs = new RunService({ store, emit, dataDir: dir, spawnSolver, usage });
  queue = new RunQueue({ store, emit, runs, now: () => now });
  queue.advance();
}

beforeEach(async () => {
  now = Date.parse('2026-11-26T22:00:00Z');
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  puzzleId = store.puzzles.add(puzzle).id;
  begin();
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  removeDir(dir);
});

test('a run resumed while another searches becomes first in the queue, and starts beside it only if resumed again', async () => {
  const a = await queue.start(settings(1));
  const b = await queue.start(settings(2));
  const c = await queue.start(settings(3));
  solvers.get(1)!.die(null);
  expect([a, b, c].map(statusOf)).toEqual(['failed', 'running', 'queued']);
  expect(queue.resumeOrWait(a)).toBe(b);
  expect([a, b, c].map(statusOf)).toEqual(['queued', 'running', 'queued']);
  expect(waiting()).toEqual([a, c]);
  expect(queue.resumeOrWait(a)).toBeNull();
  expect([a, b].map(statusOf)).toEqual(['running', 'running']);
  end(a, 'stopped');
  end(b, 'stopped');
  await runs.stop(c);
  // No other run is searching, so run `a` resumes at once.
  expect(queue.resumeOrWait(a)).toBeNull();
  expect(statusOf(a)).toBe('running');
});

test('runs start in order, each after the previous one ended in any way', async () => {
  const [a, b, c, d] = [
    await queue.start(settings(1)),
    await queue.start(settings(2)),
    await queue.start(settings(3)),
    await queue.start(settings(4)),
  ];
  expect([a, b, c, d].map(statusOf)).toEqual(['running', 'queued', 'queued', 'queued']);
  end(a, 'exhausted');
  expect([a, b, c, d].map(statusOf)).toEqual(['exhausted', 'running', 'queued', 'queued']);
  end(b, 'failed');
  expect([b, c, d].map(statusOf)).toEqual(['failed', 'running', 'queued']);
  await runs.stop(c);
  expect([c, d].map(statusOf)).toEqual(['stopped', 'running']);
  expect(store.runs.logLines(d).map(({ text }) => text)).toEqual([
    'Queued: Exact, 1 thread, seed 4.',
    'Started.',
  ]);
});

test('at the set time running runs stop; the queue resumes them before it starts waiting ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const a = await queue.start(settings(1));
    const b = await queue.start(settings(2));
    solvers.get(1)!.say({ type: 'checkpoint', checkpoint: Uint8Array.of(7), figures: noFigures });
    queue.stopAt = '2026-11-26T23:00:00.000Z';
    now += 59 * 60_000;
    vi.advanceTimersByTime(30_000);
    expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
    now += 60_000;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(waiting()).toEqual([a, b]);
    expect(runs.busy).toBe(false);
    expect(store.runs.logLines(a).at(-1)!.text).toMatch(/^Ended: stopped, at the set time, \d\d:00\.$/);
    expect(store.unseen.ended().map(({ runId }) => runId)).toEqual([a]);
    // The stop time is still set after a restart.
    begin();
    expect(waiting()).toEqual([a, b]);
    expect(queue.isHeld).toBe(true);
    queue.stopAt = null;
    expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
    expect(solvers.get(1)!.told[0]).toMatchObject({ type: 'start', checkpoints: [Buffer.of(7)] });
    end(a, 'solved');
    expect(statusOf(b)).toBe('running');
    end(b, 'solved');
  } finally {
    vi.useRealTimers();
  }
});

test('runs that the set time stops keep their order; finished and deleted ones stay out of the queue', async () => {
  const [a, b, solved, deleted, slow] = [
    await runs.start(settings(1)),
    await runs.start(settings(2)),
    await runs.start(settings(3)),
    await runs.start(settings(4)),
    await runs.start(settings(5)),
  ];
  const c = await queue.start(settings(6));
  solvers.get(3)!.stops = 'solved';
  solvers.get(5)!.stops = null;
  events = [];
  queue.stopAt = new Date(now).toISOString();
  // One event tells the window the new time. A second one says that the time has come.
  expect(events.filter(({ type }) => type === 'queue.changed')).toHaveLength(2);
  await Promise.resolve();
  store.runs.remove(deleted);
  end(slow, 'stopped');
  await vi.waitFor(() => expect(waiting()).toEqual([a, b, slow, c]));
  expect(statusOf(solved)).toBe('solved');
  store.bin.restore('run', deleted);
  expect(statusOf(deleted)).toBe('stopped');
});

test('quitting while runs stop at the set time keeps all of them in the queue', async () => {
  const [a, b] = [await runs.start(settings(1)), await runs.start(settings(2))];
  const c = await queue.start(settings(3));
  solvers.get(2)!.stops = null;
  queue.stopAt = new Date(now).toISOString();
  const closed = queue.close();
  end(b, 'stopped');
  await closed;
  expect(waiting()).toEqual([a, b, c]);
  for (const id of [a, b]) expect(store.runs.logLines(id).at(-1)!.text).toMatch(/^Interrupted/);
});

test('the set time stops a run that waits until the computer is idle, and leaves a paused run paused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const inUse = { unattended: () => 0, machine: () => ({ busyMs: 0, atMs: 0 }), everyMs: 1000 };
    begin(inUse);
    const whenIdle = await queue.start({ ...settings(1), whenIdle: true });
    const paused = await runs.start(settings(2));
    const search = (seed: number): void =>
      solvers.get(seed)!.say({ type: 'status', status: 'running', message: '' });
    search(1);
    search(2);
    runs.pause(paused);
    vi.advanceTimersByTime(1000);
    expect([whenIdle, paused].map(statusOf)).toEqual(['paused', 'paused']);
    queue.stopAt = new Date(now).toISOString();
    await vi.advanceTimersByTimeAsync(0);
    expect([whenIdle, paused].map(statusOf)).toEqual(['queued', 'paused']);
    await runs.stop(paused);
    queue.stopAt = null;
    // Quitting and a crash interrupt a run that is waiting for the computer to be idle. Neither counts as a stop by
    // the user.
    for (const quit of [true, false]) {
      search(1);
      vi.advanceTimersByTime(1000);
      expect(statusOf(whenIdle)).toBe('paused');
      if (quit) await queue.close();
      begin(inUse);
      const [before, last] = store.runs.logLines(whenIdle).slice(-2);
      expect(last!.text).toMatch(/^Interrupted/);
      expect(before!.text).not.toMatch(/^Ended/);
      expect(statusOf(whenIdle)).toBe('interrupted');
      runs.resume(whenIdle);
    }
  } finally {
    await runs.close();
    vi.useRealTimers();
  }
});

/** Returns the unseen runs that ended, and the score of the puzzle's best board when the user last looked at each. */
const unseen = (): [number, number | null][] =>
  store.unseen.ended().map(({ runId, before }) => [runId, before]);
/** Saves a board on which the first cells match, and returns its id. */
function keep(cells: number): number {
  const { solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const board = solution.map((code, cell) => (cell < cells ? code : -1));
  store.boards.add({ puzzleId, runId: null, ...checkBoard(puzzle, board) });
  return store.boards.list({ puzzleId, sort: 'best', offset: 0, limit: 1 }).items[0]!.id;
}
/** Opens the library with a clock that advances a second whenever it is read. */
async function openWithClock(): Promise<void> {
  store.close();
  store = await Store.open(dir, 'test', () => new Date((now += 1000)).toISOString());
  begin();
}

test('the gain of an unseen run counts from its first start, or from the last look while it ran; deleted boards don’t count', async () => {
  await openWithClock();
  keep(2);
  const [resumed, watched] = [await runs.start(settings(1)), await runs.start(settings(2))];
  const best = keep(6);
  store.unseen.see([watched]);
  end(resumed, 'limit');
  end(watched, 'limit');
  expect(unseen()).toEqual([
    [watched, 7],
    [resumed, 1],
  ]);
  // A run that the queue resumes has not been seen, so nothing changes.
  runs.resume(resumed);
  end(resumed, 'limit');
  expect(unseen()).toContainEqual([resumed, 1]);
  store.boards.remove(best);
  expect(unseen()).toContainEqual([watched, 1]);
  store.runs.remove(watched);
  expect(unseen()).toEqual([[resumed, 1]]);
});

test('an interrupted run has not ended; a run that the user resumes or queues again counts as seen', async () => {
  const a = await runs.start(settings(1));
  await queue.close();
  begin();
  expect(statusOf(a)).toBe('interrupted');
  expect(unseen()).toEqual([]);
  await runs.start(settings(2));
  const api = queueApi(queue, { store, runs, emit: (event) => events.push(event) });
  for (const method of ['runs.resume', 'queue.resume'] as const) {
    runs.resume(a);
    end(a, 'limit');
    expect(unseen()).toEqual([[a, null]]);
    events = [];
    await Promise.resolve(api[method]({ runId: a }));
    expect(unseen()).toEqual([]);
    expect(events.filter(({ type }) => type === 'runs.seen')).toHaveLength(1);
    expect(statusOf(a)).toBe('queued');
  }
});

test('a run that turns out to be interrupted goes to the front of the queue, unless it can’t be resumed here', async () => {
  const active = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  const [here, elsewhere] = [await runs.add(settings(3), 'Queued'), await runs.add(settings(4), 'Queued')];
  store.runs.interrupt([here, elsewhere]);
  queue.runChanged({ ...store.runs.get(elsewhere), notHere: 'Its engine is not allowed on this computer.' });
  expect(waiting()).toEqual([b]);
  queue.runChanged(store.runs.get(here));
  expect(waiting()).toEqual([here, b]);
  end(active, 'solved');
  expect(statusOf(here)).toBe('running');
});

test('a run that ends is unseen until the user looks, and the gain counts from the last look', async () => {
  await openWithClock();
  keep(2);
  const [a, b] = [await queue.start(settings(1)), await queue.start(settings(2))];
  expect(unseen()).toEqual([]);
  keep(4);
  end(a, 'limit');
  expect(unseen()).toEqual([[a, 1]]);
  // Looking at a running run doesn't mark it as seen: the user must still be told when it ends.
  store.unseen.see([b]);
  end(b, 'failed');
  expect(unseen()).toEqual([
    [b, 3],
    [a, 1],
  ]);
  expect(store.unseen.see([b])).toBe(true);
  expect(store.unseen.see([b])).toBe(false);
  expect(unseen()).toEqual([[a, 1]]);
  store.close();
  store = await Store.open(dir, 'test');
  begin();
  expect(unseen()).toEqual([[a, 1]]);
  // A run that the user stopped does not count as unseen.
  const c = await runs.start(settings(3));
  await runsApi(runs, { store, emit: () => undefined })['runs.stop']({ runId: c });
  expect(unseen()).toEqual([[a, 1]]);
});

test('a paused run is still active', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  runs.pause(a);
  expect([a, b].map(statusOf)).toEqual(['paused', 'queued']);
  runs.resume(a);
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  runs.pause(a);
  await runs.stop(a);
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
});

test('waiting runs are moved, started at once, removed and deleted', async () => {
  const first = await runs.start(settings(1));
  const [a, b, c] = [
    await queue.start(settings(2)),
    await queue.start(settings(3)),
    await queue.start(settings(4)),
  ];
  queue.move(c, 0);
  expect(waiting()).toEqual([c, a, b]);
  queue.move(c, 99);
  queue.move(b, 0);
  expect(waiting()).toEqual([b, a, c]);
  runs.resume(a);
  expect(statusOf(a)).toBe('running');
  await runs.stop(b);
  expect(store.runs.get(b)).toMatchObject({ status: 'stopped', resumable: true });
  expect(waiting()).toEqual([c]);
  expect(() => queue.move(b, 0)).toThrow(/is stopped: it is not in the queue/);
  store.runs.remove(c);
  end(first, 'solved');
  end(a, 'solved');
  expect(waiting()).toEqual([]);
  expect(runs.busy).toBe(false);
});

test('an ended run waits to resume; at a limit it gets the same amount again', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  const figures = { ...noFigures, nodes: 100, elapsedMs: 5 };
  solvers.get(1)!.say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures });
  end(a, 'limit', figures);
  queue.resume(a);
  expect([a, b].map(statusOf)).toEqual(['queued', 'running']);
  expect(() => queue.resume(b)).toThrow(/only an unfinished run/);
  runs.pause(b);
  expect(() => queue.resume(b)).toThrow(/is paused/);
  end(b, 'exhausted');
  expect(solvers.get(1)!.told[0]).toMatchObject({
    type: 'start',
    limits: { nodes: 200 },
    checkpoints: [Buffer.of(1)],
  });
  expect(() => queue.resume(b)).toThrow(/is exhausted/);
});

test('the next start resumes interrupted runs, then starts waiting ones', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  await queue.close();
  expect(waiting()).toEqual([a, b]);
  begin();
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  // Reopen the library, as happens after the host is killed.
  begin();
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  runs.pause(a);
  begin();
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
  await queue.close();
  // No other run is waiting, so this run is interrupted instead of queued.
  expect(statusOf(b)).toBe('interrupted');
  begin();
  expect(statusOf(b)).toBe('interrupted');
  runs.resumeInterrupted();
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
});

test('a library that can’t be written stops the queue, and nothing else', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(store.runs, 'setAllowance').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { name: 'SqliteError' });
  });
  end(a, 'exhausted');
  expect([a, b].map(statusOf)).toEqual(['exhausted', 'queued']);
  vi.restoreAllMocks();
  begin();
  expect(statusOf(b)).toBe('running');
});

test('a run that can’t start fails, and the next starts', async () => {
  const [a, b, c] = [
    await runs.start(settings(1)),
    await queue.start(settings(2)),
    await queue.start(settings(3)),
  ];
  vi.spyOn(store.runs, 'setAllowance').mockImplementationOnce(() => {
    throw new Error('Run 2 is damaged.');
  });
  end(a, 'exhausted');
  expect([b, c].map(statusOf)).toEqual(['failed', 'running']);
  expect(store.runs.get(b).message).toBe('Run 2 is damaged.');
  expect(store.runs.logLines(b).at(-1)!.text).toBe('Ended: failed, Run 2 is damaged..');
});

/** Random actions and events. Each refers to a run by a number, taken modulo the number of runs. */
const deed = fc.oneof(
  fc.constant({ what: 'queue' as const }),
  fc.constant({ what: 'close' as const }),
  fc.constant({ what: 'kill' as const }),
  fc.record({
    what: fc.constantFrom('end', 'pause', 'resume', 'stop', 'front', 'back'),
    run: fc.nat(9),
  }),
);

test('after any events, one run is active at a time, none is lost, and none waits while nothing is active', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 30 }), async (deeds) => {
      for (const { id } of store.runs.list({ offset: 0, limit: 1000 }).items) {
        await runs.stop(id);
        store.runs.remove(id);
      }
      await Promise.all(runs.running.map((id) => runs.stop(id)));
      const all: number[] = [];
      for (const each of deeds) {
        const before = waiting();
        const id = 'run' in each ? all[each.run % Math.max(1, all.length)] : undefined;
        if (each.what === 'queue') all.push(await queue.start(settings(all.length + 1)));
        else if (each.what === 'close') {
          await queue.close();
          begin();
        } else if (each.what === 'kill') begin();
        else if (id === undefined) continue;
        else if (each.what === 'stop') await runs.stop(id);
        else if (each.what === 'pause') runs.pause(id);
        else if (each.what === 'end' && statusOf(id) === 'running') end(id, 'exhausted');
        else if (each.what === 'resume' && statusOf(id) === 'paused') runs.resume(id);
        else if (each.what === 'front' && statusOf(id) === 'queued') queue.move(id, 0);
        else if (each.what === 'back' && statusOf(id) === 'stopped') queue.resume(id);

        const underWay = all.filter((run) => ['running', 'paused'].includes(statusOf(run)));
        expect(underWay.length).toBeLessThanOrEqual(1);
        if (underWay.length === 0) expect(waiting()).toEqual([]);
        if (each.what === 'end' || each.what === 'stop' || each.what === 'pause') {
          // Waiting runs keep their order.
          expect(before.filter((run) => waiting().includes(run))).toEqual(waiting());
        }
        if (each.what === 'close' || each.what === 'kill')
          expect([...underWay, ...waiting()]).toEqual(expect.arrayContaining(before));
      }
    }),
    { numRuns: 60 },
  );
});
