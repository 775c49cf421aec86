import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../data-dir.ts';
import { explained } from '../disk-problem.ts';
import { databaseFile } from '../store/store.ts';

/**
 * Does some work on the library of a data folder. If the disk causes an error, the message names the folder and says
 * how to fix the problem.
 */
export async function inDataDir<T>(dir: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The library file can be a link to another disk. Then the message names the folder on that disk.
    const file = databaseFile(dir);
    throw explained(error, dataFolder(existsSync(file) ? path.dirname(realpathSync(file)) : dir));
  }
}
