import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder that contains `resources/` and `out/`, which is the repository or, in a packaged application, app.asar.
 * It is the nearest parent folder with a package.json.
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
 * Returns the command, with arguments, that starts this program's command line as a separate process. Start it with
 * the environment from `ownEnvironment`.
 */
export function ownCommand(): readonly [command: string, ...args: string[]] {
  // When Electron runs the sources, it needs the application's folder as an argument. A packaged application knows its
  // folder.
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
 * Returns the environment for a process started with `command`. `ELECTRON_RUN_AS_NODE` makes Electron run a script
 * like Node. On macOS, a fuse disables this, because otherwise any script run by Electron could use the camera.
 */
export const ownEnvironment = (command: string): NodeJS.ProcessEnv =>
  isApplication && canRunAsNode && command === process.execPath
    ? { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    : process.env;

const isApplication = (process.versions as Partial<NodeJS.ProcessVersions>)['electron'] !== undefined;
const canRunAsNode = process.platform !== 'darwin';
