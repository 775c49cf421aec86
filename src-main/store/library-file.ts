/**
 * Protects an open library's file from other programs: file synchronization, a restored copy, a moved folder.
 * If the file is replaced, SQLite keeps writing to the old one, which nobody will ever read. Here SQLite
 * changes the file itself only when `checkpoint` is called; everything else goes into the journal. So any
 * other change of the file was made by another program.
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

/** Journal size in bytes above which it is written into the file. */
const LONG_JOURNAL = 4 * 2 ** 20;
/** Offset of the application id in SQLite's file header. */
const APPLICATION_ID_AT = 68;

/** Thrown if the library's file is no longer the one that was opened. */
export class LibraryLost extends Error {}

/** Returns the path of the journal's marks: all application ids set since the journal was last empty. */
const marksFile = (file: string): string => `${file}-mark`;

/** Network file systems by their Linux type numbers: NFS, SMB, CIFS, SMB2, Coda, AFS, 9P. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x73757245, 0x5346414f, 0x01021997]);

/** Returns whether a file system of this type (from `statfs`) stores its files on another machine. */
export const isRemote = (type: number): boolean => REMOTE.has(type >>> 0);

/**
 * Returns the journal mode for a library in this folder. A write-ahead log needs memory shared between
 * processes, which network shares don't have.
 */
export function journalFor(dir: string): 'WAL' | 'DELETE' {
  try {
    return process.platform === 'linux' && isRemote(statfsSync(dir).type) ? 'DELETE' : 'WAL';
  } catch {
    return 'WAL';
  }
}

/**
 * Throws, with a sentence for users, if the journal next to a library belongs to another file; applying it
 * would damage this one. Accepts libraries that have no mark yet.
 */
export function expectOwnJournal(file: string): void {
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const marks = marksOf(file);
  if (!journal || journal.size === 0 || marks === null || marks.includes(markIn(file))) return;
  throw new Error(
    `The library ${file} was replaced, and its journal ${path.basename(file)}-wal belongs to the file that was there before. ` +
      'Put that file back. Or move the journal away; the latest changes to that file are then lost. Nothing was changed.',
  );
}

function marksOf(file: string): number[] | null {
  try {
    return JSON.parse(readFileSync(marksFile(file), 'utf8')) as number[];
  } catch {
    return null;
  }
}

/** Returns the application id in the file's header; 0 if none was ever set. */
function markIn(file: string): number {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(descriptor, bytes, 0, 4, APPLICATION_ID_AT);
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

  /**
   * Guards a database that was just opened for writing. Calls `onLost` once, with the reason why nothing more
   * is written and whether the file was overwritten in place, in which case SQLite can't read its old content
   * either.
   */
  constructor(db: Database.Database, onLost: (why: string, overwritten: boolean) => void) {
    this.#db = db;
    this.#file = db.name;
    this.#onLost = onLost;
    this.#hasLog = db.pragma('journal_mode', { simple: true }) === 'wal';
    this.#marks = [db.pragma('application_id', { simple: true }) as number];
    if (this.#hasLog) db.pragma('wal_autocheckpoint = 0');
    this.#print = this.#fingerprintOf(this.#file);
    if (this.#marks[0] === 0 || this.#journalBytes > 0) this.checkpoint();
    else this.#keepMarks();
    this.#inode = inodeOf(this.#file);
    this.#journal = inodeOf(`${this.#file}-wal`);
    checkBeforeWrites(db, () => this.check());
  }

  /** Throws LibraryLost if the file is not the one that was opened, or if another program changed it. */
  check(): void {
    if (this.#lost === null && this.#print !== this.#fingerprintOf(this.#file)) {
      this.#lost = statSync(this.#file, { throwIfNoEntry: false })
        ? 'was replaced or changed by another program'
        : 'was moved or deleted';
      this.#onLost(this.#lost, inodeOf(this.#file) === this.#inode);
    }
    if (this.#lost !== null) {
      throw new LibraryLost(
        `The library ${this.#file} ${this.#lost}. Nothing more is stored: restart Edgewise.`,
      );
    }
  }

  /** Checks the file, and writes a long journal into it. Call it regularly. Throws as `check` does. */
  tidy(): void {
    this.check();
    if ((statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LONG_JOURNAL)
      this.checkpoint();
  }

  /**
   * Writes the journal into the file and gives the file a new application id, which identifies its later
   * journal.
   */
  checkpoint(): void {
    if (!this.#hasLog) return;
    this.check();
    const mark = randomInt(1, 2 ** 31 - 1);
    this.#marks = [...this.#marks, mark];
    this.#keepMarks();
    this.#db.pragma(`application_id = ${mark}`);
    const [done] = this.#db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    this.#print = this.#fingerprintOf(this.#file);
    // another process is reading: the journal stays and matches both ids
    if (done.busy !== 0) return;
    this.#marks = [mark];
    this.#keepMarks();
  }

  /**
   * Closes the database. A lost database stays open until the process ends, because SQLite would write its
   * journal into whatever file is there now. Its journal is moved out of the way.
   */
  close(): void {
    try {
      this.check();
      if (this.#journalBytes > 0) this.checkpoint();
    } catch (error) {
      if (error instanceof LibraryLost) return this.#leave();
      // the disk is full: the journal stays and is applied at the next start
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

  /** Returns the identity of a file and its modification time, as text; null if there is none. */
  #fingerprintOf(file: string): string | null {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (!found) return null;
    const { dev, ino, size, mtimeNs } = found;
    return this.#hasLog ? `${dev}:${ino}:${size}:${mtimeNs}` : `${dev}:${ino}`;
  }
}

const inodeOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
};

/** Makes every writing statement and every transaction call `check` first. */
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
