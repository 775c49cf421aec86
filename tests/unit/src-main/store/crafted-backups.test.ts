// Backups crafted to do harm: none can replace a library or fill the disk.
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { openDatabase } from '../../../../src-main/store/database.ts';
import { longWork } from '../../../../src-main/store/long-work.ts';
import { migrations } from '../../../../src-main/store/migrations.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

let dir: string;
let store: Store;
let backup: string;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  store.puzzles.add({ ...puzzle, name: 'In the backup' });
  backup = path.join(dir, 'backup');
  await store.backUp(backup);
  store.puzzles.add({ ...puzzle, name: 'Mine' });
});
afterEach(() => {
  store.close();
  removeDir(dir);
});

/** Changes the backup with arbitrary SQL, even in tables that SQLite protects. */
function craft(sql: string): void {
  const db = new Database(backup);
  db.unsafeMode(true);
  db.pragma('foreign_keys = OFF');
  db.pragma('writable_schema = ON');
  db.exec(sql);
  db.close();
}

const COLUMNS = 'id, json';
const endless =
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, zeroblob(100000) FROM n';

test('a backup is checked in a thread of its own, so that the host answers meanwhile', async () => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  craft('DROP TABLE trial');
  await expect(store.restoreFrom(backup)).rejects.toThrow(/trial is missing/);
  clearImmediate(next);
  // A check in this thread would take only a single turn of the event loop.
  expect(turns).toBeGreaterThan(5);
});

test('the content is replaced in a thread; a change made meanwhile is refused or is in the library that is kept', async () => {
  const stored: string[] = [];
  const refusals = new Set<string>();
  const turn = (): void => {
    next = setImmediate(turn);
    const name = `Meanwhile ${stored.length}`;
    try {
      store.together(() => store.puzzles.add({ ...puzzle, name }));
      stored.push(name);
    } catch (error) {
      refusals.add((error as Error).message);
    }
    expect(store.puzzles.list().length).toBeGreaterThan(0);
  };
  let next = setImmediate(turn);
  const kept = await store.restoreFrom(backup);
  clearImmediate(next);
  // Changes are refused only while the content is being replaced. `turn` can run at that time only because another
  // thread replaces the content.
  expect([...refusals]).toEqual(['A backup is being restored. Try again when that is done.']);
  const names = store.puzzles.list().map(({ name }) => name);
  const db = new Database(kept, { readonly: true });
  const there = [...names, ...db.prepare<[], string>('SELECT name FROM puzzle').pluck().all()];
  db.close();
  expect(there).toEqual(expect.arrayContaining(stored));
  expect(names).toContain('In the backup');
  expect(names).not.toContain('Mine');
  store.together(() => store.puzzles.add({ ...puzzle, name: 'Afterwards' }));
});

test('a library that is replaced by a smaller one becomes as small', async () => {
  const file = path.join(dir, 'edgewise.sqlite');
  const before = statSync(file).size;
  for (let i = 0; i < 50; i++) store.settings.setMark(`mark ${i}`, 'x'.repeat(20_000));
  await store.restoreFrom(backup);
  expect(statSync(file).size).toBeLessThan(2 * before);
  expect(store.puzzles.findByName('In the backup')).not.toBeNull();
  // The store still accepts changes, because it doesn't mistake the restore for a change by another program.
  store.together(() => store.puzzles.add({ ...puzzle, name: 'Afterwards' }));
});

test('the thread does not change a library that another program changed', () => {
  const file = path.join(dir, 'edgewise.sqlite');
  const print = '1:2:3:4';
  expect(() => longWork.replaceContent({ file, copy: backup, print })).toThrow(
    /was changed by another program/,
  );
  expect(store.puzzles.findByName('Mine')).not.toBeNull();
});

test.each([
  ['a deleted column', 'ALTER TABLE play RENAME COLUMN puzzle_id TO other_id', /its table play differs from/],
  [
    'reordered columns',
    'DROP TABLE log; CREATE TABLE log (id INTEGER PRIMARY KEY, at TEXT, text TEXT, run_id INTEGER)',
    /log/,
  ],
  ['a missing table', 'DROP TABLE trial', /its table trial is missing/],
  ['a missing index', 'DROP INDEX run_by_puzzle', /its index run_by_puzzle is missing/],
  ['an endless view', `DROP TABLE log; CREATE VIEW log (${COLUMNS}) AS ${endless}`, /log/],
  [
    'another view',
    `CREATE VIEW more (${COLUMNS}) AS ${endless}`,
    /a view more that Edgewise does not create/,
  ],
  [
    'a trigger',
    'CREATE TRIGGER gone AFTER INSERT ON puzzle BEGIN DELETE FROM puzzle; END',
    /a trigger gone that Edgewise does not create/,
  ],
  [
    'a run of no puzzle',
    `INSERT INTO log (run_id, at, text) VALUES (77, '', '')`,
    /an entry in log belongs to no run/,
  ],
])('a backup with %s is rejected, and the library is unchanged', async (_, sql, why) => {
  craft(sql);
  const before = statSync(path.join(dir, 'edgewise.sqlite')).size;
  const message = await store.restoreFrom(backup).catch((error: unknown) => (error as Error).message);
  expect(message).toMatch(why);
  expect(message).toMatch(/can't be restored.*The library was not changed/);
  expect(store.puzzles.findByName('Mine')).not.toBeNull();
  expect(statSync(path.join(dir, 'edgewise.sqlite')).size).toBe(before);
  expect(readdirSync(path.join(dir, 'backups'))).toEqual([]);
});

test('backups of every version that Edgewise ever wrote are restored', async () => {
  for (let version = 1; version <= migrations.length; version++) {
    const file = path.join(dir, `version-${version}`);
    const db = await openDatabase(file, migrations.slice(0, version));
    db.prepare(`INSERT INTO setting (name, json) VALUES ('mark.mark', '"${version}"')`).run();
    db.pragma('journal_mode = DELETE');
    db.close();
    // The upgrade steps run when the copy of a backup is checked.
    const copy = `${file}-copy`;
    copyFileSync(file, copy);
    await longWork.checkIncoming({ copy });
    const checked = new Database(copy);
    expect(checked.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(checked.prepare(`SELECT json FROM setting WHERE name = 'mark.mark'`).pluck().get()).toBe(
      `"${version}"`,
    );
    checked.close();
  }
  await store.restoreFrom(path.join(dir, 'version-1'));
  expect(store.settings.mark('mark')).toBe('1');
});
