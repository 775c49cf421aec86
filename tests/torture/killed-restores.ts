import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../src-core/random.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

/** Size of the library's contents in MB, chosen so that a restore takes about LATEST_MS */
const MEGABYTES = 8;
/** Maximum time between the start of a restore and the kill, in milliseconds */
const LATEST_MS = 1600;

/** Creates a library whose entries all contain `word`. */
async function filledWith(dir: string, word: string): Promise<void> {
  mkdirSync(dir);
  const store = await Store.open(dir, 'torture');
  store.together(() => {
    for (let i = 0; i < MEGABYTES; i++)
      store.settings.setMark(`${word} ${i}`, word.repeat(2 ** 20 / word.length));
  });
  store.close();
}

/** Returns the word that all entries of a library contain, or null if entries are missing or damaged. */
function wordIn(file: string): string | null {
  const db = new Database(file, { readonly: true });
  try {
    if (db.pragma('quick_check', { simple: true }) !== 'ok') return null;
    const names = db.prepare<[], string>("SELECT name FROM setting WHERE name LIKE 'mark.% _'").pluck().all();
    const words = new Set(names.map((name) => /(\w+) \d$/.exec(name)![1]!));
    return names.length === MEGABYTES && words.size === 1 ? [...words][0]! : null;
  } finally {
    db.close();
  }
}

/**
 * Kills a process at a random moment while it restores a backup. The library must then be complete, either the old one
 * or the new one. If it is the new one, the old one must have been kept.
 */
export async function killRestore(chance: Random): Promise<{ failures: string[]; restored: boolean }> {
  const root = temporaryDir();
  const [dir, other] = [path.join(root, 'mine'), path.join(root, 'other')];
  await filledWith(dir, 'mine');
  await filledWith(other, 'other');
  const script = path.resolve(import.meta.dirname, 'restore-process.ts');
  const child = spawn(process.execPath, [script, dir, databaseFile(other)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const over = once(child, 'exit');
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), chance.below(LATEST_MS)).unref();
  await over;
  // Opening the library applies its journal.
  const store = await Store.open(dir, 'torture');
  store.close();
  const word = wordIn(databaseFile(dir));
  const failures: string[] = [];
  if (word === null) failures.push('after a kill, the library is incomplete');
  const backups = path.join(dir, 'backups');
  const kept =
    word === 'mine' ? [] : readdirSync(backups).filter((name) => name.startsWith('before-restore'));
  if (word === 'other' && !kept.some((name) => wordIn(path.join(backups, name)) === 'mine'))
    failures.push('after a kill, the replaced library is not kept');
  removeDir(root);
  return { failures, restored: word === 'other' };
}
