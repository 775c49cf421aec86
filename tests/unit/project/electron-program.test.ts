// Finding, downloading and checking Electron's program, with simulated folders and scripts.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  canDownload,
  downloadElectron,
  downloadEnvironment,
  findElectron,
  installedElectron,
  sandboxError,
} from '../../../scripts/electron-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewise-electron-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

/**
 * Creates the files that npm and a download leave in Electron's package. Those in `missing` are left out, as after an
 * interrupted download.
 */
function writePackage(missing: readonly string[] = [], version = 'v45.4.1'): void {
  mkdirSync(path.join(folder, 'dist'));
  const files = {
    'package.json': '{"version":"45.4.1"}',
    'dist/electron': '#!/bin/sh\n',
    'dist/version': version,
    'path.txt': 'electron',
  };
  for (const [name, text] of Object.entries(files)) {
    if (!missing.includes(name)) writeFileSync(path.join(folder, name), text);
  }
}

describe('the installed program', () => {
  test('is found if the download is complete', () => {
    writePackage();
    expect(installedElectron(folder)).toBe(path.join(folder, 'dist/electron'));
  });

  test.each([['path.txt'], ['dist/version'], ['dist/electron']])('is rejected without %s', (missing) => {
    writePackage([missing]);
    expect(installedElectron(folder)).toBeUndefined();
  });

  test('is rejected if its files are of another version', () => {
    writePackage([], '44.0.0');
    expect(installedElectron(folder)).toBeUndefined();
  });

  test('is overridden by an environment variable', () => {
    writePackage();
    const program = path.join(folder, 'dist/electron');
    expect(findElectron({ ELECTRON_EXEC_PATH: program })).toBe(program);
    if (process.platform === 'linux') {
      expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'dist') })).toBe(program);
    }
  });
});

describe('a proxy or mirror', () => {
  test.each([
    'HTTPS_PROXY',
    'https_proxy',
    'ELECTRON_MIRROR',
    'npm_config_electron_mirror',
    'npm_config_https_proxy',
    'npm_config_proxy',
  ])('in %s means that GitHub need not be reachable', async (name) => {
    const fetch = vi.fn(() => Promise.reject(new Error('no network')));
    vi.stubGlobal('fetch', fetch);
    expect(await canDownload({ [name]: 'http://proxy.invalid:8080' })).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
    expect(await canDownload({ [name]: '' })).toBe(false);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('of npm is used for the download unless the usual variables are set', () => {
    expect(
      downloadEnvironment({ npm_config_https_proxy: 'http://a', npm_config_noproxy: 'b' }),
    ).toMatchObject({ ELECTRON_GET_USE_PROXY: '1', HTTPS_PROXY: 'http://a', NO_PROXY: 'b' });
    expect(downloadEnvironment({ npm_config_proxy: 'http://a', HTTPS_PROXY: 'http://c' })).toMatchObject({
      HTTPS_PROXY: 'http://c',
      HTTP_PROXY: 'http://a',
    });
    expect(downloadEnvironment({ npm_config_proxy: 'http://a', https_proxy: 'http://c' })).not.toHaveProperty(
      'HTTPS_PROXY',
    );
  });
});

describe('the download', () => {
  /** Runs `script` in place of Electron's install script. Returns the printed lines and the result. */
  async function run(
    script: string,
    stalledMs = 60_000,
  ): Promise<{ lines: string[]; result: string | undefined }> {
    const file = path.join(folder, 'install.cjs');
    writeFileSync(file, script);
    const lines: string[] = [];
    const result = await downloadElectron({
      script: file,
      env: { PATH: process.env['PATH'], ELECTRON_EXEC_PATH: path.join(folder, 'electron') },
      stalledMs,
      reportMs: 20,
      print: (line) => lines.push(line),
    });
    return { lines, result };
  }
  const writesProgram = (): string =>
    `fs.writeFileSync(${JSON.stringify(path.join(folder, 'electron'))}, '');`;

  test('reports its size and returns the program', async () => {
    const { lines, result } = await run(`
      const fs = require('fs'), os = require('os'), path = require('path');
      fs.writeFileSync(path.join(os.tmpdir(), 'part'), Buffer.alloc(3e6));
      setTimeout(() => { ${writesProgram()} }, 500);`);
    expect(lines).toContain('Downloading Electron: 3 MB …');
    expect(result).toBe(path.join(folder, 'electron'));
  });

  test('is tried again once, then fails with one sentence that names the cause', async () => {
    const attempts = path.join(folder, 'attempts');
    const { lines, result } = await run(`
      require('fs').appendFileSync(${JSON.stringify(attempts)}, 'x');
      throw new TypeError('fetch failed');`);
    expect(result).toBeUndefined();
    expect(readFileSync(attempts, 'utf8')).toBe('xx');
    expect(lines.at(-1)).toBe(
      'Electron could not be downloaded: fetch failed. Check the network, HTTPS_PROXY or ELECTRON_MIRROR.',
    );
    expect(lines.filter((line) => line.includes('could not'))).toHaveLength(1);
  });

  test('is stopped if no data arrives', async () => {
    const { lines, result } = await run('setTimeout(() => {}, 1e6);', 200);
    expect(result).toBeUndefined();
    expect(lines.at(-1)).toMatch(/^Electron could not be downloaded: no data arrived\. /);
  });
});

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  const electron = (): string => path.join(folder, 'electron');
  const asUser = (uid: number): void => {
    vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid);
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('needs nothing if user namespaces are allowed, or for root', () => {
    asUser(1000);
    expect(sandboxError(electron(), () => true)).toBeUndefined();
    asUser(0);
    expect(sandboxError(electron(), () => false)).toBeUndefined();
  });

  test('is rejected with both remedies if user namespaces are blocked', () => {
    asUser(1000);
    writeFileSync(path.join(folder, 'chrome-sandbox'), '');
    const message = sandboxError(electron(), () => false);
    expect(message).toContain(`sudo chmod 4755 '${path.join(folder, 'chrome-sandbox')}'`);
    expect(message).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
  });

  test.skipIf(process.getuid?.() !== 0)('starts with a helper owned by root with setuid', () => {
    const helper = path.join(folder, 'chrome-sandbox');
    writeFileSync(helper, '');
    chmodSync(helper, 0o4755);
    asUser(1000);
    expect(sandboxError(electron(), () => false)).toBeUndefined();
  });
});
