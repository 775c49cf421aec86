// A run that was divided among several machines is stored once, with its parts in its log. Merging its results again
// doesn't store it a second time.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '../../../../src-core/engine.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { EMPTY } from '../../../../src-core/puzzle/partial-board.ts';
import { keepMerged, type MergedRun } from '../../../../src-main/services/merged-run.ts';
import { RunQueue } from '../../../../src-main/services/run-queue.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const half = solution.map((code, cell) => (cell < 8 ? code : EMPTY));

let dir: string;
let store: Store;
let runs: RunService;
let puzzleId: number;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  const spawnSolver = (): never => {
    throw new Error('a merged run starts no solver');
  };
  runs = new RunService({ store, emit: () => undefined, dataDir: dir, spawnSolver });
  puzzleId = store.puzzles.add(puzzle).id;
});
afterEach(() => {
  store.close();
  removeDir(dir);
});

const merged = (changes: Partial<MergedRun> = {}): MergedRun => ({
  job: {
    puzzle,
    engine: 'exact',
    options: {},
    wanted: { solutions: 'all', boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  },
  name: 'a run',
  status: 'limit',
  message: 'Results still missing: parts 2.',
  figures: { nodes: 100, nodesByDepth: [60, 40], elapsedMs: 500, raw: 0, unique: 0, distinct: 0 },
  parts: ['Part 1 of 2: exhausted, 100 nodes.'],
  findings: [[{ type: 'improved', board: half }]],
  ...changes,
});
const whole = merged({
  status: 'exhausted',
  message: '',
  figures: { nodes: 250, nodesByDepth: [150, 100], elapsedMs: 1000, raw: 4, unique: 1, distinct: 1 },
  parts: ['Part 1 of 2: exhausted, 100 nodes.', 'Part 2 of 2: exhausted, 150 nodes.'],
  findings: [[{ type: 'solution', board: solution }]],
});
const keep = (run: MergedRun): Promise<number> =>
  keepMerged({ store, emit: () => undefined }, runs, puzzleId, run);
const partsOf = (runId: number): string[] =>
  store.runs
    .logLines(runId)
    .map(({ text }) => text)
    .filter((text) => text.startsWith('Part '));
const boardsOf = (runId: number) => store.boards.list({ runId, sort: 'best', offset: 0, limit: 10 }).items;

test('a merged result is stored as one run with its totals, its boards, and its parts in the log', async () => {
  const runId = await keep(merged());
  expect(store.runs.get(runId)).toMatchObject({
    status: 'limit',
    message: 'Results still missing: parts 2.',
    figures: { nodes: 100, nodesByDepth: [60, 40], elapsedMs: 500, placed: 8 },
  });
  expect(partsOf(runId)).toEqual(['Part 1 of 2: exhausted, 100 nodes.']);
  expect([...(store.runs.best(runId) ?? [])]).toEqual([...half]);
});

test('a merged result saved again replaces the earlier one; the same parts are not stored twice', async () => {
  const runId = await keep(merged());
  for (const time of ['with more parts', 'the same once more']) {
    expect(await keep(whole), time).toBe(runId);
    expect(store.runs.get(runId), time).toMatchObject({
      status: 'exhausted',
      message: '',
      figures: { nodes: 250, nodesByDepth: [150, 100], raw: 4, unique: 1, distinct: 1, placed: 16 },
    });
    expect(partsOf(runId), time).toEqual(whole.parts);
    expect(
      boardsOf(runId).filter(({ solved }) => solved),
      time,
    ).toHaveLength(1);
  }
  expect(store.runs.list({ puzzleId, offset: 0, limit: 10 }).items).toHaveLength(1);
});

test('another run of the same puzzle is kept separately', async () => {
  const runId = await keep(merged());
  expect(await keep({ ...whole, name: 'another run' })).not.toBe(runId);
  expect(partsOf(runId)).toHaveLength(1);
});

test('between two pieces of a large result, the host does other work', async () => {
  let others = 0;
  let othersBetween = 0;
  function* pieces(): Generator<Finding[]> {
    setImmediate(() => others++);
    yield [{ type: 'improved', board: half }];
    othersBetween = others;
    yield [{ type: 'solution', board: solution }];
  }
  const runId = await keep({ ...whole, findings: pieces() });
  expect(othersBetween).toBe(1);
  expect([...store.runs.best(runId)!]).toEqual([...solution]);
});

test('a merged result is not stored in a library that a backup is replacing', async () => {
  const backup = path.join(dir, 'backup');
  await store.backUp(backup);
  let restored: Promise<string> | undefined;
  function* pieces(): Generator<Finding[]> {
    yield [{ type: 'improved', board: half }];
    restored = store.restoreFrom(backup);
    yield [{ type: 'solution', board: solution }];
  }
  await expect(keep({ ...whole, findings: pieces() })).rejects.toThrow(/being restored/);
  await restored;
  expect(store.runs.list({ puzzleId, offset: 0, limit: 10 }).items).toEqual([]);
});

test('a board of another puzzle is rejected', async () => {
  const wrong = solution.slice();
  wrong[1] = wrong[0]!;
  await expect(keep(merged({ findings: [[{ type: 'solution', board: wrong }]] }))).rejects.toThrow(
    /more than once/,
  );
});

test('a merged run is recognised even if it has more parts than its log has lines', async () => {
  const parts = Array.from({ length: 1100 }, (_, i) => `Part ${i + 1} of 1200: exhausted, 100 nodes.`);
  const runId = await keep({ ...whole, parts });
  expect(store.runs.logLines(runId).length).toBeLessThan(parts.length);
  expect(await keep({ ...whole, parts })).toBe(runId);
});

test('a run searched elsewhere can’t be resumed here', async () => {
  const runId = await keep(merged());
  expect(store.runs.get(runId)).toMatchObject({ merged: true, resumable: false });
  const sentence = /^Run \d+ was merged from parts\. .*merge again\.$/;
  expect(() => runs.resume(runId)).toThrow(sentence);
  const queue = new RunQueue({ store, emit: () => undefined, runs });
  expect(() => queue.resume(runId)).toThrow(sentence);
});
