/** The whole library as one file: written beside it, and taken back in its place. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { openDatabase, type Db } from './database.ts';
import { createNew } from '../new-file.ts';
import { expectOwnSchema } from './schema.ts';

export const backupsDir = (dataDir: string): string => path.join(dataDir, 'backups');

export const BACKUP_END = '.edgewise-library';
const backupStem = (now: Date): string =>
  `edgewise-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`;

/** "edgewise-2026-11-22-031500.edgewise-library" */
export const backupName = (now: Date): string => backupStem(now) + BACKUP_END;

/** Copies a library while it is in use, by SQLite's own means; the file appears whole or not at all. */
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

/** Copies a library as `backUpTo`, under a name in `dir` that no file has yet. Returns the path. */
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
 * Puts the content of a backup in the place of the library's, all or nothing. The file itself is only read; one of an
 * older version is brought up to date in a copy. The library as it was is kept as a backup, whose path is returned.
 * Throws a sentence when the file is damaged, of a newer version or no library.
 */
export async function restoreFrom(db: Db, dataDir: string, file: string): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new Error(`${file} is no file: name the one that “backup” wrote.`);
  const dir = backupsDir(dataDir);
  mkdirSync(dir, { recursive: true });
  const copy = path.join(dir, 'restoring.sqlite');
  const removeCopy = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  };
  removeCopy();
  copyFileSync(file, copy);
  try {
    await checked(copy, file);
    const kept = await backUpAsNew(db, dir, `before-restore-${backupStem(new Date())}`, BACKUP_END);
    replaceContent(db, copy);
    return kept;
  } finally {
    removeCopy();
  }
}

/** Opens it as a library is opened, with every check, and brings it up to date. */
async function checked(copy: string, file: string): Promise<void> {
  try {
    expectOwnSchema(copy); // before any of its tables is read: one may be a view that never ends
    const incoming = await openDatabase(copy);
    try {
      const empty =
        incoming.prepare('SELECT 1 FROM setting UNION ALL SELECT 1 FROM puzzle').get() === undefined;
      if (empty) throw new Error('there is nothing in it');
      const [orphan] = incoming.pragma('foreign_key_check') as { table: string; parent: string }[];
      if (orphan) throw new Error(`an entry in ${orphan.table} belongs to no ${orphan.parent}`);
    } finally {
      incoming.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = /can't be opened: (.*?)\. (It was left|Its)/s.exec(why)?.[1] ?? why;
    throw new Error(`${path.basename(file)} can't be restored: ${reason}. The library was left as it is.`, {
      cause: error,
    });
  }
}

/** Room for what SQLite divides otherwise than the backup's writer did. */
const SPARE_PAGES = 1000;

function replaceContent(db: Db, copy: string): void {
  db.prepare('ATTACH ? AS incoming').run(copy);
  db.pragma('foreign_keys = OFF');
  // Indexes are in the file too: a library never grows by more than the backup's own pages.
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
