import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EdgePuzzle, SlidingPuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { readPuzzle } from '../../../src-core/formats/read-puzzle.ts';
import type { ReadOptions } from '../../../src-core/formats/format.ts';

/** Returns the text of a file in tests/data. */
export const dataText = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../data', name), 'utf8');

/** Reads the edge-matching puzzle in the text. Throws an error if the text has a different kind of puzzle. */
export function edgePuzzle(text: string, options?: ReadOptions & { format?: string }): EdgePuzzle {
  const { puzzle } = readPuzzle(text, options);
  if (puzzle.kind !== 'edge-matching') throw new Error(`a ${puzzle.kind} puzzle was read`);
  return puzzle;
}

export function slidingPuzzle(text: string, options?: ReadOptions): SlidingPuzzle {
  const { puzzle } = readPuzzle(text, options);
  if (puzzle.kind !== 'sliding') throw new Error(`a ${puzzle.kind} puzzle was read`);
  return puzzle;
}
