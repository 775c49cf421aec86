// What a scan in the window keeps and takes back, without a window: the thread that reads pictures is played.
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
/** Takes back all that can be; how much that was. */
const undone = (): number => {
  let times = 0;
  for (; session.canUndo; times++) session.undo();
  return times;
};

test('the last 200 changes are taken back, and made again', async () => {
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  for (let n = 0; n < 205; n++) session.addTile(id, [100 + n, 100], 50);
  expect(session.tiles).toHaveLength(205);
  expect([undone(), session.tiles.length]).toEqual([200, 5]);
  while (session.canRedo) session.redo();
  expect(session.tiles).toHaveLength(205);
});

test('typing on is one change; with another one between it makes two', () => {
  undone();
  for (const name of ['F', 'Fi', 'Fish']) session.rename(name);
  session.resize({ columns: 4 });
  session.rename('Fishes');
  expect(undone()).toBe(3);
});

test('of the pictures that were removed the last four come back, and the thread lets go of the others', async () => {
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
