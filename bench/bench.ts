/**
 * Runs a benchmark in this folder. The first comment of each benchmark says what it measures and which arguments it
 * takes.
 *
 *     npm run bench                                 the exact engine
 *     npm run bench -- NAME [ARGUMENTS]
 *     npm run bench -- NAME [ARGUMENTS] --against COMMIT [--rounds 3]
 *
 * With --against, runs the benchmark alternately in the working tree and in a commit, so that both have the same
 * machine load. For lines that differ only in their numbers, it then prints the median of each side and their ratio.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { comparisonOf } from './tools/comparison.ts';

const root = path.resolve(import.meta.dirname, '..');
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -'.ts'.length));

function takeOption(args: string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  if (at === -1) return undefined;
  const { values } = parseArgs({ args: args.splice(at, 2), options: { [name]: { type: 'string' } } });
  return String(values[name]);
}

const args = process.argv.slice(2);
const against = takeOption(args, 'against');
const rounds = Number(takeOption(args, 'rounds') ?? 3);
const [name = 'exact', ...own] = args;
if (!names.includes(name)) {
  console.error(`There is no benchmark “${name}”. The benchmarks are ${names.join(', ')}.`);
  process.exit(2);
}
if (!(Number.isInteger(rounds) && rounds >= 1)) {
  console.error('--rounds takes a whole number from 1.');
  process.exit(2);
}

const today = new Date().toISOString().slice(0, 10);
const processor = cpus()[0]?.model ?? 'unknown processor';
console.log(`${today}, ${processor}, ${availableParallelism()} cores, Node ${process.versions.node}`);
if (against === undefined) process.exitCode = run(root, 'inherit').status;
else compare(against);

function run(folder: string, output: 'inherit' | 'pipe'): { status: number; text: string } {
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, 'bench', `${name}.ts`), ...own], {
    cwd: folder,
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { status: status ?? 1, text: output === 'pipe' ? stdout : '' };
}

function compare(commit: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-bench-'));
  const git = (...words: string[]): boolean =>
    spawnSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (!git('worktree', 'add', '--detach', '--force', folder, commit)) {
    rmSync(folder, { recursive: true });
    process.exit(2);
  }
  try {
    if (!existsSync(path.join(folder, 'bench', `${name}.ts`))) {
      console.error(`${commit} has no benchmark “${name}”.`);
      process.exitCode = 2;
      return;
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    if (existsSync(path.join(root, 'out'))) build(folder);
    const [theirs, ours]: [string[], string[]] = [[], []];
    for (let round = 1; round <= rounds; round++) {
      for (const [side, texts] of [
        [commit, theirs],
        ['working tree', ours],
      ] as const) {
        console.log(`\nround ${round} of ${rounds}: ${side}`);
        const { status, text } = run(texts === theirs ? folder : root, 'pipe');
        console.log(text.trimEnd());
        if (status !== 0) process.exitCode = 1;
        texts.push(text);
      }
    }
    console.log(`\nmedians of ${rounds}: ${commit} → working tree (ratio)\n${comparisonOf(theirs, ours)}`);
  } finally {
    git('worktree', 'remove', '--force', folder);
  }
}

/** Builds the commit, for benchmarks that measure a build. The working tree must have been built already. */
function build(folder: string): void {
  const vite = path.join(root, 'node_modules/.bin/electron-vite');
  const { status } = spawnSync(vite, ['build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the commit cannot be built');
}
