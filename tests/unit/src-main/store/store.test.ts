import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { binService } from '../../../../src-main/services/bin.ts';
import { boardsService } from '../../../../src-main/services/boards.ts';
import { boardToSortKey } from '../../../../src-core/puzzle/partial-board.ts';
import { openDatabase } from '../../../../src-main/store/database.ts';
import { migrations } from '../../../../src-main/store/migrations.ts';
import { spacingMs, toThin } from '../../../../src-main/store/samples.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { applySymmetry, symmetriesOf } from '../../../../src-core/puzzle/symmetry.ts';
import { eternity2 } from '../../../../bench/tools/boards.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

let dir: string;
let store: Store | null = null;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => {
  store?.close();
  store = null;
  removeDir(dir);
});
const open = async (): Promise<Store> => (store = await Store.open(dir, 'test'));

test('a folder with the name of one of the files of a library is named', async () => {
  const file = databaseFile(dir);
  for (const end of ['', '-journal', '-wal', '-shm', '-mark']) {
    rmSync(dir, { recursive: true });
    mkdirSync(file + end, { recursive: true });
    await expect(open(), end).rejects.toThrow(
      `The library ${file} can't be opened: ${file + end} is a folder, but Edgewise needs a file with this name: move or rename the folder. It was left untouched`,
    );
  }
});

test('an older library is copied before it is migrated', async () => {
  const file = databaseFile(dir);
  (await openDatabase(file, migrations.slice(0, 1))).close();
  (await openDatabase(file)).close();
  const [copy] = readdirSync(path.join(dir, 'backups'));
  const old = new Database(path.join(dir, 'backups', copy!));
  expect(old.pragma('user_version', { simple: true })).toBe(1);
  old.close();
});

test('a migration that fails changes nothing', async () => {
  const file = databaseFile(dir);
  (await openDatabase(file, migrations.slice(0, 1))).close();
  const broken = [migrations[0]!, 'CREATE TABLE half (x INTEGER); CREATE TABLE half (x INTEGER);'];
  await expect(openDatabase(file, broken)).rejects.toThrow(/left untouched/);
  const db = new Database(file);
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  expect(db.prepare(`SELECT count(*) FROM sqlite_master WHERE name = 'half'`).pluck().get()).toBe(0);
  db.close();
});

test('newer, damaged and foreign files are rejected and left unchanged', async () => {
  const file = databaseFile(dir);
  const newer = new Database(file);
  newer.pragma('user_version = 99');
  newer.close();
  await expect(open()).rejects.toThrow(/version is 99.*newer Edgewise/);

  rmSync(file);
  const foreign = new Database(file);
  foreign.exec('CREATE TABLE song (name TEXT)');
  foreign.close();
  const songs = readFileSync(file);
  await expect(open()).rejects.toThrow(/a database of another program/);
  expect(readFileSync(file).equals(songs)).toBe(true);

  const garbage = Buffer.from('not a database at all, but somebody’s only copy of something'.repeat(50));
  writeFileSync(file, garbage);
  await expect(open()).rejects.toThrow(/can't be opened/);
  expect(readFileSync(file).equals(garbage)).toBe(true);

  rmSync(file);
  const whole = await open();
  whole.together(() => {
    for (let i = 0; i < 200; i++)
      whole.puzzles.add(generate({ family: 'framed', width: 6, height: 6, seed: i }).puzzle);
  });
  whole.close();
  store = null;
  const damaged = readFileSync(file);
  damaged.fill(0xff, damaged.length >> 1, (damaged.length >> 1) + 8192);
  writeFileSync(file, damaged);
  await expect(open()).rejects.toThrow(/damaged/);
  expect(readFileSync(file).equals(damaged)).toBe(true);
});

test('one process at a time; a second one is told which, and may read; a dead process holds no lock', async () => {
  await open();
  await expect(Store.open(dir, 'other')).rejects.toThrow(
    new RegExp(`in use by Edgewise \\(test, process ${process.pid}`),
  );
  const reader = await Store.openToRead(dir, 'other');
  expect(reader.isWritable).toBe(false);
  expect(() => reader.puzzles.remove(1)).toThrow(/readonly/);
  reader.close();
  store!.close();
  store = null;

  const script = path.join(dir, 'holder.ts');
  const lock = path.resolve(import.meta.dirname, '../../../../src-main/store/lock.ts');
  writeFileSync(
    script,
    `import { lockDataDir } from ${JSON.stringify(lock)};
     // kept, because a collected database closes itself
     globalThis.lock = lockDataDir(${JSON.stringify(dir)}, 'doomed');
     console.log('held'); setInterval(() => 0, 1000);`,
  );
  const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  // kill the process, because the test run would wait for it
  onTestFinished(() => void holder.kill('SIGKILL'));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  await expect(open()).rejects.toThrow(`(doomed, process ${holder.pid}`);
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('close', resolve));
  await open();
});

test('a solution is one row in any rotation, and is restored from the bin', async () => {
  const { boards, puzzles } = await open();
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
  const store = await open();
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
  const file = databaseFile(dir);
  const old = await openDatabase(file, migrations.slice(0, 5));
  old.exec(`
    INSERT INTO puzzle VALUES (1, 'p', 'edge-matching', '1 × 1', 1, 0, '{}', 0, 'T1', 'T1', NULL);
    INSERT INTO snapshot VALUES ('h', '{}');
    INSERT INTO run (id, puzzle_id, snapshot, settings, engine_version, allowance, status, figures, started_at, changed_at)
      VALUES (7, 1, 'h', '{}', 1, '{}', 'solved', '{}', 'T1', 'T1'), (8, 1, 'h', '{}', 1, '{}', 'solved', '{}', 'T1', 'T1');
    INSERT INTO solution (id, puzzle_id, run_id, key, solved, matched, edges, placed, cells, hints_kept, hints, found_at)
      VALUES (3, 1, 7, x'01', 1, 0, 0, 1, 1, 0, 0, '2020-02-02T00:00:00Z'), (4, 1, NULL, x'02', 0, 0, 0, 1, 1, 0, 0, 'T3');`);
  old.close();
  const { boards } = await open();
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
  const { boards, puzzles } = await open();
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
  const { puzzles } = await open();
  const [one, two] = [1, 2].map((seed) => ({
    ...generate({ family: 'framed', width: 3, height: 3, seed }).puzzle,
    name: 'framed',
  }));
  const ids = [one!, two!, two!, one!].map((puzzle) => puzzles.addOnce(puzzle).id);
  expect(ids).toEqual([1, 2, 2, 1]);
  expect(puzzles.get(2).name).toBe('framed (2)');
  puzzles.remove(2);
  expect(puzzles.addOnce(two!)).toMatchObject({ id: 3, name: 'framed (2)' });
});

test('keeps two checkpoints with their totals; marks the run of a dead host', async () => {
  const { runs, puzzles } = await open();
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
  const { runs, puzzles } = await open();
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const runId = runs.add(allOf(puzzles.add(puzzle).id), 1, puzzles.snapshot(puzzle));
  store!.together(() => {
    for (let i = 0; i < 2500; i++) runs.log(runId, String(i));
  });
  const lines = runs.logLines(runId);
  expect(lines.length).toBeLessThan(1100);
  expect(lines.at(-1)?.text).toBe('2499');
});

test('samples are thinned with age: a bounded number, the newest at full rate, the first kept', () => {
  let moments: number[] = [];
  const month = 30 * 24 * 3_600_000;
  // one sample per minute, to keep the test fast
  const step = 60_000;
  const thinned = (times: readonly number[], now: number): number[] =>
    toThin(
      times.map((elapsedMs) => ({ elapsedMs, matched: 7, placed: 9 })),
      now,
    );
  for (let now = 0; now <= month; now += step) {
    moments.push(now);
    if (now % (step * 600) === 0) {
      const drop = new Set(thinned(moments, now));
      moments = moments.filter((moment) => !drop.has(moment));
    }
  }
  expect(moments.length).toBeLessThan(2500);
  expect(moments[0]).toBe(0);
  expect(moments.at(-1)).toBe(month);
  expect(spacingMs(0)).toBe(1000);
  expect(spacingMs(200_000)).toBe(1000);
  expect(spacingMs(3_600_000)).toBeLessThan(60_000);
  expect(thinned(moments, month).filter((moment) => moment > month - 200_000)).toEqual([]);
});

test('thinning keeps every improvement at its own time, the lowest scores included', async () => {
  const { runs, puzzles, samples } = await open();
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const runId = runs.add(allOf(puzzles.add(puzzle).id), 1, puzzles.snapshot(puzzle));
  const at = [1, 3, 4, 17, 344, 1800];
  const scores = (seconds: number): number => at.filter((each) => each <= seconds).length;
  const sample = { nodes: 1, nodesPerSecond: 1, depth: 1, placed: 9, fraction: null };
  for (let minute = 0; minute < 60; minute++) {
    const seconds = Array.from({ length: 60 }, (_, i) => minute * 60 + i);
    store!.together(() => {
      samples.add(
        runId,
        seconds.map((second) => ({ ...sample, elapsedMs: second * 1000, matched: scores(second) })),
      );
      if (minute % 10 === 0) samples.thin(runId);
    });
  }
  const kept = samples.list(runId);
  expect(kept.length).toBeLessThan(2000);
  const improved = kept.filter(({ matched }, i) => i > 0 && matched !== kept[i - 1]!.matched);
  expect(improved.map(({ elapsedMs }) => elapsedMs / 1000)).toEqual(at);
});

test('the speed of an engine is that of its last run of at least a second, of the same puzzle if possible', async () => {
  const { puzzles, runs } = await open();
  const [here, elsewhere] = [1, 2].map(
    (seed) => puzzles.add(generate({ family: 'framed', width: 3, height: 3, seed }).puzzle).id,
  );
  const ran = (puzzleId: number, elapsedMs: number, nodes: number, threads = 1): number => {
    const settings = allOf(puzzleId, { threads });
    const id = runs.add(settings, 1, store!.puzzles.snapshot(puzzles.get(puzzleId).puzzle));
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

test('pages of the gallery, read from the nearer end, form the complete list in every order and filter', async () => {
  const store = await open();
  const { puzzleId, runId } = eternity2(store, 47);
  const other = store.runs.add(
    allOf(puzzleId),
    1,
    store.puzzles.snapshot(store.puzzles.get(puzzleId).puzzle),
  );
  const path = { path: null, solved: false, matched: 400, edges: 480, placed: 256, cells: 256 };
  const hints = { hintsKept: 0, hints: 0 };
  const binned = { puzzleId, runId, key: Buffer.of(1), board: null, ...path, ...hints };
  store.boards.remove(store.boards.add(binned).id);
  for (const number of [3, 4, 8]) {
    const key = createHash('sha256').update(`${number}`).digest();
    store.boards.add({ ...binned, runId: other, key, board: null });
  }
  const filters = [
    [47, {}],
    [47, { puzzleId }],
    [47, { runId }],
    [1, { starred: true }],
    [46, { puzzleId, starred: false }],
    [5, { tag: 'tenth' }],
    [5, { puzzleId, runId, tag: 'tenth' }],
    [3, { runId: other }],
    [0, { puzzleId: puzzleId + 1, runId: other }],
    [46, { runId, starred: false }],
  ] as const;
  for (const [expected, filter] of filters) {
    for (const sort of ['newest', 'oldest', 'best', 'board'] as const) {
      const whole = store.boards.list({ ...filter, sort, offset: 0, limit: 1000 });
      const pages: number[] = [];
      for (let offset = 0; offset < 60; offset += 9) {
        const { items, total } = store.boards.list({ ...filter, sort, offset, limit: 9 });
        expect(total).toBe(expected);
        pages.push(...items.map(({ id }) => id));
        expect(store.boards.ids({ ...filter, sort, offset, limit: 9 })).toEqual(items.map(({ id }) => id));
      }
      expect(pages).toEqual(whole.items.map(({ id }) => id));
      expect(new Set(pages).size).toBe(expected);
    }
  }
  const best = store.boards.list({ sort: 'best', offset: 0, limit: 47 }).items.map((each) => each.matched);
  expect(best).toEqual(best.toSorted((a, b) => b - a));
  const ranks = store.boards
    .list({ sort: 'board', offset: 0, limit: 47 })
    .items.map(({ board }) => boardToSortKey(board!));
  expect(ranks).toEqual(ranks.toSorted((a, b) => Buffer.compare(a, b)));
});

test("no page of the gallery reads all boards, even without SQLite's statistics", async () => {
  const store = await open();
  const { puzzleId, runId } = eternity2(store, 47);
  const db = new Database(databaseFile(dir));
  // only the store may write into the main file
  db.pragma('wal_autocheckpoint = 0');
  // so many starred and tagged boards that SQLite does not look them up one by one
  db.prepare(
    `INSERT INTO solution (puzzle_id, key, solved, matched, edges, placed, cells, hints_kept, hints, starred, tags, found_at)
     SELECT puzzle_id, randomblob(32), 0, 0, 0, 0, 0, 0, 0, 1, '["many"]', '' FROM solution
     CROSS JOIN (SELECT value FROM json_each(?)) WHERE id = (SELECT min(id) FROM solution)`,
  ).run(JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i)));
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  for (const filter of [
    { puzzleId },
    { runId },
    { puzzleId, starred: false },
    { puzzleId, starred: true },
    { puzzleId, tag: 'many' },
    { starred: true },
    { tag: 'many' },
  ]) {
    const kind = 'tag' in filter ? 'tagged' : 'starred' in filter && filter.starred ? 'starred' : null;
    for (const sort of ['newest', 'oldest', 'best', 'board'] as const) {
      prepare.mockClear();
      store.boards.ids({ ...filter, sort, offset: 20, limit: 5 });
      const [page] = prepare.mock.calls.at(-1)!;
      const plan = db
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${page}`)
        .all({ puzzleId, runId, tag: '"many"', limit: 5, offset: 20 })
        .map(({ detail }) => detail);
      const asTheyCame = sort === 'newest' || sort === 'oldest';
      // starred and tagged boards have separate indexes for the other orders
      if (kind && !asTheyCame)
        expect(plan[0]).toMatch(
          new RegExp(`USING (COVERING )?INDEX solution_${kind}_${sort === 'best' ? 'best' : 'rank'}`),
        );
      else if ('puzzleId' in filter || 'runId' in filter)
        expect(plan[0]).toMatch(
          new RegExp(
            `^SEARCH solution USING (COVERING )?INDEX solution_${kind === 'starred' ? 'starred' : 'by_'}`,
          ),
        );
      expect(plan.join()).not.toMatch(/TEMP B-TREE/);
      // the query does not list all starred or tagged boards first
      if (!('runId' in filter)) expect(plan.join()).not.toMatch(/LIST SUBQUERY/);
    }
  }
  prepare.mockRestore();
  db.close();
});

test('boards are deleted in parts, and the host answers in between; an error says how many were deleted', async () => {
  const store = await open();
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
    'after 1,000 of 5,001 boards: the disk is full',
  );
  expect(emit).toHaveBeenLastCalledWith({ type: 'boards.changed', puzzleId, total: 1000 });
  await service['boards.restoreAll']({ ids });
  expect(store.boards.count(puzzleId)).toBe(5001);
  // tagging and permanent deletion also work in parts
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

test('a library from before start boards opens, and its runs have none', async () => {
  const before = migrations.findIndex((sql) => sql.includes('CREATE TABLE run_start'));
  expect(before).toBeGreaterThan(0);
  const old = await openDatabase(databaseFile(dir), migrations.slice(0, before));
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  old
    .prepare(
      `INSERT INTO puzzle (id, name, kind, size, tiles, hints, json, created_at, changed_at)
       VALUES (1, 'old', 'edge-matching', '3 × 3', 9, 0, ?, '', '')`,
    )
    .run(JSON.stringify(puzzle));
  old.exec(`INSERT INTO snapshot VALUES ('x', '{}')`);
  const settings = { puzzleId: 1, engine: 'best', options: {}, wanted: { solutions: 1, boards: true } };
  old
    .prepare(
      `INSERT INTO run (id, puzzle_id, snapshot, settings, engine_version, allowance, status, figures, started_at, changed_at)
       VALUES (1, 1, 'x', ?, 15, '{}', 'limit', ?, '', '')`,
    )
    .run(
      JSON.stringify({ ...settings, limits: { seconds: 1, nodes: null }, seed: 1, threads: 1 }),
      JSON.stringify(noFigures),
    );
  old.close();

  const library = await open();
  expect(library.runs.get(1)).not.toHaveProperty('startBoardId');
  const { settings: kept } = library.runs.get(1);
  const child = library.runs.add(kept, 15, 'x');
  const board = Int32Array.from(puzzle.tiles.keys(), (tile) => tile << 4);
  const { id } = library.boards.add({ puzzleId: 1, runId: null, ...checkBoard(puzzle, board) });
  library.runs.setStartBoard(child, id);
  expect(library.runs.get(child).startBoardId).toBe(id);
  expect(library.runs.list({ startBoardId: id, offset: 0, limit: 9 }).items.map((run) => run.id)).toEqual([
    child,
  ]);
  library.boards.remove(id);
  expect(library.runs.get(child)).not.toHaveProperty('startBoardId');
});

test('a puzzle with an uncleaned name from an earlier version opens under a clean name', async () => {
  const { puzzle } = generate({ family: 'scramble', width: 2, height: 2, seed: 1 });
  const first = await open();
  const { id } = first.puzzles.add(puzzle);
  first.close();
  const db = new Database(databaseFile(dir));
  const name = '\ufeffa\u2028b\u0085';
  db.prepare('UPDATE puzzle SET name = ?, json = ?').run(name, JSON.stringify({ ...puzzle, name }));
  db.close();
  const { puzzles } = await open();
  expect(puzzles.get(id)).toMatchObject({ name: 'a b', puzzle: { ...puzzle, name: 'a b' } });
  expect(puzzles.list()).toMatchObject([{ name: 'a b' }]);
});
