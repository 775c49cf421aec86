import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../data-dir.ts';
import { explained } from '../disk-problem.ts';
import { databaseFile } from '../store/store.ts';

/** Does work on the library of a data folder. Errors of its disk get a message that names the folder and the fix. */
export async function inDataDir<T>(dir: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // the library may be a link to another disk
    const file = databaseFile(dir);
    throw explained(error, dataFolder(existsSync(file) ? path.dirname(realpathSync(file)) : dir));
  }
}
