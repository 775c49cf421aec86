/** Backs up the whole library to one file and restores it. */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from './database.ts';
import type { LibraryFile } from './library-file.ts';
import { inThread } from './long-work.ts';
import { explained } from '../disk-problem.ts';
import { createNew } from '../new-file.ts';

export const backupsDir = (dataDir: string): string => path.join(dataDir, 'backups');

export const BACKUP_EXTENSION = '.edgewise-library';
/** The error message for requests refused during a restore. */
export const RESTORE_IN_PROGRESS = 'A backup is being restored. Try again when that is done.';

const backupStem = (now: Date): string =>
  `edgewise-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;

/** Returns a name such as "edgewise-2026-11-22-031500.edgewise-library". */
export const backupName = (now: Date): string => backupStem(now) + BACKUP_EXTENSION;

/** Copies a library with SQLite's backup API, even while it is in use. The file appears complete or not at all. */
export async function backUpTo(db: Db, file: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    const part = createNew(folder, path.basename(file), '.part');
    try {
      await copyPages(db, part);
      renameSync(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  } catch (error) {
    throw explained(error, { what: 'The folder', folder });
  }
}

/** Number of pages that SQLite copies at a time. The host can answer requests in between. */
const PAGES_PER_STEP = 100;

/**
 * Copies a library's pages to a file. The last pages are copied only after the others are on disk. Otherwise, SQLite
 * would flush the whole file in the host's own thread, which takes half a second for 100,000 boards.
 */
async function copyPages(db: Db, file: string): Promise<void> {
  let flushing: Promise<void> | undefined;
  let flushed = false;
  const progress = ({ remainingPages }: { remainingPages: number }): number => {
    if (remainingPages > PAGES_PER_STEP || flushed) return PAGES_PER_STEP;
    // Ignore the error, because SQLite reports that writing failed.
    flushing ??= flush(file)
      .catch(() => undefined)
      .finally(() => (flushed = true));
    return 0;
  };
  // Another process may be changing the library. Without a transaction, SQLite would restart the backup after
  // each change.
  if (db.readonly) db.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  const { totalPages } = await db.backup(file, { progress }).finally(() => {
    if (db.readonly) db.exec('COMMIT');
  });
  if (totalPages === 0) throw new Error('another program has the library open');
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies a library like `backUpTo`, to an unused file name in `dir`. Returns the path. */
export async function backUpAsNew(db: Db, dir: string, stem: string, end: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const file = createNew(dir, stem, end);
  try {
    await backUpTo(db, file);
    return file;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Replaces the library's content with a backup's, completely or not at all. Doesn't change the backup file. Returns the
 * path of a backup of the previous library. Throws a user-facing error if the file is damaged, is from a newer version
 * or isn't a library.
 */
export async function restoreFrom(db: Db, library: LibraryFile, file: string): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new Error(`${file} is not a file. Give the file that “backup” wrote.`);
  const dir = backupsDir(path.dirname(db.name));
  mkdirSync(dir, { recursive: true });
  const copy = path.join(dir, 'restoring.sqlite');
  const removeCopy = async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm']) await rm(copy + end, { force: true });
  };
  await removeCopy();
  try {
    await copyFile(file, copy);
    await checked(copy, file);
    const kept = await backUpAsNew(db, dir, `before-restore-${backupStem(new Date())}`, BACKUP_EXTENSION);
    // Replace the content immediately after the backup, so that the backup doesn't miss any change.
    await library.lend(RESTORE_IN_PROGRESS, (print) =>
      inThread('replaceContent', { file: db.name, copy, print }),
    );
    return kept;
  } finally {
    await removeCopy();
  }
}

async function checked(copy: string, file: string): Promise<void> {
  try {
    await inThread('checkIncoming', { copy });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path.basename(file)} can't be restored: ${reason}. The library was not changed.`, {
      cause: error,
    });
  }
}
