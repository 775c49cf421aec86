import { existsSync } from 'node:fs';
import path from 'node:path';
import { isLibraryKnown, rememberLibrary } from '../consent.ts';
import { openDatabase, readDatabase, type Db } from './database.ts';
import { DataInUse, lockDataDir } from './lock.ts';
import { backUpTo, restoreFrom } from './backup.ts';
import { BinTable } from './bin.ts';
import { EditTable } from './edits.ts';
import { LabTable } from './lab.ts';
import { PlayTable } from './plays.ts';
import { PuzzleTable } from './puzzles.ts';
import { RunTable } from './runs.ts';
import { SampleTable } from './samples.ts';
import { SettingTable } from './settings.ts';
import { SavedBoardTable } from './saved-boards.ts';

export const databaseFile = (dataDir: string): string => path.join(dataDir, 'edgewise.sqlite');

/** All that Edgewise remembers: one SQLite file, owned by one process at a time. */
export class Store {
  readonly bin: BinTable;
  readonly edits: EditTable;
  readonly plays: PlayTable;
  readonly puzzles: PuzzleTable;
  readonly runs: RunTable;
  readonly samples: SampleTable;
  readonly boards: SavedBoardTable;
  readonly settings: SettingTable;
  readonly lab: LabTable;
  readonly #db: Db;
  readonly #lock: { release(): void };
  #restoring = false;
  #startsByItself = false;

  private constructor(db: Db, lock: { release(): void }, now: () => string) {
    this.#db = db;
    this.#lock = lock;
    this.bin = new BinTable(db);
    this.edits = new EditTable(db);
    this.plays = new PlayTable(db);
    this.runs = new RunTable(db, now);
    this.samples = new SampleTable(db);
    this.boards = new SavedBoardTable(db, now);
    this.puzzles = new PuzzleTable(db, now, (puzzleId) => this.boards.count(puzzleId));
    this.settings = new SettingTable(db);
    this.lab = new LabTable(db, now);
  }

  /** `host` names this process to another that finds the folder in use. Throws DataInUse, or why it can't open. */
  static async open(
    dataDir: string,
    host: string,
    now: () => string = () => new Date().toISOString(),
  ): Promise<Store> {
    const lock = lockDataDir(dataDir, host);
    try {
      const file = databaseFile(dataDir);
      const isNew = !existsSync(file);
      const store = new Store(await openDatabase(file), lock, now);
      if (isNew) store.letStart();
      return store;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** To look only: works while another Edgewise has the library open, and writes nothing then. */
  static async openToRead(dataDir: string, host: string): Promise<Store> {
    try {
      return await Store.open(dataDir, host);
    } catch (error) {
      if (!(error instanceof DataInUse)) throw error;
      const nothing = { release: () => undefined };
      return new Store(readDatabase(databaseFile(dataDir)), nothing, () => new Date().toISOString());
    }
  }

  get sqliteVersion(): string {
    return this.#db.prepare<[], string>('SELECT sqlite_version()').pluck().get()!;
  }

  get isWritable(): boolean {
    return !this.#db.readonly;
  }

  get isOpen(): boolean {
    return this.#db.open;
  }

  /**
   * Whether runs of this library may begin by themselves: it was made at this machine, or its user began something in
   * it. Whoever sends a folder must not choose what this machine works on.
   */
  get startsByItself(): boolean {
    return this.#startsByItself || isLibraryKnown(this.#db.name);
  }

  /** The user began something: from now on, also at later starts, runs may begin by themselves. */
  letStart(): void {
    if (this.startsByItself) return;
    this.#startsByItself = true;
    try {
      rememberLibrary(this.#db.name);
    } catch (error) {
      console.error(error); // the next start asks again
    }
  }

  /** All of `work` becomes durable, or nothing. */
  together<T>(work: () => T): T {
    try {
      return this.#db.transaction(work)();
    } catch (error) {
      this.boards.forgetCounts();
      throw error;
    }
  }

  /**
   * All of `work` or nothing, without waiting for the disk: the next `together` does that for both. A process that dies
   * loses nothing of it; a power cut may, together with all that was stored after it.
   */
  soon<T>(work: () => T): T {
    this.#db.pragma('synchronous = NORMAL');
    try {
      return this.together(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** Writes the whole library into a file, as it is at this moment, while it is in use. */
  backUp(file: string): Promise<void> {
    return backUpTo(this.#db, file);
  }

  /**
   * Puts the content of a backup in the place of the library's. Nobody may be writing. Returns the file that keeps
   * the library as it was. Throws a sentence, and leaves everything as it is, when the file is no sound library.
   */
  async restoreFrom(file: string): Promise<string> {
    this.expectNoRestore();
    this.#restoring = true;
    try {
      const kept = await restoreFrom(this.#db, path.dirname(this.#db.name), file);
      this.boards.forgetCounts();
      this.runs.markInterrupted(); // nobody is searching, whatever was under way when the backup was made
      return kept;
    } finally {
      this.#restoring = false;
    }
  }

  /** Whether a backup is taking the place of the library: nothing may be begun that would belong to neither. */
  get isBeingRestored(): boolean {
    return this.#restoring;
  }

  /** Throws, in a sentence, while the library is being restored. */
  expectNoRestore(): void {
    if (this.#restoring) throw new Error('A backup is being restored. Try again when it is there.');
  }

  close(): void {
    try {
      if (!this.#db.readonly) this.#db.pragma('optimize');
    } catch {
      // statistics for faster queries: a full disk must not keep the library from closing
    }
    this.#db.close();
    this.#lock.release();
  }
}
