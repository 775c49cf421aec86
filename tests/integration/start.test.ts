// `npm start` as a new user runs it: with a Node that is too old, and where no Electron window can open.
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
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installedElectron } from '../../scripts/electron-program.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const root = path.resolve(import.meta.dirname, '../..');
const gate = path.join(root, 'scripts/with-node.cjs');
const start = path.join(root, 'scripts/start.ts');

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
let started: ChildProcess | undefined;
afterEach(() => {
  // End the program even if a test failed.
  started?.kill('SIGTERM');
  removeDir(dir);
});

const sentence = (version: string): string =>
  `Edgewise needs Node 24 or newer, and this is Node ${version}: get it from https://nodejs.org ` +
  '(on most machines “npm ci” also installs it, and “npm start” uses that one).\n';

/** Other versions of Node on this machine: those on PATH outside node_modules */
const otherNodes = [...new Set(process.env['PATH']!.split(path.delimiter))]
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .filter((file) => existsSync(file));

/** Returns arguments that make Node report version 20.20.2. */
const disguised = (): string[] => {
  const disguise = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
  return ['--import', `data:text/javascript,${disguise}`];
};

const oldNodes = (): { readonly node: string; readonly version: string }[] =>
  otherNodes
    .map((node) => ({
      node,
      version: spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1),
    }))
    .filter(({ version }) => Number.parseInt(version) < 24);

test('an older Node prints which version is needed and where to get it: exit code 2', () => {
  const told = spawnSync(process.execPath, [...disguised(), gate, start], {
    encoding: 'utf8',
    // Without the version check, this would start a host that never ends.
    timeout: 100_000,
  });
  expect(told).toMatchObject({ status: 2, stdout: '', stderr: sentence('20.20.2') });
  for (const { node, version } of oldNodes()) {
    // Run each script in a shell, as npm does, with only the old Node on PATH. Don't use npm itself: it would run the
    // Node in node_modules.
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

test('an older Node that runs the command prints which version is needed: exit code 2', () => {
  const command = path.join(root, 'src-main/cli/edgewise.ts');
  const message = (version: string): string =>
    `Edgewise needs Node 24 or newer, and this is Node ${version}: get it from https://nodejs.org.\n`;
  const told = spawnSync(process.execPath, [...disguised(), command, '--version'], { encoding: 'utf8' });
  expect(told).toMatchObject({ status: 2, stdout: '', stderr: message('20.20.2') });
  // An old Node can't strip types, so give it the file without types, as in the package.
  const built = path.join(dir, 'edgewise.mjs');
  writeFileSync(built, stripTypeScriptTypes(readFileSync(command, 'utf8')));
  for (const { node, version } of oldNodes()) {
    const { status, stdout, stderr } = spawnSync(node, [built, '--version'], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: message(version) });
  }
});

test('npm start -- --help prints help; unknown options are named', () => {
  const run = (...args: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [gate, start, ...args], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(run('--help').stdout).toMatch(/--browser[\s\S]*--port N[\s\S]*--data DIR/);
  const unknown = run('--colour');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/--colour/);
});

const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // The process has ended in the meantime.
        return '';
      }
    })
    .join('\n');

test.skipIf(process.platform !== 'linux')(
  'the browser gets the token from a file readable only by its owner, never from a command line',
  async () => {
    const bin = path.join(dir, 'bin');
    const opened = path.join(dir, 'opened');
    const data = path.join(dir, 'data');
    mkdirSync(bin);
    // A program that replaces the browser and stays open, as a real one does.
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

test.skipIf(process.platform === 'win32').each([
  ['src-main/local-host/local-host.ts', []],
  ['src-main/cli/edgewise.ts', ['serve']],
] as const)(
  '%s, told to end as soon as it has printed its address, ends with code 0',
  async (file, words) => {
    // The host signals itself, because another process would rarely be fast enough.
    const signal = `
    const { write } = process.stdout;
    process.stdout.write = function (text, ...rest) {
      const isFull = write.call(this, text, ...rest);
      if (text.includes('http://127.0.0.1:')) process.kill(process.pid, 'SIGTERM');
      return isFull;
    };`;
    const preload = `data:text/javascript,${encodeURIComponent(signal)}`;
    const child = spawn(
      process.execPath,
      ['--import', preload, path.join(root, file), ...words, '--data', path.join(dir, 'data')],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    started = child;
    const end = await new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
    expect(end).toEqual([0, null]);
  },
);

/** Writes a shell script that replaces Electron's program. Returns the environment that makes npm start use it. */
function standInElectron(script: string): NodeJS.ProcessEnv {
  const bin = path.join(dir, 'bin');
  mkdirSync(bin);
  for (const [name, text] of [
    ['electron', script],
    ['xdg-open', 'exec sleep 60'],
  ] as const) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  return {
    ...process.env,
    DISPLAY: ':99',
    PATH: `${bin}:${process.env['PATH']}`,
    ELECTRON_EXEC_PATH: path.join(bin, 'electron'),
  };
}

describe.skipIf(process.platform !== 'linux')('npm start with Electron', () => {
  test('opens a browser if Electron ends before it shows a window', async () => {
    const child = spawn(process.execPath, [gate, start, '--data', path.join(dir, 'data')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: standInElectron('kill -TRAP $$'),
    });
    started = child;
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('Edgewise is at http://127.0.0.1:')) break;
    }
    expect(errors).toContain(
      'Electron ended before it showed a window: opening Edgewise in a browser instead.',
    );
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'forwards %s once if a terminal signals the whole group',
    async (signal) => {
      const heard = path.join(dir, 'heard');
      const name = signal.slice('SIG'.length);
      const env = standInElectron(`
        trap 'echo ${name} >> "${heard}"' ${name}
        echo ready
        n=0
        while [ $n -lt 600 ] && ! [ -e "${heard}" ]; do sleep 0.1; n=$((n + 1)); done
        sleep 1 # a second signal would be heard now
        exit 0`);
      const child = spawn(process.execPath, [gate, start, '--data', path.join(dir, 'data')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env,
        // its own process group, like a command in a terminal
        detached: true,
      });
      started = child;
      for await (const line of createInterface(child.stdout)) if (line === 'ready') break;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid!, signal);
      expect(await gone).toBe(0);
      expect(readFileSync(heard, 'utf8')).toBe(`${name}\n`);
    },
  );
});

test.skipIf(installedElectron() !== undefined)(
  'npm run dev starts a server for a browser without Electron',
  async () => {
    const child = spawn(process.execPath, [gate, path.join(root, 'scripts/dev.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ELECTRON_EXEC_PATH: path.join(dir, 'no such program'),
        // a proxy that refuses connections, so that nothing is downloaded
        HTTPS_PROXY: 'http://127.0.0.1:9',
        EDGEWISE_DATA: path.join(dir, 'data'),
      },
    });
    started = child;
    let ready = '';
    for await (const line of createInterface(child.stdout)) {
      ready = line;
      if (line.startsWith('READY ')) break;
    }
    expect(ready).toMatch(/^READY http:\/\/127\.0\.0\.1:/);
  },
);
