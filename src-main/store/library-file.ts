/**
 * Guards the file of an open library against other programs: file synchronisation, a restored copy, a folder that is moved.
 * SQLite goes on writing where the file is replaced, and nobody ever reads that again. Here SQLite changes the file itself
 * only when `checkpoint` says so, all else goes to the journal: any other change of the file is somebody else's.
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

/** A journal beyond this size (bytes) is written into the file. */
const LONG_JOURNAL = 4 * 2 ** 20;
/** Where SQLite's file header keeps the number that a program may set. */
const APPLICATION_ID_AT = 68;

/** The file that is there is not the one that was opened. */
export class LibraryLost extends Error {}

/** The numbers that the file of the journal may carry: those set since the journal was last empty. */
const marksFile = (file: string): string => `${file}-mark`;

/** File systems on other machines, by the numbers that Linux gives them: NFS, SMB, CIFS, SMB2, Coda, AFS, 9P. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x73757245, 0x5346414f, 0x01021997]);

/** Returns whether a file system type, as `statfs` numbers it, keeps its files on another machine. */
export const isRemote = (type: number): boolean => REMOTE.has(type >>> 0);

/**
 * Returns the journal that a library in this folder can have. A write-ahead log needs memory that all processes share, which
 * network shares don't have.
 */
export function journalFor(dir: string): 'WAL' | 'DELETE' {
  try {
    return process.platform === 'linux' && isRemote(statfsSync(dir).type) ? 'DELETE' : 'WAL';
  } catch {
    return 'WAL';
  }
}

/**
 * Throws, in a sentence, when the journal that lies next to a library belongs to another file: applied to this one it would
 * damage it. A library that no guard marked yet passes.
 */
export function expectOwnJournal(file: string): void {
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const marks = marksOf(file);
  if (!journal || journal.size === 0 || marks === null || marks.includes(markIn(file))) return;
  throw new Error(
    `The library ${file} was replaced, and its journal ${path.basename(file)}-wal belongs to the file that was there before. ` +
      'Put that file back; or move the journal away, without which what was stored last in that file is lost. Nothing was changed.',
  );
}

function marksOf(file: string): number[] | null {
  try {
    return JSON.parse(readFileSync(marksFile(file), 'utf8')) as number[];
  } catch {
    return null;
  }
}

/** The number in the file's header; 0 where it never had one. */
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
   * Takes charge of a database that was just opened to be written. `onLost` is told once why nothing more is
   * written, and whether the file was overwritten in place, so that SQLite can't read what it held either.
   */
  constructor(db: Database.Database, onLost: (why: string, overwritten: boolean) => void) {
    this.#db = db;
    this.#file = db.name;
    this.#onLost = onLost;
    this.#hasLog = db.pragma('journal_mode', { simple: true }) === 'wal';
    this.#marks = [db.pragma('application_id', { simple: true }) as number];
    if (this.#hasLog) db.pragma('wal_autocheckpoint = 0');
    this.#print = this.#printOf(this.#file);
    if (this.#marks[0] === 0 || this.#journalBytes > 0) this.checkpoint();
    else this.#keepMarks();
    this.#inode = inodeOf(this.#file);
    this.#journal = inodeOf(`${this.#file}-wal`);
    checkBeforeWrites(db, () => this.check());
  }

  /** Throws LibraryLost when the file is not the one that was opened, or was changed by another program. */
  check(): void {
    if (this.#lost === null && this.#print !== this.#printOf(this.#file)) {
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

  /** Checks, and writes a long journal into the file. To be called now and then. Throws as `check`. */
  tidy(): void {
    this.check();
    if ((statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LONG_JOURNAL)
      this.checkpoint();
  }

  /** Writes the journal into the file, which gets a new number: a journal of later is known by it. */
  checkpoint(): void {
    if (!this.#hasLog) return;
    this.check();
    const mark = randomInt(1, 2 ** 31 - 1);
    this.#marks = [...this.#marks, mark];
    this.#keepMarks();
    this.#db.pragma(`application_id = ${mark}`);
    const [done] = this.#db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    this.#print = this.#printOf(this.#file);
    if (done.busy !== 0) return; // somebody reads: the journal stays, and belongs to either
    this.#marks = [mark];
    this.#keepMarks();
  }

  /**
   * Closes the database. One that was lost stays open until the process ends: SQLite would write its journal into whatever
   * file is there. Its journal is moved out of the way.
   */
  close(): void {
    try {
      this.check();
      if (this.#journalBytes > 0) this.checkpoint();
    } catch (error) {
      if (error instanceof LibraryLost) return this.#leave();
      // a full disk: the journal stays and is applied at the next start
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

  /** Which file it is, and when it was last changed; null where there is none. */
  #printOf(file: string): string | null {
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

/** Has every statement that writes, and every transaction, call `check` first. */
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
