/** Packages the application with electron-builder, using a stand-in for Electron's folder. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, 'dist/stand-in');
/**
 * The folder that electron-builder packages in place of Electron's. `npm start` also uses it if
 * `ELECTRON_OVERRIDE_DIST_PATH` contains its path.
 */
export const electronFolder = path.join(folder, 'electron');
const unpacked = path.join(folder, 'packed/linux-unpacked');
export const packedProgram = path.join(unpacked, 'edgewise');
export const packedLauncher = path.join(unpacked, 'resources/bin/edgewise');
export const packedArchive = path.join(unpacked, 'resources/app.asar');

/** A program's fuses as @electron/fuses reads them: a marker, version 1, the number 9, and the state of each fuse. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100111';

/**
 * A script that acts like Electron's program. It runs the application, or a script if `ELECTRON_RUN_AS_NODE` is set.
 */
const script = (): string => `#!/bin/sh
# ${FUSES}
STAND_IN_PROGRAM=$(readlink -f -- "$0")
export STAND_IN_PROGRAM
if [ -n "$ELECTRON_RUN_AS_NODE" ]; then set -- --import '${import.meta.dirname}/run-as-node.ts' "$@"
else set -- --import '${import.meta.dirname}/asar.ts' --unhandled-rejections=warn '${import.meta.dirname}/program.ts' "$@"
fi
exec '${process.execPath}' --no-warnings "$@"
`;

function makeElectronFolder(): void {
  rmSync(electronFolder, { recursive: true, force: true });
  mkdirSync(path.join(electronFolder, 'locales'), { recursive: true });
  writeFileSync(path.join(electronFolder, 'electron'), script());
  chmodSync(path.join(electronFolder, 'electron'), 0o755);
  writeFileSync(path.join(electronFolder, 'LICENSE'), 'Electron’s licence');
  writeFileSync(path.join(electronFolder, 'locales/en-US.pak'), '');
}

/**
 * Extracts an archive into a folder next to it. The stand-in reads the application's files from this folder (asar.ts).
 */
function extractArchive(archive: string): void {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const { extractAll } = createRequire(builder.resolve('app-builder-lib/package.json'))('@electron/asar') as {
    extractAll: (archive: string, folder: string) => void;
  };
  const copy = `${archive}.copy`;
  rmSync(copy, { recursive: true, force: true });
  extractAll(archive, copy);
}

/** Runs `npm run dist` on the result of `npm run build`. If it fails, throws an error with its output. */
export function packApplication(): void {
  makeElectronFolder();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'scripts/dist.ts'),
      '--dir',
      `-c.electronDist=${electronFolder}`,
      `-c.directories.output=${path.join(folder, 'packed')}`,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`scripts/dist.ts failed:\n${stdout}${stderr}`);
  extractArchive(packedArchive);
}
