// What a person types first: npm start, with a Node that is too old, and with a browser instead of a window.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDir, temporaryDir } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const gate = path.join(root, 'scripts/with-node.cjs');
const start = path.join(root, 'scripts/start.ts');

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
let started: ChildProcess | undefined;
afterEach(() => {
  started?.kill('SIGTERM'); // also where a test failed
  removeDir(dir);
});

const sentence = (version: string): string =>
  `Edgewise needs Node 24 or newer, and this is Node ${version}: get it from https://nodejs.org ` +
  '(on most machines “npm ci” brings one along, which “npm start” then uses).\n';

/** The Nodes of this machine that are not the one which came with the packages. */
const otherNodes = [...new Set(process.env['PATH']!.split(path.delimiter))]
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .filter((file) => existsSync(file));

test('an older Node is told in one sentence which it takes and where it is to be had: exit code 2', () => {
  const disguise = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
  const told = spawnSync(process.execPath, ['--import', `data:text/javascript,${disguise}`, gate, start], {
    encoding: 'utf8',
    timeout: 100_000, // told nothing, it would serve for ever
  });
  expect(told).toMatchObject({ status: 2, stdout: '', stderr: sentence('20.20.2') });
  for (const node of otherNodes) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
    if (Number.parseInt(version) >= 24) continue;
    // As npm runs it, but without the packages' own Node first on the path.
    const { engines, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
      scripts: Record<string, string>;
    };
    expect(engines.node).toBe('>=24');
    for (const name of ['start', 'edgewise', 'test', 'bench', 'mutations', 'torture']) {
      const script = scripts[name];
      if (script === undefined) continue;
      const { status, stdout, stderr } = spawnSync(script, {
        shell: true,
        encoding: 'utf8',
        cwd: root,
        env: { PATH: path.dirname(node) },
      });
      expect({ name, status, stdout, stderr }).toEqual({
        name,
        status: 2,
        stdout: '',
        stderr: sentence(version),
      });
    }
  }
});

test('npm start -- --help helps; what it does not know is named', () => {
  const run = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [gate, start, ...args], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(run('--help').stdout).toMatch(/--browser[\s\S]*--port N[\s\S]*--data DIR/);
  const unknown = run('--colour');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/--colour/);
});

/** The command lines of all processes that this user can see. */
const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it ended
      }
    })
    .join('\n');

test.skipIf(process.platform !== 'linux')(
  'the token reaches the browser by a file for its owner only, never by a command line',
  async () => {
    const bin = path.join(dir, 'bin');
    const opened = path.join(dir, 'opened');
    const data = path.join(dir, 'data');
    mkdirSync(bin);
    // A browser that stays open, as a real one does.
    writeFileSync(
      path.join(bin, 'xdg-open'),
      `#!/bin/sh\necho "$1" > '${opened}.part'\nmv '${opened}.part' '${opened}'\nexec sleep 60\n`,
    );
    chmodSync(path.join(bin, 'xdg-open'), 0o755);
    const child = spawn(process.execPath, [gate, start, '--browser', '--data', data], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DISPLAY: ':99', PATH: `${bin}:${process.env['PATH']}` },
    });
    started = child;
    let url = '';
    for await (const line of createInterface(child.stdout)) {
      url = /^Edgewise is at (\S+)$/.exec(line)?.[1] ?? url;
      if (url) break;
    }
    const token = new URL(url).hash.slice('#token='.length);
    expect(token.length).toBeGreaterThan(40);
    while (!existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
    const page = readFileSync(opened, 'utf8').trim();
    expect(path.dirname(page)).toBe(data);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(readFileSync(page, 'utf8')).toContain(`url=${url}`);
    expect(commandLines()).not.toContain(token);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await gone).toBe(0);
    expect(existsSync(page)).toBe(false);
  },
);
