// Backups changed at random, through SQL or byte by byte. Either the backup is rejected and the library stays
// unchanged, or an intact library is restored. The library grows by at most twice the size of the backup plus
// SPARE_BYTES.
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { random, type Random } from '../../src-core/random.ts';
import { expectOwnSchema } from '../../src-main/store/schema.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { damaged, library, OWN_ERROR, readAll } from './databases.ts';
import { mutated, quietly, type Part } from './part.ts';
import { RAW } from './requests.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
/**
 * Maximum number of bytes that a restore may add to the library, in addition to twice the size of the backup. See
 * SPARE_PAGES in store/long-work.ts.
 */
const SPARE_BYTES = 1000 * 4096;

const ROWS =
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20000) SELECT x, zeroblob(1000) FROM n';

function craft(db: Database.Database, chance: Random): string {
  const named = (type: string): string[] =>
    db
      .prepare<[string], string>(
        `SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .pluck()
      .all(type);
  const one = <T>(items: readonly T[]): T => items[chance.below(items.length)]!;
  const table = one(named('table'));
  const columns = (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
  const column = one(columns);
  const sql = db
    .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table)!;
  const text = (value: string): string => `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`;
  return one([
    () => `ALTER TABLE "${table}" RENAME COLUMN "${column}" TO other`,
    () => `ALTER TABLE "${table}" DROP COLUMN "${column}"`,
    () => `ALTER TABLE "${table}" ADD COLUMN more TEXT`,
    () => `DROP TABLE "${table}"`,
    () => `DROP INDEX "${one(named('index'))}"`,
    () => `CREATE TABLE more (${chance.shuffle([...columns]).join(', ')})`,
    () =>
      `CREATE TABLE other AS SELECT ${chance
        .shuffle([...columns])
        .map((each) => `"${each}"`)
        .join(', ')} FROM "${table}"; DROP TABLE "${table}"; ALTER TABLE other RENAME TO "${table}"`,
    () => `CREATE VIEW more AS ${ROWS}`,
    () => `DROP TABLE "${table}"; CREATE VIEW "${table}" AS ${ROWS}`,
    () => `CREATE TRIGGER more AFTER INSERT ON "${table}" BEGIN DELETE FROM puzzle; END`,
    () => `UPDATE sqlite_schema SET sql = ${text(mutated(sql, chance))} WHERE name = '${table}'`,
    () => `UPDATE sqlite_schema SET rootpage = ${1 + chance.below(20)} WHERE name = '${table}'`,
    () => `DELETE FROM "${table}" WHERE rowid % 2 = 0`,
    () => `UPDATE "${table}" SET "${column}" = ${one(["'x'", '-1', '77', 'NULL', "x'00'", "''"])}`,
    () => `INSERT INTO log (run_id, at, text) VALUES (77, '', '')`,
    () => `PRAGMA user_version = ${chance.below(30)}`,
  ])();
}

/** Makes a random change to a backup. Returns its description, or null if the change was not possible. */
function change(file: string, whole: string, chance: Random): string | null {
  copyFileSync(whole, file);
  if (chance.below(4) === 0) {
    const db = new Database(whole, { readonly: true });
    const bytes = db.serialize();
    db.close();
    writeFileSync(file, damaged(bytes, chance));
    return 'changed bytes';
  }
  const db = new Database(file);
  try {
    db.unsafeMode(true);
    db.pragma('foreign_keys = OFF');
    db.pragma('writable_schema = ON');
    const sql = craft(db, chance);
    db.exec(sql);
    return sql;
  } catch {
    return null; // SQLite rejects this change
  } finally {
    db.close();
  }
}

function faultsOf(store: Store, dir: string, before: number, backup: number): string[] {
  const failures: string[] = [];
  const copy = path.join(dir, 'examined');
  copyFileSync(databaseFile(dir), copy);
  try {
    expectOwnSchema(copy);
    readAll(store);
  } catch (error) {
    if (!OWN_ERROR.test(String(error))) failures.push(`restored, then: ${String(error).slice(0, 200)}`);
  }
  const grown = statSync(databaseFile(dir)).size - before;
  if (grown > 2 * backup + SPARE_BYTES) failures.push(`the library grew by ${grown} bytes`);
  return failures;
}

export const backups: Part = async (seed, going) => {
  const chance = random(seed, 12);
  const root = temporaryDir();
  const [dir, sender, file] = ['library', 'sender', 'backup'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [dir, sender]) mkdirSync(each);
  await library(sender);
  const whole = databaseFile(sender);
  let store = await Store.open(dir, 'torture');
  const failures: string[] = [];
  const counts = { tried: 0, refused: 0, restored: 0 };
  await quietly(async () => {
    do {
      const what = change(file, whole, chance);
      if (what === null) continue;
      const name = `Mine ${counts.tried++}`;
      store.puzzles.add({ ...puzzle, name });
      const names = store.puzzles.list().map((each) => each.name);
      const { size } = statSync(databaseFile(dir));
      try {
        await store.restoreFrom(file);
        counts.restored++;
        // Closing the library writes the journal into the library's file.
        store.close();
        store = await Store.open(dir, 'torture');
        failures.push(...faultsOf(store, dir, size, statSync(file).size).map((fault) => `${what}: ${fault}`));
      } catch (error) {
        counts.refused++;
        const { message } = error as Error;
        if (!/can't be restored: .*The library was not changed\.$/s.test(message) || RAW.test(message))
          failures.push(`${what}: refused with: ${message.slice(0, 200)}`);
        if (
          store.puzzles
            .list()
            .map((each) => each.name)
            .join() !== names.join()
        )
          failures.push(`${what}: a refused backup changed the library`);
      }
      removeDir(path.join(dir, 'backups'));
    } while ((going(counts.tried) || counts.tried < 10) && failures.length < 200);
  });
  store.close();
  removeDir(root);
  const { tried, refused, restored } = counts;
  return {
    count: tried,
    tried: `${tried} changed backups, ${refused} refused and ${restored} restored`,
    failures,
  };
};
