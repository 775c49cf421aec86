import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a new empty file in `dir` and returns its path. The name is `stem` + `end`, with a number in between if it
 * is taken. Throws the system's error.
 */
export function createNew(dir: string, stem: string, end: string): string {
  for (let number = 1; ; number++) {
    const file = path.join(dir, `${stem}${number === 1 ? '' : `-${number}`}${end}`);
    try {
      closeSync(openSync(file, 'wx', 0o600));
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
