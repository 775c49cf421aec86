// The host and its solver receive the same signal at the same time: Ctrl+C in a terminal, a closed terminal, or a
// shutdown.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { allOf, owenPuzzle, startHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

/** Time between regular checkpoints. It is so long that any checkpoint must come from the signal. */
const NEVER_MS = 1_000_000;

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

/** Python source that runs a command in a new terminal and exits with the command's exit code */
const IN_TERMINAL = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))`;

/**
 * Starts a host in its own process group. The host resumes the run. Calls `send` once the run is searching. `within` is
 * an optional command that runs the host.
 */
async function signalled(
  runId: number,
  send: (host: number, solver: number, child: ChildProcess) => void,
  within: readonly string[] = [],
): Promise<number | null> {
  const script = path.join(import.meta.dirname, 'host-process.ts');
  const [command, ...args] = [...within, process.execPath, script, dir, String(runId), String(NEVER_MS)];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const over = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface(child.stdout)) {
    const [, solver, host] = /^SEARCHING (\d+) (\d+)/.exec(line) ?? [];
    if (solver === undefined) continue;
    send(Number(host), Number(solver), child);
    break;
  }
  child.stdout.resume();
  return over;
}

/** Stores an interrupted run and, with `queued`, a second run in the queue. Returns the id of the first run. */
async function interrupted(queued: boolean): Promise<number> {
  const host = await startHost(dir);
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(10, 10) });
  const { runId } = await host.call('runs.start', allOf(id, { threads: 2 }));
  if (queued) await host.call('queue.start', allOf(id));
  await host.close();
  return runId;
}

let library: string | undefined;
/** Copies a library with an interrupted run; the original is made only once. Returns the run's id. */
async function prepared(): Promise<number> {
  if (library === undefined) {
    const runId = await interrupted(false);
    library = temporaryDir();
    cpSync(dir, library, { recursive: true });
    return runId;
  }
  cpSync(library, dir, { recursive: true });
  return 1;
}
afterAll(() => library !== undefined && removeDir(library));

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s to the whole process group interrupts the run with a final checkpoint',
  async (signal) => {
    const runId = await prepared();
    expect(await signalled(runId, (host) => process.kill(-host, signal))).toBe(0);
    const host = await startHost(dir);
    const run = await host.call('runs.get', { runId });
    expect(run).toMatchObject({ status: 'interrupted', resumable: true, message: '' });
    expect(run.figures.nodes).toBeGreaterThan(0);
    await host.call('runs.resume', { runId });
    expect((await host.call('runs.get', { runId })).log.map(({ text }) => text)).toContain(
      'Resumed from the last checkpoint.',
    );
    await host.close();
  },
);

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;
test.skipIf(!hasPython)(
  'Ctrl+C in a terminal interrupts the run with a final checkpoint, even after the processes were suspended',
  async () => {
    const runId = await prepared();
    const pressCtrlC = (host: number, _: number, terminal: ChildProcess): void => {
      process.kill(-host, 'SIGSTOP');
      setTimeout(() => {
        process.kill(-host, 'SIGCONT');
        terminal.stdin!.write('\x03');
      }, 500);
    };
    expect(await signalled(runId, pressCtrlC, ['python3', '-c', IN_TERMINAL])).toBe(0);
    const host = await startHost(dir);
    const run = await host.call('runs.get', { runId });
    expect(run).toMatchObject({ status: 'interrupted', resumable: true, message: '' });
    expect(run.figures.nodes).toBeGreaterThan(0);
    await host.close();
  },
);

test('the solver receives the signal first and lets its host end it', async () => {
  const runId = await prepared();
  const code = await signalled(runId, (host, solver) => {
    process.kill(solver, 'SIGTERM');
    setTimeout(() => process.kill(host, 'SIGTERM'), 300);
  });
  expect(code).toBe(0);
  const host = await startHost(dir);
  const run = await host.call('runs.get', { runId });
  expect(run.status).toBe('interrupted');
  expect(run.figures.nodes).toBeGreaterThan(0);
  await host.close();
});

test('a queued run does not overtake the run that Ctrl+C interrupted', async () => {
  const runId = await interrupted(true);
  // The host resumes only the first run in the queue, which is the interrupted one.
  expect(await signalled(runId, (host) => process.kill(-host, 'SIGINT'))).toBe(0);
  const host = await startHost(dir);
  const { active, waiting } = await host.call('queue.list', {});
  expect(active.map(({ id }) => id)).toEqual([runId]);
  expect(waiting.map(({ id }) => id)).toEqual([runId + 1]);
  await host.close();
});
