/** Backups: the whole library as one file, and restoring it. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { checkInThread } from './checks.ts';
import type { Db } from './database.ts';
import { createNew } from '../new-file.ts';

export const backupsDir = (dataDir: string): string => path.join(dataDir, 'backups');

export const BACKUP_END = '.edgewise-library';
const backupStem = (now: Date): string =>
  `edgewise-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;

/** Returns a name such as "edgewise-2026-11-22-031500.edgewise-library". */
export const backupName = (now: Date): string => backupStem(now) + BACKUP_END;

/** Copies a library while it is in use, with SQLite's backup API. The file appears complete or not at all. */
export async function backUpTo(db: Db, file: string): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const part = createNew(path.dirname(file), path.basename(file), '.part');
  try {
    await db.backup(part);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Copies a library like `backUpTo`, under an unused name in `dir`. Returns the path. */
export async function backUpAsNew(db: Db, dir: string, stem: string, end: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const file = createNew(dir, stem, end);
  try {
    await backUpTo(db, file);
    return file;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Replaces the library's content with a backup's, all or nothing. The backup file is only read; a backup of
 * an older version is migrated in a copy. Returns the path of a backup of the previous library. Throws, with
 * a sentence for users, if the file is damaged, from a newer version or not a library.
 */
export async function restoreFrom(db: Db, dataDir: string, file: string): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new Error(`${file} is not a file. Give the file that “backup” wrote.`);
  const dir = backupsDir(dataDir);
  mkdirSync(dir, { recursive: true });
  const copy = path.join(dir, 'restoring.sqlite');
  const removeCopy = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  };
  removeCopy();
  await copyFile(file, copy);
  try {
    await checked(copy, file);
    const kept = await backUpAsNew(db, dir, `before-restore-${backupStem(new Date())}`, BACKUP_END);
    replaceContent(db, copy);
    return kept;
  } finally {
    removeCopy();
  }
}

/** Checks and migrates the copy of a backup. Throws, with a sentence for users, if it may not be restored. */
async function checked(copy: string, file: string): Promise<void> {
  try {
    await checkInThread('incoming', copy);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = /can't be opened: (.*?)\. (It was left|Its)/s.exec(why)?.[1] ?? why;
    throw new Error(`${path.basename(file)} can't be restored: ${reason}. The library was left as it is.`, {
      cause: error,
    });
  }
}

/**
 * Pages that a restored library may need beyond those of the backup, because SQLite may distribute the rows
 * differently from the program that wrote the backup.
 */
const SPARE_PAGES = 1000;

function replaceContent(db: Db, copy: string): void {
  db.prepare('ATTACH ? AS incoming').run(copy);
  db.pragma('foreign_keys = OFF');
  // Limits how far a restore can grow the library. The backup's pages include its indexes, so twice as many are ample.
  const pages = (schema: string): number => db.pragma(`${schema}.page_count`, { simple: true }) as number;
  const unlimited = db.pragma('main.max_page_count', { simple: true }) as number;
  db.pragma(`main.max_page_count = ${pages('main') + 2 * pages('incoming') + SPARE_PAGES}`);
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    db.transaction(() => {
      for (const table of tables) {
        db.exec(
          `DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM incoming."${table}";`,
        );
      }
    }).immediate();
  } finally {
    db.pragma(`main.max_page_count = ${unlimited}`);
    db.pragma('foreign_keys = ON');
    db.exec('DETACH incoming');
  }
}
