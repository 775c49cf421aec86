// What a scan keeps and undoes, tested without a window; the thread that reads pictures is simulated.
/// <reference types="vite/client" />
import { expect, test, vi } from 'vitest';

const forgotten: number[] = [];
vi.mock('../../../../src-renderer/scan/reader.ts', () => ({
  openPicture: () => Promise.resolve({ width: 900, height: 600, tiles: [], preview: null }),
  forgetPicture: (picture: number) => forgotten.push(picture),
}));
vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({ messageOf: String }));
const { session } = await import('../../../../src-renderer/scan/session.svelte.ts');

const picture = (n: number): File => new File([], `${n}.jpg`);
/** Undoes all changes and returns their number. */
const undone = (): number => {
  let times = 0;
  for (; session.canUndo; times++) session.undo();
  return times;
};

test('the last 200 changes can be undone and redone', async () => {
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  for (let n = 0; n < 205; n++) session.addTile(id, [100 + n, 100], 50);
  expect(session.tiles).toHaveLength(205);
  expect([undone(), session.tiles.length]).toEqual([200, 5]);
  while (session.canRedo) session.redo();
  expect(session.tiles).toHaveLength(205);
});

test('continued typing is one change; another change in between makes it two', () => {
  undone();
  for (const name of ['F', 'Fi', 'Fish']) session.rename(name);
  session.resize({ columns: 4 });
  session.rename('Fishes');
  expect(undone()).toBe(3);
});

test('the last four removed pictures can be restored, and the thread forgets the others', async () => {
  session.clear();
  await session.open([1, 2, 3, 4, 5].map(picture));
  const ids = session.pictures.map((each) => each.id);
  forgotten.length = 0;
  for (const id of ids) session.remove(id);
  expect(session.pictures).toEqual([]);
  expect(undone()).toBe(4);
  expect(session.pictures.map((each) => each.id)).toEqual(ids.slice(1));
  expect(forgotten.filter((id) => ids.includes(id))).toEqual(ids.slice(0, 1));
});
