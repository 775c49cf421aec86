import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** The process that has the data folder open. */
export interface Holder {
  readonly pid: number;
  /** the kind of host: "desktop", "local host" or "command line" */
  readonly host: string;
  readonly since: string;
}

/** Thrown if another process owns the data folder. */
export class DataInUse extends Error {
  readonly holder: Holder | null;
  constructor(dir: string, holder: Holder | null) {
    const who = holder
      ? `Edgewise (${holder.host}, process ${holder.pid}, since ${holder.since})`
      : 'another window or command of Edgewise';
    super(`The library in ${dir} is in use by ${who}. Close it first, or choose another folder with --data.`);
    this.name = 'DataInUse';
    this.holder = holder;
  }
}

/**
 * Makes this process the only owner of a data folder until `release`. The operating system's lock ends with the
 * process, even after a crash. Throws DataInUse.
 */
export function lockDataDir(dir: string, host: string): { release(): void } {
  const note = path.join(dir, 'edgewise.lock.json');
  const lock = new Database(path.join(dir, 'edgewise.lock'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new DataInUse(dir, readNote(note));
  }
  const holder: Holder = { pid: process.pid, host, since: new Date().toISOString() };
  try {
    writeFileSync(note, JSON.stringify(holder));
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}

/**
 * Returns the note about the lock's owner, for the error message, or null if the note can't be read. The lock itself
 * doesn't depend on the note.
 */
function readNote(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
