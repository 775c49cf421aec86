/**
 * npm start: builds what is not built or older than its sources, then opens the desktop application; where
 * Electron's binary is not to be had, or there is no display, the same application in a browser.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
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

function openBrowser(url: string): void {
  if (!hasDisplay) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the address stands on the screen as well
  child.unref();
}

if (isStale()) build();
const electron = hasDisplay ? (findElectron() ?? (await fetchElectron())) : undefined;
const given = process.argv.slice(2);
const child = electron
  ? spawn(electron, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, ...given], {
      stdio: 'inherit',
    })
  : spawn(process.execPath, [path.join(out, 'main/local-host.js'), ...given], {
      stdio: ['inherit', 'pipe', 'inherit'],
    });
if (!electron) {
  const why = hasDisplay ? 'Electron’s binary is not here and can’t be fetched' : 'There is no display';
  console.error(`${why}: opening the same application for a browser instead.`);
  child.stdout?.on('data', (data: Buffer) => {
    const text = data.toString();
    process.stdout.write(text.replace(/^READY /, 'Edgewise is at '));
    const url = /^READY (\S+)/.exec(text)?.[1];
    if (url) openBrowser(url);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
