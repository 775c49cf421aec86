/** Runs the command line as a separate process. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { afterAll } from 'vitest';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

export const root = path.resolve(import.meta.dirname, '../..');
/**
 * The command's sources, or the program that `npm test` built. The built program starts in less than half the time.
 */
export const script = path.join(root, process.env['EDGEWISE_COMMAND'] ?? 'src-main/cli/edgewise.ts');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command line until it ends. `env` is added to the environment. Its `EDGEWISE_DATA` names the library's
 * folder.
 */
export function edgewise(
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: Readonly<Record<string, string>> } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
    // in milliseconds; then the command is killed, and its exit code is null
    timeout: 100_000,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  });
  return { code: status, out: stdout, err: stderr };
}

/**
 * Returns a folder for the tests in one file, and a function that runs the command line with a library in that folder.
 * Removes the folder after the tests.
 */
export function inOwnFolder(): { dir: string; edgewise: (args: readonly string[], input?: string) => Ran } {
  const dir = temporaryDir();
  afterAll(() => removeDir(dir));
  const env = { EDGEWISE_DATA: path.join(dir, 'default') };
  return { dir, edgewise: (args, input) => edgewise(args, input === undefined ? { env } : { env, input }) };
}

/** Runs the command line. Calls `stop` once, as soon as the output matches `when`. */
export async function stopEdgewise(
  args: readonly string[],
  when: RegExp,
  stop: (child: ChildProcess) => void,
): Promise<Omit<Ran, 'err'>> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  let stopped = false;
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
    if (stopped || !when.test(out)) return;
    stopped = true;
    stop(child);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out };
}

/** Parses the output of `--json`: one JSON object per line. */
export const jsonLines = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
