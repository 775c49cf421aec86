// One run on several machines: the merged totals are those of the run undivided.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeDir, temporaryDir } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const script = path.join(root, 'src-main/cli/edgewise.ts');
const puzzle = path.join(root, 'tests/data/owen/pieces_05x05.txt');
let dir: string;
beforeAll(() => {
  dir = temporaryDir();
});
afterAll(() => removeDir(dir));

const env = (): NodeJS.ProcessEnv => ({ ...process.env, EDGEWISE_DATA: path.join(dir, 'data') });
function runs(...args: string[]): { code: number | null; out: string; err: string } {
  const ran = spawnSync(process.execPath, [script, 'runs', ...args], { encoding: 'utf8', env: env() });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}
const split = (name: string, ...args: string[]): string[] =>
  runs('split', puzzle, '--out', path.join(dir, name), ...args)
    .out.trim()
    .split('\n');
const resultOf = (job: string): string => job.replace('.job.json', '.result.json');

test('by prefix: each part once, to the node; duplicates dropped; what is missing is said', () => {
  const jobs = split('prefix', '--all', '--parts', '3');
  for (const job of jobs) expect(runs('work', job, '--threads', '1').code).toBe(0);
  const results = jobs.map(resultOf);
  const whole = runs('merge', '--json', ...results, results[1]!);
  expect(whole.code).toBe(0);
  expect(whole.err).toContain('a second time');
  const merged = JSON.parse(whole.out) as { boards: { solved: boolean }[] };
  expect(merged).toMatchObject({
    nodes: 113_211, // the published count of the undivided tree
    solutions: 16,
    uniqueSolutions: 4,
    missing: [],
  });
  expect(merged.boards.filter(({ solved }) => solved)).toHaveLength(4);
  const part = runs('merge', results[0]!, results[2]!);
  expect(part).toMatchObject({ code: 3 });
  expect(part.out).toContain('still to come: parts 2');
  const other = split('other', '--all', '--parts', '2', '--seed', '9');
  runs('work', other[0]!);
  expect(runs('merge', results[0]!, resultOf(other[0]!))).toMatchObject({ code: 2 });
});

test('a part that is cut off goes on from its checkpoint', async () => {
  const big = path.join(root, 'tests/data/owen/pieces_06x06.txt');
  const [job] = runs('split', big, '--count', '--parts', '2', '--out', path.join(dir, 'big'))
    .out.trim()
    .split('\n');
  const result = resultOf(job!);
  const child = spawn(process.execPath, [script, 'runs', 'work', job!, '--threads', '1'], {
    env: env(),
    stdio: 'ignore',
  });
  const over = new Promise((resolve) => child.once('close', resolve));
  setTimeout(() => child.kill('SIGTERM'), 900);
  const code = await over;
  expect([0, 3, null]).toContain(code); // done, stopped, or ended before it listened
  if (code === 3) expect(existsSync(`${result}.checkpoint`)).toBe(true);
  expect(runs('work', job!, '--threads', '2').code).toBe(0);
  expect(existsSync(`${result}.checkpoint`)).toBe(false);
  const { nodes } = JSON.parse(readFileSync(result, 'utf8')) as { nodes: number };
  const again = resultOf(job!).replace('part-1', 'again');
  expect(runs('work', job!, '--threads', '1', '--out', again).code).toBe(0);
  expect((JSON.parse(readFileSync(again, 'utf8')) as { nodes: number }).nodes).toBe(nodes);
});

test('by seed: the best of all, boards checked again', () => {
  const jobs = split('seed', '--parts', '2', '--by', 'seed', '--option', 'shuffle=true');
  for (const job of jobs) expect(runs('work', job).code).toBe(0);
  expect(JSON.parse(runs('merge', '--json', ...jobs.map(resultOf)).out)).toMatchObject({
    matched: 40,
    missing: [],
  });
});
