// A run divided among several machines: the merged totals equal those of the undivided run.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, script } from './command-line.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

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

test('a count divided by prefix: each part counts once, duplicates are dropped, missing parts are named', () => {
  const jobs = split('prefix', '--all', '--parts', '3');
  for (const job of jobs) expect(runs('work', job, '--threads', '1').code).toBe(0);
  const results = jobs.map(resultOf);
  const copy = path.join(dir, 'copy.result.json');
  copyFileSync(results[1]!, copy);
  const whole = runs('merge', '--json', ...results, copy);
  expect(whole.code).toBe(0);
  expect(whole.err).toContain('an earlier file has a result of part');
  const merged = JSON.parse(whole.out) as { boards: { solved: boolean }[] };
  expect(merged).toMatchObject({
    // the published number of nodes of the undivided search
    nodes: 113_211,
    solutions: 16,
    uniqueSolutions: 4,
    missing: [],
  });
  expect(merged.boards.filter(({ solved }) => solved)).toHaveLength(4);
  const part = runs('merge', results[0]!, results[2]!);
  expect(part).toMatchObject({ code: 3 });
  expect(part.out).toContain('results still missing: part 2\n');
  const other = split('other', '--all', '--parts', '2', '--seed', '9');
  runs('work', other[0]!);
  expect(runs('merge', results[0]!, resultOf(other[0]!))).toMatchObject({ code: 2 });
});

test('one solution requested: the part that finds it is enough', () => {
  const jobs = split('first', '--first', '--parts', '2');
  expect(runs('work', jobs[0]!, '--threads', '1').code).toBe(0);
  const { code, out, err } = runs('merge', '--save', resultOf(jobs[0]!));
  expect(code).toBe(0);
  expect(out).toMatch(/^1 of 2 parts, [1-9].*\n1 different solution listed\nbest 40 of 40 edges\n$/);
  const run = /Run (\d+)/.exec(err)![1]!;
  expect(runs('show', run).out).toContain('solved\n');
});

test('modified results are rejected, and the message says how to fix them', () => {
  const [job] = split('changed', '--all', '--parts', '1');
  expect(runs('work', job!, '--threads', '1').code).toBe(0);
  const result = resultOf(job!);
  const text = readFileSync(result, 'utf8');
  const given = JSON.parse(text) as { tasks: string; file: { of: number } };
  const refused = (what: object): string => {
    writeFileSync(result, JSON.stringify({ ...given, ...what }));
    const { code, err } = runs('merge', result);
    expect(code).toBe(2);
    expect(err).not.toMatch(/TypeError|at .*\.[jt]s/);
    return err;
  };
  const tasks = (value: unknown): object => ({ tasks: serialize(value).toString('base64') });
  const [first] = deserialize(Buffer.from(given.tasks, 'base64')) as [Record<string, unknown>];
  expect(refused({ tasks: 'AAAA' })).toMatch(/counts can't be read.*run “runs work”/);
  expect(refused(tasks({ length: 1 }))).toMatch(/counts can't be read/);
  expect(refused(tasks([{ ...first, nodes: 'many' }]))).toMatch(/counts can't be read/);
  expect(refused(tasks([{ ...first, nodesByDepth: [1] }]))).toMatch(/counts can't be read/);
  expect(refused(tasks([{ ...first, note: null }]))).toMatch(
    /can't be read by engine exact; run “runs work”/,
  );
  expect(refused(tasks([{ ...first, counts: {} }]))).toMatch(/can't be read by engine exact/);
  expect(refused({ file: { ...given.file, of: 1e8 } })).toMatch(/file\.of/);
  expect(refused({ file: { ...given.file, part: 1 } })).toMatch(
    /in “file\.part”, found 1; expected less than 1/,
  );
  const bytes = Buffer.from(given.tasks, 'base64');
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 4)) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x55;
    writeFileSync(result, JSON.stringify({ ...given, tasks: changed.toString('base64') }));
    const { code, err } = runs('merge', result);
    expect([0, 2, 3]).toContain(code);
    expect(err).not.toMatch(/TypeError|at .*\.[jt]s/);
  }
});

/** Runs a job and interrupts it as soon as it is searching. */
async function cutOff(job: string, threads = 1): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [script, 'runs', 'work', job, '--threads', String(threads)], {
    env: env(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const over = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
    if (text.includes('searching')) child.kill('SIGTERM');
  });
  return { code: await over, said };
}

test('an interrupted part of a hunt keeps its milestones, and reports once that it is searching', async () => {
  const pieces = path.join(root, 'tests/data/e2/e2_pieces.txt');
  const hunt = ['--engine', 'best', '--option', 'width=20000', '--time', '600', '--parts', '1'];
  const job = runs('split', pieces, ...hunt, '--out', path.join(dir, 'hunt')).out.trim();
  // Try again if the job was interrupted before its first milestone.
  for (let tries = 0; tries < 5 && !existsSync(`${resultOf(job)}.milestones`); tries++)
    expect(await cutOff(job)).toMatchObject({ code: 3 });
  expect(readdirSync(`${resultOf(job)}.milestones`)).toContain('0-0');
  const { said } = await cutOff(job);
  expect(said.match(/searching/g)).toHaveLength(1);
});

test('an interrupted part of a hunt resumes with its original number of threads on any machine', async () => {
  const pieces = path.join(root, 'tests/data/e2/e2_pieces.txt');
  const hunt = ['--engine', 'best', '--option', 'width=1000', '--nodes', '100000', '--parts', '1'];
  const job = runs('split', pieces, ...hunt, '--out', path.join(dir, 'threads')).out.trim();
  expect(await cutOff(job, 2)).toMatchObject({ code: 3 });
  const { code, err } = runs('work', job, '--threads', '1');
  expect(code).toBe(0);
  expect(err).toMatch(
    /^Part 1 of 1: searching, with 2 threads as before\.\nPart 1 of 1: limit reached, .*\n$/,
  );
  const whole = path.join(dir, 'threads', 'whole.json');
  expect(runs('work', job, '--threads', '2', '--out', whole).code).toBe(0);
  const [best, same] = [resultOf(job), whole].map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { best: number[] }).best,
  );
  expect(best).toEqual(same);
});

test('an interrupted part resumes from its checkpoint', async () => {
  const big = path.join(root, 'tests/data/owen/pieces_06x06.txt');
  const [job] = runs('split', big, '--count', '--parts', '2', '--out', path.join(dir, 'big'))
    .out.trim()
    .split('\n');
  const result = resultOf(job!);
  expect(await cutOff(job!)).toMatchObject({ code: 3 });
  expect(existsSync(`${result}.checkpoint`)).toBe(true);
  expect(existsSync(result)).toBe(false);
  // a folder that an interrupted hunt left behind
  mkdirSync(`${result}.milestones`);
  expect(runs('work', job!, '--threads', '2').code).toBe(0);
  expect(readdirSync(path.dirname(result)).filter((name) => name.startsWith(path.basename(result)))).toEqual([
    path.basename(result),
  ]);
  const { nodes } = JSON.parse(readFileSync(result, 'utf8')) as { nodes: number };
  const again = resultOf(job!).replace('part-1', 'again');
  expect(runs('work', job!, '--threads', '1', '--out', again).code).toBe(0);
  expect((JSON.parse(readFileSync(again, 'utf8')) as { nodes: number }).nodes).toBe(nodes);
});

test('a part rejects the checkpoint of another job, and accepts its own with other limits', async () => {
  const big = path.join(root, 'tests/data/owen/pieces_06x06.txt');
  const wrong = path.join(dir, 'wrong.txt');
  // In this puzzle, the first tile fits nowhere.
  const text = readFileSync(big, 'utf8');
  writeFileSync(wrong, text.replace(/^(\d+ \d+\s+)\d+/, '$1 1'));
  const splitInto = (file: string, ...args: string[]): string =>
    runs('split', file, '--count', '--parts', '1', '--out', path.join(dir, 'again'), ...args).out.trim();
  const job = splitInto(big);
  expect(await cutOff(job)).toMatchObject({ code: 3 });
  splitInto(wrong, '--rim', 'frame:0');
  const { code, err } = runs('work', job, '--threads', '1');
  expect({ code, err }).toMatchObject({ code: 2 });
  expect(err).toContain(`${resultOf(job)}.checkpoint: it is the checkpoint of a different job; remove it`);
  const own = readFileSync(`${resultOf(job)}.checkpoint`);
  for (const other of [5, null, {}]) {
    writeFileSync(`${resultOf(job)}.checkpoint`, serialize(other));
    const ran = runs('work', job);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toContain('.checkpoint: it is not a checkpoint; remove it');
  }
  writeFileSync(`${resultOf(job)}.checkpoint`, own);
  splitInto(big, '--nodes', '30000000');
  expect(runs('work', job, '--threads', '1').code).toBe(0);
});

test('a hunt divided by seed: keeps the best board of all parts, and verifies every board again', () => {
  const jobs = split('seed', '--parts', '2', '--by', 'seed', '--option', 'shuffle=true');
  for (const job of jobs) expect(runs('work', job).code).toBe(0);
  expect(JSON.parse(runs('merge', '--json', ...jobs.map(resultOf)).out)).toMatchObject({
    matched: 40,
    missing: [],
  });
});
