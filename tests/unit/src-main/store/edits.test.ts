import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EditStep } from '../../../../src-core/contract/editing.ts';
import { MAX_HISTORY_BYTES } from '../../../../src-main/store/edits.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

// Dozens of megabytes are written, which takes half a minute on a slow disk.
vi.setConfig({ testTimeout: 120_000 });

let dir: string;
let store: Store;
let puzzleId: number;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  puzzleId = store.puzzles.add(generate({ family: 'framed', width: 3, height: 3, seed: 1 }).puzzle).id;
});
afterEach(() => {
  store.close();
  removeDir(dir);
});
const picture = 'x'.repeat(3_600_000);
const step = (title: string, after = picture) => ({ title, changes: [{ field: 'labels', index: 0, after }] });
const save = (from: number, steps: readonly EditStep[], position: number): void =>
  store.together(() => store.edits.save(puzzleId, from, steps, position));
const titles = (): string[] => store.edits.get(puzzleId).steps.map(({ title }) => title);

test('a history with pictures stays within its limit, prefers steps to undo over steps to redo, and keeps its numbering', () => {
  for (let i = 0; i < 6; i++) save(i, [step(String(i))], i + 1);
  const { steps, position } = store.edits.get(puzzleId);
  expect(steps.map(({ title }) => title)).toEqual(['2', '3', '4', '5']);
  expect(position).toBe(4);
  expect(JSON.stringify(steps).length).toBeLessThan(MAX_HISTORY_BYTES);

  // If space runs out, redo steps are dropped before undo steps.
  save(4, [], 2);
  expect(store.edits.get(puzzleId)).toMatchObject({ position: 2 });
  save(2, [step('a'), step('b'), step('c')], 5);
  expect(titles()).toEqual(['3', 'a', 'b', 'c']);
});

test('a step larger than the limit is not kept; smaller ones are', () => {
  save(0, [step('small', 'x')], 1);
  save(1, [step('large', 'x'.repeat(MAX_HISTORY_BYTES + 1))], 2);
  expect(store.edits.get(puzzleId)).toEqual({ steps: [], position: 0 });
  save(0, [step('next', 'x')], 1);
  expect(titles()).toEqual(['next']);
});
