import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isLibraryKnown, rememberLibrary } from '../consent.ts';
import { openDatabase, readDatabase, type Db } from './database.ts';
import { expectOwnJournal, LibraryFile, LibraryLost } from './library-file.ts';
import { DataInUse, lockDataDir } from './lock.ts';
import { BACKUP_END, backUpAsNew, backupName, backUpTo, restoreFrom } from './backup.ts';
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

/** How often the library's file is looked at while nothing is written. */
const WATCH_MS = 2_000;

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
  /** null where the library is only read */
  readonly #file: LibraryFile | null;
  readonly #watch: NodeJS.Timeout | undefined;
  #onLost: (message: string) => void = () => undefined;
  #restoring = false;
  #startsByItself = false;

  private constructor(db: Db, lock: { release(): void }, now: () => string) {
    this.#db = db;
    this.#lock = lock;
    this.#file = db.readonly
      ? null
      : new LibraryFile(db, (why, overwritten) => void this.#saveLost(why, overwritten));
    if (this.#file) this.#watch = setInterval(() => this.#look(), WATCH_MS).unref();
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
      expectOwnJournal(file); // before anything reads it: SQLite applies whatever journal is there
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
      const result = this.#db.transaction(work)();
      if (!this.#db.inTransaction) this.#file?.tidy();
      return result;
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

  /** Calls `told` once when another program took the library away, with a message for people. */
  onLost(told: (message: string) => void): void {
    this.#onLost = told;
  }

  /** Looks after the file while nothing is written. */
  #look(): void {
    try {
      this.#file?.tidy();
    } catch (error) {
      if (!(error instanceof LibraryLost)) console.error(error); // a full disk: whoever writes next is told
    }
  }

  /** Saves what this process still knows of a library that is gone, and says so. */
  async #saveLost(why: string, overwritten: boolean): Promise<void> {
    const dir = path.dirname(this.#db.name);
    const into = existsSync(dir) ? dir : homedir();
    let message = `The library ${this.#db.name} ${why}. Edgewise stopped writing to it. `;
    try {
      if (overwritten) throw new Error('its file was overwritten in place');
      const kept = await backUpAsNew(
        this.#db,
        into,
        `kept-${backupName(new Date()).replace(/\.[^.]*$/, '')}`,
        BACKUP_END,
      );
      const saved = readDatabase(kept);
      const sound = saved.pragma('quick_check(1)', { simple: true }) === 'ok';
      saved.close();
      if (!sound) throw new Error('it is no longer whole');
      message += `What it held is saved in ${kept}. Restart Edgewise, and restore that file if you need it.`;
    } catch (error) {
      message += `What it held could not be saved: ${error instanceof Error ? error.message : String(error)}.`;
    }
    console.error(message);
    this.#onLost(message);
  }

  close(): void {
    clearInterval(this.#watch);
    try {
      if (!this.#db.readonly) this.#db.pragma('optimize');
    } catch {
      // statistics for faster queries: a full disk must not keep the library from closing
    }
    if (this.#file) this.#file.close();
    else this.#db.close();
    this.#lock.release();
  }
}
