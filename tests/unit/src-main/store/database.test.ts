// Opening a library: what is upgraded, and what is rejected and left unchanged.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { openDatabase } from '../../../../src-main/store/database.ts';
import { migrations } from '../../../../src-main/store/migrations.ts';
import { databaseFile } from '../../../../src-main/store/store.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { ownStore } from '../../support/own-store.ts';

const own = ownStore();

test('a folder with the name of one of the files of a library is named', async () => {
  const file = databaseFile(own.dir);
  for (const end of ['', '-journal', '-wal', '-shm', '-mark']) {
    rmSync(own.dir, { recursive: true });
    mkdirSync(file + end, { recursive: true });
    await expect(own.open(), end).rejects.toThrow(
      `The library ${file} can't be opened: ${file + end} is a folder, but Edgewise needs a file with this name: move or rename the folder. It was left untouched`,
    );
  }
});

test('an older library is copied before it is migrated', async () => {
  const file = databaseFile(own.dir);
  (await openDatabase(file, migrations.slice(0, 1))).close();
  (await openDatabase(file)).close();
  const [copy] = readdirSync(path.join(own.dir, 'backups'));
  const old = new Database(path.join(own.dir, 'backups', copy!));
  expect(old.pragma('user_version', { simple: true })).toBe(1);
  old.close();
});

test('a migration that fails changes nothing', async () => {
  const file = databaseFile(own.dir);
  (await openDatabase(file, migrations.slice(0, 1))).close();
  const broken = [migrations[0]!, 'CREATE TABLE half (x INTEGER); CREATE TABLE half (x INTEGER);'];
  await expect(openDatabase(file, broken)).rejects.toThrow(/left untouched/);
  const db = new Database(file);
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  expect(db.prepare(`SELECT count(*) FROM sqlite_master WHERE name = 'half'`).pluck().get()).toBe(0);
  db.close();
});

test('newer, damaged and foreign files are rejected and left unchanged', async () => {
  const file = databaseFile(own.dir);
  const newer = new Database(file);
  newer.pragma('user_version = 99');
  newer.close();
  await expect(own.open()).rejects.toThrow(/version is 99.*newer version of Edgewise/);

  rmSync(file);
  const foreign = new Database(file);
  foreign.exec('CREATE TABLE song (name TEXT)');
  foreign.close();
  const songs = readFileSync(file);
  await expect(own.open()).rejects.toThrow(/the database of a different program/);
  expect(readFileSync(file).equals(songs)).toBe(true);

  const garbage = Buffer.from('not a database at all, but somebody’s only copy of something'.repeat(50));
  writeFileSync(file, garbage);
  await expect(own.open()).rejects.toThrow(/can't be opened/);
  expect(readFileSync(file).equals(garbage)).toBe(true);

  rmSync(file);
  const whole = await own.open();
  whole.together(() => {
    for (let i = 0; i < 200; i++)
      whole.puzzles.add(generate({ family: 'framed', width: 6, height: 6, seed: i }).puzzle);
  });
  whole.close();
  const damaged = readFileSync(file);
  damaged.fill(0xff, damaged.length >> 1, (damaged.length >> 1) + 8192);
  writeFileSync(file, damaged);
  await expect(own.open()).rejects.toThrow(/damaged/);
  expect(readFileSync(file).equals(damaged)).toBe(true);
});

test('a library from before start boards opens, and its runs have none', async () => {
  const before = migrations.findIndex((sql) => sql.includes('CREATE TABLE run_start'));
  expect(before).toBeGreaterThan(0);
  const old = await openDatabase(databaseFile(own.dir), migrations.slice(0, before));
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

  const library = await own.open();
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
  const first = await own.open();
  const { id } = first.puzzles.add(puzzle);
  first.close();
  const db = new Database(databaseFile(own.dir));
  const name = '\ufeffa\u2028b\u0085';
  db.prepare('UPDATE puzzle SET name = ?, json = ?').run(name, JSON.stringify({ ...puzzle, name }));
  db.close();
  const { puzzles } = await own.open();
  expect(puzzles.get(id)).toMatchObject({ name: 'a b', puzzle: { ...puzzle, name: 'a b' } });
  expect(puzzles.list()).toMatchObject([{ name: 'a b' }]);
});
