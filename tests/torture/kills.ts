// Killed at random moments, solver or whole host: the library opens, the run goes on, and its totals are in the end
// those of a run that nobody disturbed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { random } from '../../src-core/random.ts';
import { allOf, owenPuzzle, removeDir, startHost, temporaryDir, type TestHost } from '../integration/host.ts';
import type { Part } from './part.ts';

const CHECKPOINT_MS = 100;
const NODES = 20_000_000;
const bounded = { limits: { seconds: null, nodes: NODES }, threads: 1 };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const begin = async (host: TestHost): Promise<number> => {
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(8, 8) });
  return (await host.call('runs.start', allOf(id, bounded))).runId;
};

async function undisturbed(): Promise<string> {
  const dir = temporaryDir();
  const host = await startHost(dir);
  const { figures } = await host.ended(await begin(host));
  await host.close();
  removeDir(dir);
  return JSON.stringify([figures.nodes, figures.nodesByDepth]);
}

/** A whole host, killed while it searches. False when the run had come to its end. */
async function killHost(dir: string, runId: number, afterMs: number): Promise<void> {
  const script = path.resolve(import.meta.dirname, '../integration/host-process.ts');
  const child = spawn(process.execPath, [script, dir, String(runId), String(CHECKPOINT_MS)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface(child.stdout)) if (line.startsWith('SEARCHING')) break;
  await sleep(afterMs);
  child.kill('SIGKILL');
  await gone;
}

export const kills: Part = async (seed, going) => {
  const chance = random(seed, 4);
  const expected = await undisturbed();
  const gaveWay: string[] = [];
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
        await killHost(dir, runId, chance.below(250));
        hosts++;
        host = await startHost(dir, CHECKPOINT_MS);
      } else {
        await sleep(30 + chance.below(200));
        host.services.runs.kill(runId);
        await host.ended(runId);
        solvers++;
      }
      const { status: now, resumable } = host.services.runs.get(runId);
      if (now === 'limit') break;
      if (!resumable) {
        gaveWay.push(`seed ${seed}: a killed run is ${now} and can't be resumed`);
        break;
      }
      if (!going(solvers + hosts) && runs > 0) break;
      await host.call('runs.resume', { runId });
    }
    if (host.services.runs.get(runId).status === 'limit') {
      const { figures } = host.services.runs.get(runId);
      const totals = JSON.stringify([figures.nodes, figures.nodesByDepth]);
      if (totals !== expected) gaveWay.push(`seed ${seed}: totals ${totals}, undisturbed ${expected}`);
      runs++;
    }
    await host.close();
    removeDir(dir);
  } while (going(solvers + hosts));
  return {
    count: solvers + hosts,
    tried: `${solvers + hosts} kills (${hosts} of the whole host) over ${runs} runs compared`,
    gaveWay,
  };
};
