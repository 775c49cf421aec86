import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUpTo } from '../../../../src-main/store/backup.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = temporaryDir();
  file = path.join(dir, 'library');
});
afterEach(() => removeDir(dir));

test('a library that another program has locked gives an error, never an empty backup', async () => {
  const other = new Database(file);
  other.exec('CREATE TABLE puzzle (id INTEGER); INSERT INTO puzzle VALUES (1); BEGIN EXCLUSIVE');
  const db = new Database(file, { timeout: 0 });
  const backup = path.join(dir, 'backup');
  await expect(backUpTo(db, backup)).rejects.toThrow(/another program has the library open/);
  expect(existsSync(backup)).toBe(false);
  other.exec('COMMIT');
  await backUpTo(db, backup);
  expect(statSync(backup).size).toBe(statSync(file).size);
  for (const each of [db, other]) each.close();
});

test('a backup by another process ends even if the owner writes all the time', async () => {
  const owner = await Store.open(dir, 'owner');
  const fill = (name: string): void =>
    owner.together(() => {
      for (let i = 0; i < 40; i++) owner.settings.setMark(`${name} ${i}`, 'x'.repeat(50_000));
    });
  fill('first');
  const reader = await Store.openToRead(dir, 'reader');
  let writes = 0;
  const write = (): void => {
    owner.soon(() => owner.settings.setMark('number', String(++writes)));
    // Keep writing for 500 turns of the event loop, which is longer than the backup takes.
    next = writes < 500 ? setImmediate(write) : undefined;
  };
  let next: NodeJS.Immediate | undefined = setImmediate(write);
  const backup = path.join(dir, 'backup');
  await reader.backUp(backup);
  expect(next).toBeDefined();
  clearImmediate(next);
  const db = new Database(backup, { readonly: true });
  expect(db.pragma('quick_check', { simple: true })).toBe('ok');
  db.close();
  reader.close();
  owner.close();
});

test('while another process reads, the owner does not try to empty the journal at each write', async () => {
  const owner = await Store.open(dir, 'owner');
  const reader = new Database(databaseFile(dir), { readonly: true });
  reader.exec('BEGIN; SELECT 1 FROM puzzle');
  for (let i = 0; i < 8; i++) owner.together(() => owner.settings.setMark(`mark ${i}`, 'x'.repeat(2 ** 20)));
  const marks = JSON.parse(readFileSync(`${databaseFile(dir)}-mark`, 'utf8')) as number[];
  // at most three application ids: one from the start, and one for each of two attempts to empty the journal
  expect(marks.length).toBeLessThan(4);
  reader.exec('COMMIT');
  reader.close();
  owner.close();
});
