import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { migrations as shipped } from './migrations.ts';
import { isOfDisk } from '../disk-problem.ts';
import { createNew } from '../new-file.ts';
import { journalFor } from './library-file.ts';

export type Db = Database.Database;

/** Names of the TEXT columns that contain JSON, in all tables. */
export const JSON_COLUMNS: readonly string[] = [
  'json',
  'settings',
  'allowance',
  'figures',
  'plan',
  'tags',
  'owner_tags',
  'path',
];

/**
 * Opens the database, creating it if there is none, and migrates it. Throws a user-facing error if the file can't be
 * read, is empty or damaged, or was written by a newer version of Edgewise. Such a file is left exactly as it is.
 */
export async function openDatabase(file: string, migrations: readonly string[] = shipped): Promise<Db> {
  let db: Db | undefined;
  try {
    expectNoFolders(file);
    if (existsSync(file)) {
      examine(file, migrations.length);
      keepInterrupted(file);
    } else create(file, migrations);
    db = new Database(file, { timeout: 5000 });
    db.pragma(`journal_mode = ${journalFor(path.dirname(file))}`);
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    const version = versionOf(db);
    if (version < migrations.length) {
      await db.backup(createBackup(file, `v${version}`));
      migrate(db, migrations, version);
    }
    return db;
  } catch (error) {
    db?.close();
    const why = error instanceof Error ? error.message : String(error);
    const rescue =
      error instanceof Damaged
        ? `“edgewise library rescue --data ${path.dirname(file)}” saves what can be read into a new folder; `
        : '';
    throw new Error(
      `The library ${file} can't be opened: ${why}. It was left untouched; ${rescue}` +
        `copies made before each upgrade are in ${backupsDir(file)}.`,
      { cause: error },
    );
  }
}

/**
 * Throws if there is a folder with the name of one of the library's files, because SQLite would merely report a disk
 * error.
 */
function expectNoFolders(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm', '-mark']) {
    if (statSync(file + end, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(
        `${file + end} is a folder, but Edgewise needs a file with this name: move or rename the folder`,
      );
  }
}

/** Thrown if the file is a damaged library. Some of its data may still be rescued. */
class Damaged extends Error {}

export const versionOf = (db: Db): number => db.pragma('user_version', { simple: true }) as number;

/** Throws if the file isn't an intact library of a known version. Writes nothing to it, even if there is a journal. */
function examine(file: string, newest: number): void {
  if (existsSync(`${file}-journal`)) return examineCopy(file, newest);
  const left = [`${file}-shm`, `${file}-wal`].filter((beside) => !existsSync(beside));
  try {
    // SQLite reads the write-ahead log of a file opened read-only, but doesn't apply it.
    expectSound(file, { readonly: true }, newest);
  } catch (error) {
    // Delete the files that SQLite created beside the library while reading it.
    for (const beside of left) rmSync(beside, { force: true });
    throw error;
  }
}

/**
 * Examines a library with a rollback journal, which a crash leaves behind on a network share. SQLite can't read such a
 * library without applying the journal, so this examines a copy. A journal that belongs to another file then damages
 * only the copy.
 */
function examineCopy(file: string, newest: number): void {
  const copy = `${file}.examined`;
  const removeCopy = (): void => {
    for (const end of ['', '-journal', '-shm', '-wal']) rmSync(copy + end, { force: true });
  };
  removeCopy();
  try {
    for (const end of ['', '-journal']) copyFileSync(file + end, copy + end);
    expectSound(copy, {}, newest);
  } finally {
    removeCopy();
  }
}

/**
 * If the library has a rollback journal, copies both to a backup. SQLite applies the journal when it opens the library.
 * This would damage the library if the journal belonged to another file, and nothing in the journal says which file it
 * belongs to.
 */
function keepInterrupted(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  const copy = createBackup(file, 'interrupted');
  for (const end of ['', '-journal']) copyFileSync(file + end, copy + end);
}

function expectSound(file: string, options: Database.Options, newest: number): void {
  let fault: unknown;
  try {
    const db = new Database(file, { ...options, timeout: 5000 });
    try {
      checkSound(db, newest);
      return;
    } finally {
      db.close();
    }
  } catch (error) {
    fault = error;
  }
  if (!(fault instanceof Database.SqliteError)) throw fault;
  if (isOfDisk(fault.code)) throw fault;
  if (fault.code.startsWith('SQLITE_BUSY')) throw new Error('another program has it open');
  throw new Damaged(`it is damaged or not a database: ${fault.message}`);
}

const empty =
  'it is empty, perhaps because copying it failed: replace it with a copy of your library, or remove it to start over';

function checkSound(db: Db, newest: number): void {
  const version = versionOf(db);
  if (version > newest) {
    throw new Error(
      `its version is ${version} and this program supports versions up to ${newest}: use a newer version of Edgewise`,
    );
  }
  const tables = tablesOf(db);
  if (version === 0 && tables.length === 0) throw new Error(empty);
  if (version === 0) {
    throw new Error(
      'it is the database of a different program: move it away, or choose another folder with --data',
    );
  }
  const check = db.pragma('quick_check(1)', { simple: true });
  if (check !== 'ok') throw new Damaged(`it is damaged: ${String(check).replaceAll(/\s+/g, ' ')}`);
  for (const table of tables) {
    for (const column of columnsOf(db, table).filter((name) => JSON_COLUMNS.includes(name))) {
      const broken = db.prepare(`SELECT count(*) FROM "${table}" WHERE NOT json_valid("${column}")`);
      const rows = broken.pluck().get() as number;
      if (rows > 0) throw new Damaged(`it is damaged: ${rows} of its entries in ${table} can't be read`);
    }
  }
}

export const tablesOf = (db: Db): string[] =>
  db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all();

export const columnsOf = (db: Db, table: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

/**
 * Creates a library under a temporary name and then renames it, so that an interrupted start leaves no partial library
 * behind.
 */
export function create(file: string, migrations: readonly string[] = shipped): void {
  if (existsSync(`${file}-wal`)) {
    throw new Error(
      `the file is gone, but its journal ${path.basename(file)}-wal still exists: put the file back, or move the journal away to start over`,
    );
  }
  const unfinished = `${file}.new`;
  for (const old of [unfinished, `${unfinished}-journal`]) rmSync(old, { force: true });
  const db = new Database(unfinished);
  try {
    db.pragma('synchronous = FULL');
    migrate(db, migrations, 0);
  } finally {
    db.close();
  }
  renameSync(unfinished, file);
}

/** Opens a database that another process owns, for reading only. */
export function readDatabase(file: string): Db {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  const version = versionOf(db);
  if (version === shipped.length) return db;
  db.close();
  throw new Error(
    `The library ${file} has format ${version} and is open in a different version of Edgewise. This version needs format ${shipped.length}.`,
  );
}

const backupsDir = (file: string): string => path.join(path.dirname(file), 'backups');

function createBackup(file: string, what: string): string {
  mkdirSync(backupsDir(file), { recursive: true });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  return createNew(backupsDir(file), `${path.basename(file)}.${what}.${stamp}`, '');
}

function migrate(db: Db, migrations: readonly string[], from: number): void {
  db.transaction(() => {
    for (const sql of migrations.slice(from)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}
