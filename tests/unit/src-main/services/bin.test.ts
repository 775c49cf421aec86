import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
});
afterEach(() => {
  store.close();
  removeDir(dir);
});
const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const withHistory = (name: string): { puzzleId: number; runId: number; boardId: number } => {
  const puzzleId = store.puzzles.add({ ...puzzle, name }).id;
  const runId = store.runs.add(allOf(puzzleId), 1, store.puzzles.snapshot(puzzle));
  store.runs.setStatus(runId, 'stopped', '');
  const { id: boardId } = store.boards.add({ puzzleId, runId, ...checkBoard(puzzle, solution) });
  return { puzzleId, runId, boardId };
};

test('deleted items are in the bin, are restored unchanged, or are permanently deleted with everything that belongs to them', () => {
  const one = withHistory('one');
  const two = withHistory('two');
  store.puzzles.remove(one.puzzleId);
  store.runs.remove(two.runId);
  store.boards.remove(two.boardId);
  expect(store.bin.list()).toMatchObject({ total: 3 });
  expect(store.bin.list().items.find(({ kind }) => kind === 'puzzle')).toMatchObject({
    name: 'one',
    detail: 'with 1 run and 1 board',
  });
  store.bin.restore('run', two.runId);
  store.bin.restore('board', two.boardId);
  expect(store.boards.get(two.boardId).runs.map(({ runId }) => runId)).toEqual([two.runId]);
  expect(() => Array.from(store.bin.delete('puzzle', two.puzzleId))).toThrow(/is not in Recently deleted/);
  Array.from(store.bin.empty());
  expect(store.bin.list()).toEqual({ total: 0, items: [] });
  expect(() => store.puzzles.get(one.puzzleId)).toThrow(/no puzzle/);
  expect(() => store.runs.get(one.runId)).toThrow(/no run/);
  // Both runs shared this snapshot of the puzzle.
  expect(store.runs.puzzle(two.runId)).toEqual(puzzle);
  expect(store.boards.count(two.puzzleId)).toBe(1);
});

test('an experiment is deleted into the bin, and restored with its trials', () => {
  const id = store.lab.add('From a table', null);
  store.lab.remove(id);
  expect(store.lab.list()).toEqual([]);
  expect(() => store.lab.get(id)).toThrow(/no experiment/);
  expect(store.bin.list()).toMatchObject({
    total: 1,
    items: [{ kind: 'experiment', id, name: 'From a table', detail: '0 trials' }],
  });
  store.bin.restore('experiment', id);
  expect(store.lab.get(id).name).toBe('From a table');
  store.lab.remove(id);
  Array.from(store.bin.empty());
  expect(() => store.bin.restore('experiment', id)).toThrow(/is not in Recently deleted/);
});

test('a puzzle is not deleted permanently while a run of it is active', () => {
  const { puzzleId, runId } = withHistory('hunted');
  store.puzzles.remove(puzzleId);
  store.runs.setStatus(runId, 'running', '');
  const says = `Run ${runId} of “hunted” is active. Stop it first.`;
  expect(() => Array.from(store.bin.delete('puzzle', puzzleId))).toThrow(says);
  expect(() => Array.from(store.bin.empty())).toThrow(says);
  expect(store.runs.get(runId).status).toBe('running');
  store.runs.setStatus(runId, 'stopped', '');
  Array.from(store.bin.empty());
  expect(store.bin.list().total).toBe(0);
});

test('a backup contains the whole library; restoring it keeps the previous one as a file that can be restored', async () => {
  const one = withHistory('one');
  const file = path.join(dir, 'out', 'library.backup');
  await store.backUp(file);
  store.puzzles.remove(one.puzzleId);
  withHistory('two');
  const kept = await store.restoreFrom(file);
  expect(store.puzzles.list().map(({ name, solutions }) => [name, solutions])).toEqual([['one', 1]]);
  expect(store.boards.get(one.boardId).runs).toHaveLength(1);
  await store.restoreFrom(kept);
  expect(store.puzzles.list().map(({ name }) => name)).toEqual(['two']);
  expect(readdirSync(path.join(dir, 'backups')).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

test('a damaged, newer, foreign or missing file is rejected with an error, and nothing changes', async () => {
  withHistory('one');
  const file = path.join(dir, 'library.backup');
  await store.backUp(file);
  const bad = path.join(dir, 'bad.backup');
  const refuses = async (says: RegExp): Promise<void> => {
    await expect(store.restoreFrom(bad)).rejects.toThrow(says);
    expect(store.puzzles.list().map(({ name }) => name)).toEqual(['one']);
  };
  await refuses(/There is no file/);
  writeFileSync(bad, 'not a library at all, but a text that is long enough to be looked at'.repeat(100));
  await refuses(/bad\.backup can't be restored: it is not a backup of a library; choose .*not changed/);
  writeFileSync(bad, '');
  await refuses(/bad\.backup can't be restored: it is empty; choose a different backup\. The library/);
  copyFileSync(file, bad);
  const newer = new Database(bad);
  newer.pragma('user_version = 99');
  newer.close();
  // The reason only, without the advice for a library that can't be opened.
  await refuses(
    /^bad\.backup can't be restored: its version is 99 [^.]*use a newer version of Edgewise\. The library was not changed\.$/,
  );
});
