import { existsSync } from 'node:fs';
import { ensureDataDir } from '../data-dir.ts';
import { explained } from '../disk-problem.ts';
import { lockDataDir } from '../store/lock.ts';
import { rescue } from '../store/rescue.ts';
import { databaseFile } from '../store/store.ts';

/**
 * Copies all readable data of the library in folder `from` to a new library in folder `to`. Returns how many entries
 * of each table were saved and lost, and the paths of the damaged and the new library. Throws a user-facing error if
 * `from` has no library or `to` already has one.
 */
export function rescueLibrary(from: string, to: string) {
  const [damaged, saved] = [databaseFile(from), databaseFile(to)];
  if (!existsSync(damaged)) throw new Error(`There is no library in ${from}.`);
  if (existsSync(saved)) {
    throw new Error(`There is already a library in ${to}: choose another folder with --to.`);
  }
  const locks: { release(): void }[] = [];
  try {
    for (const dir of [from, to]) locks.push(lockDataDir(ensureDataDir(dir), 'command line'));
    return { tables: rescue(damaged, saved), damaged, saved };
  } catch (error) {
    throw explained(error, { what: 'The folder', folder: to, otherwise: 'choose another with --to' });
  } finally {
    for (const lock of locks) lock.release();
  }
}
