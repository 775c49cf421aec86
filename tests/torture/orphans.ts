// Engines that start random trees of processes, some outside their process group. When the host is killed at a random
// moment, all these processes end, and the temporary folders are deleted.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { random, type Random } from '../../src-core/random.ts';
import { ensureDataDir } from '../../src-main/data-dir.ts';
import { addEngine } from '../../src-main/external-engines/add-engine.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Maximum time until all processes have ended, in milliseconds */
const GONE_MS = 15_000;

/** Source text of a program that starts a host and runs the engine */
const HOST = `
  const { allOf, owenPuzzle, startHost } = await import('./tests/integration/host.ts');
  const host = await startHost(process.env.EDGEWISE_DATA);
  const { id } = await host.call('library.add', { puzzle: owenPuzzle(4, 4) });
  await host.call('runs.start', allOf(id, { engine: 'stubborn' }));`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the ids of the processes whose command contains the folder's path. Zombies are left out, because their
 * command is empty.
 */
function livingIn(dir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir);
    } catch {
      return false; // the process has just ended
    }
  });
}

/** Adds an engine that ignores signals and starts up to five more processes. Returns the number of processes. */
async function addFamily(dir: string, data: string, chance: Random): Promise<number> {
  const stubborn = path.join(dir, 'stubborn.sh');
  writeFileSync(stubborn, `#!/bin/sh\ntrap '' HUP INT TERM\nwhile :; do sleep 0.1; done\n`, { mode: 0o755 });
  const children = Array.from(
    { length: chance.below(6) },
    () =>
      [
        `${stubborn} &`,
        `setsid ${stubborn} &`,
        `(setsid ${stubborn} &)`,
        `(${stubborn} &)`,
        `nohup ${stubborn} &`,
      ][chance.below(5)]!,
  );
  // A program can remove EDGEWISE_ENGINE from its environment. Its processes are then found through their parent.
  const last = [`exec ${stubborn}`, `exec env -i PATH="$PATH" ${stubborn}`, stubborn][chance.below(3)]!;
  const engine = path.join(dir, 'engine.sh');
  writeFileSync(engine, `#!/bin/sh\n${[...children, last].join('\n')}\n`, { mode: 0o755 });
  ensureDataDir(data);
  await addEngine(data, { name: 'stubborn', adapter: 'lines', command: engine, args: ['{puzzle:edgewise}'] });
  return children.length + 1;
}

async function failuresOf(dir: string, chance: Random): Promise<string[]> {
  const [data, temporary, bin] = ['data', 'temporary', 'bin'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [temporary, bin]) mkdirSync(each);
  const before = process.env['EDGEWISE_CONFIG'];
  process.env['EDGEWISE_CONFIG'] = path.join(dir, 'config');
  const size = await addFamily(bin, data, chance);
  const env = { ...process.env, EDGEWISE_DATA: data, TMPDIR: temporary };
  if (before === undefined) delete process.env['EDGEWISE_CONFIG'];
  else process.env['EDGEWISE_CONFIG'] = before;
  const host = spawn(process.execPath, ['-e', HOST], { cwd: root, env, stdio: 'ignore' });
  const gone = new Promise((resolve) => host.once('close', resolve));
  const enough = chance.below(3) === 0 ? 1 : size;
  for (let waited = 0; livingIn(bin).length < enough && waited < 60_000; waited += 20) await sleep(20);
  await sleep(chance.below(100));
  host.kill('SIGKILL');
  await gone;
  const left = (): string[] => [
    ...livingIn(bin).map((pid) => `process ${pid}`),
    ...readdirSync(temporary).filter((name) => name.startsWith('edgewise-')),
  ];
  for (let waited = 0; left().length > 0 && waited < GONE_MS; waited += 50) await sleep(50);
  const failures = left().map((each) => `${each} is left of ${size}`);
  for (const pid of livingIn(bin)) if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), 'SIGKILL');
  return failures;
}

export const orphans: Part = async (seed, going) => {
  if (process.platform !== 'linux') return { count: 0, tried: 'skipped: needs /proc', failures: [] };
  const chance = random(seed, 19);
  const failures: string[] = [];
  let tried = 0;
  do {
    const dir = temporaryDir();
    failures.push(...(await failuresOf(dir, chance)).map((failure) => `host ${tried}: ${failure}`));
    removeDir(dir);
    tried++;
  } while (going(tried) && failures.length < 200);
  return { count: tried, tried: `${tried} hosts killed while an engine's family of processes ran`, failures };
};
