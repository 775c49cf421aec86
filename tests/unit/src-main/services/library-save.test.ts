// Saving a changed puzzle changes the stored puzzle, or makes a copy if boards were found for it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { editingService } from '../../../../src-main/services/editing.ts';
import { libraryService } from '../../../../src-main/services/library.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

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

test('with boards, a new appearance changes the puzzle itself; other tiles or rules make a copy', () => {
  const library = libraryService({ store, emit: () => undefined });
  const { id } = store.puzzles.add(puzzle);
  store.boards.add({ puzzleId: id, runId: null, ...checkBoard(puzzle, solution) });
  const saved = (changes: Partial<EdgePuzzle>): number =>
    library['library.save']({ id, puzzle: { ...puzzle, ...changes } })!.id;
  const [first, ...rest] = puzzle.tiles;
  expect(saved({ notes: 'mine' })).toBe(id);
  expect(saved({ labels: puzzle.labels.map((label) => ({ ...label, colour: '#123456' })) })).toBe(id);
  const photo = { image: 'data:image/png;base64,AAAA' };
  expect(saved({ tiles: [{ ...first!, photo }, ...rest] })).toBe(id);
  expect(saved({ tiles: [{ edges: first!.edges.toReversed() }, ...rest] })).not.toBe(id);
  expect(saved({ turns: 'flip' })).not.toBe(id);
});

test('a sample keeps its name in the editor, where any change makes a copy; on its own page it is renamed', async () => {
  const context = { store, emit: () => undefined };
  const library = libraryService(context);
  const editing = editingService(context, library);
  const sample = store.puzzles.add(puzzle, { group: 'Easy' });
  const edited = async (changes: Partial<EdgePuzzle>): Promise<{ id: number; name: string }> =>
    (await editing['editing.save']({
      id: sample.id,
      puzzle: { ...puzzle, ...changes },
      revision: sample.revision,
      from: 0,
      steps: [],
      position: 0,
      copy: false,
    }))!;
  const [renamed, turned] = [await edited({ name: 'Mine' }), await edited({ turns: 'flip' })];
  expect([renamed.name, turned.name]).toEqual(['Mine', `${puzzle.name} copy`]);
  expect(new Set([sample.id, renamed.id, turned.id]).size).toBe(3);
  expect(store.puzzles.get(sample.id)).toMatchObject({ name: puzzle.name, sample: true });
  expect(store.puzzles.get(renamed.id)).toMatchObject({ sample: false });
  // The copy is the user's own puzzle, so it is edited in place.
  const { revision } = store.puzzles.get(renamed.id);
  const mine = { ...puzzle, name: 'Mine too' };
  const again = { id: renamed.id, puzzle: mine, revision, from: 0, steps: [], position: 0, copy: false };
  expect(await editing['editing.save'](again)).toMatchObject({ id: renamed.id, name: 'Mine too' });
  expect(library['library.save']({ id: sample.id, puzzle: { ...puzzle, name: 'Known' } })!.id).toBe(
    sample.id,
  );
});

test('two windows edit one puzzle: the later save is refused, and can be saved as a copy', async () => {
  const context = { store, emit: () => undefined };
  const library = libraryService(context);
  const editing = editingService(context, library);
  const { id, revision } = store.puzzles.add(puzzle);
  const [first, ...rest] = puzzle.tiles;
  const turned: EdgePuzzle = { ...puzzle, tiles: [{ edges: first!.edges.toReversed() }, ...rest] };
  const step = (title: string) => ({ title, changes: [{ field: 'notes', before: '', after: title }] });
  const save = (mine: EdgePuzzle, known: string, title: string, copy = false) =>
    editing['editing.save']({
      id,
      puzzle: mine,
      revision: known,
      from: 0,
      steps: [step(title)],
      position: 1,
      copy,
    });

  const one = (await save(turned, revision, 'window one'))!;
  expect(one.id).toBe(id);
  const later = { ...puzzle, notes: 'window two' };
  expect(await save(later, revision, 'window two')).toBeNull();
  expect(store.puzzles.get(id).puzzle).toEqual(turned);
  expect(store.edits.get(id).steps.map(({ title }) => title)).toEqual(['window one']);
  const two = (await save(later, revision, 'window two', true))!;
  expect(two.id).not.toBe(id);
  expect(store.puzzles.get(id).puzzle).toEqual(turned);
  expect(store.puzzles.get(two.id).puzzle).toMatchObject({ notes: 'window two', tiles: puzzle.tiles });
  expect(store.edits.get(id).steps.map(({ title }) => title)).toEqual(['window one']);
  expect(store.edits.get(two.id).steps.map(({ title }) => title)).toEqual(['window two']);

  // Other views save with `library.save`, which also rejects an outdated puzzle.
  const again = { ...puzzle, notes: 'again' };
  expect(await save(again, one.revision, 'again')).toMatchObject({ id });
  const renamed = { ...turned, notes: 'old page' };
  const count = store.puzzles.list().length;
  expect(library['library.save']({ id, puzzle: renamed, revision })).toBeNull();
  expect(store.puzzles.list()).toHaveLength(count);
  expect(store.puzzles.get(id).puzzle).toEqual(again);
  const copy = library['library.save']({ id, puzzle: renamed, revision, copy: true })!;
  expect(copy).toMatchObject({ name: `${puzzle.name} copy (2)`, puzzle: { notes: 'old page' } });
});
