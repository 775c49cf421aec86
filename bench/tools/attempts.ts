/** The requests and engines that a benchmark uses to try to disrupt a host (docs/reliability.md). */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { WebSocket } from 'ws';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { databaseFile, Store } from '../../src-main/store/store.ts';
import { hard, settings } from './large-library.ts';
import type { MeasuredHost } from './measured-host.ts';

interface Attempt {
  readonly what: string;
  readonly request: () => Promise<unknown>;
}

const misbehaving = path.resolve(import.meta.dirname, '../../tests/engines/misbehaving.mjs');
const script = path.resolve(import.meta.dirname, '../../out/main/edgewise.js');
const LONG_LINES = `const line = 'board_edges='.repeat(8_000) + '\\n'; for (let i = 0; i < 200; i++) process.stdout.write(line);`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds engines that misbehave. Call this before the host starts, so that it knows about them. */
export function addMisbehaving(dataDir: string): void {
  const add = (name: string, adapter: string, args: readonly string[], env = process.env): void => {
    const words = ['engines', 'add', name, '--adapter', adapter, '--data', dataDir, '--'];
    spawnSync(process.execPath, [script, ...words, process.execPath, ...args], { env });
  };
  for (const how of ['flood', 'empty', 'long', 'deaf']) add(how, 'json', [misbehaving, how]);
  add('lines', 'lines', ['-e', LONG_LINES]);
  // Store the permission for this engine in another configuration, as if the library came from another machine.
  const elsewhere = { ...process.env, EDGEWISE_CONFIG: path.join(dataDir, 'elsewhere') };
  add('foreign', 'json', [misbehaving, 'flood', 'foreign'], elsewhere);
}

function solverOf(host: number): number {
  const children = readFileSync(`/proc/${host}/task/${host}/children`, 'utf8').trim().split(' ');
  return Number(
    children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('solver-process')),
  );
}

/**
 * Makes two backups of a library with one puzzle: a valid one, and one with an SQL view that Edgewise doesn't create.
 */
async function smallBackups(dir: string): Promise<{ sound: string; crafted: string }> {
  mkdirSync(dir, { recursive: true });
  const store = await Store.open(dir, 'bench');
  store.puzzles.add(generate({ family: 'framed', width: 4, height: 4, seed: 1 }).puzzle);
  const [sound, crafted] = [path.join(dir, 'sound'), path.join(dir, 'crafted')];
  await store.backUp(sound);
  store.close();
  copyFileSync(sound, crafted);
  const db = new Database(crafted);
  db.exec('CREATE VIEW more AS SELECT 1');
  db.close();
  return { sound, crafted };
}

async function intrude(url: URL, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v2', `token.${i}`], { origin: url.origin });
    await new Promise((resolve) => socket.once('error', resolve));
  }
}

/** Returns all attempts, in the order in which they must run: the last ones replace the library. */
export async function attemptsOn(host: MeasuredHost): Promise<readonly Attempt[]> {
  const { ask, url, pid, dataDir } = host;
  const { framedId, hardId, otherVersionRunId } = host.ids;
  const small = await smallBackups(path.join(dataDir, 'small'));
  const ran = async (engine: string): Promise<void> => {
    const { runId } = await ask('runs.start', { ...settings(framedId), engine });
    await sleep(1500);
    await ask('runs.stop', { runId });
  };
  const restored = async (file: string): Promise<void> => {
    const data = readFileSync(file).toString('base64');
    await ask('backup.restore', await ask('backup.put', { transfer: null, offset: 0, data }));
  };
  const signalled = async (): Promise<void> => {
    const { runId } = await ask('runs.start', settings(framedId));
    await sleep(700);
    process.kill(solverOf(pid), 'SIGINT');
    await sleep(700);
    await ask('runs.stop', { runId });
  };
  const hunted = async (): Promise<void> => {
    const limits = { seconds: 60, nodes: null };
    const hunt = { ...settings(framedId), engine: 'best', options: { width: 20_000, memory: 64 }, limits };
    const { runId } = await ask('runs.start', hunt);
    await sleep(2000);
    process.kill(solverOf(pid), 'SIGKILL');
    await sleep(300);
    await ask('runs.resume', { runId });
    await sleep(700);
    await ask('runs.stop', { runId });
  };
  const outdated = { id: hardId, puzzle: { ...hard, notes: 'mine' }, revision: 'an older one' };
  const odd = { ...hard, name: '\u2028\ud800 x\u0000'.repeat(20) };
  return [
    { what: 'an engine sends 60,000 messages at once', request: () => ran('flood') },
    { what: 'an engine prints 60,000 empty lines', request: () => ran('empty') },
    { what: 'an engine sends a line of 17 MB', request: () => ran('long') },
    { what: 'an engine prints 200 lines of 96 KB', request: () => ran('lines') },
    { what: 'an engine ignores a stop', request: () => ran('deaf') },
    { what: 'an engine that was not allowed on this machine', request: () => ran('foreign') },
    {
      what: 'a million characters of comments with U+2028',
      request: () => ask('library.matchingPuzzles', { text: '# \u2028\n'.repeat(250_000), options: {} }),
    },
    { what: 'a save after another window has saved', request: () => ask('library.save', outdated) },
    { what: 'a puzzle of 64 × 64 with odd names', request: () => ask('library.add', { puzzle: odd }) },
    { what: '300 wrong secrets', request: () => intrude(url, 300) },
    {
      what: 'resuming a run of another version',
      request: () => ask('runs.resume', { runId: otherVersionRunId }),
    },
    { what: 'SIGINT to the solver', request: signalled },
    { what: 'a killed solver, and a stop while it repeats work', request: hunted },
    { what: 'a crafted backup', request: () => restored(small.crafted) },
    { what: 'a backup of one puzzle replaces this library', request: () => restored(small.sound) },
    {
      what: 'two windows restoring within a second',
      request: async () => {
        await restored(small.sound);
        await restored(small.sound);
      },
    },
    {
      what: 'another program replacing the library',
      request: async () => {
        const file = databaseFile(dataDir);
        copyFileSync(small.sound, `${file}.tmp`);
        renameSync(`${file}.tmp`, file);
        await sleep(3000);
      },
    },
  ];
}
