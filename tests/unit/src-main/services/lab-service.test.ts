import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { LabPlan } from '../../../../src-core/lab/experiment.ts';
import { LabService } from '../../../../src-main/services/lab.ts';
import type { SolverHandle } from '../../../../src-main/solver-process/protocol.ts';
import { solverHere } from '../../../../src-main/solver-process/session.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

/** A simulated solver process that runs out of memory at once */
const crashing = (): SolverHandle => ({
  post: () => undefined,
  onMessage: () => undefined,
  onExit: (listener) => void setImmediate(listener, null),
  kill: () => undefined,
  pid: 1,
});
const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const plan: LabPlan = {
  puzzles: [{ name: 'three', source: { kind: 'puzzle', puzzle } }],
  setups: [{ name: 'exact', engine: 'exact', options: {} }],
  trials: 3,
  firstSeed: 1,
  wanted: 1,
  limits: { seconds: null, nodes: null },
  threads: 1,
};

let dir: string;
let store: Store;
let lab: LabService;
beforeEach(async () => {
  dir = temporaryDir();
  store = await Store.open(dir, 'test');
  lab = new LabService({ store, dataDir: dir, spawnSolver: crashing, emit: () => undefined });
});
afterEach(async () => {
  await lab.close();
  vi.restoreAllMocks();
  store.close();
  removeDir(dir);
});

test('a solver process that crashes fails its trial, and the experiment continues', async () => {
  const id = await lab.start('crashes', plan);
  await lab.finished(id);
  expect(store.lab.get(id)).toMatchObject({ status: 'done', done: 3 });
  expect(store.lab.trials(id).map(({ status, message }) => `${status}: ${message}`)).toEqual(
    Array(3).fill('failed: the solver process ended unexpectedly'),
  );
});

test('a library that can’t be written stops the experiment, not the application', async () => {
  vi.spyOn(store.lab, 'addTrials').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { name: 'SqliteError' });
  });
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await lab.start('full', plan);
  await lab.finished(id);
  expect(told.mock.calls).toEqual([
    [`experiment ${id}: the library can't be written: database or disk is full`],
  ]);
  expect(store.lab.get(id)).toMatchObject({ status: 'running', done: 0 });
});

test('a solver that can’t be started fails its trial; an unreadable experiment is paused, and the next continues', async () => {
  await lab.close();
  const spawnSolver = (): SolverHandle => {
    throw new Error('too many open files');
  };
  lab = new LabService({ store, dataDir: dir, spawnSolver, emit: () => undefined });
  vi.spyOn(store.lab, 'plan').mockImplementationOnce(() => {
    throw new Error('The plan for experiment 1 is damaged');
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [damaged, next] = [await lab.start('damaged', plan), await lab.start('next', plan)];
  await lab.finished(damaged);
  await lab.finished(next);
  expect(store.lab.get(damaged).status).toBe('paused');
  expect(store.lab.trials(next).map(({ message }) => message)).toEqual(Array(3).fill('too many open files'));
});

test('a trial for the first solution ends there; one for all searches the whole tree', async () => {
  await lab.close();
  lab = new LabService({ store, dataDir: dir, spawnSolver: solverHere, emit: () => undefined });
  const [first, all] = await Promise.all([
    lab.start('first', { ...plan, trials: 1 }),
    lab.start('all', { ...plan, trials: 1, wanted: 'all' }),
  ]);
  await lab.finished(first);
  await lab.finished(all);
  const [one] = store.lab.trials(first);
  const [whole] = store.lab.trials(all);
  expect(one).toMatchObject({ status: 'solved', raw: 1 });
  expect(whole).toMatchObject({ status: 'exhausted' });
  expect(one!.nodes).toBeLessThan(whole!.nodes);
});
