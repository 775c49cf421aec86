import { accessSync, constants, existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Where the library lives unless told otherwise: the same for the desktop, the local host and the command line. */
export function defaultDataDir(): string {
  const { env, platform } = process;
  if (env['EDGEWISE_DATA']) return path.resolve(env['EDGEWISE_DATA']);
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Edgewise');
  if (platform === 'win32') {
    return path.join(env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming'), 'Edgewise');
  }
  return path.join(env['XDG_DATA_HOME'] ?? path.join(homedir(), '.local', 'share'), 'edgewise');
}

/** The place named for the library can be no folder: another one has to be named. */
export class NoDataDir extends Error {}

/** Makes the folder if there is none; readable by its owner only. Throws when it can't be used. */
export function ensureDataDir(dir: string): string {
  try {
    makeFolder(path.resolve(dir), 0o700);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const known: Record<string, string | undefined> = {
      EEXIST: 'there is a file of this name',
      ENOENT: 'no folder can be made there',
    };
    const why = known[code ?? ''];
    const text =
      `The data folder ${dir} can't be used: ${why ?? message}. Expected a folder to read and write; ` +
      'choose another with --data or EDGEWISE_DATA.';
    throw why === undefined ? new Error(text, { cause: error }) : new NoDataDir(text, { cause: error });
  }
  movePatternDatabases(dir);
  return dir;
}

/**
 * Files that engines build once and keep. The folder must not be named `databases`: Chromium deletes a folder of that name
 * among its own files (Electron 32, “Breaking changes”), and those may lie in the same place.
 */
export const databasesDir = (dataDir: string): string => path.join(dataDir, 'pattern-databases');

/** Moves the files of the folder's old name, `databases`. What cannot be moved is built again when it is needed. */
function movePatternDatabases(dataDir: string): void {
  const [old, now] = [path.join(dataDir, 'databases'), databasesDir(dataDir)];
  try {
    if (!existsSync(old)) return;
    makeFolder(now);
    for (const name of readdirSync(old)) {
      if (!existsSync(path.join(now, name))) renameSync(path.join(old, name), path.join(now, name));
    }
    rmdirSync(old);
  } catch (error) {
    console.error(
      `Pattern databases were not moved: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Chromium's own files, one profile for each library. */
export const chromiumDir = (dataDir: string): string => path.join(dataDir, 'chromium');

/** What spares runs work when they are resumed: of each run, named by its number, a folder. */
export const milestonesDir = (dataDir: string): string => path.join(dataDir, 'milestones');
