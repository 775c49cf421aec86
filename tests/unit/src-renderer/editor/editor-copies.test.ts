// The editor with a library: which puzzle an edit changes, and which puzzle undo returns to.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { editingService } from '../../../../src-main/services/editing.ts';
import { libraryService } from '../../../../src-main/services/library.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { Editor } from '../../../../src-renderer/editor/editor.svelte.ts';
import { paint } from '../../../../src-renderer/editor/operations.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

const host = vi.hoisted(() => {
  const api: Record<string, (input: never) => unknown> = {};
  return { api };
});
vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({
  messageOf: String,
  client: { call: (method: string, input: unknown) => Promise.resolve(host.api[method]!(input as never)) },
}));

const { puzzle } = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  const context = { store, emit: () => undefined };
  const library = libraryService(context);
  host.api = { ...library, ...editingService(context, library) };
});
afterEach(() => {
  store.close();
  removeDir(dir);
});

const names = (): string[] => store.puzzles.list().map(({ name }) => name);
const addRun = (puzzleId: number, boards: boolean): number =>
  store.runs.add(
    allOf(puzzleId, { wanted: { solutions: 'all', boards } }),
    1,
    store.puzzles.snapshot(store.puzzles.get(puzzleId).puzzle),
  );

/**
 * Makes an edit and waits until it is saved. The simulated library replies at once, so saving takes one turn of the
 * event loop.
 */
async function edit(editor: Editor, change: () => void): Promise<void> {
  change();
  await setImmediate();
}
const firstEdge = (label: number) => (editor: Editor) =>
  edit(editor, () => editor.do('Paint', paint(0, 0, label)));

test('a run that only counted lets the next edit change the puzzle; a run that keeps boards does not', async () => {
  const { id } = store.puzzles.add(puzzle);
  addRun(id, false);
  const counted = (await Editor.open(id, () => expect.fail('no copy')))!;
  expect(counted.kept).toBe('');
  await firstEdge(5)(counted);
  expect(names()).toEqual([puzzle.name]);
  addRun(id, true);
  const searched = (await Editor.open(id, () => undefined))!;
  expect(searched.kept).toBe('has runs or boards: your first edit makes a copy');
  await firstEdge(6)(searched);
  expect(searched.id).not.toBe(id);
});

test('undoing all edits of a copy returns to the original, and an edit after that to the copy', async () => {
  const sample = store.puzzles.add(puzzle, { group: 'Easy' });
  const shown: number[] = [];
  const editor = (await Editor.open(sample.id, (id) => shown.push(id)))!;
  await firstEdge(5)(editor);
  await firstEdge(6)(editor);
  const copy = editor.id;
  await edit(editor, () => editor.undo());
  expect(editor.id).toBe(copy);
  await edit(editor, () => editor.undo());
  expect([editor.id, editor.puzzle.name]).toEqual([sample.id, puzzle.name]);
  expect(editor.kept).not.toBe('');
  expect(names()).toEqual([puzzle.name]);
  expect(store.bin.list().items.map(({ id }) => id)).toEqual([copy]);

  await edit(editor, () => editor.redo());
  expect([editor.id, editor.puzzle.name]).toEqual([copy, `${puzzle.name} copy`]);
  expect(store.puzzles.get(copy).puzzle).toEqual(editor.puzzle);
  expect(shown).toEqual([copy, sample.id, copy]);
  expect(store.puzzles.get(sample.id)).toEqual(sample);

  // Undo does not delete a copy that has a run.
  addRun(copy, false);
  await edit(editor, () => editor.undo());
  expect(editor.id).toBe(copy);
  expect(names()).toHaveLength(2);
});
