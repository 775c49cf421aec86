import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` goes round for ever where a folder
 * above takes none (as in /proc). Throws EEXIST when a file is in the way.
 */
export function makeFolder(dir: string, mode = 0o777): void {
  if (isFolder(dir)) return;
  makeFolder(path.dirname(dir), mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    if (!isFolder(dir)) throw error; // another process may have made it meanwhile
  }
}

const isFolder = (dir: string): boolean => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
