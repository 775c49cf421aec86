/**
 * Notices when another program replaces or changes an open library's file, for example to synchronize it, restore a
 * copy or move its folder. SQLite would keep writing to the old file, and those changes would be lost. To make changes
 * by other programs recognisable, Edgewise's own changes go into the journal, and only `checkpoint` writes them into
 * the file. If the file changes at any other time, another program changed it.
 */
import { randomInt } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { createNew } from '../new-file.ts';
import { writeWhole } from '../write-whole.ts';

/** Number of bytes in the journal after which it is written into the file. */
const MAX_JOURNAL_BYTES = 4 * 2 ** 20;
/** Byte offset of the application id in SQLite's file header */
const APPLICATION_ID_OFFSET = 68;

/** Thrown if the library's file is no longer the one that was opened. */
export class LibraryLost extends Error {}

/**
 * Returns the path of a file that lists all application ids that the library has had since its journal was last empty.
 */
const marksFile = (file: string): string => `${file}-mark`;

/** Linux type numbers of network file systems: NFS, SMB, CIFS, SMB2, Coda, AFS, 9P. */
const REMOTE_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x73757245, 0x5346414f, 0x01021997,
]);

/** Returns whether a file system of this type (from `statfs`) keeps its files on another machine. */
export const isRemote = (type: number): boolean => REMOTE_FILE_SYSTEMS.has(type >>> 0);

/**
 * Returns the journal mode for a library in this folder. A write-ahead log needs memory shared between processes,
 * which network shares don't provide.
 */
export function journalFor(dir: string): 'WAL' | 'DELETE' {
  try {
    return process.platform === 'linux' && isRemote(statfsSync(dir).type) ? 'DELETE' : 'WAL';
  } catch {
    return 'WAL';
  }
}

/**
 * Throws a user-facing error if the journal next to a library belongs to another file. Applying it would damage the
 * library. Accepts libraries that have no application id yet.
 */
export function expectOwnJournal(file: string): void {
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const marks = marksOf(file);
  if (!journal || journal.size === 0 || marks === null || marks.includes(markIn(file))) return;
  throw new Error(
    `The library ${file} was replaced, and its journal ${path.basename(file)}-wal belongs to the previous file. ` +
      'Nothing was changed. Put the previous file back. Or move the journal away, which loses the latest changes to the previous file.',
  );
}

function marksOf(file: string): number[] | null {
  try {
    return JSON.parse(readFileSync(marksFile(file), 'utf8')) as number[];
  } catch {
    return null;
  }
}

/** Returns the application id in the file's header; 0 if it was never set. */
function markIn(file: string): number {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(descriptor, bytes, 0, 4, APPLICATION_ID_OFFSET);
    return bytes.readInt32BE();
  } finally {
    closeSync(descriptor);
  }
}

export class LibraryFile {
  readonly #db: Database.Database;
  readonly #file: string;
  readonly #onLost: (why: string, overwritten: boolean) => void;
  readonly #hasLog: boolean;
  #marks: number[];
  #print: string | null;
  readonly #inode: string | null;
  readonly #journal: string | null;
  #lost: string | null = null;
  /** size in bytes of the journal after a checkpoint that couldn't write all of it into the file; otherwise 0 */
  #unwritable = 0;
  /**
   * Set while another thread is changing the file: the message of the error thrown if this thread tries to write. Null
   * otherwise.
   */
  #refusal: string | null = null;

  /**
   * Guards a database just opened for writing. Calls `onLost` once if the library is lost. `why`: what happened to the
   * file. `overwritten`: true if the file was changed in place, so that its old content is gone.
   */
  constructor(db: Database.Database, onLost: (why: string, overwritten: boolean) => void) {
    this.#db = db;
    this.#file = db.name;
    this.#onLost = onLost;
    this.#hasLog = db.pragma('journal_mode', { simple: true }) === 'wal';
    this.#marks = [db.pragma('application_id', { simple: true }) as number];
    if (this.#hasLog) db.pragma('wal_autocheckpoint = 0');
    this.#print = fingerprintOf(this.#file, this.#hasLog);
    if (this.#marks[0] === 0 || this.#journalBytes > 0) this.checkpoint();
    else this.#keepMarks();
    this.#inode = inodeOf(this.#file);
    this.#journal = inodeOf(`${this.#file}-wal`);
    checkBeforeWrites(db, () => this.check());
  }

  /** Throws LibraryLost if the file isn't the one that was opened, or if another program has changed it. */
  check(): void {
    const isLent = this.#refusal !== null;
    if (this.#lost === null && !isLent && this.#print !== fingerprintOf(this.#file, this.#hasLog)) {
      this.#lost = statSync(this.#file, { throwIfNoEntry: false })
        ? 'was replaced or changed by another program'
        : 'was moved or deleted';
      this.#onLost(this.#lost, inodeOf(this.#file) === this.#inode);
    }
    if (this.#lost !== null) {
      throw new LibraryLost(
        `The library ${this.#file} ${this.#lost}. Nothing more can be saved. Restart Edgewise.`,
      );
    }
    if (this.#refusal !== null) throw new Error(this.#refusal);
  }

  /**
   * Lets another thread change the file. `work` receives the file's fingerprint, which that thread passes to
   * `expectUnchanged`. Until `work` is done, changes made by this thread throw an error with the text `refusal`.
   */
  async lend(refusal: string, work: (print: string) => Promise<void>): Promise<void> {
    this.check();
    this.#refusal = refusal;
    try {
      await work(this.#print!);
      if (inodeOf(this.#file) === this.#inode) this.#print = fingerprintOf(this.#file, this.#hasLog);
    } finally {
      this.#refusal = null;
    }
    this.check();
  }

  /**
   * Checks the file, and writes the journal into it if the journal is long. Call this regularly and after changes.
   * Throws like `check`, but ignores a full disk.
   */
  tidy(): void {
    if (this.#refusal !== null) return;
    this.check();
    if (this.#journalBytes <= this.#unwritable + MAX_JOURNAL_BYTES) return;
    try {
      this.checkpoint();
    } catch (error) {
      if (error instanceof LibraryLost) throw error;
    }
  }

  /**
   * Writes the journal into the file and gives the file a new application id, which identifies the journal from then
   * on.
   */
  checkpoint(): void {
    if (!this.#hasLog) return;
    this.check();
    const mark = randomInt(1, 2 ** 31 - 1);
    this.#marks = [...this.#marks, mark];
    this.#keepMarks();
    this.#db.pragma(`application_id = ${mark}`);
    // Don't wait for readers. A backup by the command line, for example, can take minutes.
    const timeout = this.#db.pragma('busy_timeout', { simple: true }) as number;
    this.#db.pragma('busy_timeout = 0');
    try {
      const [done] = this.#db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
      // SQLite sets `busy` to 1 if another process is reading the database
      this.#unwritable = done.busy === 0 ? 0 : this.#journalBytes;
    } catch (error) {
      // the disk is full, and part of the journal may have been written
      this.#unwritable = this.#journalBytes;
      throw error;
    } finally {
      this.#db.pragma(`busy_timeout = ${timeout}`);
      this.#print = fingerprintOf(this.#file, this.#hasLog);
    }
    // If part of the journal isn't in the file yet, keep both application ids on the list, because the file can have
    // either.
    if (this.#unwritable > 0) return;
    this.#marks = [mark];
    this.#keepMarks();
  }

  /**
   * Closes the database. If the library is lost, moves its journal away and leaves the database open until the process
   * ends. Closing it would make SQLite write the journal into the file that replaced the library.
   */
  close(): void {
    try {
      this.check();
      if (this.#journalBytes > 0) this.checkpoint();
    } catch (error) {
      if (error instanceof LibraryLost) return this.#leave();
      // the disk is full, so the journal stays and is applied at the next start
    }
    this.#db.close();
  }

  get #journalBytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #keepMarks(): void {
    const [kept, marks] = [JSON.stringify(marksOf(this.#file)), JSON.stringify(this.#marks)];
    if (this.#hasLog && kept !== marks) writeWhole(marksFile(this.#file), [marks]);
  }

  #leave(): void {
    const journal = `${this.#file}-wal`;
    if (this.#journal === null || inodeOf(journal) !== this.#journal) return;
    renameSync(journal, createNew(path.dirname(journal), `${path.basename(journal)}-old`, ''));
    rmSync(`${this.#file}-shm`, { force: true });
  }
}

/**
 * Returns a string that identifies the file; null if there is no file. With a write-ahead log, only a checkpoint
 * changes the file, so the string then includes the file's size and modification time.
 */
function fingerprintOf(file: string, hasLog: boolean): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found) return null;
  const { dev, ino, size, mtimeNs } = found;
  return hasLog ? `${dev}:${ino}:${size}:${mtimeNs}` : `${dev}:${ino}`;
}

/**
 * Throws if the file no longer has this fingerprint. Called by the other thread that changes the file (see `lend`).
 */
export function expectUnchanged(file: string, print: string): void {
  if (fingerprintOf(file, print.split(':').length > 2) !== print)
    throw new Error(`The library ${file} was changed by another program.`);
}

const inodeOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
};

/** Makes the database call `check` before every transaction and every statement that writes. */
function checkBeforeWrites(db: Database.Database, check: () => void): void {
  const own = Object.getPrototypeOf(db) as Database.Database;
  const checked = (sql: string): unknown => {
    const statement = own.prepare.call(db, sql) as unknown as Record<string, unknown> & {
      readonly readonly: boolean;
    };
    if (statement.readonly) return statement;
    for (const name of ['run', 'get', 'all', 'iterate']) {
      const call = (statement[name] as (...values: unknown[]) => unknown).bind(statement);
      statement[name] = (...values: unknown[]): unknown => {
        if (!db.inTransaction) check();
        return call(...values);
      };
    }
    return statement;
  };
  Object.assign(db, {
    prepare: checked,
    transaction: (work: (...values: unknown[]) => unknown) =>
      own.transaction.call(db, (...values: unknown[]) => {
        check();
        return work(...values);
      }),
  });
}
