import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and any missing parents. Node's own option `recursive` can loop forever, for example in /proc.
 * Throws EEXIST if a file is in the way.
 */
export function makeFolder(dir: string, mode = 0o777): void {
  if (isFolder(dir)) return;
  makeFolder(path.dirname(dir), mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    // another process may have created it in the meantime
    if (!isFolder(dir)) throw error;
  }
}

const isFolder = (dir: string): boolean => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
