// Whenever Edgewise ends, for whatever reason, added engines and all their child processes end, and their temporary
// files are deleted.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureDataDir } from '../../src-main/data-dir.ts';
import { addEngine } from '../../src-main/external-engines/add-engine.ts';
import { timeouts } from '../../src-main/external-engines/timeouts.ts';
import { root, script } from './command-line.ts';
import { allOf, owenPuzzle, startHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

let dir: string;
let data: string;
let temporary: string;
/** Path of a file with the process ids of the engine and its children, one per line. */
let pids: string;
let started: ChildProcess | undefined;
beforeEach(() => {
  dir = temporaryDir();
  data = path.join(dir, 'data');
  temporary = path.join(dir, 'temporary');
  pids = path.join(dir, 'pids');
  mkdirSync(temporary);
  vi.stubEnv('EDGEWISE_DATA', data);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  started?.kill('SIGKILL');
  for (const pid of living()) process.kill(Number(pid), 'SIGKILL');
  removeDir(dir);
});

const engines = (): string[] => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
const living = (): string[] =>
  engines().filter((pid) => {
    try {
      // A zombie has ended, but its parent has not waited for it yet.
      return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  });

const temporaryFolders = (): string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('edgewise-'));

/**
 * Adds an engine that is hard to kill. It ignores signals. It clears its environment, and with it the variable by which
 * Edgewise recognizes an engine's processes. It starts two children outside its process group, one of them an orphan.
 */
async function addStubborn(): Promise<void> {
  const stubborn = path.join(dir, 'stubborn.sh');
  const loop = `#!/bin/sh\ntrap '' HUP INT TERM\necho $$ >> '${pids}'\nwhile :; do sleep 1; done\n`;
  writeFileSync(stubborn, loop, { mode: 0o755 });
  const engine = path.join(dir, 'engine.sh');
  writeFileSync(
    engine,
    `#!/bin/sh\nsetsid ${stubborn} &\n(setsid ${stubborn} &)\nexec env -i PATH="$PATH" ${stubborn}\n`,
  );
  chmodSync(engine, 0o755);
  ensureDataDir(data);
  await addEngine(data, { name: 'stubborn', adapter: 'lines', command: engine, args: ['{puzzle:edgewise}'] });
}

const allStarted = (): Promise<void> =>
  vi.waitFor(() => expect(living()).toHaveLength(3), { timeout: 20_000, interval: 20 });
const nothingLeft = (): Promise<void> =>
  vi.waitFor(() => expect([living(), temporaryFolders()]).toEqual([[], []]), {
    timeout: 30_000,
    interval: 20,
  });

/** Source text of a program that starts a host and runs the engine. */
const HOST = `
  const { allOf, owenPuzzle, startHost } = await import('./tests/integration/host.ts');
  const host = await startHost(process.env.EDGEWISE_DATA);
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(4, 4) });
  await host.call('runs.start', allOf(id, { engine: 'stubborn' }));`;

describe.skipIf(process.platform !== 'linux')('an engine whose children leave its process group ends', () => {
  test.each([
    ['the command line', [script, 'solve', 'tests/data/arrows.txt', '--engine', 'stubborn']],
    ['the host', ['-e', HOST]],
  ])('when %s is killed', async (_, args) => {
    await addStubborn();
    started = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
    await allStarted();
    expect(temporaryFolders()).toHaveLength(1);
    started.kill('SIGKILL');
    await nothingLeft();
  });

  test('when its run is stopped, or its solver killed', async () => {
    Object.assign(timeouts, { stopMs: 100 });
    await addStubborn();
    const host = await startHost(data);
    const { id } = await host.call('library.add', { puzzle: owenPuzzle(4, 4) });
    for (const end of ['stop', 'kill'] as const) {
      const { runId } = await host.call('runs.start', allOf(id, { engine: 'stubborn' }));
      await allStarted();
      if (end === 'kill') host.services.runs.kill(runId);
      else await host.call('runs.stop', { runId });
      await host.ended(runId);
      await nothingLeft();
    }
    await host.close();
  });
});
