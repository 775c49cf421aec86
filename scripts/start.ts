/**
 * npm start: builds what is not built or older than its sources, then opens the desktop application; where
 * Electron's binary is not to be had, or there is no display, the same application in a browser.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findElectron } from './electron-binary.ts';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out');
const DOWNLOAD_REACHABLE_MS = 3_000;

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

/** Electron fetches its binary from GitHub; asked first, so that a machine without a way there is not kept waiting. */
async function fetchElectron(): Promise<string | undefined> {
  try {
    await fetch('https://github.com', { method: 'HEAD', signal: AbortSignal.timeout(DOWNLOAD_REACHABLE_MS) });
  } catch {
    return undefined;
  }
  console.error('Fetching Electron (once) ...');
  spawnSync(process.execPath, [path.join(root, 'node_modules/electron/install.js')], { stdio: 'inherit' });
  return findElectron();
}

const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

/** `page` is a file: the address itself holds the token, and command lines are for everybody to read. */
function openBrowser(page: string): void {
  if (!hasDisplay) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const child = spawn(command, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the address stands on the screen as well
  child.unref();
}

const help = `npm start -- [options] [FILE]

Opens Edgewise: in its own window where Electron's binary is at hand or can be fetched, otherwise the same
application in a browser, served from this machine only. FILE is a puzzle file to open in the window.

  --browser     in a browser, whatever is at hand
  --port N      in a browser: on this port of 127.0.0.1 (default: any free one)
  --data DIR    the folder of the library (default: that of your user; also EDGEWISE_DATA)
  --help        this text

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
const wantsWindow = hasDisplay && !options.browser && options.port === undefined;
const electron = wantsWindow ? (findElectron() ?? (await fetchElectron())) : undefined;
const env = {
  ...process.env,
  ...(options.data === undefined ? {} : { EDGEWISE_DATA: path.resolve(options.data) }),
};
const child = electron
  ? spawn(
      electron,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        root,
        ...(options.file === undefined ? [] : [path.resolve(options.file)]),
      ],
      { stdio: 'inherit', env },
    )
  : spawn(
      process.execPath,
      [path.join(out, 'main/local-host.js'), ...(options.port === undefined ? [] : ['--port', options.port])],
      { stdio: ['inherit', 'pipe', 'inherit'], env },
    );
if (!electron) {
  if (!hasDisplay) console.error('There is no display: opening the application for a browser instead.');
  else if (wantsWindow) {
    console.error(
      'Electron’s binary is not here and can’t be fetched: opening the same application for a browser instead.',
    );
  }
  if (options.file !== undefined) console.error(`${options.file}: bring it in in the browser (Ctrl+O).`);
  void (async () => {
    for await (const line of createInterface(child.stdout!)) {
      const [, what, rest] = /^(READY|PAGE) (.*)$/.exec(line) ?? [];
      if (what === 'PAGE') openBrowser(rest!);
      else console.log(what === 'READY' ? `Edgewise is at ${rest}` : line);
    }
  })();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
