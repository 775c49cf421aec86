import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates an empty file in `dir` that was not there before and returns its path. It is called `stem` and `end`, with a
 * number between them where that name is taken: a time is no unique name, clocks are set back. Throws the system's error.
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
