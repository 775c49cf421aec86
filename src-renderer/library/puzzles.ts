/** Caches puzzles by id and version, because several lists show the same puzzles. */
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client } from '../base/client.svelte.ts';

const MAX_CACHED_PUZZLES = 400;
const known = new Map<string, Promise<Puzzle>>();

/**
 * Returns a puzzle from the cache or the library. `changedAt` identifies the version. The same arguments return the
 * same object, so that drawings can be shared.
 */
export function puzzleOf(id: number, changedAt: string): Promise<Puzzle> {
  const key = `${id} ${changedAt}`;
  let puzzle = known.get(key);
  if (!puzzle) {
    if (known.size >= MAX_CACHED_PUZZLES) known.delete(known.keys().next().value!);
    puzzle = client.call('library.get', { id }).then((saved) => saved.puzzle);
    puzzle.catch(() => known.delete(key));
    known.set(key, puzzle);
  }
  return puzzle;
}
