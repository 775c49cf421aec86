import { accessSync, constants, existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { DiskProblem, explained, type Place } from './disk-problem.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Returns the default folder of the library, which the desktop application, the local host and the command line share.
 */
export function defaultDataDir(): string {
  const { env, platform } = process;
  if (env['EDGEWISE_DATA']) return path.resolve(env['EDGEWISE_DATA']);
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Edgewise');
  if (platform === 'win32') {
    return path.join(env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming'), 'Edgewise');
  }
  return path.join(env['XDG_DATA_HOME'] ?? path.join(homedir(), '.local', 'share'), 'edgewise');
}

/** Thrown if a path can't be used as the library's folder. */
export class NoDataDir extends DiskProblem {}

const CHOOSE_ANOTHER_FOLDER = 'choose another with --data or EDGEWISE_DATA';
const known: Readonly<Record<string, string | undefined>> = {
  EEXIST: 'a file with this name exists',
  ENOENT: 'no folder can be created there',
};

/** Returns how error messages name the data folder. */
export const dataFolder = (folder: string): Place => ({
  what: 'The data folder',
  folder,
  otherwise: CHOOSE_ANOTHER_FOLDER,
});

/** Creates the folder if necessary, readable only by its owner. Throws NoDataDir if the folder can't be used. */
export function ensureDataDir(dir: string): string {
  try {
    makeFolder(path.resolve(dir), 0o700);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = known[(error as NodeJS.ErrnoException).code ?? ''];
    if (why === undefined) throw explained(error, dataFolder(dir));
    throw new NoDataDir(
      `The data folder ${dir} can't be used: ${why}. Expected a folder that can be read and written; ${CHOOSE_ANOTHER_FOLDER}.`,
      { cause: error },
    );
  }
  movePatternDatabases(dir);
  return dir;
}

/**
 * Returns the folder for files that engines build once and keep. It must not be called `databases`: Chromium, whose
 * files can be in the same parent folder, deletes a folder of that name (Electron 32, “Breaking changes”).
 */
export const databasesDir = (dataDir: string): string => path.join(dataDir, 'pattern-databases');

/** Moves the files from `databases`, the folder's former name. Engines rebuild the files that can't be moved. */
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
      `Pattern databases could not be moved: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Returns the folder for Chromium's own files, with a profile for each library. */
export const chromiumDir = (dataDir: string): string => path.join(dataDir, 'chromium');

/**
 * Returns the folder for milestones, which save resumed runs from repeating work. Each run has a folder named after
 * its number.
 */
export const milestonesDir = (dataDir: string): string => path.join(dataDir, 'milestones');
