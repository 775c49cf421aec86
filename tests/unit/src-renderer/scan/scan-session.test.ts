// The state of a scan and its undo history, tested without a window. The thread that reads pictures is simulated.
/// <reference types="vite/client" />
import { expect, test, vi } from 'vitest';
import type { PictureFacts } from '../../../../src-core/scan/advice.ts';
import type { Reading } from '../../../../src-core/scan/reading.ts';
import { moved, named } from '../../../../src-core/scan/sorting.ts';
import type { Strip } from '../../../../src-core/scan/strips.ts';
import type { PairRequest } from '../../../../src-renderer/scan/messages.ts';
import { freePlace, overlookedIn } from '../../../../src-renderer/scan/outlines.ts';

const forgotten: number[] = [];
let taller = 0;
/** facts that the simulated reader returns about pictures: about all of them (`seen`), or by name (`seenIn`) */
let seen: Partial<PictureFacts> = {};
let seenIn: Record<string, Partial<PictureFacts>> = {};
const facts = { width: 900, tiles: 0, clear: 0, side: 0, variety: 1, largest: 0, flat: 0 };
vi.mock('../../../../src-renderer/scan/reader.ts', () => ({
  openPicture: (_: number, { name }: File) =>
    Promise.resolve({
      width: 900,
      height: 600 + taller,
      tiles: [],
      overlooked: [[300, 200]],
      facts: { ...facts, height: 600 + taller, ...seen, ...seenIn[name] },
      preview: null,
    }),
  forgetPicture: (picture: number) => forgotten.push(picture),
  readTiles: () => Promise.resolve({ faces: [], reading: found }),
  pairGroups: (request: PairRequest) => {
    asked.push(request);
    return Promise.resolve(reading);
  },
}));
const strips = Array.from({ length: 8 }, (_, edge): Strip => {
  const plain = Float32Array.of(edge);
  return { l: plain, a: plain, b: plain, border: plain };
});
const reading: Reading = {
  strips,
  far: Float32Array.from({ length: 64 }, (_, at) => (at % 9 === 0 ? 0 : 10)),
  groups: [0, 1, 2, 3, 0, 1, 2, 3],
  mating: 'same',
  matingSure: true,
  pairs: [1, 0, 3, 2],
  mates: [0, 1, 2, 3],
};
/** what the simulated reader finds on the tiles */
let found = reading;
const asked: PairRequest[] = [];
vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({ messageOf: String }));
const { session } = await import('../../../../src-renderer/scan/session.svelte.ts');

const picture = (n: number): File => new File([], `${n}.jpg`);
const undone = (): number => {
  let times = 0;
  for (; session.canUndo; times++) session.undo();
  return times;
};

test('the last 200 changes can be undone and redone', async () => {
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  expect(overlookedIn(session.pictures[0]!)).toEqual([[300, 200]]);
  session.addTile(id, [300, 200], 50);
  expect(overlookedIn(session.pictures[0]!)).toEqual([]);
  session.undo();
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

test('a grid follows its corners, a drawn tile is added, and each of these is one change', async () => {
  session.clear();
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  session.layGrid(id, 3, 2);
  session.moveGrid(id, 0, [0, 0], 'stroke 1');
  session.moveGrid(id, 0, [30, 30], 'stroke 1');
  session.moveGrid(id, 2, [900, 600], 'stroke 2');
  expect(session.tiles).toHaveLength(6);
  expect(session.tiles[0]!.corners[0].map(Math.round)).toEqual([30, 30]);
  expect(session.tiles[5]!.corners[2].map(Math.round)).toEqual([900, 600]);
  // Corners that would make the grid's sides cross are ignored.
  session.moveGrid(id, 0, [899, 599], 'stroke 3');
  expect(session.pictures[0]!.grid!.corners[0]).toEqual([30, 30]);
  session.drawTile(id, [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ]);
  expect([session.tiles.length, session.pictures[0]!.grid]).toEqual([7, null]);
  for (const left of [6, 6, 6, 0]) {
    session.undo();
    expect(session.tiles).toHaveLength(left);
  }
});

test('a tile is added where one may be missing, or else away from the others', async () => {
  session.clear();
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  expect(freePlace(session.pictures[0]!, 100)).toEqual([300, 200]);
  // If several places may hold a missing tile, the place nearest to the known tiles is chosen.
  session.addTile(id, [700, 400], 100);
  const several = {
    ...session.pictures[0]!,
    overlooked: [
      [300, 200],
      [600, 400],
      [850, 50],
    ] as const,
  };
  expect(freePlace(several, 100)).toEqual([600, 400]);
  session.undo();
  for (const x of [150, 380, 700]) session.addTile(id, [x, 200], 200);
  const [x, y] = freePlace(session.pictures[0]!, 200);
  expect(y).toBe(500);
  expect(x).toBeGreaterThanOrEqual(100);
  expect(x).toBeLessThanOrEqual(800);
});

test('a message about a picture disappears when another picture shows the missing tiles', async () => {
  session.clear();
  seen = { tiles: 1, clear: 1, largest: 0.1 };
  await session.open([picture(1)]);
  expect(session.problems).toEqual([expect.stringContaining('Only one tile was found.')]);
  seen = { tiles: 8, clear: 8, side: 150 };
  await session.open([picture(2)]);
  expect(session.problems).toEqual([]);
  // Opening both pictures at once, in either order, gives the same result.
  seenIn = { '1.jpg': { tiles: 1, clear: 1, largest: 0.1 } };
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    session.clear();
    await session.open(order.map(picture));
    expect([session.pictures.length, session.problems]).toEqual([2, []]);
  }
  session.clear();
  [seen, seenIn] = [{}, {}];
});

test('close-ups are named once, and taken as one tile each', async () => {
  session.clear();
  taller = 250;
  await session.open([1, 2].map(picture));
  expect(session.problems).toEqual([
    '1.jpg, 2.jpg: Each looks like a close-up of one tile, or like several tiles that touch. If one tile fills the picture, choose “One tile for each picture” below. If it shows several, lay a grid over them.',
  ]);
  expect(session.hasCloseUps).toBe(true);
  session.takeCloseUps();
  expect(session.tiles.map(({ corners }) => corners[2])).toEqual([
    [900, 850],
    [900, 850],
  ]);
  expect([session.hasCloseUps, session.problems.length]).toEqual([false, 0]);
});

test('after an answer, groups are paired by the pictures of edges that were compared before', async () => {
  session.clear();
  await session.open([picture(1)]);
  const { id } = session.pictures[0]!;
  for (const x of [100, 300]) session.addTile(id, [x, 100], 50);
  await session.read();
  await session.answerMerge({ parts: [[0], [1]], height: 10, isJoined: false }, true);
  expect(asked.map((request) => request.strips)).toEqual([strips]);
  expect(session.sorted!.groups.slice(0, 2)).toEqual([0, 0]);
});

test('another mating rule keeps the groups; names that two halves cannot both keep are listed', () => {
  const { groups } = session.sorted!;
  session.setMating('same');
  session.do(named(0, 'Fish'));
  session.do(named(1, 'Bird'));
  session.do(named(2, 'Cat'));
  session.setMating('opposite');
  expect(session.sorted!.groups).toEqual(groups);
  expect(session.sorted!.names.slice(0, 2)).toEqual(['Fish', 'Fish']);
  expect(session.problems).toEqual([
    'The two halves of a picture now share one name. These names were dropped: Bird.',
  ]);
  session.undo();
  expect(session.sorted!.names.slice(0, 2)).toEqual(['Fish', 'Bird']);
});

test('questions end once ten answers in a row have changed nothing; a change brings them back', () => {
  const looked = (times: number): void => {
    for (let i = 0; i < times; i++) session.lookedAt([]);
  };
  const all = session.questions.length;
  expect(all).toBeGreaterThan(0);
  looked(9);
  expect(session.questions).toHaveLength(1);
  session.do(moved([7], 0));
  expect(session.questions.length).toBeGreaterThan(1);
  looked(10);
  expect(session.questions).toEqual([]);
});

test('questions go on after ten answers until every edge in doubt has been checked', async () => {
  // x is hardly nearer to its own group A than to B, and y is hardly nearer to its group B than to A.
  const letters = Array.from('AAAAAxBBBBBy');
  const near: Record<string, number> = { Ax: 24, Bx: 25, By: 24, Ay: 25, xy: 40 };
  const between = (a: string, b: string): number => (a === b ? 3 : (near[a + b] ?? near[b + a] ?? 40));
  found = {
    ...reading,
    far: Float32Array.from(letters.flatMap((a, i) => letters.map((b, j) => (i === j ? 0 : between(a, b))))),
    groups: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
    pairs: [1, 0],
    mates: [0, 1],
  };
  session.clear();
  await session.open([picture(1)]);
  for (const x of [100, 300, 500]) session.addTile(session.pictures[0]!.id, [x, 100], 50);
  await session.read();
  expect([...session.doubts.keys()]).toEqual([5, 11]);
  for (let i = 0; i < 10; i++) session.lookedAt([]);
  const asked = (): number[] => session.questions.flatMap(({ edges }) => edges);
  expect(asked().sort((a, b) => a - b)).toEqual([5, 11]);
  session.lookedAt([5]);
  expect(asked()).toEqual([11]);
  session.lookedAt([11]);
  expect([asked(), session.doubts.size]).toEqual([[], 0]);
  session.undo();
  expect(asked()).toEqual([11]);
});
