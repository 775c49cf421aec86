import { aboutBytes, writeInParts } from '../../src-core/formats/write.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { reading } from './input.ts';

interface Options {
  lossy?: boolean | undefined;
  breakSymmetry?: boolean | undefined;
}

/**
 * Returns a puzzle as text in the given format, with a line break at the end. Prints on standard error what the format
 * can't store. `name`: beginning of the error message if the puzzle can't be written.
 */
export const writtenPuzzle = (name: string, puzzle: Puzzle, format: string, options: Options): string =>
  [...puzzleParts(name, puzzle, format, options)].join('');

/**
 * Yields the text of `writtenPuzzle` in parts, because a model can take up gigabytes. Prints the size of a large model
 * on standard error.
 */
export function* puzzleParts(
  name: string,
  puzzle: Puzzle,
  format: string,
  { lossy = false, breakSymmetry = false }: Options,
): Generator<string, void> {
  const { parts, lost } = reading(name, () => writeInParts(puzzle, format, { lossy, breakSymmetry }));
  if (lost.length > 0)
    process.stderr.write(`edgewise: the format ${format} leaves out: ${lost.join(', ')}\n`);
  const bytes = aboutBytes(puzzle, format) ?? 0;
  if (bytes >= MIN_REPORTED_BYTES) process.stderr.write(`edgewise: about ${Math.round(bytes / 1e6)} MB.\n`);
  const iterator = parts[Symbol.iterator]();
  let last = '';
  for (;;) {
    const { value, done } = reading(name, () => iterator.next()) as IteratorResult<string, unknown>;
    if (done) break;
    yield value;
    if (value !== '') last = value;
  }
  if (!last.endsWith('\n')) yield '\n';
}

const MIN_REPORTED_BYTES = 10e6;

export const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
