// A backup replaces the library while Edgewise is running, but only if no run is active. The library then behaves as
// if it had just been opened.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { LabPlan } from '../../../../src-core/lab/experiment.ts';
import { createServices, type Services } from '../../../../src-main/services/services.ts';
import type { SolverHandle } from '../../../../src-main/solver-process/protocol.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const plan: LabPlan = {
  puzzles: [{ name: 'three', source: { kind: 'puzzle', puzzle } }],
  setups: [{ name: 'exact', engine: 'exact', options: {} }],
  trials: 1,
  firstSeed: 1,
  wanted: 1,
  limits: { seconds: null, nodes: null },
  threads: 1,
};

/** A simulated solver that searches until it is stopped. */
function searching(): SolverHandle {
  solvers++;
  const end: ((code: number | null) => void)[] = [];
  let say: Parameters<SolverHandle['onMessage']>[0] = () => undefined;
  return {
    post: ({ type }) => {
      if (type !== 'stop') return;
      const stopped = { type: 'ended', status: 'stopped', message: '', figures: null } as const;
      say({ ...stopped, peakMemoryBytes: 0, cpuMs: 0 });
    },
    onMessage: (listener) => (say = listener),
    onExit: (listener) => void end.push(listener),
    kill: () => end.forEach((listener) => void setImmediate(listener, null)),
    pid: 1,
  };
}

let dir: string;
let services: Services;
/** number of simulated solvers that were started */
let solvers = 0;
let events: HostEvent['type'][];
let puzzleId: number;
beforeEach(async () => {
  dir = temporaryDir();
  services = await createServices({
    host: 'local',
    dataDir: dir,
    samplesDir: '/nowhere',
    spawnSolver: searching,
  });
  puzzleId = services.library['library.add']({ puzzle }).id;
  events = [];
  services.onEvent(({ type }) => events.push(type));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await services.close();
  removeDir(dir);
});

/** id of the last uploaded backup */
let transfer: number;
async function bringBackup(): Promise<void> {
  const { api } = services;
  const made = await api['backup.make']({});
  const { data } = await api['backup.read']({ transfer: made.transfer, offset: 0 });
  ({ transfer } = await api['backup.put']({ transfer: null, offset: 0, data }));
}
const restore = () => services.api['backup.restore']({ transfer });
const statuses = async (): Promise<string[]> => {
  const { items } = await services.api['runs.list']({ offset: 0, limit: 10 });
  return items.map(({ status }) => status);
};

test('a restore is refused while a run or an experiment is active or about to start', async () => {
  const { api } = services;
  const coming = api['runs.start'](allOf(puzzleId));
  await bringBackup();
  await expect(restore()).rejects.toThrow(/^Runs are active/);
  const { runId } = await coming;
  await bringBackup();
  await expect(restore()).rejects.toThrow(/^Runs are active/);
  await api['runs.stop']({ runId });

  const before = solvers;
  const { experimentId } = await api['lab.start']({
    name: 'mine',
    plan: { ...plan, puzzles: [{ puzzleId }] },
  });
  await bringBackup();
  await expect(restore()).rejects.toThrow(/^An experiment is running in the lab. Pause/);
  await vi.waitUntil(() => solvers > before, { timeout: 60_000 });
  await api['lab.remove']({ experimentId });
  await bringBackup();
  await expect(restore()).resolves.toMatchObject({
    kept: expect.stringContaining('before-restore') as string,
  });
});

test('during a restore, nothing starts, and no other backup is restored', async () => {
  const { api } = services;
  await bringBackup();
  const restored = restore();
  const restoring = /^A backup is being restored/;
  await expect(api['runs.start'](allOf(puzzleId))).rejects.toThrow(restoring);
  const again = restore();
  await expect(again).rejects.toThrow(restoring);
  await expect(api['queue.start'](allOf(puzzleId))).rejects.toThrow(restoring);
  await restored;
  expect(await statuses()).toEqual([]);
});

test('after a restore, active runs of the backup are interrupted and waiting ones start; the window reloads everything', async () => {
  const { api } = services;
  const { runId } = await api['runs.start'](allOf(puzzleId));
  await api['queue.start'](allOf(puzzleId));
  await bringBackup();
  await api['runs.remove']({ runId });
  await vi.waitUntil(async () => (await statuses()).join() === 'preparing', { timeout: 60_000 });
  for (const { id } of (await api['runs.list']({ offset: 0, limit: 10 })).items)
    await api['runs.stop']({ runId: id });
  events.length = 0;
  await restore();
  // The interrupted run is first in the queue.
  expect((await statuses()).sort()).toEqual(['preparing', 'queued']);
  expect((await api['runs.get']({ runId })).status).toBe('preparing');
  expect(events).toEqual(expect.arrayContaining(['library.replaced', 'settings.changed', 'run.changed']));
});

test('two restores within one second keep both replaced libraries', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const kept: string[] = [];
    for (let i = 0; i < 2; i++) {
      await bringBackup();
      services.library['library.add']({ puzzle: { ...puzzle, name: `only in library ${i}` } });
      kept.push((await services.api['backup.restore']({ transfer })).kept);
    }
    expect(new Set(kept).size).toBe(2);
    kept.forEach((file, i) => expect(readFileSync(file, 'latin1')).toContain(`only in library ${i}`));
  } finally {
    vi.useRealTimers();
  }
});

test('two windows make and upload backups at the same time, each its own', async () => {
  const { api } = services;
  const first = await api['backup.make']({});
  services.library['library.add']({ puzzle: { ...puzzle, name: 'added between' } });
  const second = await api['backup.make']({});
  const read = async ({ transfer }: { transfer: number }): Promise<string> =>
    Buffer.from((await api['backup.read']({ transfer, offset: 0 })).data, 'base64').toString('latin1');
  expect(await read(first)).not.toContain('added between');
  expect(await read(second)).toContain('added between');
  expect(readdirSync(path.join(dir, 'backups', 'transfers'))).toEqual([]);
  await expect(async () => api['backup.read']({ transfer: first.transfer, offset: 0 })).rejects.toThrow(
    /Start it again/,
  );
});
