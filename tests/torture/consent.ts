// Data folders from another computer, with random engines, runs and experiments. Opening a folder and requesting all
// its contents starts no program and no run.
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MethodName } from '../../src-core/contract.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { LabPlan } from '../../src-core/lab/experiment.ts';
import { random, type Random } from '../../src-core/random.ts';
import { printsBoards } from '../../src-main/external-engines/lines-solver.ts';
import { addProgram, allowEngine, hashOf, type Program } from '../../src-main/external-engines/programs.ts';
import { createServices, type Services } from '../../src-main/services/services.ts';
import { solverHere } from '../../src-main/solver-process/session.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { allOf } from '../integration/host.ts';
import { quietly, type Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
/** How long to wait for a program to write its file, in case it was started by mistake; in milliseconds */
const START_MS = 40;

interface Trial {
  readonly root: string;
  readonly sent: string;
  readonly received: string;
  /** the file that every program writes when it runs */
  readonly ran: string;
}

const onMachine = (root: string, name: string): void => {
  process.env['EDGEWISE_CONFIG'] = path.join(root, `config-${name}`);
};

const adapters = ['lines', 'json', 'sat', 'minizinc'] as const;

function programIn({ root, ran }: Trial, name: string, chance: Random): Program {
  const file = path.join(root, `program-${name}`);
  writeFileSync(file, `#!/bin/sh\necho ${name} >> '${ran}'\n`, { mode: 0o755 });
  const direct = chance.below(2) === 0;
  const [command, args] = direct ? [file, ['-x', '1'].slice(chance.below(3))] : ['/bin/sh', [file]];
  const adapter = adapters[chance.below(adapters.length)]!;
  const hash = hashOf(command, args);
  const addedAt = '2026-11-26T00:00:00.000Z';
  return { name, command, args, adapter, hash, addedAt, hello: printsBoards(name) };
}

/** Makes the sender's data folder. Returns the names of its engines. */
async function send(trial: Trial, chance: Random): Promise<string[]> {
  onMachine(trial.root, 'sender');
  mkdirSync(trial.sent);
  const store = await Store.open(trial.sent, 'sender');
  const { id } = store.puzzles.add(puzzle);
  const names = ['one', 'two', 'three'].slice(chance.below(3));
  for (const name of names) addProgram(trial.sent, programIn(trial, name, chance));
  const snapshot = store.puzzles.snapshot(puzzle);
  const queued: number[] = [];
  for (let seed = 1 + chance.below(4); seed > 0; seed--) {
    const engine = [...names, 'exact'][chance.below(names.length + 1)]!;
    const run = store.runs.add(allOf(id, { engine, seed }), 1, snapshot);
    const status = (['running', 'paused', 'interrupted', 'preparing', 'queued'] as const)[chance.below(5)]!;
    if (status === 'queued') queued.push(run);
    else store.runs.setStatus(run, status, '');
  }
  store.runs.setQueue(queued);
  store.settings.set({ resumeInterrupted: chance.below(2) === 0 });
  const plan: LabPlan = {
    puzzles: [{ name: 'three', source: { kind: 'puzzle', puzzle } }],
    setups: [{ name: 'setup', engine: names[0]!, options: {} }],
    trials: 1,
    firstSeed: 1,
    wanted: 1,
    limits: { seconds: 1, nodes: null },
    threads: 1,
  };
  if (chance.below(2) === 0) store.lab.add('Theirs', plan);
  store.close();
  return names;
}

/** Puts the sender's folder on the receiver's machine in one of three ways. */
async function receive(
  { root, sent, received }: Trial,
  names: readonly string[],
  chance: Random,
): Promise<void> {
  onMachine(root, 'receiver');
  const way = chance.below(3);
  if (way > 0) {
    // The receiver had allowed the library at this path to start runs. Replace it with the sender's library.
    mkdirSync(received);
    (await Store.open(received, 'receiver')).close();
    for (const end of ['', '-wal', '-shm', '-mark']) rmSync(databaseFile(received) + end, { force: true });
  }
  cpSync(sent, received, { recursive: true });
  if (way < 2) return;
  // The receiver had allowed each engine before the engine's program changed.
  for (const name of names) {
    const file = path.join(root, `program-${name}`);
    allowEngine(received, name, hashOf(file, []));
    appendFileSync(file, '# changed\n');
  }
}

/** Returns a description of the failure if the request is not refused. */
async function unlessRefused({ dispatch }: Services, method: MethodName, input: unknown): Promise<string[]> {
  return (await dispatch(method, input)).ok ? [`${method} of ${JSON.stringify(input)} was not refused`] : [];
}

/**
 * Asks the services about all engines and runs in the folder. Requests to check or allow an engine must be refused, no
 * run may be active, and each queued run must say why it is waiting. Returns a description of each failure.
 */
async function askAbout(services: Services, names: readonly string[]): Promise<string[]> {
  const { api } = services;
  await api['engines.list']({});
  await api['engines.added']({});
  await api['queue.list']({});
  const failures: string[] = [];
  for (const name of names) {
    failures.push(...(await unlessRefused(services, 'engines.check', { name })));
    failures.push(...(await unlessRefused(services, 'engines.allow', { name, hashNow: 'a'.repeat(64) })));
  }
  const { items } = await api['runs.list']({ offset: 0, limit: 10 });
  for (const { id, status, message } of items) {
    if (['preparing', 'running'].includes(status)) failures.push(`run ${id} is ${status}`);
    if (status === 'queued' && !/new to this computer|Allow it/.test(message))
      failures.push(`queued run ${id} does not say why it waits: ${message}`);
  }
  return failures;
}

async function failuresOf(trial: Trial, chance: Random): Promise<string[]> {
  const names = await send(trial, chance);
  await receive(trial, names, chance);
  let started = 0;
  const services = await createServices({
    host: 'local',
    dataDir: trial.received,
    samplesDir: '/nowhere',
    spawnSolver: () => {
      started++;
      return solverHere();
    },
  });
  const failures = await askAbout(services, names);
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  if (started > 0) failures.push(`${started} runs or trials started`);
  const { id } = (await services.api['library.list']({}))[0]!;
  for (const engine of names)
    failures.push(...(await unlessRefused(services, 'runs.start', allOf(id, { engine, seed: 99 }))));
  if (existsSync(trial.ran)) failures.push('a program ran');
  await services.close();
  return failures;
}

export const consent: Part = async (seed, going) => {
  if (process.platform === 'win32') return { count: 0, tried: 'skipped: no shell here', failures: [] };
  const chance = random(seed, 9);
  const failures: string[] = [];
  const before = process.env['EDGEWISE_CONFIG'];
  let tried = 0;
  do {
    const root = temporaryDir();
    const [sent, received, ran] = ['sent', 'received', 'ran'].map((name) => path.join(root, name));
    const trial = { root, sent: sent!, received: received!, ran: ran! };
    const found = await quietly(() => failuresOf(trial, chance));
    failures.push(...found.map((failure) => `folder ${tried}: ${failure}`));
    removeDir(root);
    tried++;
  } while (going(tried) && failures.length < 200);
  if (before === undefined) delete process.env['EDGEWISE_CONFIG'];
  else process.env['EDGEWISE_CONFIG'] = before;
  return {
    count: tried,
    tried: `${tried} data folders from elsewhere`,
    failures,
  };
};
