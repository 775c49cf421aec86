import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where the library lives unless told otherwise: the same for the desktop, the local host and the command line. */
export function defaultDataDir(): string {
  const { env, platform } = process;
  if (env['EDGEWISE_DATA']) return path.resolve(env['EDGEWISE_DATA']);
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Edgewise');
  if (platform === 'win32') {
    return path.join(env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming'), 'Edgewise');
  }
  return path.join(env['XDG_DATA_HOME'] ?? path.join(homedir(), '.local', 'share'), 'edgewise');
}

/** Makes the folder if there is none; readable by its owner only. */
export function ensureDataDir(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Files that engines build once and keep. */
export const databasesDir = (dataDir: string): string => path.join(dataDir, 'databases');
