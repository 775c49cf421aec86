/**
 * npm run dist: builds this system's installers into dist/, with checksums, a list of all packages (SBOM) and the
 * third-party notices. Takes electron-builder's own options, such as `--dir`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { homePage } from '../src-main/version.ts';
import { writeChecksums } from './checksums.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

type System = 'linux' | 'win' | 'mac';

/**
 * Returns build options for `system` in addition to electron-builder.yml. On Windows and Linux, Electron's program may
 * run scripts (`runAsNode`), so that the command line has real input and output and needs no display.
 */
export const builderArguments = (system: System): string[] =>
  system === 'mac' ? [] : ['-c.electronFuses.runAsNode=true'];

/** Returns the installers to build on Linux. A deb is built only if there is a home page, which Debian requires. */
export const linuxTargets = (home: string | undefined): string[] =>
  home === undefined ? ['AppImage'] : ['AppImage', 'deb'];

/**
 * Returns the third-party notices of all bundles. libheif is licensed under the LGPL, so its notice says where its
 * source is and how to replace it.
 */
export function thirdPartyNotices(out: string): string {
  const parts = ['main', 'preload', 'renderer'].map((part) => path.join(out, part, 'third-party.txt'));
  const texts = parts
    .filter((file) => statSync(file, { throwIfNoEntry: false }))
    .map((file) => readFileSync(file, 'utf8').trim());
  return `${[...texts, REPLACING_LIBHEIF].join('\n\n')}\n`;
}

const REPLACING_LIBHEIF = `libheif and libde265 (LGPL-3.0)
Source: https://github.com/strukturag/libheif and https://github.com/strukturag/libde265, compiled in the npm package
libheif-js. To use another version, change that package's version in package.json of Edgewise's source, then run
"npm install && npm run dist": the module is a file of its own in the application (out/renderer/assets/*.wasm).`;

function run(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    // On Windows, npm is a script and needs a shell.
    shell: process.platform === 'win32',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

function build(): void {
  const system = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'win' : 'linux';
  const options = process.argv.slice(2);
  const hasInstallers = system === 'linux' && !options.includes('--dir');
  const targets = hasInstallers ? linuxTargets(homePage) : [];
  if (hasInstallers && homePage === undefined) {
    console.error('No deb is built: it needs a home page. Set "homepage" in package.json.');
  }
  const builder = path.join(root, 'node_modules/electron-builder/cli.js');
  const args = [`--${system}`, ...targets, '--publish', 'never', ...builderArguments(system)];
  const { status } = spawnSync(process.execPath, [builder, ...args, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(path.join(dist, 'third-party.txt'), thirdPartyNotices(path.join(root, 'out')));
  writeFileSync(
    path.join(dist, 'sbom.cdx.json'),
    run('npm', ['sbom', '--omit=optional', '--sbom-format=cyclonedx']),
  );
  writeChecksums(dist);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
