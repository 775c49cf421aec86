// Kills solvers and hosts with SIGKILL at random moments. Nothing stored is lost, the library opens, the run resumes,
// and its totals equal those of an uninterrupted run. A failing test prints the seed of the random moments.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { random, type Random } from '../../src-core/random.ts';
import { allOf, isOver, owenPuzzle, startHost, type TestHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const KILLS = 2;
const CHECKPOINT_MS = 100;
const seed = Date.now() % 100_000;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

/** One thread and a node limit, so that every run ends at the same node. */
const bounded = { limits: { seconds: null, nodes: 40_000_000 }, threads: 1 };

/**
 * Kills the run's solver at a random time after the search has advanced, usually after another checkpoint. Returns the
 * status of the run, which may have ended before the kill.
 */
async function killSolver(host: TestHost, runId: number, chance: Random): Promise<string> {
  const { runs } = host.services;
  const { nodes } = runs.get(runId).figures;
  await host.until(() => isOver(runs.get(runId).status) || runs.get(runId).figures.nodes > nodes);
  await sleep(CHECKPOINT_MS + chance.below(150));
  runs.kill(runId);
  const { status, resumable } = await host.ended(runId);
  if (status === 'failed') expect(resumable).toBe(true);
  return status;
}

test('a run survives two kills of the solver process', async () => {
  const chance = random(seed);
  const host = await startHost(dir, CHECKPOINT_MS);
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(8, 8) });
  const { runId } = await host.call('runs.start', allOf(id, bounded));
  for (let kill = 0; kill < KILLS; kill++) {
    const status = await killSolver(host, runId, chance);
    if (status === 'limit') break;
    expect(status, `seed ${seed}`).toBe('failed');
    await host.call('runs.resume', { runId });
  }
  const run = await host.ended(runId);
  expect(run, `seed ${seed}`).toMatchObject({ status: 'limit', figures: { nodes: 40_000_000 } });
  const undisturbed = await host.call('runs.start', allOf(id, bounded));
  const { figures } = await host.ended(undisturbed.runId);
  expect(run.figures.nodesByDepth, `seed ${seed}`).toEqual(figures.nodesByDepth);
  await host.close();
});

/**
 * A position 72 moves from the goal. It lies on a shortest path from a position that is 80 moves away. The search takes
 * 11 million nodes.
 */
const hardFifteen = [11, 15, 10, 8, 2, 14, 9, 12, 0, 6, 5, 13, 3, 7, 4, 1];

test('a sliding search killed twice ends with the same proof', async () => {
  const chance = random(seed, 2);
  const host = await startHost(dir, CHECKPOINT_MS);
  const { id } = await host.call('library.add', {
    puzzle: {
      kind: 'sliding',
      name: 'Hard fifteen',
      width: 4,
      height: 4,
      start: hardFifteen,
      goal: 'blank-first',
    },
  });
  const settings = allOf(id, { engine: 'optimal', options: { databases: 'small' } });
  const { runId } = await host.call('runs.start', settings);
  for (let kill = 0; kill < 2; kill++) {
    const status = await killSolver(host, runId, chance);
    if (status === 'solved') break;
    expect(status, `seed ${seed}`).toBe('failed');
    await host.call('runs.resume', { runId });
  }
  const killed = await host.ended(runId);
  expect(killed, `seed ${seed}`).toMatchObject({ status: 'solved' });
  const again = await host.call('runs.start', settings);
  const { figures } = await host.ended(again.runId);
  expect(figures.sliding).toMatchObject({ lowerBound: 72, optimal: true });
  expect(killed.figures.sliding, `seed ${seed}`).toEqual(figures.sliding);
  expect(killed.figures.nodes, `seed ${seed}`).toBe(figures.nodes);
  await host.close();
});

test('a run survives two kills of the whole host', async () => {
  const chance = random(seed, 1);
  const first = await startHost(dir, CHECKPOINT_MS);
  const { id } = await first.call('library.add', { puzzle: owenPuzzle(6, 6) });
  const { runId } = await first.call('runs.start', allOf(id, { threads: 2 }));
  await first.call('runs.stop', { runId });
  await first.close();

  for (let kill = 0; kill < KILLS; kill++) {
    const { host, solver } = await resumedHost(runId);
    await sleep(chance.below(200));
    host.kill('SIGKILL');
    await new Promise((resolve) => host.once('close', resolve));
    // A solver without a host can't store its results, so it must end.
    for (let wait = 0; isAlive(solver); wait++) {
      expect(wait, `seed ${seed}`).toBeLessThan(2000);
      await sleep(25);
    }
  }
  const last = await startHost(dir, CHECKPOINT_MS);
  const found = await last.call('runs.get', { runId });
  expect(['interrupted', 'exhausted'], `seed ${seed}`).toContain(found.status);
  if (found.status === 'interrupted') {
    expect(found.resumable).toBe(true);
    await last.call('runs.resume', { runId });
  }
  // Brendan Owen's published counts: 260 solutions, 69,284,103 nodes.
  expect(await last.ended(runId), `seed ${seed}`).toMatchObject({
    status: 'exhausted',
    figures: { raw: 260, unique: 65, nodes: 69_284_103 },
  });
  expect(await last.call('boards.list', { puzzleId: id })).toMatchObject({ total: 65 });
  await last.close();
});

/** Starts a host that resumes the run, in a separate process. Returns once the run is searching. */
async function resumedHost(runId: number): Promise<{ host: ChildProcess; solver: number }> {
  const script = path.join(import.meta.dirname, 'host-process.ts');
  const host = spawn(process.execPath, [script, dir, String(runId), String(CHECKPOINT_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(host.stdout)) {
    const match = /^SEARCHING (\d+) /.exec(line);
    if (match) return { host, solver: Number(match[1]) };
  }
  throw new Error('the host ended before it searched');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
