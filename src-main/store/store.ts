import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isLibraryKnown, rememberLibrary } from '../consent.ts';
import { openDatabase, readDatabase, type Db } from './database.ts';
import { expectOwnJournal, LibraryFile, LibraryLost } from './library-file.ts';
import { inThread } from './long-work.ts';
import { DataInUse, lockDataDir } from './lock.ts';
import {
  BACKUP_EXTENSION,
  backUpAsNew,
  backupName,
  backUpTo,
  RESTORE_IN_PROGRESS,
  restoreFrom,
} from './backup.ts';
import { BinTable } from './bin.ts';
import { EditTable } from './edits.ts';
import { LabTable } from './lab.ts';
import { PlayTable } from './plays.ts';
import { PuzzleTable } from './puzzles.ts';
import { RunTable } from './runs.ts';
import { SampleTable } from './samples.ts';
import { SettingTable } from './settings.ts';
import { SavedBoardTable } from './saved-boards.ts';
import { UnseenRuns } from './unseen-runs.ts';

export const databaseFile = (dataDir: string): string => path.join(dataDir, 'edgewise.sqlite');

/**
 * If the library is a symbolic link, returns the file it points to, because SQLite keeps the journal next to that
 * file. Throws if that file is missing, because a new library would replace the link.
 */
function withoutLink(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
  if (existsSync(file)) return realpathSync(file);
  throw new Error(
    `The library ${file} is a link to ${readlinkSync(file)}, which is missing. Connect its disk, or remove the link to start over.`,
  );
}

/** Milliseconds between two checks for changes to the library's file by another program. */
const FILE_CHECK_MS = 2_000;

/** Everything Edgewise stores: one SQLite file, owned by one process at a time. */
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
  readonly unseen: UnseenRuns;
  readonly #db: Db;
  readonly #lock: { release(): void };
  /** guards the library's file; null if the library is open for reading only */
  readonly #file: LibraryFile | null;
  readonly #watch: NodeJS.Timeout | undefined;
  #onLost: (message: string) => void = () => undefined;
  #lost = '';
  #restoring = false;
  #mayStartAutomatically = false;

  private constructor(db: Db, lock: { release(): void }, now: () => string) {
    this.#db = db;
    this.#lock = lock;
    this.#file = db.readonly
      ? null
      : new LibraryFile(db, (why, overwritten) => void this.#saveLost(why, overwritten));
    if (this.#file) this.#watch = setInterval(() => this.#checkFile(), FILE_CHECK_MS).unref();
    this.bin = new BinTable(db);
    this.edits = new EditTable(db);
    this.plays = new PlayTable(db);
    this.runs = new RunTable(db, now);
    this.samples = new SampleTable(db);
    this.boards = new SavedBoardTable(db, now);
    this.puzzles = new PuzzleTable(db, now, (puzzleId) => this.boards.count(puzzleId));
    this.settings = new SettingTable(db);
    this.lab = new LabTable(db, now);
    this.unseen = new UnseenRuns(db, now);
  }

  /**
   * Opens a library. `host`: how other processes refer to this one in their messages. Throws DataInUse, or an error
   * that says why the library can't be opened.
   */
  static async open(
    dataDir: string,
    host: string,
    now: () => string = () => new Date().toISOString(),
  ): Promise<Store> {
    const lock = lockDataDir(dataDir, host);
    try {
      const file = withoutLink(databaseFile(dataDir));
      const isNew = !existsSync(file);
      // Check the journal before anything reads the file, because SQLite applies any journal next to it.
      expectOwnJournal(file);
      const store = new Store(await openDatabase(file), lock, now);
      if (isNew) store.allowAutomaticStarts();
      return store;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Opens a library for reading. If another Edgewise process has it open, the store is read-only. */
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
   * Whether runs of this library may start automatically: the library was created on this machine, or the user has
   * started something in it. Otherwise, whoever sends a library would decide what runs on the receiver's machine.
   */
  get mayStartAutomatically(): boolean {
    return this.#mayStartAutomatically || isLibraryKnown(this.#db.name);
  }

  /** Records that the user has started something, so runs may start automatically from now on. */
  allowAutomaticStarts(): void {
    if (this.mayStartAutomatically) return;
    this.#mayStartAutomatically = true;
    try {
      rememberLibrary(this.#db.name);
    } catch (error) {
      // the permission couldn't be saved, so Edgewise will ask again at the next start
      console.error(error instanceof Error ? error.message : error);
    }
  }

  /** Runs `work` in a transaction and waits until the result is on disk. */
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
   * Runs `work` in a transaction without waiting for the disk. A crash of the process loses nothing. A power cut
   * before the next call of `together` can lose these changes and later ones.
   */
  soon<T>(work: () => T): T {
    this.#db.pragma('synchronous = NORMAL');
    try {
      return this.together(work);
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /** Writes the library's current state to a file, even while the library is in use. */
  backUp(file: string): Promise<void> {
    return backUpTo(this.#db, file);
  }

  /**
   * Replaces the library's content with a backup's. Nothing else may write in the meantime. Returns the path of a file
   * with the previous library. Throws a user-facing error if the file isn't an intact library.
   */
  async restoreFrom(file: string): Promise<string> {
    this.expectNoRestore();
    this.#restoring = true;
    try {
      const kept = await restoreFrom(this.#db, this.#file!, file);
      this.boards.forgetCounts();
      // runs that were active when the backup was made aren't searching any longer
      this.runs.markInterrupted();
      return kept;
    } finally {
      this.#restoring = false;
    }
  }

  /**
   * Whether a backup is being restored. Nothing may start in the meantime, because its results would end up in neither
   * the old nor the new library.
   */
  get isBeingRestored(): boolean {
    return this.#restoring;
  }

  /** While a backup is being restored, throws a user-facing error. */
  expectNoRestore(): void {
    if (this.#restoring) throw new Error(RESTORE_IN_PROGRESS);
  }

  /**
   * Sets a function that is called once, with a message for users, if another program removes or replaces the library.
   */
  onLost(told: (message: string) => void): void {
    this.#onLost = told;
  }

  /** The message passed to the `onLost` function; empty unless the library is lost. */
  get lost(): string {
    return this.#lost;
  }

  /** Checks the file regularly, to notice its loss even when nothing is being written. */
  #checkFile(): void {
    try {
      this.#file?.tidy();
    } catch (error) {
      // If the library is lost, `onLost` reports that.
      if (!(error instanceof LibraryLost)) console.error(error);
    }
  }

  /** Saves what this process can still read of a lost library, and reports the outcome. */
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
        BACKUP_EXTENSION,
      );
      await inThread('expectSound', { file: kept });
      message += `The library's content is saved in ${kept}. Restart Edgewise, and restore that file if you need it.`;
    } catch (error) {
      message += `The library's content could not be saved: ${error instanceof Error ? error.message : String(error)}.`;
    }
    console.error(message);
    this.#lost = message;
    this.#onLost(message);
  }

  close(): void {
    clearInterval(this.#watch);
    try {
      if (!this.#db.readonly) this.#db.pragma('optimize');
    } catch {
      // this only collects statistics for faster queries, and a full disk must not keep the library from closing
    }
    if (this.#file) this.#file.close();
    else this.#db.close();
    this.#lock.release();
  }
}
