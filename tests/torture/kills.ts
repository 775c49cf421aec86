// Kills the solver or ends the whole host at random moments. The library opens, the run resumes, and its totals equal
// those of an uninterrupted run.
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { random } from '../../src-core/random.ts';
import { allOf, owenPuzzle, startHost, type TestHost } from '../integration/host.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const CHECKPOINT_MS = 100;
const NODES = 20_000_000;
/**
 * Run settings with a fixed order of cells. Runs are started a thousand times, and estimating the best order each time
 * would take most of the test's time.
 */
const bounded = { options: { order: 'row' }, limits: { seconds: null, nodes: NODES }, threads: 1 };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const begin = async (host: TestHost): Promise<number> => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(8, 8) });
  return (await host.call('runs.start', allOf(id, bounded))).runId;
};

let uninterruptedTotals: Promise<string> | undefined;
/** Returns the totals of an uninterrupted run, which don't depend on the seed. */
const uninterrupted = (): Promise<string> => (uninterruptedTotals ??= runUninterrupted());

async function runUninterrupted(): Promise<string> {
  const dir = temporaryDir();
  const host = await startHost(dir);
  const { figures } = await host.ended(await begin(host));
  await host.close();
  removeDir(dir);
  return JSON.stringify([figures.nodes, figures.nodesByDepth]);
}

/** Resolves once another checkpoint of the run is stored, or the run has ended. */
async function progressed(host: TestHost, dir: string, runId: number): Promise<void> {
  const db = new Database(path.join(dir, 'edgewise.sqlite'), { readonly: true });
  const newest = db.prepare('SELECT max(id) FROM checkpoint').pluck();
  const before = newest.get();
  await host.until(() => !host.services.runs.running.includes(runId) || newest.get() !== before);
  db.close();
}

/** Signals that end a host: SIGKILL, Ctrl+C, a request to terminate, a closed terminal */
const signals = ['SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts a host and sends it a signal while the run is searching. A signal that would come from a terminal also goes
 * to the solver.
 */
async function endHost(
  dir: string,
  runId: number,
  afterMs: number,
  signal: (typeof signals)[number],
): Promise<void> {
  const script = path.resolve(import.meta.dirname, '../integration/host-process.ts');
  const child = spawn(process.execPath, [script, dir, String(runId), String(CHECKPOINT_MS)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // its own process group, like a command in a terminal
    detached: true,
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface(child.stdout)) if (line.startsWith('SEARCHING')) break;
  await sleep(afterMs);
  process.kill(-child.pid!, signal);
  await gone;
}

export const kills: Part = async (seed, going) => {
  // A thousand processes are started, so they share a cache of compiled sources.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'edgewise-compile-cache');
  const chance = random(seed, 4);
  const expected = await uninterrupted();
  const failures: string[] = [];
  let solvers = 0;
  let hosts = 0;
  let runs = 0;
  do {
    const dir = temporaryDir();
    let host = await startHost(dir, CHECKPOINT_MS);
    const runId = await begin(host);
    for (;;) {
      const status = host.services.runs.get(runId).status;
      if (status === 'limit') break;
      if (chance.below(4) === 0) {
        await host.close();
        const signal = signals[chance.below(signals.length)]!;
        await endHost(dir, runId, chance.below(250), signal);
        hosts++;
        host = await startHost(dir, CHECKPOINT_MS);
        const left = host.services.runs.get(runId).status;
        if (left !== 'interrupted' && left !== 'limit')
          failures.push(`seed ${seed}: after ${signal} to its host a run is ${left}`);
      } else {
        // One kill in four comes while the run is starting. If every kill came that early, the run would hardly
        // advance on a slow machine.
        if (chance.below(4) > 0) await progressed(host, dir, runId);
        await sleep(chance.below(230));
        host.services.runs.kill(runId);
        await host.ended(runId);
        solvers++;
      }
      const { status: now, resumable } = host.services.runs.get(runId);
      if (now === 'limit') break;
      if (!resumable) {
        failures.push(`seed ${seed}: a killed run is ${now} and can't be resumed`);
        break;
      }
      if (!going(solvers + hosts) && runs > 0) break;
      await host.call('runs.resume', { runId });
    }
    if (host.services.runs.get(runId).status === 'limit') {
      const { figures } = host.services.runs.get(runId);
      const totals = JSON.stringify([figures.nodes, figures.nodesByDepth]);
      if (totals !== expected) failures.push(`seed ${seed}: totals ${totals}, uninterrupted ${expected}`);
      runs++;
    }
    await host.close();
    removeDir(dir);
  } while (going(solvers + hosts));
  return {
    count: solvers + hosts,
    tried: `${solvers + hosts} kills (${hosts} of the whole host, by ${signals.join(', ')}) in ${runs} runs, whose totals were compared`,
    failures,
  };
};
