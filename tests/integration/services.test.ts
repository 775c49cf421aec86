import { existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allOf, owenPuzzle, startHost, type TestHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

let dir: string;
let host: TestHost;
beforeEach(async () => {
  dir = temporaryDir();
  host = await startHost(dir);
});
afterEach(async () => {
  await host.close();
  removeDir(dir);
});

test('a run in its own process puts its boards into the gallery', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(4, 4) });
  for (const threads of [1, 2]) {
    const { runId } = await host.call('runs.start', allOf(id, { threads }));
    const run = await host.ended(runId);
    expect(run).toMatchObject({ status: 'exhausted', figures: { raw: 36, unique: 9 }, resumable: false });
  }
  const { total, items } = await host.call('boards.list', { puzzleId: id });
  // Two runs found the same nine boards, but each is stored only once.
  expect(total).toBe(9);
  expect(items.every((s) => s.solved && s.matched === 24)).toBe(true);
  expect(host.events.filter((e) => e.type === 'boards.changed').at(-1)).toMatchObject({ total: 9 });
});

test('a run pauses, resumes and stops; a stopped run resumes where it was', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(6, 6) });
  const { runId } = await host.call('runs.start', allOf(id, { threads: 2 }));
  await host.until(() => host.services.runs.get(runId).figures.nodes > 100_000);
  await host.call('runs.pause', { runId });
  await host.until(() => host.services.runs.get(runId).status === 'paused');
  const paused = (await host.call('runs.get', { runId })).figures.nodes;
  await host.call('runs.resume', { runId });
  await host.until(() => host.services.runs.get(runId).figures.nodes > paused);
  await host.call('runs.stop', { runId });
  const stopped = await host.call('runs.get', { runId });
  expect(stopped).toMatchObject({ status: 'stopped', resumable: true });
  await host.call('runs.resume', { runId });
  await host.until(() => host.services.runs.get(runId).figures.nodes > stopped.figures.nodes);
});

test('the files of a hunt are deleted when it is deleted permanently, not while it can be restored', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(6, 6) });
  const { runId } = await host.call('runs.start', allOf(id));
  await host.call('runs.stop', { runId });
  const kept = path.join(dir, 'milestones', String(runId));
  mkdirSync(kept, { recursive: true });
  await host.call('runs.remove', { runId });
  expect(existsSync(kept)).toBe(true);
  await host.call('bin.empty', {});
  expect(existsSync(kept)).toBe(false);
});

test('a crash of the solver process fails the run, which can be resumed', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(6, 6) });
  const { runId } = await host.call('runs.start', allOf(id));
  await host.until(() => host.services.runs.get(runId).figures.nodes > 1000);
  host.services.runs.kill(runId);
  const run = await host.ended(runId);
  expect(run).toMatchObject({ status: 'failed', resumable: true });
  expect(run.message).toMatch(/ended unexpectedly/);
});

test('a limit ends a run; resuming grants the same amount again', async () => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(6, 6) });
  const { runId } = await host.call('runs.start', allOf(id, { limits: { seconds: null, nodes: 50_000 } }));
  expect(await host.ended(runId)).toMatchObject({ status: 'limit', figures: { nodes: 50_000 } });
  await host.call('runs.resume', { runId });
  await host.until(() => host.services.runs.get(runId).figures.nodes > 50_000);
  expect(await host.ended(runId)).toMatchObject({ status: 'limit', figures: { nodes: 100_000 } });
});

test('runs wait for one another, also across a restart of the host', async () => {
  const six = (await host.call('library.add', { puzzle: owenPuzzle(6, 6) })).id;
  const four = (await host.call('library.add', { puzzle: owenPuzzle(4, 4) })).id;
  const limits = { seconds: null, nodes: 60_000_000 };
  const long = (await host.call('queue.start', allOf(six, { limits }))).runId;
  const short = (await host.call('queue.start', allOf(four))).runId;
  const before = (await host.call('queue.start', allOf(four, { seed: 2 }))).runId;
  await host.call('queue.move', { runId: before, place: 0 });
  await host.until(() => host.services.runs.get(long).figures.nodes > 100_000);
  const { active, waiting } = await host.call('queue.list', {});
  expect([active, waiting].map((all) => all.map(({ id }) => id))).toEqual([[long], [before, short]]);
  await host.close();

  host = await startHost(dir);
  expect((await host.call('runs.get', { runId: short })).status).toBe('queued');
  expect(await host.ended(long)).toMatchObject({ status: 'limit', figures: { nodes: 60_000_000 } });
  expect(await host.ended(short)).toMatchObject({ status: 'exhausted', figures: { raw: 36 } });
  const order = host.events.flatMap((e) =>
    e.type === 'run.changed' && ['limit', 'exhausted'].includes(e.run.status) ? [e.run.id] : [],
  );
  expect(order).toEqual([long, before, short]);
});

test('checks settings, choices of engines and invalid requests', async () => {
  expect(await host.call('settings.set', { theme: 'dark' })).toMatchObject({ theme: 'dark', notify: true });
  const engines = await host.call('engines.list', {});
  expect(engines.map(({ name }) => name)).toContain('exact');
  const memory = engines.find(({ name }) => name === 'best')!.options.find(({ name }) => name === 'memory')!;
  expect(memory.default).toBe(Math.floor(totalmem() / 4 / 2 ** 20));
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(3, 3) });
  await expect(host.call('runs.start', allOf(id, { engine: 'nope' }))).rejects.toThrow(
    /the engines are: auto, exact/,
  );
  await expect(host.call('runs.start', allOf(id, { options: { x: 1 } }))).rejects.toThrow(/no option “x”/);
  await expect(host.call('runs.start', allOf(99))).rejects.toThrow(/no puzzle 99/);
});

test("every service names boards that don't fit and unknown ids", async () => {
  const puzzle = owenPuzzle(3, 3);
  const { id } = await host.call('library.add', { puzzle });
  const empty = new Int32Array(9).fill(-1);
  const full = empty.map((_, cell) => cell * 16);
  const play = (board: Int32Array, bookmark: Int32Array = empty) => ({
    board,
    seconds: 1,
    solved: false,
    helped: false,
    bookmarks: [{ name: 'before', board: bookmark }],
  });
  const size = /has 2 cells, the puzzle has 9: give one number for each cell/;
  await expect(host.call('play.save', { puzzleId: 99, play: play(empty) })).rejects.toThrow(/no puzzle 99/);
  await expect(host.call('play.save', { puzzleId: id, play: play(Int32Array.of(1, 2)) })).rejects.toThrow(
    size,
  );
  await expect(
    host.call('play.save', { puzzleId: id, play: play(empty, Int32Array.of(1, 2)) }),
  ).rejects.toThrow(/bookmark “before” has 2 cells/);
  await expect(host.call('play.save', { puzzleId: id, play: play(empty.with(4, 9 * 16)) })).rejects.toThrow(
    'cell 5 of the board has tile 10; the puzzle has 9 tiles',
  );
  await expect(host.call('play.save', { puzzleId: id, play: play(empty.with(4, 5)) })).rejects.toThrow(
    'cell 5 of the board has rotation 5',
  );
  expect(await host.call('play.get', { puzzleId: id })).toBeNull();
  await host.call('play.save', { puzzleId: id, play: play(full) });
  expect(await host.call('play.get', { puzzleId: id })).toEqual(play(full));
  await expect(host.call('design.plan', { puzzle, board: Int32Array.of(1, 2) })).rejects.toThrow(size);
  await expect(host.call('design.plan', { puzzle, board: full, start: Int32Array.of(1, 2) })).rejects.toThrow(
    /the start arrangement has 2 cells/,
  );
  await expect(host.call('boards.add', { puzzleId: id, board: Int32Array.of(1, 2) })).rejects.toThrow(size);
  await expect(host.call('boards.add', { puzzleId: id, board: Int32Array.of(-2) })).rejects.toThrow(
    /board: expected a board/,
  );
  for (const method of ['library.get', 'library.remove', 'library.restore', 'editing.open'] as const) {
    await expect(host.call(method, { id: 99 }), method).rejects.toThrow(
      'There is no puzzle 99 in the library.',
    );
  }
  for (const method of ['runs.get', 'runs.pause', 'runs.resume', 'runs.stop', 'runs.remove'] as const) {
    await expect(host.call(method, { runId: 99 }), method).rejects.toThrow('There is no run 99.');
  }
  for (const method of ['lab.get', 'lab.pause', 'lab.resume', 'lab.remove', 'lab.csv'] as const) {
    await expect(host.call(method, { experimentId: 99 }), method).rejects.toThrow(/no experiment 99/);
  }
  await host.call('design.start', { kind: 'count', puzzle, limit: 2, fixed: Int32Array.of(1, 2) });
  await host.until(() => host.events.some((event) => event.type === 'design.progress' && event.done));
  expect(host.events.find((event) => event.type === 'design.progress')).toMatchObject({
    error: expect.stringMatching(/the board to keep has 2 cells/) as string,
  });
});
