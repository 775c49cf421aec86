// Two settings that a run's engine doesn't receive (hints and use of the computer), and the figures that a run
// reports.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { arrangementsOf } from '../../../../src-core/puzzle/arrangements.ts';
import { eternity2, isEternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { publishedScore } from '../../../../src-core/run/published-score.ts';
import { hintsOffered, withHints } from '../../../../src-core/puzzle/hint-choice.ts';
import { boardToNumbers, EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { IdleWatch, IDLE_PAUSE_REASON } from '../../../../src-main/services/idle-watch.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import type { SolverCommand, SolverMessage } from '../../../../src-main/solver-process/protocol.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const whole = eternity2(officialHints);

test('Hoglan’s bounds: 4^9 · 9! = 95,126,814,720 arrangements of nine squares, 4 · 9! states of the tree', () => {
  const { puzzle } = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });
  const { allLog10, treeLog10, cells, ways } = arrangementsOf(puzzle);
  expect({ cells, ways }).toEqual({ cells: 9, ways: 4 });
  expect(Math.round(10 ** allLog10 / 1000)).toBe(95_126_815);
  expect(Math.round(10 ** treeLog10)).toBe(4 * 362_880);
  // 4^256 · 256! is too large for a double.
  expect(arrangementsOf(whole).allLog10).toBeCloseTo(661.06, 1);
});

test('the hints of Eternity II are offered one by one, whatever hints the puzzle has', () => {
  const none = eternity2([]);
  expect(hintsOffered(none).map(({ cell }) => cell)).toEqual([135, 34, 45, 210, 221]);
  expect(withHints(none, [135]).hints).toEqual([officialHints[0]]);
  expect(withHints(whole, []).hints).toEqual([]);
  expect(() => withHints(none, [3])).toThrow('There is no hint for cell 4; there are hints for: 136, 35');
  expect(hintsOffered(generate({ family: 'framed', width: 4, height: 4, seed: 1 }).puzzle)).toEqual([]);
});

test('a score is compared with what was published for the same hints, and only for Eternity II', () => {
  expect(isEternity2(whole)).toBe(true);
  expect(publishedScore(whole)?.matched).toBe(464);
  expect(publishedScore(withHints(whole, [135]))?.matched).toBe(470);
  const swapped: EdgePuzzle = {
    ...whole,
    tiles: [whole.tiles[1]!, whole.tiles[0]!, ...whole.tiles.slice(2)],
  };
  expect(publishedScore(swapped)).toBeNull();
});

let dir: string;
let store: Store;
let posted: SolverCommand[];
let say: (message: SolverMessage) => void;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  posted = [];
});
afterEach(() => {
  store.close();
  removeDir(dir);
});
const service = (): RunService =>
  new RunService({
    store,
    emit: () => undefined,
    dataDir: dir,
    spawnSolver: () => ({
      post: (command) => void posted.push(command),
      onMessage: (listener) => (say = listener),
      onExit: () => undefined,
      kill: () => undefined,
      pid: 1,
    }),
  });

test('a run uses the hints it was given; its boards are scored with the puzzle’s own', async () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  // a hint that contradicts the solution
  const other = solution[5]!;
  const hinted: EdgePuzzle = { ...puzzle, hints: [{ cell: 10, tile: other >> 2 }] };
  const { id } = store.puzzles.add(hinted);
  const runs = service();
  const runId = await runs.start({ ...allOf(id), hints: [], lowPriority: false });
  expect(posted[0]).toMatchObject({ type: 'start', lowPriority: false, job: { puzzle: { hints: [] } } });
  say({ type: 'found', number: 1, findings: [{ type: 'solution', board: solution }] });
  expect(runs.get(runId).status).not.toBe('failed');
  const [board] = store.boards.list({ puzzleId: id, sort: 'best', offset: 0, limit: 5 }).items;
  expect(board).toMatchObject({ matched: 24, hints: 1, hintsKept: 0, solved: false });
  await expect(runs.start({ ...allOf(id), hints: [3] })).rejects.toThrow('There is no hint for cell 4');
});

test('the start board of a run does not count as found by the run; the boards that the run finds refer to it', async () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const swapped = solution.map((_, cell) => solution[cell === 5 ? 6 : cell === 6 ? 5 : cell]!);
  const { id } = store.puzzles.add(puzzle);
  const runs = service();
  const start = { board: boardToNumbers(swapped), free: [5, 6] };
  const runId = await runs.start({ ...allOf(id), engine: 'best', options: {}, start });
  say({ type: 'found', number: 1, findings: [{ type: 'improved', board: swapped }] });
  say({ type: 'found', number: 2, findings: [{ type: 'solution', board: solution }] });
  say({ type: 'ended', status: 'solved', message: '', figures: null, peakMemoryBytes: 0, cpuMs: 0 });
  const { items } = store.boards.list({ puzzleId: id, sort: 'best', offset: 0, limit: 5 });
  expect(items.map(({ solved, runs }) => [solved, runs.map((run) => run.runId)])).toEqual([
    [true, [runId]],
    [false, []],
  ]);
  expect(store.runs.get(runId).startBoardId).toBe(items[1]!.id);
  const [found, from] = items.map((each) => each.id);
  expect(store.boards.get(found!).runs).toMatchObject([{ runId, startBoardId: from }]);
  store.boards.remove(from!);
  expect(store.boards.get(found!).runs[0]).not.toHaveProperty('startBoardId');
});

test('the next seed is unused; the time of the next step comes from runs with the same hints and goal', async () => {
  const { id } = store.puzzles.add(whole);
  const runs = service();
  expect(store.runs.nextSeed('exact', id)).toBe(1);
  const ids: number[] = [];
  for (const seed of [7, 8, 9]) ids.push(await runs.add({ ...allOf(id), seed }, 'Queued'));
  const centre = await runs.add({ ...allOf(id), seed: 3, hints: [135] }, 'Queued');
  expect(store.runs.nextSeed('exact', id)).toBe(10);
  expect(store.runs.nextSeed('best', id)).toBe(1);
  const sample = (elapsedMs: number, matched: number) => ({
    elapsedMs,
    matched,
    nodes: 1,
    nodesPerSecond: 1,
    depth: 1,
    placed: 256,
    fraction: null,
  });
  store.samples.add(ids[0]!, [sample(1000, 450), sample(5000, 452)]);
  store.samples.add(ids[1]!, [sample(2000, 450), sample(3000, 450), sample(32_000, 451)]);
  store.samples.add(centre, [sample(1000, 450), sample(900_000, 460)]);
  const scan = { ...allOf(id), engine: 'best', seed: 1 };
  const [full, rows] = [
    await runs.add({ ...scan, options: { memory: 64 } }, 'Queued'),
    await runs.add({ ...scan, options: { memory: 64, goal: 'row-scan' } }, 'Queued'),
  ];
  store.samples.add(full, [sample(1000, 450), sample(5000, 452)]);
  // The scores of these runs skip 449, so they don't show how long it takes to improve on it.
  expect(store.runs.nextStep(ids[2]!, 449)).toBeNull();
  expect(store.runs.nextStep(rows, 400)).toBeNull();
  expect(store.runs.nextStep(ids[2]!, 450)).toEqual({ runs: 2, medianMs: 30_000 });
  expect(store.runs.nextStep(ids[2]!, 452)).toBeNull();
});

test('the memory of a run is reported while it runs', async () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const runs = service();
  const runId = await runs.start(allOf(store.puzzles.add(puzzle).id));
  const { noFigures } = await import('../../../../src-core/run/figures.ts');
  say({
    type: 'progress',
    figures: noFigures,
    memoryBytes: 123_456,
    cpuMs: 10,
    current: solution.map(() => EMPTY),
  });
  expect(runs.get(runId).memoryBytes).toBe(123_456);
});

class Sleeper {
  readonly id = 1;
  status = 'running';
  isSuspended = false;
  why = '';
  suspend(why: string): void {
    this.why = why;
    this.status = 'paused';
    this.isSuspended = true;
  }
  resume(): void {
    this.status = 'running';
    this.isSuspended = false;
  }
}
const watch = (runs: readonly Sleeper[]) => {
  const now = { busyMs: 0, atMs: 0, ownMs: 0, away: Infinity };
  const idle = new IdleWatch({
    runs: () => runs,
    ownMs: () => now.ownMs,
    usage: { unattended: () => now.away, machine: () => now },
  });
  idle.close();
  /**
   * Simulates five seconds in which all programs together used `all` cores, and Edgewise's own runs used `own` of
   * these.
   */
  const look = (all: number, own: number): void => {
    now.atMs += 5000;
    now.busyMs += 5000 * all;
    now.ownMs += 5000 * own;
    idle.measure();
  };
  return { now, idle, look };
};

test('a run for an idle computer is paused by another program, never by its own work, and resumes afterwards', () => {
  const run = new Sleeper();
  const { look } = watch([run]);
  for (let i = 0; i < 10; i++) look(2, 1.95);
  expect(run.status).toBe('running');
  look(2, 1);
  expect(run).toMatchObject({ status: 'paused', why: IDLE_PAUSE_REASON });
  for (let i = 0; i < 5; i++) look(0.1, 0);
  expect(run.status).toBe('paused');
  look(0.1, 0);
  expect(run.status).toBe('running');
});

test('a run for an idle computer is paused by keyboard input; a user can resume it anyway', () => {
  const run = new Sleeper();
  const { now, idle, look } = watch([run]);
  now.away = 3;
  look(0, 0);
  expect(run.status).toBe('paused');
  run.resume();
  idle.keepRunning(run.id);
  look(0, 0);
  expect(run.status).toBe('running');
  now.away = 600;
  look(0, 0);
  now.away = 3;
  look(0, 0);
  expect(run.status).toBe('paused');
});
