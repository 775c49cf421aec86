import { writePuzzle } from '../../src-core/formats/formats.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { reading } from './input.ts';

/**
 * Returns a puzzle in a format, ended by a line break. Prints on standard error what the format can't store.
 * `name` begins the error message if the puzzle can't be written.
 */
export function writtenPuzzle(
  name: string,
  puzzle: Puzzle,
  format: string,
  options: { lossy?: boolean | undefined; breakSymmetry?: boolean | undefined },
): string {
  const { lossy = false, breakSymmetry = false } = options;
  const { text, lost } = reading(name, () => writePuzzle(puzzle, format, { lossy, breakSymmetry }));
  if (lost.length > 0) process.stderr.write(`edgewise: ${format} has no place for ${lost.join(', ')}.\n`);
  return endLine(text);
}

export const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
