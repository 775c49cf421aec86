// Another program replaces, moves or deletes the library while Edgewise has it open.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { isRemote } from '../../../../src-main/store/library-file.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const add = (name: string): unknown => store.together(() => store.puzzles.add({ ...puzzle, name }));

let dir: string;
let lib: string;
let file: string;
let copy: string;
let store: Store;
beforeEach(async () => {
  dir = temporaryDir();
  lib = path.join(dir, 'library');
  mkdirSync(lib);
  file = databaseFile(lib);
  copy = path.join(dir, 'copy');
  store = await Store.open(lib, 'test');
  add('First');
  store.close();
  copyFileSync(file, copy);
  store = await Store.open(lib, 'test');
  add('Second');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  removeDir(dir);
});

/** Returns the puzzle names in a library file, including its journal. */
function namesIn(library: string): string[] {
  const db = new Database(library, { readonly: true });
  const names = db.prepare<[], string>('SELECT name FROM puzzle ORDER BY id').pluck().all();
  db.close();
  return names;
}

const replaceByRename = (): void => {
  copyFileSync(copy, `${file}.tmp`);
  renameSync(`${file}.tmp`, file);
};

test.each([
  ['renamed over it', replaceByRename],
  ['deleted', () => rmSync(file)],
  ['its folder moved', () => renameSync(lib, `${lib}-moved`)],
])('%s: later writes are not reported as stored, and known data is saved', async (_, takeAway) => {
  const home = path.join(dir, 'home');
  mkdirSync(home);
  vi.stubEnv('HOME', home);
  const told = new Promise<string>((resolve) => store.onLost(resolve));
  takeAway();
  expect(() => add('Lost')).toThrow(/^The library .* Nothing more can be saved. Restart Edgewise/);
  expect(() => store.puzzles.add({ ...puzzle, name: 'Lost' })).toThrow(/Nothing more can be saved/);
  const message = await told;
  const kept = /saved in (.*edgewise-library)\./.exec(message)?.[1];
  expect(namesIn(kept!)).toEqual(['First', 'Second']);
  vi.unstubAllEnvs();
});

test('a library overwritten in place: nothing is written into the new file, even when the library is closed', async () => {
  const told = new Promise<string>((resolve) => store.onLost(resolve));
  // writeFileSync overwrites the file in place, so its inode stays the same.
  writeFileSync(file, readFileSync(copy));
  expect(() => add('Lost')).toThrow(/was replaced or changed by another program/);
  expect(await told).toMatch(/could not be saved: its file was overwritten in place/);
  store.close();
  expect(readFileSync(file).equals(readFileSync(copy))).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
  const opened = path.join(dir, 'opened later');
  copyFileSync(file, opened);
  expect(namesIn(opened)).toEqual(['First']);
});

test('a library replaced, with its own pages damaged: the message does not say that the content is saved', async () => {
  const told = new Promise<string>((resolve) => store.onLost(resolve));
  const own = path.join(dir, 'own');
  renameSync(file, own);
  copyFileSync(copy, file);
  // writeFileSync overwrites the file in place, so its inode stays the same.
  const damaged = readFileSync(own).fill(0xff, 4096 * 4);
  writeFileSync(own, damaged);
  expect(() => add('Lost')).toThrow(/Nothing more can be saved/);
  expect(await told).toMatch(/The library's content could not be saved: it is damaged/);
});

test('a replaced library is noticed even while nothing is written', async () => {
  const told = new Promise<string>((resolve) => store.onLost(resolve));
  replaceByRename();
  expect(await told).toMatch(/was replaced or changed by another program/);
});

test('a journal is never applied to another file', async () => {
  store.close();
  store = await Store.open(lib, 'test');
  add('Third');
  // After a crash, the journal contains the puzzle “Third”. Then someone replaces the library with an older file.
  const crashed = path.join(dir, 'crashed');
  mkdirSync(crashed);
  for (const name of readdirSync(lib).filter((each) => /sqlite(-wal|-mark)?$/.test(each)))
    copyFileSync(path.join(lib, name), path.join(crashed, name));
  const theirs = databaseFile(crashed);
  expect(statSync(`${theirs}-wal`).size).toBeGreaterThan(0);
  const whole = readFileSync(theirs);
  copyFileSync(copy, theirs);
  await expect(Store.open(crashed, 'test')).rejects.toThrow(
    /its journal edgewise.sqlite-wal belongs to the previous file/,
  );
  expect(readFileSync(theirs).equals(readFileSync(copy))).toBe(true);

  writeFileSync(theirs, whole);
  const rescued = await Store.open(crashed, 'test');
  expect(rescued.puzzles.findByName('Third')).not.toBeNull();
  rescued.close();
});

test("its own checkpoints, large writes and readers don't count as another program", async () => {
  for (let i = 0; i < 300; i++) add(`Many ${i} ${'x'.repeat(100)}`);
  store.together(() => {
    for (let i = 0; i < 3000; i++) store.settings.setMark(`mark ${i}`, 'y'.repeat(2000));
  });
  expect(statSync(`${file}-wal`).size).toBeLessThan(4 * 2 ** 20);
  const reader = await Store.openToRead(lib, 'test');
  expect(reader.puzzles.findByName('Many 299 ' + 'x'.repeat(100))).not.toBeNull();
  reader.close();
  await store.backUp(path.join(dir, 'backup'));
  add('After all that');
  store.close();
  store = await Store.open(lib, 'test');
  expect(store.puzzles.findByName('After all that')).not.toBeNull();
});

test('a library that is a link: its journal is guarded too, and a missing target is not replaced', async () => {
  store.close();
  const elsewhere = path.join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  const target = path.join(elsewhere, 'mine.sqlite');
  renameSync(file, target);
  symlinkSync(target, file);
  store = await Store.open(lib, 'test');
  for (let i = 0; i < 8; i++) store.together(() => store.settings.setMark(`mark ${i}`, 'y'.repeat(2 ** 20)));
  expect(statSync(`${target}-wal`).size).toBeLessThan(6 * 2 ** 20);
  expect(existsSync(`${target}-mark`)).toBe(true);
  store.close();
  renameSync(elsewhere, `${elsewhere}-away`);
  await expect(Store.open(lib, 'test')).rejects.toThrow(/is a link to .*mine\.sqlite, which is missing/);
  renameSync(`${elsewhere}-away`, elsewhere);
  store = await Store.open(lib, 'test');
  expect(store.puzzles.findByName('Second')).not.toBeNull();
});

test('network file systems get no write-ahead log', () => {
  expect([0x6969, 0xff534d42, -11317950, 0xfe534d42].map(isRemote)).toEqual([true, true, true, true]);
  // local file systems: ext4, tmpfs, btrfs
  expect([0xef53, 0x01021994, 0x9123683e].map(isRemote)).toEqual([false, false, false]);
});
