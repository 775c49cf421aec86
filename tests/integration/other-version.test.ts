// Runs of another version of Edgewise are kept unchanged, and a message names the version that can resume them.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { edgewise } from './command-line.ts';
import { allOf, owenPuzzle, startHost, type TestHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

interface Checkpoint {
  edgewise?: string;
  engineVersion: number;
  plan: Record<string, unknown>;
  classes: { unique: Set<string> };
}

let dir: string;
let host: TestHost | null = null;
let runId: number;

/** Changes every stored checkpoint as if another version had written it. */
function changeCheckpoints(change: (checkpoint: Checkpoint) => void): void {
  const db = new Database(path.join(dir, 'edgewise.sqlite'));
  for (const { id, data } of db
    .prepare<[], { id: number; data: Buffer }>('SELECT id, data FROM checkpoint')
    .all()) {
    const checkpoint = deserialize(data) as Checkpoint;
    change(checkpoint);
    db.prepare('UPDATE checkpoint SET data = ? WHERE id = ?').run(serialize(checkpoint), id);
  }
  db.close();
}

const renamed = (checkpoint: Checkpoint): void => {
  checkpoint.edgewise = '0.9.0';
  const { places, ...others } = checkpoint.plan;
  checkpoint.plan = { ...others, seats: places };
};

let prepared: string;
beforeAll(async () => {
  prepared = temporaryDir();
  const first = await startHost(prepared);
  const { id } = await first.call('library.add', { puzzle: owenPuzzle(10, 10) });
  const hunt = allOf(id, { engine: 'best', wanted: { solutions: 1, boards: true } });
  ({ runId } = await first.call('runs.start', hunt));
  const { runs } = first.services;
  await first.until(() => runs.get(runId).figures.nodes > 0);
  await first.call('runs.stop', { runId });
  await first.close();
});
beforeEach(() => {
  dir = temporaryDir();
  cpSync(prepared, dir, { recursive: true });
});
afterEach(async () => {
  await host?.close();
  removeDir(dir);
});
afterAll(() => removeDir(prepared));

test('a checkpoint of another shape: the run stays stopped, and its message names the version that continues it', async () => {
  changeCheckpoints(renamed);
  host = await startHost(dir);
  const run = await host.call('runs.get', { runId });
  expect(run).toMatchObject({ status: 'stopped', resumable: false });
  expect(run.notHere).toMatch(/a format that .*at plan\.places.*Edgewise 0\.9\.0, or start it again/);
  await expect(host.call('runs.resume', { runId })).rejects.toThrow(/can't be resumed here.*0\.9\.0/);
  expect((await host.call('runs.get', { runId })).status).toBe('stopped');
  const again = await host.call('runs.start', run.settings);
  await host.until(() => host!.services.runs.get(again.runId).figures.nodes > 0);
});

test('for a checkpoint of another engine version, names both versions', async () => {
  changeCheckpoints((checkpoint) => {
    checkpoint.engineVersion = 3;
    delete checkpoint.edgewise;
  });
  host = await startHost(dir);
  const { items } = await host.call('runs.list', { offset: 0, limit: 10 });
  expect(items[0]).toMatchObject({ id: runId, status: 'stopped', resumable: false });
  expect(items[0]!.notHere).toMatch(
    /version 3 of the engine best; this program has version \d+.*started with/,
  );
});

test('the solver rejects a large checkpoint, and the run returns to its earlier state', async () => {
  changeCheckpoints((checkpoint) => {
    renamed(checkpoint);
    for (let i = 0; i < 30_000; i++) checkpoint.classes.unique.add(String(i).padStart(16, '0'));
  });
  host = await startHost(dir);
  const { runs } = host.services;
  // A large checkpoint is read only when its run is resumed.
  expect((await host.call('runs.get', { runId })).resumable).toBe(true);
  await host.call('runs.resume', { runId });
  await host.until(() => runs.get(runId).notHere !== null);
  expect(runs.get(runId)).toMatchObject({ status: 'stopped', message: '', resumable: false });
  expect(runs.get(runId).log.at(-1)!.text).toMatch(/^Not resumed\. .*Edgewise 0\.9\.0/);
});

test('such a run waits in the queue and says why, while others run', async () => {
  changeCheckpoints(renamed);
  const db = new Database(path.join(dir, 'edgewise.sqlite'));
  db.prepare(`UPDATE run SET status = 'queued', place = 0`).run();
  db.close();
  host = await startHost(dir);
  await host.call('queue.list', {});
  const { id } = (await host.call('library.list', {}))[0]!;
  const next = await host.call('queue.start', allOf(id));
  const { runs } = host.services;
  await host.until(() => runs.get(next.runId).status === 'running');
  expect(runs.get(runId)).toMatchObject({ status: 'queued', resumable: false });
  expect(runs.get(runId).message).toMatch(/0\.9\.0/);
});

test('the command line refuses to resume it, with the reason', () => {
  changeCheckpoints(renamed);
  host = null;
  const ran = edgewise(['runs', 'resume', String(runId), '--data', dir]);
  expect(ran.err).toMatch(/can't be resumed here.*Edgewise 0\.9\.0/);
  expect(ran.code).toBe(2);
  expect(edgewise(['runs', 'show', String(runId), '--data', dir]).out).toMatch(
    /stopped\. .*Edgewise 0\.9\.0/,
  );
});
