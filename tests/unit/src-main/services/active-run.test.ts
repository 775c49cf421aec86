// Runs whose solver process misbehaves.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { EMPTY, type PartialBoard } from '../../../../src-core/puzzle/partial-board.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { dropMilestones } from '../../../../src-main/services/kept-milestones.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import type {
  SolverCommand,
  SolverHandle,
  SolverMessage,
} from '../../../../src-main/solver-process/protocol.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const first = (cells: number): PartialBoard => solution.map((code, cell) => (cell < cells ? code : EMPTY));

let dir: string;
let store: Store;
let events: HostEvent[];
let posted: SolverCommand[];
let say: (message: SolverMessage) => void;
let die: (code: number | null, reason?: string, signal?: string | null) => void;
let killed: number;
let runs: RunService;
let runId: number;

const spawnSolver = (): SolverHandle => ({
  post: (command) => {
    posted.push(command);
  },
  onMessage: (listener) => (say = listener),
  onExit: (listener) => (die = listener),
  kill: () => {
    killed += 1;
  },
  pid: 1,
});
const found = (...boards: PartialBoard[]): SolverMessage => ({
  type: 'found',
  number: 1,
  findings: boards.map((board) => ({ type: 'improved', board })),
});

beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  events = [];
  posted = [];
  killed = 0;
  runs = new RunService({ store, emit: (event) => events.push(event), dataDir: dir, spawnSolver });
  runId = await runs.start(allOf(store.puzzles.add(puzzle).id));
  say({ type: 'status', status: 'running', message: '' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  store.close();
  removeDir(dir);
});

test('a solver that ignores “stop” is killed, and the run can be resumed', async () => {
  vi.useFakeTimers();
  const stopped = runs.stop(runId);
  expect(posted.at(-1)).toEqual({ type: 'stop' });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(runs.get(runId).status).toBe('running');
  await vi.advanceTimersByTimeAsync(2_000);
  await stopped;
  expect(killed).toBe(1);
  expect(runs.get(runId)).toMatchObject({ status: 'failed', resumable: true });
  expect(runs.get(runId).message).toMatch(/did not stop within 30 seconds/);
});

test('a full disk ends the run, is reported, and does not keep the application from closing', async () => {
  const full = Object.assign(new Error('database or disk is full'), { name: 'SqliteError' });
  vi.spyOn(store, 'together').mockImplementation(() => {
    throw full;
  });
  say(found(first(3)));
  expect(killed).toBe(1);
  expect(runs.running).toEqual([]);
  expect(events.at(-1)).toMatchObject({
    type: 'run.changed',
    run: {
      status: 'failed',
      message: expect.stringMatching(/disk is full.*Free some disk space/) as unknown,
    },
  });
  expect(events.some(({ type }) => type === 'run.improved' || type === 'run.log')).toBe(false);
  await runs.close();
});

test('memory and speed of a solver that died are no longer shown', () => {
  const figures = { ...noFigures, nodes: 6000, elapsedMs: 3000, nodesPerSecond: 90_000 };
  say({ type: 'progress', figures, current: null, memoryBytes: 2 ** 30, cpuMs: 0 });
  expect(runs.get(runId)).toMatchObject({ memoryBytes: 2 ** 30, figures: { nodesPerSecond: 90_000 } });
  die(null);
  expect(runs.get(runId)).toMatchObject({ memoryBytes: null, figures: { nodesPerSecond: 2000 } });
  expect(events.filter(({ type }) => type === 'run.changed').at(-1)).toMatchObject({
    run: { status: 'failed', figures: { nodesPerSecond: 2000 } },
  });
});

test('the best board stays when a resumed run finds worse ones again', () => {
  say(found(first(9)));
  die(null);
  runs.resume(runId);
  events.length = 0;
  say(found(first(5)));
  expect(scoreOf(puzzle, store.runs.best(runId)!).placed).toBe(9);
  expect(events.some(({ type }) => type === 'run.improved')).toBe(false);
  say({
    type: 'progress',
    figures: { ...noFigures, nodes: 1, matched: 4, placed: 5 },
    current: null,
    memoryBytes: 0,
    cpuMs: 0,
  });
  expect(runs.get(runId).figures).toMatchObject({ nodes: 1, matched: 11, placed: 9 });
  say(found(first(5), first(12)));
  // If a board arrives soon after another one, it is stored later, at the latest when the run pauses or ends.
  say({ type: 'status', status: 'paused', message: '' });
  expect(scoreOf(puzzle, store.runs.best(runId)!).placed).toBe(12);
});

test('added nodes count from the checkpoint, added seconds from the running time, which never goes back', () => {
  say({
    type: 'checkpoint',
    checkpoint: Uint8Array.of(1),
    figures: { ...noFigures, nodes: 1000, elapsedMs: 500 },
  });
  say({
    type: 'progress',
    figures: { ...noFigures, nodes: 9000, elapsedMs: 4500 },
    current: null,
    memoryBytes: 0,
    cpuMs: 0,
  });
  die(null);
  runs.resume(runId, { nodes: 500, seconds: 2 });
  expect(posted.at(-1)).toMatchObject({ type: 'start', limits: { nodes: 1500, seconds: 6.5 } });
});

test('resuming a run killed at its limit grants nothing more; resuming one that ended there grants the limit again', async () => {
  const { puzzleId } = store.runs.settings(runId);
  runId = await runs.start(allOf(puzzleId, { limits: { seconds: null, nodes: 1000 } }));
  const figures = { ...noFigures, nodes: 1000, elapsedMs: 500 };
  say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures });
  die(null);
  runs.resume(runId);
  expect(posted.at(-1)).toMatchObject({ type: 'start', limits: { nodes: 1000 } });
  say({ type: 'ended', status: 'limit', message: '', figures, peakMemoryBytes: 0, cpuMs: 0 });
  die(0);
  runs.resume(runId);
  expect(posted.at(-1)).toMatchObject({ type: 'start', limits: { nodes: 2000 } });
});

test('many solutions are stored in few commits, before a checkpoint that counts them, and then reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const many = await runs.start(allOf(store.puzzles.add(puzzle).id));
  const commits = vi.spyOn(store, 'together');
  for (let i = 0; i < 40; i++) {
    say({ type: 'found', number: 1, findings: [{ type: 'solution', board: solution }] });
    expect(posted.at(-1)).toEqual({ type: 'stored', number: 1 });
  }
  expect(commits.mock.calls.length).toBe(1);
  events.length = 0;
  say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures: { ...noFigures, nodes: 5 } });
  const afterCheckpoint = commits.mock.calls.length;
  expect(afterCheckpoint).toBeLessThanOrEqual(4);
  say({ type: 'found', number: 2, findings: [{ type: 'solution', board: solution }] });
  expect(commits.mock.calls.length).toBe(afterCheckpoint);
  await vi.advanceTimersByTimeAsync(600);
  expect(commits.mock.calls.length).toBe(afterCheckpoint + 1);
  expect(store.boards.list({ runId: many, sort: 'best', offset: 0, limit: 5 }).total).toBe(1);
});

test('milestones stay as long as their run can be resumed, even while it is in the bin', async () => {
  const milestones = path.join(dir, 'milestones');
  const kept = (): string[] => readdirSync(milestones);
  expect(posted[0]).toMatchObject({ type: 'start', milestonesDir: path.join(milestones, String(runId)) });
  for (const id of [runId, 12345]) {
    mkdirSync(path.join(milestones, String(id)), { recursive: true });
    writeFileSync(path.join(milestones, String(id), '0-0'), 'x');
  }
  // A file that Edgewise did not write is kept.
  writeFileSync(path.join(milestones, 'desktop.ini'), 'x');
  die(null);
  // The deleted folder belonged to no run.
  expect(kept()).toEqual([String(runId), 'desktop.ini']);
  rmSync(path.join(milestones, 'desktop.ini'));
  await runs.remove(runId);
  const next = (): RunService => new RunService({ store, emit: () => undefined, dataDir: dir, spawnSolver });
  next();
  expect(kept()).toEqual([String(runId)]);
  store.bin.restore('run', runId);
  const other = store.runs.add(
    allOf(store.runs.get(runId).settings.puzzleId),
    1,
    store.puzzles.snapshot(puzzle),
    null,
  );
  store.runs.setStatus(other, 'stopped', '');
  mkdirSync(path.join(milestones, String(other)));
  writeFileSync(path.join(milestones, String(other), '0-0'), 'x'.repeat(100));
  dropMilestones(dir, store, new Map(), 101);
  expect(kept()).toEqual([runId, other].map(String));
  dropMilestones(dir, store, new Map([[other, 'under way']]), 0);
  expect(kept()).toEqual([String(other)]);
  // A file in place of a folder doesn't keep other folders from being deleted.
  rmSync(path.join(milestones, String(other)), { recursive: true });
  writeFileSync(path.join(milestones, String(other)), 'a file where a folder should be');
  mkdirSync(path.join(milestones, String(runId)));
  dropMilestones(dir, store, new Map(), -1);
  expect(kept()).toEqual([String(other)]);
  mkdirSync(path.join(milestones, String(runId)));
  next().resume(runId);
  say({ type: 'ended', status: 'solved', message: '', figures: null, peakMemoryBytes: 0, cpuMs: 0 });
  expect(kept()).toEqual([String(other)]);
});

test('the log and the samples date an improvement by the same running time', async () => {
  say({
    type: 'progress',
    figures: { ...noFigures, elapsedMs: 344_000 },
    current: null,
    memoryBytes: 1,
    cpuMs: 1,
  });
  say(found(first(16)));
  await vi.waitFor(() => expect(store.runs.best(runId)).not.toBeNull());
  expect(store.runs.logLines(runId).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/ matched after 5 min 44 s\.$/),
  );
  say({ type: 'ended', status: 'limit', message: '', figures: null, peakMemoryBytes: 0, cpuMs: 0 });
  const { matched } = scoreOf(puzzle, first(16));
  expect(store.samples.list(runId).find((sample) => sample.matched === matched)?.elapsedMs).toBe(344_000);
  expect(store.runs.logLines(runId).at(-1)?.text).toBe('Ended: limit reached.');
});

test('a resumed run keeps its best board in the curve, at the time when it was interrupted', async () => {
  const at = (elapsedMs: number, matched = 0) => ({ ...noFigures, elapsedMs, matched, placed: matched });
  const score = scoreOf(puzzle, first(16));
  const curve = () => store.samples.list(runId).map(({ elapsedMs, matched }) => [elapsedMs, matched]);
  const progress = (elapsedMs: number): void =>
    say({ type: 'progress', figures: at(elapsedMs, 2), current: null, memoryBytes: 1, cpuMs: 1 });
  const improve = async (): Promise<void> => {
    say(found(first(16)));
    await vi.waitFor(() => expect(store.runs.best(runId)).not.toBeNull());
  };
  progress(1000);
  await improve();
  // The solver dies before its first checkpoint, so the run restarts from the beginning.
  die(null);
  runs.resume(runId);
  progress(500);
  say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures: at(2000, 2) });
  die(null);
  expect(curve()).toEqual([
    [0, score.matched],
    [500, score.matched],
    [2000, score.matched],
  ]);
  // In this run, the best board is newer than the checkpoint.
  runId = await runs.start(store.runs.settings(runId));
  say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures: at(2000, 2) });
  progress(3000);
  await improve();
  progress(4000);
  die(null);
  runs.resume(runId);
  expect(curve().at(-1)).toEqual([4000, score.matched]);
});

test('the log says when a run was paused and resumed', () => {
  for (const status of ['paused', 'paused', 'running', 'running'] as const)
    say({ type: 'status', status, message: '' });
  const texts = store.runs.logLines(runId).map(({ text }) => text);
  expect(texts.slice(-2)).toEqual(['Paused.', 'Resumed.']);
});

test('closing logs one line for a run that it interrupts', async () => {
  const closing = runs.close();
  say({ type: 'ended', status: 'stopped', message: '', figures: null, peakMemoryBytes: 0, cpuMs: 0 });
  await closing;
  store.runs.interrupt([runId]);
  const lines = store.runs.logLines(runId).map(({ text }) => text);
  expect(lines.slice(1)).toEqual([
    'Interrupted when Edgewise closed. Resume continues from the last checkpoint.',
  ]);
});

test.each([
  [null, null, 'no exit code'],
  [3, null, 'exit code 3'],
  [null, 'SIGSEGV', 'signal SIGSEGV'],
] as const)(
  'a solver process that ends by itself is reported: exit code %s, signal %s',
  (code, signal, text) => {
    die(code, undefined, signal);
    expect(store.runs.get(runId)).toMatchObject({
      status: 'failed',
      message: `the solver process ended unexpectedly (${text})`,
    });
  },
);
