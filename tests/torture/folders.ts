// Another program changes the library's folder at a random moment. From then on, no puzzle is reported as stored, and
// the contents are saved elsewhere if possible. A file that isn't Edgewise's stays unchanged.
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { random, type Random } from '../../src-core/random.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

interface Folder {
  readonly dir: string;
  readonly file: string;
  /** an earlier copy of the file, like one kept by a synchronization program */
  readonly copy: string;
}

/** Changes that another program makes in the folder */
const changes: Readonly<Record<string, (folder: Folder) => void>> = {
  nothing: () => undefined,
  'renames a copy over the file': ({ file, copy }) => {
    copyFileSync(copy, `${file}.tmp`);
    renameSync(`${file}.tmp`, file);
  },
  'overwrites the file in place': ({ file, copy }) => writeFileSync(file, readFileSync(copy)),
  'deletes the file': ({ file }) => rmSync(file),
  'moves the folder': ({ dir }) => renameSync(dir, `${dir}-moved`),
};

function namesIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const names = db.prepare<[], string>('SELECT name FROM puzzle ORDER BY id').pluck().all();
  db.close();
  return names;
}

/** Adds puzzles. Returns the names of those reported as stored. */
function addSome(store: Store, chance: Random, first: number): string[] {
  const stored: string[] = [];
  for (let i = 1 + chance.below(12); i > 0; i--) {
    const name = `Puzzle ${first + stored.length}`;
    try {
      store.puzzles.add({ ...puzzle, name });
      stored.push(name);
    } catch {
      return stored;
    }
  }
  return stored;
}

async function failuresOf(root: string, what: string, chance: Random): Promise<string[]> {
  const dir = path.join(root, 'library');
  const folder = { dir, file: databaseFile(dir), copy: path.join(root, 'copy') };
  mkdirSync(dir);
  let store = await Store.open(dir, 'torture');
  const stored = addSome(store, chance, 1);
  if (chance.below(4) > 0) {
    // Closing the library writes the journal into the library's file.
    store.close();
    store = await Store.open(dir, 'torture');
  }
  const told = new Promise<string>((resolve) => store.onLost(resolve));
  copyFileSync(folder.file, folder.copy);
  stored.push(...addSome(store, chance, stored.length + 1));
  changes[what]!(folder);
  const later = addSome(store, chance, stored.length + 1);
  const message = what === 'nothing' ? '' : await told;
  store.close();

  const failures: string[] = [];
  const expectNames = (where: string, names: readonly string[], expected: readonly string[]): void => {
    if (names.join() !== expected.join())
      failures.push(`${where} has ${names.length} of ${expected.length} puzzles`);
  };
  if (what === 'nothing') expectNames('the library', namesIn(folder.file), [...stored, ...later]);
  else if (later.length > 0) failures.push(`${later.length} puzzles were reported as stored afterwards`);
  const saved = /saved in (.*edgewise-library)\./.exec(message)?.[1];
  if (saved) expectNames('what was saved', namesIn(saved), stored);
  else if (what !== 'nothing' && !what.includes('in place')) failures.push(message);
  if (what.includes('moves')) expectNames('the moved library', namesIn(databaseFile(`${dir}-moved`)), stored);
  if (/copy|in place/.test(what)) {
    if (!readFileSync(folder.file).equals(readFileSync(folder.copy))) failures.push('their file was changed');
    // This process still has the lost library open, so simulate the next start with a copy of the folder.
    const next = path.join(root, 'next');
    cpSync(dir, next, { recursive: true });
    (await Store.open(next, 'torture')).close();
    expectNames('their file, opened', namesIn(databaseFile(next)), namesIn(folder.copy));
  }
  return failures.map((failure) => `when another program ${what}: ${failure}`);
}

export const folders: Part = async (seed, going) => {
  const chance = random(seed, 7);
  const failures: string[] = [];
  const kinds = Object.keys(changes);
  let tried = 0;
  const { error } = console;
  // The store logs each lost library, which would fill the screen.
  console.error = () => undefined;
  do {
    const root = temporaryDir();
    const home = path.join(root, 'home');
    mkdirSync(home);
    // If a library's folder is gone, the library is saved in the home folder.
    process.env['HOME'] = home;
    failures.push(...(await failuresOf(root, kinds[tried % kinds.length]!, chance)));
    removeDir(root);
    tried++;
  } while (going(tried) || tried < kinds.length);
  console.error = error;
  return {
    count: tried,
    tried: `${tried} folders changed by another program in ${kinds.length - 1} ways, or not at all`,
    failures,
  };
};
