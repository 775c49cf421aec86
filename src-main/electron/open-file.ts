import { statSync } from 'node:fs';
import path from 'node:path';
import { dialog } from 'electron';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { readTextFile } from '../read-text-file.ts';
import type { Services } from '../services/services.ts';

/**
 * Returns the puzzle files among command-line arguments. That is how the file manager passes files to open. `cwd`: the
 * folder that the command was started in.
 */
export function filesAmong(argv: readonly string[], cwd: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => argument.toLowerCase().endsWith('.edgewise'))
    .map((file) => path.resolve(cwd, file));
}

/** Adds a file to the library and shows it. If the file can be read in several ways, the window asks the user. */
export function openFile(services: Services, file: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new Error('The file does not exist.');
    // Reject pipes, because reading one would block.
    if (!found.isFile()) throw new Error('This is not a file.');
    const text = readTextFile(file);
    const { puzzle, board, questions } = readPuzzle(text);
    if (questions.length > 0) {
      services.emit({ type: 'app.import', source: path.basename(file), text });
      return;
    }
    const boards = board ? [board] : [];
    const { id } = services.library['library.import']({ puzzle, once: true, boards, paths: [] });
    services.emit({ type: 'app.open', puzzleId: id });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox(`${path.basename(file)} can't be opened`, why);
  }
}
