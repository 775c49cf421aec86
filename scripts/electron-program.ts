/**
 * Finds, downloads and checks Electron's program. Never loads the `electron` package, because its first use starts a
 * download without a timeout or a message.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const packageFolder = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const program = PROGRAMS[process.platform] ?? 'electron';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Returns the path of the Electron program that npm installed in `folder`, or undefined. An interrupted download
 * leaves files behind, so this checks the version and `path.txt`, which is written last.
 */
export function installedElectron(folder = packageFolder()): string | undefined {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const name = textOf(path.join(folder, 'path.txt'));
  if (name === '' || textOf(path.join(folder, 'dist/version')).replace(/^v/, '') !== version)
    return undefined;
  const file = path.join(folder, 'dist', name);
  return existsSync(file) ? file : undefined;
}

/**
 * Returns the path of an Electron program on this machine, or undefined. `ELECTRON_EXEC_PATH` (the program) and
 * `ELECTRON_OVERRIDE_DIST_PATH` (its folder) take precedence over the program installed by npm.
 */
export function findElectron(env: Environment = process.env): string | undefined {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const given = [env['ELECTRON_EXEC_PATH'], folder && path.join(folder, program)];
  return given.find((file) => file && existsSync(file)) ?? installedElectron();
}

/** Returns whether an environment variable configures a mirror or proxy. If so, GitHub needn't be reachable. */
const isMirrorOrProxy = (name: string): boolean =>
  /^(https?_proxy|all_proxy|npm_config_(https?[_-])?proxy|(npm_(package_)?config_)?electron_(mirror|custom_dir))$/i.test(
    name,
  );

/**
 * Returns the environment for Electron's install script, including npm's proxy settings. The script itself reads only
 * `HTTP(S)_PROXY`, and only if `ELECTRON_GET_USE_PROXY` is set.
 */
export function downloadEnvironment(env: Environment): Record<string, string> {
  const npmSettings = {
    HTTPS_PROXY: env['npm_config_https_proxy'] ?? env['npm_config_proxy'],
    HTTP_PROXY: env['npm_config_proxy'],
    NO_PROXY: env['npm_config_noproxy'],
  };
  const added = Object.entries(npmSettings).filter(([name]) => !env[name] && !env[name.toLowerCase()]);
  return Object.fromEntries(
    [...Object.entries(env), ...added, ['ELECTRON_GET_USE_PROXY', '1'] as const].filter(
      (entry): entry is [string, string] => Boolean(entry[1]),
    ),
  );
}

/** How long GitHub may take to answer, in ms. If it doesn't, no download is attempted. */
const PROBE_MS = 3_000;

/** Returns whether a download is worth trying: a mirror or proxy is configured, or GitHub answers. */
export async function canDownload(env: Environment = process.env): Promise<boolean> {
  if (Object.entries(env).some(([name, value]) => value && isMirrorOrProxy(name))) return true;
  try {
    await fetch('https://github.com', { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

const ATTEMPTS = 2;

interface DownloadOptions {
  /** path of Electron's install script */
  script?: string;
  env?: Environment;
  /** time without new bytes after which an attempt is given up, in ms */
  stalledMs?: number;
  /** time between two printed sizes, in ms */
  reportMs?: number;
  print?: (line: string) => void;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      const bytes = statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0;
      return sum + bytes;
    }, 0);
}

/** Runs Electron's install script once. Resolves to undefined on success, and to the reason on failure. */
async function downloadOnce(options: Required<DownloadOptions>): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-electron-'));
  // The script downloads into the temporary folder. Give it a folder of its own, whose size shows the progress.
  const child = spawn(process.execPath, [options.script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...downloadEnvironment(options.env), TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  let bytes = 0;
  let grownAt = Date.now();
  const stopped = new AbortController();
  const timer = setInterval(() => {
    const now = bytesIn(folder);
    if (now !== bytes) grownAt = Date.now();
    bytes = now;
    options.print(`Downloading Electron: ${(bytes / 1e6).toFixed(0)} MB …`);
    if (Date.now() - grownAt < options.stalledMs) return;
    stopped.abort();
    child.kill();
  }, options.reportMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code === 0) return undefined;
    const reason = /^\w*Error: (.*)$/m.exec(errors)?.[1] ?? errors.trim().split('\n', 1)[0];
    return stopped.signal.aborted ? 'no data arrived' : reason || `the download ended with code ${code}`;
  } finally {
    clearInterval(timer);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Downloads Electron's program, printing the progress. Resolves to its path. If the program isn't available, prints
 * why and resolves to undefined. A stalled download is stopped and tried once more.
 */
export async function downloadElectron(options: DownloadOptions = {}): Promise<string | undefined> {
  const all: Required<DownloadOptions> = {
    script: path.join(packageFolder(), 'install.js'),
    env: process.env,
    stalledMs: 60_000,
    reportMs: 5_000,
    print: (line) => {
      console.error(line);
    },
    ...options,
  };
  all.print('Downloading Electron (once, about 120 MB) …');
  let reason: string | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    reason = await downloadOnce(all);
    if (reason === undefined) return findElectron(all.env);
  }
  all.print(
    `Electron could not be downloaded: ${reason}. Check the network, HTTPS_PROXY or ELECTRON_MIRROR.`,
  );
  return undefined;
}

/**
 * Returns why Chromium's sandbox can't start on this machine and how to fix that, or undefined if it can start. Ubuntu
 * 23.10 and later block user namespaces, and npm can't install `chrome-sandbox` as root (electron#42510).
 */
export function sandboxError(
  electron: string,
  allowsNamespaces = () => spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }).status !== 1,
): string | undefined {
  // Other systems don't need the helper `chrome-sandbox`, and root runs without the sandbox.
  if (process.platform !== 'linux' || process.getuid?.() === 0) return undefined;
  const helper = path.join(path.dirname(electron), 'chrome-sandbox');
  const file = statSync(helper, { throwIfNoEntry: false });
  const isSetuidRoot = file?.uid === 0 && Math.floor(file.mode / 0o4000) % 2 === 1;
  if (isSetuidRoot || allowsNamespaces()) return undefined;
  return sandboxRemedies(helper);
}

const sandboxRemedies = (helper: string): string =>
  [
    'Electron can’t start its sandbox: this system blocks user namespaces. Do one of these, then run npm start again:',
    `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    '  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0     (weakens a protection of the whole system)',
  ].join('\n');
