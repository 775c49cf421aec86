import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder that holds `resources/` and `out/`: the repository, or app.asar once packaged. Found by
 * walking up, so that it is right from the sources (src-main/...) and from the bundle (out/main/) alike.
 */
export const appRoot: string = (() => {
  let dir = import.meta.dirname;
  while (!existsSync(path.join(dir, 'package.json'))) {
    const up = path.dirname(dir);
    if (up === dir) throw new Error(`no package.json above ${import.meta.dirname}`);
    dir = up;
  }
  return dir;
})();

export const samplesDir: string = path.join(appRoot, 'resources', 'samples');
export const rendererDir: string = path.join(appRoot, 'out', 'renderer');

/**
 * Returns the words that start this program's command line as a process of its own. `ownEnvironment` is the environment
 * that this process needs.
 */
export function ownCommand(): readonly [command: string, ...args: string[]] {
  // From the sources, Electron is given the application's folder; packaged, it knows it.
  if (isApplication && !canRunAsNode) {
    return (process as { defaultApp?: boolean }).defaultApp
      ? [process.execPath, appRoot]
      : [process.execPath];
  }
  const isSource = import.meta.filename.endsWith('.ts');
  const file = isSource ? ['src-main', 'cli', 'edgewise.ts'] : ['out', 'main', 'edgewise.js'];
  return [process.execPath, path.join(appRoot, ...file)];
}

/**
 * Returns the environment of a process started by `command`. Electron's program runs a script, as Node does, where
 * `ELECTRON_RUN_AS_NODE` is set: its input, its arguments and its end are then those of a console program. On macOS a fuse
 * forbids this, because the system gives the camera to this program whatever it runs.
 */
export const ownEnvironment = (command: string): NodeJS.ProcessEnv =>
  isApplication && canRunAsNode && command === process.execPath
    ? { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    : process.env;

const isApplication = (process.versions as Partial<NodeJS.ProcessVersions>)['electron'] !== undefined;
const canRunAsNode = process.platform !== 'darwin';
