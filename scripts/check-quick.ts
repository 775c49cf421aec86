/**
 * npm run check:quick [-- COMMIT]: checks types, lint and unit tests of everything changed since a commit (default:
 * HEAD), including uncommitted files. Runs the unit tests that have changed and those in the folders that mirror
 * changed sources. `npm test` checks everything.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { foldersToTest } from './tests-of.ts';

const root = path.resolve(import.meta.dirname, '..');
const base = process.argv[2] ?? 'HEAD';

function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    console.error(`git ${args.join(' ')} failed. Is “${base}” a commit of this repository?`);
    process.exit(2);
  }
  return stdout.split('\0').filter((file) => file !== '');
}

const changed = [
  ...git('diff', '--name-only', '-z', '--diff-filter=d', '--relative', base),
  ...git('ls-files', '-z', '--others', '--exclude-standard'),
];
if (changed.length === 0) {
  console.log(`Nothing has changed since ${base}.`);
  process.exit();
}

/** Runs a program from node_modules. Prints its output only if it fails. */
function run(name: string, ...args: string[]): Promise<boolean> {
  const started = Date.now();
  const child = spawn(path.join(root, 'node_modules/.bin', name), args, { cwd: root });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(0);
      console.log(
        `${status === 0 ? 'passed' : 'FAILED'}  ${name} ${args.slice(0, 2).join(' ')}, ${seconds} s`,
      );
      if (status !== 0) console.log(Buffer.concat(output).toString());
      resolve(status === 0);
    });
  });
}

const touches = (pattern: RegExp): boolean => changed.some((file) => pattern.test(file));

async function inTurn(tasks: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  let ok = true;
  for (const task of tasks) ok = (await task()) && ok;
  return ok;
}

const code = changed.filter((file) => /\.(ts|js|cjs|mjs|svelte)$/.test(file));
const written = changed.filter((file) => /\.(ts|js|cjs|svelte|md|json|css|yml|html)$/.test(file));
const tests = foldersToTest(changed, (folder) => existsSync(path.join(root, folder)));

const lanes = await Promise.all([
  inTurn([
    // Lint all files, because a change can break the types of other files.
    ...(touches(/\.ts$/) ? [() => run('oxlint')] : []),
    ...(touches(/^src-renderer\//)
      ? [() => run('svelte-check', '--tsconfig', './tsconfig.web.json', '--fail-on-warnings')]
      : []),
    ...(tests.length > 0
      ? [() => run('vitest', 'run', '--project=unit', '--project=unit-alone', ...tests)]
      : []),
  ]),
  inTurn([
    ...(written.length > 0
      ? [() => run('oxfmt', '--list-different', '--no-error-on-unmatched-pattern', ...written)]
      : []),
    ...(code.length > 0 ? [() => run('eslint', '--max-warnings=0', '--no-warn-ignored', ...code)] : []),
    ...(touches(/^(src-|rooms)/)
      ? [() => run('depcruise', 'src-core', 'src-main', 'src-preload', 'src-renderer')]
      : []),
  ]),
]);
process.exitCode = lanes.every(Boolean) ? 0 : 1;
