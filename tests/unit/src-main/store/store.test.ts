import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { binService } from '../../../../src-main/services/bin.ts';
import { boardsService } from '../../../../src-main/services/boards.ts';
import { openDatabase } from '../../../../src-main/store/database.ts';
import { migrations } from '../../../../src-main/store/migrations.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { applySymmetry, symmetriesOf } from '../../../../src-core/puzzle/symmetry.ts';
import { eternity2 } from '../../../../bench/tools/boards.ts';
import { allOf } from '../../../integration/host.ts';
import { ownStore } from '../../support/own-store.ts';

const own = ownStore();

test('one process at a time may write; a second one learns which, and may read; a dead process holds no lock', async () => {
  const store = await own.open();
  await expect(Store.open(own.dir, 'other')).rejects.toThrow(
    new RegExp(`in use by Edgewise \\(test, process ${process.pid}`),
  );
  const reader = await Store.openToRead(own.dir, 'other');
  expect(reader.isWritable).toBe(false);
  expect(() => reader.puzzles.remove(1)).toThrow(/readonly/);
  reader.close();
  store.close();

  const script = path.join(own.dir, 'holder.ts');
  const lock = path.resolve(import.meta.dirname, '../../../../src-main/store/lock.ts');
  writeFileSync(
    script,
    `import { lockDataDir } from ${JSON.stringify(lock)};
     // keep a reference, because a database that is garbage-collected closes itself
     globalThis.lock = lockDataDir(${JSON.stringify(own.dir)}, 'doomed');
     console.log('held'); setInterval(() => 0, 1000);`,
  );
  const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Kill the process even if the test fails; otherwise the test run would wait for it.
  onTestFinished(() => void holder.kill('SIGKILL'));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  await expect(own.open()).rejects.toThrow(`(doomed, process ${holder.pid}`);
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('close', resolve));
  await own.open();
});

test('a solution is one row in any rotation, and is restored from the bin', async () => {
  const { boards, puzzles } = await own.open();
  const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 5, seed: 7 });
  const { id: puzzleId } = puzzles.add(puzzle);
  const ids = symmetriesOf(puzzle).map((symmetry) =>
    boards.add({
      puzzleId,
      runId: null,
      ...checkBoard(puzzle, applySymmetry(puzzle, symmetry, solution)),
    }),
  );
  expect(ids.map(({ isNew }) => isNew)).toEqual([true, false, false, false]);
  expect(boards.count(puzzleId)).toBe(1);
  expect(boards.get(ids[0]!.id)).toMatchObject({ solved: true, matched: 40, placed: 25 });
  boards.remove(ids[0]!.id);
  expect(boards.count(puzzleId)).toBe(0);
  boards.add({ puzzleId, runId: null, ...checkBoard(puzzle, solution) });
  expect(boards.count(puzzleId)).toBe(1);
  boards.annotate(ids[0]!.id, { note: 'found by hand' });
  boards.remove(ids[0]!.id);
  expect(() => boards.get(ids[0]!.id)).toThrow(/no /);
  boards.restore(ids[0]!.id);
  expect(boards.get(ids[0]!.id)).toMatchObject({ note: 'found by hand' });
  expect(boards.annotate(ids[0]!.id, { starred: true, tags: ['a', 'a', 'b'] })).toMatchObject({
    tags: ['a', 'b'],
  });
  const filter = { sort: 'board', offset: 0, limit: 10 } as const;
  expect(boards.list({ ...filter, tag: 'b' }).total).toBe(1);
  expect(boards.list({ ...filter, tag: 'c' }).total).toBe(0);
});

test('what a run finds again after a deletion or undo is in the gallery again', async () => {
  const store = await own.open();
  const { boards, puzzles, runs } = store;
  const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 5, seed: 7 });
  const { id: puzzleId } = puzzles.add(puzzle);
  const runId = runs.add(allOf(puzzleId), 1, puzzles.snapshot(puzzle));
  const find = (): { id: number; isNew: boolean } =>
    boards.add({ puzzleId, runId, ...checkBoard(puzzle, solution) });
  const undone = new Error('undone');
  expect(() =>
    store.together(() => {
      find();
      throw undone;
    }),
  ).toThrow(undone);
  const { id } = find();
  expect(find()).toEqual({ id, isNew: false });
  boards.remove(id);
  expect(find()).toEqual({ id, isNew: false });
  expect(boards.get(id).runs).toMatchObject([{ runId }]);
  boards.remove(id);
  const service = binService({ store, emit: () => undefined, onGone: () => undefined });
  await service['bin.delete']({ kind: 'board', id });
  expect(boards.get(find().id).runs).toMatchObject([{ runId }]);
});

test('a board belongs to every run that found it; one from an older version, to the first run that found it', async () => {
  const file = databaseFile(own.dir);
  const old = await openDatabase(file, migrations.slice(0, 5));
  old.exec(`
    INSERT INTO puzzle VALUES (1, 'p', 'edge-matching', '1 × 1', 1, 0, '{}', 0, 'T1', 'T1', NULL);
    INSERT INTO snapshot VALUES ('h', '{}');
    INSERT INTO run (id, puzzle_id, snapshot, settings, engine_version, allowance, status, figures, started_at, changed_at)
      VALUES (7, 1, 'h', '{}', 1, '{}', 'solved', '{}', 'T1', 'T1'), (8, 1, 'h', '{}', 1, '{}', 'solved', '{}', 'T1', 'T1');
    INSERT INTO solution (id, puzzle_id, run_id, key, solved, matched, edges, placed, cells, hints_kept, hints, found_at)
      VALUES (3, 1, 7, x'01', 1, 0, 0, 1, 1, 0, 0, '2020-02-02T00:00:00Z'), (4, 1, NULL, x'02', 0, 0, 0, 1, 1, 0, 0, 'T3');`);
  old.close();
  const { boards } = await own.open();
  expect(boards.get(3).runs).toEqual([{ runId: 7, foundAt: '2020-02-02T00:00:00Z' }]);
  expect(boards.get(4).runs).toEqual([]);
  const again = {
    puzzleId: 1,
    runId: 8,
    key: Buffer.of(1),
    board: null,
    path: null,
    solved: true,
    matched: 0,
    edges: 0,
    placed: 1,
    cells: 1,
    hintsKept: 0,
    hints: 0,
  };
  expect(boards.add(again)).toEqual({ id: 3, isNew: true });
  expect(boards.add(again)).toEqual({ id: 3, isNew: false });
  const every = { sort: 'oldest', offset: 0, limit: 10 } as const;
  expect(boards.list({ ...every, runId: 8 }).items.map(({ id }) => id)).toEqual([3]);
  expect(boards.list({ ...every, runId: 7 }).items[0]!.runs.map(({ runId }) => runId)).toEqual([7, 8]);
});

test('a board restored after its puzzle was changed has its new score', async () => {
  const { boards, puzzles } = await own.open();
  const { puzzle, solution } = generate({ family: 'scramble', width: 3, height: 3, seed: 7 });
  const { id: puzzleId } = puzzles.add(puzzle);
  const [first, ...others] = puzzle.tiles;
  const changed = { ...puzzle, tiles: [{ edges: first!.edges.map((label) => label ^ 1) }, ...others] };
  const poor = checkBoard(changed, solution);
  expect(poor.solved).toBe(false);
  const { id } = boards.add({ puzzleId, runId: null, ...poor });
  boards.remove(id);
  expect(boards.add({ puzzleId, runId: null, ...checkBoard(puzzle, solution) })).toEqual({
    id,
    isNew: false,
  });
  expect(boards.get(id)).toMatchObject({ solved: true, matched: 12, edges: 12 });
});

test('a puzzle that exists is not added again, whatever number its name got', async () => {
  const { puzzles } = await own.open();
  const [one, two] = [1, 2].map((seed) => ({
    ...generate({ family: 'framed', width: 3, height: 3, seed }).puzzle,
    name: 'framed',
  }));
  const ids = [one!, two!, two!, one!].map((puzzle) => puzzles.addOnce(puzzle).id);
  expect(ids).toEqual([1, 2, 2, 1]);
  expect(puzzles.get(2).name).toBe('framed (2)');
  expect(puzzles.get(2).deleted).toBe(false);
  puzzles.remove(2);
  expect(puzzles.get(2).deleted).toBe(true);
  expect(puzzles.save(2, puzzles.get(2).puzzle).deleted).toBe(true);
  expect(puzzles.addOnce(two!)).toMatchObject({ id: 3, name: 'framed (2)' });
  expect(puzzles.restore(2).deleted).toBe(false);
});

test('keeps two checkpoints with their totals; marks the run of a dead host', async () => {
  const { runs, puzzles } = await own.open();
  const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const { id } = puzzles.add(puzzle);
  const runId = runs.add(allOf(id), 1, puzzles.snapshot(puzzle));
  for (let i = 1; i <= 5; i++) runs.addCheckpoint(runId, Uint8Array.of(i), { ...noFigures, nodes: i });
  expect(runs.checkpoints(runId).map(({ data }) => data[0])).toEqual([5, 4]);
  runs.setFigures(runId, { ...noFigures, nodes: 99 });
  runs.setStatus(runId, 'running', '');
  runs.markInterrupted();
  expect(runs.get(runId)).toMatchObject({ status: 'interrupted', resumable: true, figures: { nodes: 5 } });
  expect(runs.puzzle(runId)).toEqual(puzzle);
});

test('a log keeps its latest thousand lines', async () => {
  const store = await own.open();
  const { runs, puzzles } = store;
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const runId = runs.add(allOf(puzzles.add(puzzle).id), 1, puzzles.snapshot(puzzle));
  store.together(() => {
    for (let i = 0; i < 2500; i++) runs.log(runId, String(i));
  });
  const lines = runs.logLines(runId);
  expect(lines.length).toBeLessThan(1100);
  expect(lines.at(-1)?.text).toBe('2499');
});

test('the speed of an engine is that of its last run of at least a second, of the same puzzle if possible', async () => {
  const store = await own.open();
  const { puzzles, runs } = store;
  const [here, elsewhere] = [1, 2].map(
    (seed) => puzzles.add(generate({ family: 'framed', width: 3, height: 3, seed }).puzzle).id,
  );
  const ran = (puzzleId: number, elapsedMs: number, nodes: number, threads = 1): number => {
    const settings = allOf(puzzleId, { threads });
    const id = runs.add(settings, 1, store.puzzles.snapshot(puzzles.get(puzzleId).puzzle));
    runs.setFigures(id, { ...noFigures, elapsedMs, nodes });
    return id;
  };
  expect(runs.speed('exact', here!)).toBeNull();
  ran(here!, 999, 1e9);
  expect(runs.speed('exact', here!)).toBeNull();
  const other = ran(elsewhere!, 2000, 1e6, 4);
  expect(runs.speed('exact', here!)).toEqual({ runId: other, nodesPerSecond: 500_000, threads: 4 });
  ran(here!, 1000, 3000);
  const same = ran(here!, 1000, 5000);
  ran(elsewhere!, 2000, 1e6);
  expect(runs.speed('exact', here!)).toEqual({ runId: same, nodesPerSecond: 5000, threads: 1 });
  expect(runs.speed('best', here!)).toBeNull();
});

test('boards are deleted in parts, and the host answers in between; an error says how many were deleted', async () => {
  const store = await own.open();
  const { puzzleId } = eternity2(store, 5001);
  const emit = vi.fn();
  const service = boardsService({ store, emit });
  const ids = store.boards.ids({ puzzleId, sort: 'oldest', offset: 0, limit: 5001 });
  const removed = service['boards.removeAll']({ ids });
  expect(store.boards.list({ puzzleId, sort: 'newest', offset: 0, limit: 1 }).items).toMatchObject([
    { id: ids.at(-1) },
  ]);
  await removed;
  expect(emit.mock.calls).toEqual([[{ type: 'boards.changed', puzzleId, total: 0 }]]);
  const restoreAll = store.boards.restoreAll.bind(store.boards);
  vi.spyOn(store.boards, 'restoreAll')
    .mockImplementationOnce(restoreAll)
    .mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
  await expect(service['boards.restoreAll']({ ids })).rejects.toThrow(
    'stopped after 1,000 of 5,001 boards: the disk is full',
  );
  expect(emit).toHaveBeenLastCalledWith({ type: 'boards.changed', puzzleId, total: 1000 });
  await service['boards.restoreAll']({ ids });
  expect(store.boards.count(puzzleId)).toBe(5001);
  // Adding tags to many boards and permanently deleting many boards also take several turns of the event loop.
  const tagged = service['boards.annotateAll']({ ids, addTag: 'all' });
  expect(store.boards.get(ids.at(-1)!).tags).not.toContain('all');
  await tagged;
  expect(store.boards.get(ids.at(-1)!).tags).toContain('all');
  store.puzzles.remove(puzzleId);
  const onGone = vi.fn();
  const emptied = binService({ store, emit, onGone })['bin.empty']({});
  expect(store.bin.list().total).toBe(1);
  expect(onGone).not.toHaveBeenCalled();
  await emptied;
  expect(onGone).toHaveBeenCalledOnce();
  expect(store.bin.list().total).toBe(0);
});
