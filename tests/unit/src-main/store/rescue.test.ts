// Damaged libraries are rejected with an error and stay unchanged. A rescue saves their readable data into a new
// library.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { random } from '../../../../src-core/random.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { rescue } from '../../../../src-main/store/rescue.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

const PUZZLES = 40;
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Fills a library with puzzles, each with a run, a checkpoint and a board. */
async function fill(folder: string): Promise<void> {
  const store = await Store.open(folder, 'test');
  for (let seed = 1; seed <= PUZZLES; seed++) {
    const { puzzle, solution } = generate({ family: 'framed', width: 6, height: 6, seed });
    const { id } = store.puzzles.add({ ...puzzle, name: `Puzzle ${seed}` });
    const run = store.runs.add(allOf(id), 1, store.puzzles.snapshot(store.puzzles.get(id).puzzle));
    store.runs.addCheckpoint(run, new Uint8Array(3000).fill(seed), { ...noFigures, nodes: seed });
    store.boards.add({ puzzleId: id, runId: run, ...checkBoard(puzzle, solution) });
  }
  store.close();
}

/**
 * Returns digests of a library's files, ignoring the contents of the -shm file, which is an index that SQLite can
 * rebuild.
 */
const contents = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.startsWith('edgewise.sqlite'))
      .map((name) => [name, name.endsWith('-shm') ? '' : digest(readFileSync(path.join(folder, name)))]),
  );

async function refusal(folder: string): Promise<string> {
  const before = contents(folder);
  const message = await Store.open(folder, 'test').then(
    (store) => {
      store.close();
      return 'opened';
    },
    (error: unknown) => (error as Error).message,
  );
  expect(contents(folder)).toEqual(before);
  return message;
}

const savedIn = async (folder: string): Promise<{ puzzles: number; solutions: number; runs: number }> => {
  const store = await Store.open(folder, 'test');
  const puzzles = store.puzzles.list();
  let solutions = 0;
  let runs = 0;
  for (const { id } of puzzles) {
    store.puzzles.get(id);
    solutions += store.boards.count(id);
  }
  for (const { id } of store.runs.list({ offset: 0, limit: 1000 }).items) {
    store.runs.puzzle(id);
    runs++;
  }
  store.close();
  return { puzzles: puzzles.length, solutions, runs };
};

test('an empty file is not a new library', async () => {
  writeFileSync(databaseFile(dir), '');
  expect(await refusal(dir)).toMatch(
    /it is empty, perhaps because copying it failed: replace it with a copy/,
  );
  rmSync(databaseFile(dir));
  new Database(databaseFile(dir)).exec('CREATE TABLE t (x); DROP TABLE t').close();
  expect(await refusal(dir)).toMatch(/it is empty/);
  rmSync(databaseFile(dir));
  writeFileSync(`${databaseFile(dir)}-wal`, 'what a killed Edgewise left');
  expect(await refusal(dir)).toMatch(/the file is gone, but its journal/);
});

test('a newer library is left untouched, with the journal that a killed Edgewise left next to it', async () => {
  const script = path.join(dir, 'newer.ts');
  const store = path.resolve(import.meta.dirname, '../../../../src-main/store/store.ts');
  writeFileSync(
    script,
    `import Database from 'better-sqlite3';
     import { databaseFile, Store } from ${JSON.stringify(store)};
     (await Store.open(${JSON.stringify(dir)}, 'newer')).close();
     const db = new Database(databaseFile(${JSON.stringify(dir)}));
     db.pragma('journal_mode = WAL');
     db.pragma('user_version = 99');
     db.exec('CREATE TABLE future (x); INSERT INTO future VALUES (1)');
     process.kill(process.pid, 'SIGKILL');`.replace(
      "'better-sqlite3'",
      JSON.stringify(
        path.resolve(import.meta.dirname, '../../../../node_modules/better-sqlite3/lib/index.js'),
      ),
    ),
  );
  spawnSync(process.execPath, [script], { stdio: 'inherit' });
  const wal = `${databaseFile(dir)}-wal`;
  expect(readFileSync(wal).length).toBeGreaterThan(0);
  for (const killed of [true, false]) {
    // as if only the library and its journal had been copied
    if (!killed) rmSync(`${databaseFile(dir)}-shm`, { force: true });
    expect(await refusal(dir)).toMatch(/version is 99.*newer version of Edgewise/);
  }
});

test('a change that a crash interrupted on a network share is undone, and the library opens', async () => {
  const killed = path.join(dir, 'killed');
  mkdirSync(killed);
  const store = await Store.open(dir, 'test');
  for (let i = 0; i < 40; i++) store.settings.setMark(`mark ${i}`, 'before'.repeat(2000));
  store.close();
  // On a network share, the library has a rollback journal instead of a write-ahead log.
  const db = new Database(databaseFile(dir));
  db.pragma('journal_mode = DELETE');
  db.pragma('cache_size = 1');
  db.exec(`BEGIN; UPDATE setting SET json = replace(json, 'before', 'after')`);
  for (const end of ['', '-journal']) copyFileSync(databaseFile(dir) + end, databaseFile(killed) + end);
  db.exec('ROLLBACK');
  db.close();
  expect(readFileSync(databaseFile(killed)).includes('afterafter')).toBe(true);

  const again = await Store.open(killed, 'test');
  for (let i = 0; i < 40; i++) expect(again.settings.mark(`mark ${i}`)).toBe('before'.repeat(2000));
  again.close();
  expect(readdirSync(killed).filter((name) => /journal|examined/.test(name))).toEqual([]);
  // The library and its journal are also kept, in case the journal belonged to another file.
  const kept = readdirSync(path.join(killed, 'backups')).sort();
  expect(kept).toEqual([
    expect.stringMatching(/^edgewise\.sqlite\.interrupted\./),
    expect.stringMatching(/-journal$/),
  ]);
  expect(readFileSync(path.join(killed, 'backups', kept[0]!)).includes('afterafter')).toBe(true);
});

test('a damaged library is left untouched, with its rollback journal', async () => {
  (await Store.open(dir, 'test')).close();
  const bytes = readFileSync(databaseFile(dir));
  writeFileSync(databaseFile(dir), bytes.fill(7, 5000, 9000));
  writeFileSync(`${databaseFile(dir)}-journal`, 'a journal');
  expect(await refusal(dir)).toMatch(/it is damaged/);
  expect(readdirSync(dir).filter((name) => name.includes('examined'))).toEqual([]);
});

test('a library whose journal can’t be opened is not called damaged', async () => {
  (await Store.open(dir, 'test')).close();
  symlinkSync(path.join(dir, 'missing', 'journal'), `${databaseFile(dir)}-wal`);
  const opening = Store.open(dir, 'test');
  await expect(opening).rejects.toThrow(/unable to open/);
  await expect(opening).rejects.not.toThrow(/damaged|library rescue/);
});

test('an interrupted start leaves no partial library', async () => {
  writeFileSync(`${databaseFile(dir)}.new`, 'half');
  (await Store.open(dir, 'test')).close();
  expect(readdirSync(dir)).not.toContain('edgewise.sqlite.new');
});

test('an unreadable entry is found at the start, and only it is lost', async () => {
  await fill(dir);
  const db = new Database(databaseFile(dir));
  db.exec(`UPDATE puzzle SET json = '{"kind":' WHERE id = 7`);
  db.exec(`UPDATE snapshot SET json = 'x' WHERE hash = (SELECT snapshot FROM run WHERE puzzle_id = 9)`);
  db.close();
  expect(await refusal(dir)).toMatch(
    /damaged: 1 of its entries in (puzzle|snapshot) can't be read.*rescue --data/,
  );
  const to = path.join(dir, 'new');
  mkdirSync(to);
  const rescued = rescue(databaseFile(dir), databaseFile(to));
  // The unreadable puzzle is restored from the snapshot of its run. A different run is lost, because its snapshot is
  // unreadable.
  expect(rescued).toContainEqual({ table: 'puzzle', saved: PUZZLES, lost: 0 });
  expect(rescued).toContainEqual({ table: 'run', saved: PUZZLES - 1, lost: 1 });
  expect(await savedIn(to)).toMatchObject({ puzzles: PUZZLES, solutions: PUZZLES });
  const store = await Store.open(to, 'test');
  expect(store.puzzles.get(7).name).toBe('Puzzle 7 (rescued)');
  store.close();
});

test('damaged pages, an overwritten header, a truncated file: everything else is saved, the damaged file stays', async () => {
  await fill(dir);
  const whole = readFileSync(databaseFile(dir));
  const pages = whole.length / 4096;
  const chance = random(5);
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['header', (bytes) => bytes.fill(0x55, 0, 24)],
    ['a tenth cut off', (bytes) => bytes.subarray(0, Math.ceil(pages * 0.9) * 4096)],
    ...Array.from({ length: 5 }, (_, i): [string, (bytes: Buffer) => Buffer] => {
      const page = 1 + chance.below(pages - 1);
      return [`page ${page} (${i})`, (bytes) => bytes.fill(0xff, page * 4096, (page + 1) * 4096)];
    }),
  ];
  let least = Infinity;
  for (const [name, damage] of damages) {
    const folder = path.join(dir, name);
    mkdirSync(path.join(folder, 'new'), { recursive: true });
    const bytes = damage(Buffer.from(whole));
    writeFileSync(databaseFile(folder), bytes);
    const message = await refusal(folder);
    expect(message, name).toMatch(/damaged.*left untouched; “edgewise library rescue/);
    const rescued = rescue(databaseFile(folder), databaseFile(path.join(folder, 'new')));
    expect(readFileSync(databaseFile(folder)).equals(bytes), name).toBe(true);
    const { puzzles } = await savedIn(path.join(folder, 'new'));
    expect(rescued.find(({ table }) => table === 'puzzle')?.saved, name).toBe(puzzles);
    least = Math.min(least, puzzles);
  }
  expect(least).toBeGreaterThan(PUZZLES / 2);
});

test('the command saves into a new folder and reports what was lost; it replaces nothing', async () => {
  const data = path.join(dir, 'data');
  mkdirSync(data);
  await fill(data);
  const file = databaseFile(data);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 30 * 4096, 31 * 4096);
  writeFileSync(file, bytes);
  const cli = path.resolve(import.meta.dirname, '../../../../src-main/cli/edgewise.ts');
  const run = (): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [cli, 'library', 'rescue', '--data', data], { encoding: 'utf8' });
  const first = run();
  expect(first).toMatchObject({ status: 0 });
  expect(first.stdout).toMatch(/puzzle +\d+ +(\d+|unknown)/);
  expect(first.stderr).toContain(`Saved to ${data}-rescued.`);
  expect(run()).toMatchObject({ status: 2 });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  copyFileSync(databaseFile(`${data}-rescued`), file);
  expect((await savedIn(data)).puzzles).toBeGreaterThan(PUZZLES / 2);
  expect(existsSync(`${databaseFile(`${data}-rescued`)}.damaged`)).toBe(false);
});
