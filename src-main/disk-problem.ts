/** Explains disk errors to users: which folder is affected, what is wrong with it, and what to do about it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Problem {
  readonly what: string;
  readonly fix: string;
  /** what causes the problem; if it is the folder, the message suggests using another one */
  readonly of: 'folder' | 'file' | 'system';
}

const here = (what: string, fix: string): Problem => ({ what, fix, of: 'folder' });
const anywhere = (what: string, fix: string): Problem => ({ what, fix, of: 'system' });
const inTheWay = (what: string): Problem => ({ what, fix: 'Move or rename it', of: 'file' });

const full = here('its disk is full', 'Free some disk space');
const denied = here('this user has no permission to read and write it', 'Change its permissions');
const failing = here('its disk reports an error', 'Check the disk');
const folderInTheWay = inTheWay('it is a folder, but Edgewise needs a file with this name');
const fileInTheWay = inTheWay('a file with this name exists');
const manyFiles = anywhere('too many files are open', 'Close other programs or raise the limit (ulimit -n)');

const problems: Readonly<Record<string, Problem | undefined>> = {
  ENOSPC: full,
  EDQUOT: here('your disk quota is used up', 'Delete some of your files'),
  EFBIG: anywhere('a file would exceed the size limit', 'Raise the limit (ulimit -f)'),
  EROFS: here('it is read-only', 'Make it writable'),
  EACCES: denied,
  EPERM: denied,
  EIO: failing,
  EISDIR: folderInTheWay,
  ERR_FS_EISDIR: folderInTheWay,
  EEXIST: fileInTheWay,
  EMFILE: manyFiles,
  ENFILE: manyFiles,
};

/**
 * Problems by the first two parts of an SQLite error code: `SQLITE_IOERR_WRITE` is found under `SQLITE_IOERR`, for
 * example.
 */
const sqliteProblems: Readonly<Record<string, Problem | undefined>> = {
  SQLITE_FULL: full,
  SQLITE_IOERR: failing,
  SQLITE_PERM: denied,
  SQLITE_READONLY: here('a file in it is read-only', 'Make the files in this folder writable'),
  SQLITE_CANTOPEN: here("a file in it can't be opened", 'Change the permissions of its files'),
};

const sqliteProblem = (code: string): Problem | undefined => sqliteProblems[code.split('_', 2).join('_')];

/** Returns whether an SQLite error code is about the disk. Other codes are about the content of the file. */
export const isOfDisk = (code: string): boolean => sqliteProblem(code) !== undefined;

/** Thrown instead of a disk error. Its message is already written for users, so `explained` returns it unchanged. */
export class DiskProblem extends Error {}

/** Number of bytes written to test whether the folder is writable. Every library is larger than this. */
const PROBE_BYTES = 1 << 16;

/**
 * Writes a small file to a folder to find out why SQLite can't write there, because SQLite's errors don't include the
 * system's error code. Returns that code, or undefined if the write succeeds.
 */
function writingFails(folder: string): string | undefined {
  const file = path.join(folder, `probe-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx', flush: true });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    if (existsSync(file)) rmSync(file);
  }
}

/** How error messages name a folder. */
export interface Place {
  /** the beginning of the message, such as “The data folder” */
  readonly what: string;
  readonly folder: string;
  /** how to choose another folder; left out if the user has just chosen this one */
  readonly otherwise?: string;
}

const isIn = (folder: string, file: string): boolean => !path.relative(folder, file).startsWith('..');

/** Returns a disk error with a user-facing message, and any other error unchanged. */
export function explained(error: unknown, place: Place): unknown {
  for (let each = error; each instanceof Error && !(each instanceof DiskProblem); each = each.cause) {
    const { code, path: file } = each as NodeJS.ErrnoException;
    // The code of a disk error is a string such as `ENOSPC`. The code of a CliFailure is a number, the exit code.
    if (typeof code !== 'string') continue;
    const inSqlite = sqliteProblem(code);
    const problem = inSqlite ? (problems[writingFails(place.folder) ?? ''] ?? inSqlite) : problems[code];
    if (problem) return new DiskProblem(messageOf(problem, file, place), { cause: error });
  }
  return error;
}

/** Returns the message for the user. `file`: the file or folder that the system's error names, if it names one. */
function messageOf(problem: Problem, file: string | undefined, { what, folder, otherwise }: Place): string {
  const isElsewhere = file !== undefined && !isIn(folder, file) && !isIn(file, folder);
  const named = isElsewhere || problem.of === 'file' ? file : undefined;
  const other = isElsewhere || problem.of !== 'folder' || otherwise === undefined ? '' : `, or ${otherwise}`;
  return `${named ?? `${what} ${folder}`} can't be used: ${problem.what}. ${problem.fix}${other}.`;
}
