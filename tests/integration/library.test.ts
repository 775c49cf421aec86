// Packs the npm package and installs it into an empty folder without a network. Then uses its command, its modules and
// its types, and runs the examples of docs/library.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeDir, temporaryDir } from '../temporary-dir.ts';
import packageJson from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const folder = temporaryDir();
afterAll(() => removeDir(folder));

const run = (command: string, args: readonly string[], input?: string) => {
  const { PATH } = process.env;
  const here = `${path.dirname(process.execPath)}${path.delimiter}${PATH ?? ''}`;
  const env = {
    // another home folder, so that the user's npm settings don't apply
    HOME: folder,
    PATH: here,
    EDGEWISE_DATA: path.join(folder, 'data'),
    npm_config_cache: path.join(folder, 'cache'),
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env, input });
  return { code: status, out: stdout, err: stderr };
};

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/pack-library.ts'], { cwd: root });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = path.join(root, `dist/edgewise-${packageJson.version}.tgz`);
  // npm's cache is empty, so the package must contain everything it needs.
  const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  expect(installed.code, installed.err).toBe(0);
}, 300_000);

const page = readFileSync(path.join(root, 'docs/library.md'), 'utf8');
const examples = Array.from(
  page.matchAll(/^## (.+?)$[\s\S]*?^```js\n([\s\S]*?)^```$/gm),
  ([, title, code]) => ({
    title: title!,
    code: code!,
    prints: /^\/\/=> (.*)$/m.exec(code!)![1]!,
  }),
);

test('the package has no Electron, window or tests, and lists what it needs', () => {
  const manifest = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/edgewise/package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  expect(Object.keys(manifest['dependencies']!)).toEqual(['commander', 'jpeg-js', 'pngjs', 'valibot']);
  expect(manifest['devDependencies']).toBeUndefined();
  const files = execFileSync('find', [path.join(folder, 'node_modules'), '-type', 'f'], { encoding: 'utf8' });
  expect(files).not.toMatch(/electron|\.svelte|tests\/|\.map$/im);
  expect(files.split('\n').filter((file) => /src-(core|main)\/.*(?<!\.d)\.ts$/.test(file))).toEqual([]);
  expect(files).toContain('src-core/library.d.ts');
});

test('files that its pages link to exist', () => {
  const packed = path.join(folder, 'node_modules/edgewise');
  const links = ['README.md', 'docs/reference/formats.md', 'docs/reference/protocol.md'].flatMap((each) =>
    Array.from(readFileSync(path.join(packed, each), 'utf8').matchAll(/\]\(([^)#\s]+)/g), ([, to]) =>
      path.join(path.dirname(each), to!),
    ),
  );
  expect(links).toContain('docs/reference/formats.md');
  expect(links.filter((link) => !existsSync(path.join(packed, link)))).toEqual([]);
});

describe('docs/library.md', () => {
  test('has examples', () => expect(examples.length).toBeGreaterThanOrEqual(6));

  test.each(examples)('$title', ({ code, prints }) => {
    const file = path.join(folder, 'example.mjs');
    writeFileSync(file, code);
    const { code: status, out, err } = run(process.execPath, [file]);
    expect([status, err]).toEqual([0, '']);
    expect(out.split('\n')).toContain(prints);
  });

  test('importing projects get correct types', () => {
    const file = path.join(folder, 'typed.ts');
    writeFileSync(
      file,
      `import { generate, solve, type EdgePuzzle, type Solved } from 'edgewise';
const { puzzle }: { puzzle: EdgePuzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const solved: Solved = await solve(puzzle, { solutions: 'all' });
export const first: Int32Array | undefined = solved.boards[0];
// @ts-expect-error: a run has no such status
export const wrong: 'lost' = solved.status;
`,
    );
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const options =
      '--noEmit --strict --target ES2024 --module NodeNext --moduleResolution NodeNext --skipLibCheck';
    const { code, out } = run(process.execPath, [tsc, ...options.split(' '), file]);
    expect([code, out]).toEqual([0, '']);
  });
});

describe('npx edgewise', () => {
  test('solves a puzzle, from a file and on several threads', () => {
    mkdirSync(path.join(folder, 'puzzles'), { recursive: true });
    writeFileSync(path.join(folder, 'puzzles/four.txt'), '0 1 1 0\n0 0 1 1\n1 1 0 0\n1 0 0 1\n');
    const solved = run('npx', [
      '--offline',
      'edgewise',
      'solve',
      'puzzles/four.txt',
      '--json',
      '--threads',
      '2',
    ]);
    expect(solved.code).toBe(0);
    expect(JSON.parse(solved.out.trim().split('\n').at(-1)!)).toMatchObject({
      status: 'solved',
      solutions: 1,
    });
  });

  // `npx` takes half a second more than running the file directly.
  const command = path.join(folder, 'node_modules/.bin/edgewise');

  test('prints its version and help', () => {
    expect(run(command, ['--version']).out).toBe(`${packageJson.version}\n`);
    expect(run(command, ['--help']).out).toContain('read-model');
  });

  test('without better-sqlite3, a command that needs the library says how to install it', () => {
    const { code, err } = run(command, ['library']);
    expect(code).toBe(4);
    expect(err).toBe(
      'edgewise: this command needs the library, which needs the package better-sqlite3: npm install better-sqlite3\n',
    );
  });
});
