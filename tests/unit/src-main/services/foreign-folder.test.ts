// A data folder from another user. The programs that it lists as engines don't run until the receiver allows them, and
// its runs don't start automatically.
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { addProgram, hashOf, type Program } from '../../../../src-main/external-engines/programs.ts';
import { printsBoards } from '../../../../src-main/external-engines/lines-solver.ts';
import { createServices, type Services } from '../../../../src-main/services/services.ts';
import { solverInTest } from '../../support/solver-here.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

let dir: string;
/** the sender's data folder; the receiver opens a copy of it */
let sent: string;
let program: string;
/** path of a file that `program` creates when it runs, which shows that it ran */
let ran: string;
let here: Services | null;
let restoreConfig: string | undefined;

/** Switches to the configuration of one computer, with its own list of allowed engines. */
const onMachine = (name: string): void => {
  process.env['EDGEWISE_CONFIG'] = path.join(dir, `config-${name}`);
};

beforeEach(() => {
  dir = temporaryDir();
  restoreConfig = process.env['EDGEWISE_CONFIG'];
  sent = path.join(dir, 'sent');
  program = path.join(dir, 'solver');
  ran = path.join(dir, 'ran');
  here = null;
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(program, 0o755);
  onMachine('sender');
});
afterEach(async () => {
  await here?.close();
  process.env['EDGEWISE_CONFIG'] = restoreConfig;
  removeDir(dir);
});

const mine = (): Program => ({
  name: 'mine',
  command: program,
  args: [],
  adapter: 'lines',
  hash: hashOf(program, []),
  addedAt: '2026-11-25T00:00:00.000Z',
  hello: printsBoards('mine'),
});

/** Creates the sender's library with an interrupted run and a queued run, both of which need `engine`. */
async function send(engine: string): Promise<void> {
  mkdirSync(sent, { recursive: true });
  const store = await Store.open(sent, 'sender');
  const { id } = store.puzzles.add(puzzle);
  const [first, second] = [1, 2].map((seed) =>
    store.runs.add(allOf(id, { engine, seed }), 1, store.puzzles.snapshot(puzzle)),
  );
  store.runs.setStatus(first!, 'running', '');
  store.runs.setQueue([second!]);
  addProgram(sent, mine());
  store.close();
}
async function receive(folder = path.join(dir, 'received')): Promise<Services> {
  if (!existsSync(folder)) cpSync(sent, folder, { recursive: true });
  onMachine('receiver');
  here = await createServices({
    host: 'local',
    dataDir: folder,
    samplesDir: '/nowhere',
    spawnSolver: solverInTest,
  });
  return here;
}

const runsOf = async ({ api }: Services) =>
  (await api['runs.list']({ offset: 0, limit: 10 })).items.sort((a, b) => a.id - b.id);

test('runs that wait in a folder from elsewhere start only after its user starts something', async () => {
  await send('exact');
  const services = await receive();
  const [first, second] = await runsOf(services);
  expect([first!.status, second!.status]).toEqual(['queued', 'queued']);
  expect(first!.message).toMatch(/^This library is new to this computer, so nothing starts by itself/);

  await services.dispatch('runs.resume', { runId: first!.id });
  await vi.waitUntil(async () => (await runsOf(services)).every(({ status }) => status === 'exhausted'), {
    timeout: 60_000,
  });
});

test('a library created here starts its waiting runs, also after a restart', async () => {
  onMachine('receiver');
  await send('exact');
  const services = await receive(sent);
  await vi.waitUntil(async () => (await runsOf(services)).every(({ status }) => status === 'exhausted'), {
    timeout: 60_000,
  });
});

test('a program that came with the folder is listed but does not run; its runs wait and say why', async () => {
  await send('mine');
  const services = await receive();
  const { api, dispatch } = services;
  const [first] = await runsOf(services);
  const { engines } = await api['engines.added']({});
  expect(engines).toMatchObject([{ name: 'mine', allowed: false, started: program }]);

  const why =
    /^The program for engine “mine” was not allowed on this computer: .*solver\. Allow it in Settings/;
  await expect(async () => api['runs.resume']({ runId: first!.id })).rejects.toThrow(why);
  await expect(async () =>
    api['runs.start'](allOf(first!.settings.puzzleId, { engine: 'mine' })),
  ).rejects.toThrow(why);
  await expect(async () => api['engines.check']({ name: 'mine' })).rejects.toThrow(why);
  // A different run that the user starts doesn't wait for the runs that are not allowed.
  await dispatch('queue.start', allOf(first!.settings.puzzleId));
  await vi.waitUntil(async () => (await runsOf(services))[2]?.status === 'exhausted', { timeout: 60_000 });
  for (const { status, message } of (await runsOf(services)).slice(0, 2)) {
    expect(status).toBe('queued');
    expect(message).toMatch(why);
  }
  expect(existsSync(ran)).toBe(false);

  const { hashNow } = engines[0]!;
  await api['engines.allow']({ name: 'mine', hashNow });
  await vi.waitUntil(() => existsSync(ran), { timeout: 60_000 });
});

test('a program changed since it was allowed does not run, nor one with other arguments', async () => {
  onMachine('receiver');
  await send('mine');
  const services = await receive(sent);
  await vi.waitUntil(() => existsSync(ran), { timeout: 60_000 });
  const { api } = services;
  const [first] = await runsOf(services);
  const begin = async () => api['runs.start'](allOf(first!.settings.puzzleId, { engine: 'mine' }));
  writeFileSync(program, '#!/bin/sh\necho something else\n');
  await expect(begin).rejects.toThrow(/has changed since it was added/);
  await expect(async () => api['engines.allow']({ name: 'mine', hashNow: null })).rejects.toThrow(
    /just changed/,
  );

  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`);
  writeFileSync(path.join(sent, 'engines.json'), JSON.stringify([{ ...mine(), args: ['-c', 'anything'] }]));
  await expect(begin).rejects.toThrow(/was not allowed on this computer: .*-c anything/);
});
