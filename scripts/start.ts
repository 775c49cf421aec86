/**
 * npm start: builds whatever is missing or outdated, then opens the desktop application. If Electron is missing or
 * can't start, or if there is no display, opens the same application in a browser.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { canDownload, downloadElectron, findElectron, sandboxError } from './electron-program.ts';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out');
/** If Electron exits with an error within this time, in ms, its window probably never opened. */
const EARLY_EXIT_MS = 10_000;

function newest(dir: string): number {
  let latest = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

function isStale(): boolean {
  const built = ['main/local-host.js', 'main/electron.js', 'preload/index.cjs', 'renderer/index.html'];
  if (!built.every((file) => existsSync(path.join(out, file)))) return true;
  const sources = ['src-core', 'src-main', 'src-preload', 'src-renderer'];
  const changed = Math.max(
    ...sources.map((dir) => newest(path.join(root, dir))),
    ...['package.json', 'electron.vite.config.ts'].map((file) => statSync(path.join(root, file)).mtimeMs),
  );
  return changed > statSync(path.join(out, 'renderer/index.html')).mtimeMs;
}

function build(): void {
  console.error('Building Edgewise (once; about 20 seconds) ...');
  const vite = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  process.exit(status ?? 1);
}

const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/**
 * Opens a file that leads to Edgewise's address. The address contains a secret, so it must not be on a command line,
 * which other users can read.
 */
function openBrowser(page: string): void {
  if (!hasDisplay) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const child = spawn(command, [...args, page], { stdio: 'ignore', detached: true });
  // The address is also printed, so a missing browser is not an error.
  child.on('error', () => undefined);
  child.unref();
}

const help = `npm start -- [options] [FILE]

Opens Edgewise in its own window if Electron is installed or can be downloaded. Otherwise opens the same
application in a browser, served from this machine only. FILE is a puzzle file to open in the window.

  --browser     open in a browser even if Electron is installed
  --port N      open in a browser, on this port of 127.0.0.1 (default: any free port)
  --data DIR    the library's folder (default: your user's; also EDGEWISE_DATA)
  --help        show this text

The command line is "npm run --silent edgewise -- --help".`;

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        browser: { type: 'boolean', default: false },
        port: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { ...values, file: positionals[0] };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

const options = asked();
if (options.help) {
  console.log(help);
  process.exit(0);
}
if (isStale()) build();
const wantsWindow = !options.browser && options.port === undefined;
const env = {
  ...process.env,
  ...(options.data === undefined ? {} : { EDGEWISE_DATA: path.resolve(options.data) }),
};

let child: ChildProcess | undefined;
/**
 * Starts a program in a process group of its own. Ctrl+C in a terminal signals every process in this script's group. If
 * Edgewise were in that group, it would receive the signal twice, and its solver would die before writing a checkpoint.
 */
function startProgram(command: string, args: readonly string[], stdout: 'inherit' | 'pipe'): ChildProcess {
  child = spawn(command, args, {
    stdio: ['inherit', stdout, 'inherit'],
    env,
    detached: process.platform !== 'win32',
  });
  return child;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (process.platform !== 'win32') child?.kill(signal);
  });
}

const ended = (running: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> =>
  new Promise((resolve) => {
    running.once('error', () => {
      resolve({ code: 1, signal: null });
    });
    running.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });

/** Resolves to the exit code, or to undefined if Electron couldn't start. */
async function openWindow(electron: string): Promise<number | undefined> {
  const started = Date.now();
  const { code, signal } = await ended(
    startProgram(
      electron,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        root,
        ...(options.file === undefined ? [] : [path.resolve(options.file)]),
      ],
      'inherit',
    ),
  );
  if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return 0;
  if (Date.now() - started < EARLY_EXIT_MS) return undefined;
  return code ?? 1;
}

async function openInBrowser(): Promise<number> {
  if (options.file !== undefined)
    console.error(`To open ${options.file} in the browser, press Ctrl+O there.`);
  const host = startProgram(
    process.execPath,
    [path.join(out, 'main/local-host.js'), ...(options.port === undefined ? [] : ['--port', options.port])],
    'pipe',
  );
  void (async () => {
    for await (const line of createInterface(host.stdout!)) {
      const [, what, rest] = /^(READY|PAGE) (.*)$/.exec(line) ?? [];
      if (what === 'PAGE') {
        openBrowser(rest!);
        console.log(`This address works once. For another window, open ${rest!}`);
      } else console.log(what === 'READY' ? `Edgewise is at ${rest}` : line);
    }
  })();
  return (await ended(host)).code ?? 1;
}

/** Returns the exit code, or undefined after printing why the window can't open. */
async function tryWindow(): Promise<number | undefined> {
  if (!hasDisplay) {
    console.error('There is no display: opening Edgewise for a browser instead.');
    return undefined;
  }
  const electron = findElectron() ?? ((await canDownload()) ? await downloadElectron() : undefined);
  if (electron === undefined) {
    console.error('Electron is not installed: opening Edgewise in a browser instead.');
    return undefined;
  }
  const blocked = sandboxError(electron);
  if (blocked !== undefined) {
    console.error(`${blocked}\nMeanwhile Edgewise opens in a browser.`);
    return undefined;
  }
  const code = await openWindow(electron);
  if (code === undefined) {
    console.error('Electron ended before it showed a window: opening Edgewise in a browser instead.');
  }
  return code;
}

process.exit((wantsWindow ? await tryWindow() : undefined) ?? (await openInBrowser()));
