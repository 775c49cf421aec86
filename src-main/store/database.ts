import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { migrations as shipped } from './migrations.ts';

export type Db = Database.Database;

/**
 * Opens the database and brings it up to date. What can't be read, is damaged or was written by a newer
 * Edgewise is refused with a message and left exactly as it is.
 */
export async function openDatabase(file: string, migrations: readonly string[] = shipped): Promise<Db> {
  const isNew = !existsSync(file);
  let db: Db | undefined;
  try {
    db = new Database(file, { timeout: 5000 });
    // The first read says whether this is a database at all; nothing is written before it passed.
    const check = isNew ? 'ok' : db.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new Error(`it is damaged: ${String(check)}`);
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length) {
      throw new Error(
        `its version is ${version} and this program knows versions up to ${migrations.length}: use a newer Edgewise`,
      );
    }
    if (version === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
      throw new Error(
        'it is a database of another program: move it away, or choose another folder with --data',
      );
    }
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    if (version < migrations.length) {
      if (version > 0) await backUp(db, file, version);
      migrate(db, migrations, version);
    }
    return db;
  } catch (error) {
    db?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The library ${file} can't be opened: ${why}. It was left untouched; ` +
        `copies from before each upgrade are in ${backupsDir(file)}.`,
      { cause: error },
    );
  }
}

/** Opens a database that another process owns, to read it. */
export function readDatabase(file: string): Db {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version === shipped.length) return db;
  db.close();
  throw new Error(
    `The library ${file} is of version ${version}, in use by another Edgewise; this one needs ${shipped.length}.`,
  );
}

const backupsDir = (file: string): string => path.join(path.dirname(file), 'backups');

async function backUp(db: Db, file: string, version: number): Promise<void> {
  mkdirSync(backupsDir(file), { recursive: true });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  await db.backup(path.join(backupsDir(file), `${path.basename(file)}.v${version}.${stamp}`));
}

function migrate(db: Db, migrations: readonly string[], from: number): void {
  db.transaction(() => {
    for (const sql of migrations.slice(from)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}
