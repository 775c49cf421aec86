import { Worker } from 'node:worker_threads';
import { expectOwnSchema } from './schema.ts';
import { openDatabase, readDatabase } from './database.ts';

/** Checks of a whole database file. They take seconds on a large library. */
export const checks = {
  /**
   * Checks a copy of a backup as every library is checked when it is opened, and migrates the copy. Throws an
   * error that contains the reason if the backup may not be restored.
   */
  async incoming(copy: string): Promise<void> {
    // Do this before any table is read: a view in place of a table might never finish.
    expectOwnSchema(copy);
    const incoming = await openDatabase(copy);
    try {
      const empty =
        incoming.prepare('SELECT 1 FROM setting UNION ALL SELECT 1 FROM puzzle').get() === undefined;
      if (empty) throw new Error('it is empty');
      const [orphan] = incoming.pragma('foreign_key_check') as { table: string; parent: string }[];
      if (orphan) throw new Error(`an entry in ${orphan.table} belongs to no ${orphan.parent}`);
    } finally {
      incoming.close();
    }
  },

  /** Throws if the pages of a database are damaged. */
  sound(file: string): void {
    const db = readDatabase(file);
    try {
      if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('it is damaged');
    } finally {
      db.close();
    }
  },
};

/** A check and the database file to check. */
export interface Check {
  readonly what: keyof typeof checks;
  readonly file: string;
}

const script = `./check-worker${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`;

/** Runs a check in a thread of its own, so that the host answers meanwhile. Rejects with what the check throws. */
export async function checkInThread(what: Check['what'], file: string): Promise<void> {
  const worker = new Worker(new URL(script, import.meta.url), { workerData: { what, file } satisfies Check });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
