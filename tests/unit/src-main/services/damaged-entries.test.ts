/** Library entries that are valid JSON but have invalid contents. They are reported and don't hide other entries. */
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { databaseFile, Store } from '../../../../src-main/store/store.ts';
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

async function damage(...statements: string[]): Promise<void> {
  store.close();
  const db = new Database(databaseFile(dir));
  for (const statement of statements) expect(db.prepare(statement).run().changes).toBe(1);
  db.close();
  store = await Store.open(dir, 'test');
}

const { puzzle, solution } = generate({ width: 3, height: 3, family: 'framed', seed: 1 });
const addRun = (puzzleId: number): number =>
  store.runs.add(
    {
      puzzleId,
      engine: 'exact',
      options: {},
      wanted: { solutions: 1, boards: true },
      limits: { seconds: null, nodes: null },
      seed: 1,
      threads: 1,
    },
    1,
    store.puzzles.snapshot(puzzle),
  );
const told = /damaged in the library file.*library rescue/;

test('a damaged puzzle and a damaged saved game are reported; the list shows all puzzles', async () => {
  const [one, two] = [store.puzzles.add(puzzle).id, store.puzzles.add(puzzle).id];
  store.plays.save(one, { board: solution, seconds: 1, solved: false, helped: false, bookmarks: [] });
  await damage(
    `UPDATE puzzle SET json = json_set(json, '$.tiles[0]', 5) WHERE id = ${two}`,
    `UPDATE play SET json = '{"board":"none"}'`,
  );
  expect(store.puzzles.list().map(({ id }) => id)).toEqual(expect.arrayContaining([one, two]));
  expect(store.puzzles.get(one).puzzle.kind).toBe('edge-matching');
  expect(() => store.puzzles.get(two)).toThrow(told);
  expect(() => store.plays.get(one)).toThrow(told);
});

test('a damaged run is listed with the others, is not started, and keeps a readable checkpoint', async () => {
  const { id } = store.puzzles.add(puzzle);
  const [sound, noSettings, badFigures] = [addRun(id), addRun(id), addRun(id)];
  for (const nodes of [1, 2]) store.runs.addCheckpoint(sound, Uint8Array.of(nodes), { ...noFigures, nodes });
  await damage(
    `UPDATE run SET settings = json_remove(settings, '$.engine') WHERE id = ${noSettings}`,
    `UPDATE run SET figures = '{"nodes":"many"}' WHERE id = ${badFigures}`,
    `UPDATE checkpoint SET figures = '[]' WHERE id = (SELECT max(id) FROM checkpoint)`,
  );
  const { items } = store.runs.list({ offset: 0, limit: 10 });
  expect(items.map((run) => [run.id, told.test(run.message)])).toEqual([
    [badFigures, true],
    [noSettings, true],
    [sound, false],
  ]);
  expect(items.every(({ settings }) => settings.puzzleId === id)).toBe(true);
  expect(() => store.runs.settings(noSettings)).toThrow(told);
  expect(store.runs.get(noSettings).resumable).toBe(false);
  expect(store.runs.checkpoints(sound).map(({ figures }) => figures.nodes)).toEqual([1]);
});

test('a damaged board in the gallery says so in its note; the others are unchanged', async () => {
  const { id: puzzleId } = store.puzzles.add(puzzle);
  const add = (key: number): number =>
    store.boards.add({
      ...checkBoard(puzzle, solution),
      puzzleId,
      runId: null,
      key: Buffer.of(key),
      board: solution,
      path: null,
    }).id;
  const [one, two, three] = [add(1), add(2), add(3)];
  await damage(
    `UPDATE solution SET tags = '"none"', note = 'mine' WHERE id = ${one}`,
    `UPDATE solution SET board = x'010203' WHERE id = ${two}`,
  );
  const { items } = store.boards.list({ sort: 'oldest', offset: 0, limit: 10 });
  expect(items.map(({ id, note }) => [id, told.test(note)])).toEqual([
    [one, true],
    [two, true],
    [three, false],
  ]);
  expect(items[0]!.note).toMatch(/mine$/);
  expect(items[1]!.board).toBeNull();
  expect(items[2]!.board).toEqual(solution);
});
