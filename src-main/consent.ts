/**
 * What the user of this machine has allowed: programs to run as engines, and libraries whose runs may start by themselves.
 * Each permission is a file, outside every data folder: a folder from somebody else brings no permission with it.
 */
import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

/** A program as it would be started. `hash`: SHA-256 of its file; null where it is no file. */
export interface ProgramToRun {
  readonly adapter: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly hash: string | null;
}

/** Where this machine's permissions are; `EDGEWISE_CONFIG` names another folder. */
function configDir(): string {
  const { env, platform } = process;
  if (env['EDGEWISE_CONFIG']) return path.resolve(env['EDGEWISE_CONFIG']);
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Preferences', 'Edgewise');
  if (platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Edgewise');
  }
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'edgewise');
}

/** The file that stands for a permission, named by the hash of `what`. */
function permission(kind: 'programs' | 'libraries', what: unknown): string {
  const key = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  return path.join(configDir(), 'allowed', kind, key);
}

function allow(file: string, text: string): void {
  makeFolder(path.dirname(file), 0o700);
  writeFileSync(file, `${text}\n`, { mode: 0o600 }); // the text is for people: the name is the permission
}

const programFile = ({ adapter, command, args, hash }: ProgramToRun): string =>
  permission('programs', [adapter, command, args, hash]);

/** Returns whether the user of this machine allowed a program: its path, its arguments and what its file holds. */
export const isProgramAllowed = (program: ProgramToRun): boolean => existsSync(programFile(program));

/** Remembers that the user of this machine allows a program. Throws when that can't be written. */
export const allowProgram = (program: ProgramToRun): void =>
  allow(programFile(program), [program.command, ...program.args].join(' '));

/** A library by its path and by which file is there: a folder that is unpacked in its place is another one. */
function libraryFile(database: string): string {
  const { dev, ino } = statSync(database, { bigint: true });
  return permission('libraries', [realpathSync(database), String(dev), String(ino)]);
}

/** Returns whether this machine knows a library, named by its database file: its runs may start by themselves. */
export const isLibraryKnown = (database: string): boolean => existsSync(libraryFile(database));

/** Remembers a library, named by its database file. Throws when that can't be written. */
export const rememberLibrary = (database: string): void => allow(libraryFile(database), database);
