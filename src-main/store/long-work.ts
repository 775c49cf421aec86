import { closeSync, openSync, readSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openDatabase, readDatabase, tablesOf, type Db } from './database.ts';
import { expectUnchanged } from './library-file.ts';
import { expectOwnSchema } from './schema.ts';

/**
 * A restore may enlarge the library by at most this many pages plus twice the number of pages in the backup. The
 * restored rows may take up more pages than in the backup.
 */
const SPARE_PAGES = 1000;

const EMPTY = 'it is empty; choose a different backup';
/** the first bytes of every SQLite database */
const SQLITE_MAGIC = 'SQLite format 3\0';

/** Tasks on whole database files, which take seconds for a large library. */
export const longWork = {
  /** Checks and migrates a copy of a backup. If the backup must not be restored, throws an error with the reason. */
  async checkIncoming({ copy }: { copy: string }): Promise<void> {
    expectDatabase(copy);
    // Check the schema before reading any table, because a view with a table's name could make a query run forever.
    expectOwnSchema(copy);
    const incoming = await openDatabase(copy).catch((error: unknown) => {
      // This error's message tells the user how to recover a library, which doesn't apply to a backup. Throw its cause
      // instead, which gives only the reason.
      throw error instanceof Error ? error.cause : error;
    });
    try {
      const empty =
        incoming.prepare('SELECT 1 FROM setting UNION ALL SELECT 1 FROM puzzle').get() === undefined;
      if (empty) throw new Error(EMPTY);
      const [orphan] = incoming.pragma('foreign_key_check') as { table: string; parent: string }[];
      if (orphan) throw new Error(`an entry in ${orphan.table} belongs to no ${orphan.parent}`);
    } finally {
      incoming.close();
    }
  },

  /** Throws if the pages of a database are damaged. */
  expectSound({ file }: { file: string }): void {
    const db = readDatabase(file);
    try {
      if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('it is damaged');
    } finally {
      db.close();
    }
  },

  /**
   * Replaces the content of a library that is open elsewhere, completely or not at all. The new content comes from a
   * checked copy.
   */
  replaceContent({ file, copy, print }: { file: string; copy: string; print: string }): void {
    const db = new Database(file, { timeout: 5000 });
    try {
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = OFF');
      db.pragma('trusted_schema = OFF');
      db.pragma('wal_autocheckpoint = 0');
      db.prepare('ATTACH ? AS incoming').run(copy);
      // Limit how much a restore can enlarge the library. The backup's pages include its indexes, so twice their number
      // is ample.
      const pages = (schema: string): number => db.pragma(`${schema}.page_count`, { simple: true }) as number;
      db.pragma(`main.max_page_count = ${pages('main') + 2 * pages('incoming') + SPARE_PAGES}`);
      db.transaction(() => {
        expectUnchanged(file, print);
        for (const table of tablesOf(db)) {
          db.exec(
            `DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM incoming."${table}";`,
          );
        }
      }).immediate();
      expectUnchanged(file, print);
      tidy(db);
    } finally {
      db.close();
    }
  },
};

/** Throws if a backup file is empty or not a database. */
function expectDatabase(file: string): void {
  const start = Buffer.alloc(SQLITE_MAGIC.length);
  const opened = openSync(file, 'r');
  try {
    if (readSync(opened, start) === 0) throw new Error(EMPTY);
  } finally {
    closeSync(opened);
  }
  if (start.toString('latin1') !== SQLITE_MAGIC) {
    throw new Error(
      'it is not a backup of a library; choose a file that “library backup” or “Back up…” wrote',
    );
  }
}

/** Shrinks the file if more than half of it is unused. Then writes the journal into it. */
function tidy(db: Db): void {
  try {
    const pages = (what: string): number => db.pragma(`main.${what}`, { simple: true }) as number;
    if (pages('freelist_count') > pages('page_count') / 2) db.exec('VACUUM main');
    db.pragma('main.wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full, so the content stays in the journal. A later checkpoint will write it into the file.
  }
}

type LongWork = typeof longWork;

/** A task for a background thread: its name and its input. */
export interface Task<What extends keyof LongWork = keyof LongWork> {
  readonly what: What;
  readonly input: Parameters<LongWork[What]>[0];
}

const script = `./long-worker${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Runs the task in a background thread, so that the host can answer requests. Rejects with any error that the task
 * throws.
 */
export async function inThread<What extends keyof LongWork>(
  what: What,
  input: Task<What>['input'],
): Promise<void> {
  const workerData = { what, input } satisfies Task<What>;
  const worker = new Worker(new URL(script, import.meta.url), { workerData });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
