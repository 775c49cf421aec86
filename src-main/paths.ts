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

/** The words that start this program's command line as a process of its own, whatever it runs as now. */
export function ownCommand(): readonly [command: string, ...args: string[]] {
  const { electron } = process.versions as Partial<NodeJS.ProcessVersions>;
  if (electron !== undefined) {
    // From the sources, Electron is told the application's folder; packaged, it knows it.
    return (process as { defaultApp?: boolean }).defaultApp
      ? [process.execPath, appRoot]
      : [process.execPath];
  }
  const isSource = import.meta.filename.endsWith('.ts');
  const file = isSource ? ['src-main', 'cli', 'edgewise.ts'] : ['out', 'main', 'edgewise.js'];
  return [process.execPath, path.join(appRoot, ...file)];
}
