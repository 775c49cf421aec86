/**
 * Permissions given by the user of this machine: which programs may run as engines, and which libraries may start
 * their runs automatically. Each permission is a file outside of all data folders, so somebody else's data folder
 * brings no permissions with it.
 */
import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { explained } from './disk-problem.ts';
import { sha256 } from './hashing.ts';
import { makeFolder } from './make-folder.ts';

/** A program and its arguments. `hash`: SHA-256 of the program's file; null if there is no file. */
export interface ProgramToRun {
  readonly adapter: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly hash: string | null;
}

function configDir(): string {
  const { env, platform } = process;
  if (env['EDGEWISE_CONFIG']) return path.resolve(env['EDGEWISE_CONFIG']);
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Preferences', 'Edgewise');
  if (platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Edgewise');
  }
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'edgewise');
}

/**
 * Returns the path of the file that stands for a permission. The file's name is the hash of `what`, the thing
 * permitted.
 */
function permission(kind: 'programs' | 'libraries', what: unknown): string {
  const key = sha256(JSON.stringify(what)).toString('hex');
  return path.join(configDir(), 'allowed', kind, key);
}

function allow(file: string, text: string): void {
  try {
    makeFolder(path.dirname(file), 0o700);
    // Only the file's existence matters. Its content is for human readers.
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    throw explained(error, {
      what: 'The folder for engine permissions',
      folder: configDir(),
      otherwise: 'choose another with EDGEWISE_CONFIG',
    });
  }
}

const programFile = ({ adapter, command, args, hash }: ProgramToRun): string =>
  permission('programs', [adapter, command, args, hash]);

/** Returns whether the user of this machine has allowed a program with this path, these arguments and this content. */
export const isProgramAllowed = (program: ProgramToRun): boolean => existsSync(programFile(program));

/** Records that the user of this machine allows a program. Throws if the permission can't be written. */
export const allowProgram = (program: ProgramToRun): void =>
  allow(programFile(program), [program.command, ...program.args].join(' '));

/**
 * Returns the path of the file that permits a library's runs to start automatically. A library is identified by the
 * path, device and inode of its database file, so it loses the permission when that file is replaced.
 */
function libraryFile(database: string): string {
  const { dev, ino } = statSync(database, { bigint: true });
  return permission('libraries', [realpathSync(database), String(dev), String(ino)]);
}

/**
 * Returns whether the user has permitted runs of a library to start automatically on this machine. `database`: the
 * library's database file.
 */
export const isLibraryKnown = (database: string): boolean => existsSync(libraryFile(database));

/**
 * Permits runs of a library to start automatically from now on. `database`: the library's database file. Throws if
 * the permission can't be stored.
 */
export const rememberLibrary = (database: string): void => allow(libraryFile(database), database);
