import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { HISTORY_BYTES } from '../../../../src-main/store/edits.ts';
import { Store } from '../../../../src-main/store/store.ts';

let dir: string;
let store: Store;
let puzzleId: number;
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'edgewise-edits-'));
  store = await Store.open(dir, 'test');
  puzzleId = store.puzzles.add(generate({ family: 'framed', width: 3, height: 3, seed: 1 }).puzzle).id;
});
afterEach(() => {
  store.close();
  rmSync(dir, { recursive: true, force: true });
});
const picture = 'x'.repeat(3_600_000);
const step = (title: string, after = picture) => ({ title, changes: [{ field: 'labels', index: 0, after }] });
const titles = (): string[] => store.edits.get(puzzleId).steps.map(({ title }) => title);

test('a history with pictures stays within its limit, keeps the steps to undo first, and continues to count', () => {
  for (let i = 0; i < 12; i++) store.edits.save(puzzleId, i, [step(String(i))], i + 1);
  const { steps, position } = store.edits.get(puzzleId);
  expect(steps.map(({ title }) => title)).toEqual(['8', '9', '10', '11']);
  expect(position).toBe(4);
  expect(JSON.stringify(steps).length).toBeLessThan(HISTORY_BYTES);

  // Undone steps can be redone as long as the steps that can be undone leave space for them.
  store.edits.save(puzzleId, 4, [], 2);
  expect(store.edits.get(puzzleId)).toMatchObject({ position: 2 });
  store.edits.save(puzzleId, 2, [step('a'), step('b'), step('c')], 5);
  expect(titles()).toEqual(['9', 'a', 'b', 'c']);
});

test('a step larger than the limit is not kept; smaller ones are', () => {
  store.edits.save(puzzleId, 0, [step('small', 'x')], 1);
  store.edits.save(puzzleId, 1, [step('large', 'x'.repeat(HISTORY_BYTES + 1))], 2);
  expect(store.edits.get(puzzleId)).toEqual({ steps: [], position: 0 });
  store.edits.save(puzzleId, 0, [step('next', 'x')], 1);
  expect(titles()).toEqual(['next']);
});
