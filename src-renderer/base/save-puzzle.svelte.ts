/** Saves puzzles. If another window has saved the same puzzle in the meantime, asks the user which version to keep. */
import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { mergedVersions } from '../../src-core/puzzle/versions.ts';
import { client, messageOf } from './client.svelte.ts';
import { toast } from './toasts.svelte.ts';

/** A conflict: another window saved a puzzle after this window opened or saved it. */
export interface Conflict {
  /** the puzzle that both versions are based on */
  readonly base: Puzzle;
  readonly mine: Puzzle;
  /** the other window's version, as stored in the library */
  readonly theirs: Puzzle;
  /** both versions merged; null if their changes overlap */
  readonly merged: Puzzle | null;
}

/** The version that the user chose. `copy` keeps both versions, as two puzzles. */
export type Version = 'mine' | 'theirs' | 'merged' | 'copy';

let asked = $state.raw<(Conflict & { settle: (version: Version) => void }) | null>(null);

/** The question of which version to keep, for the dialog. `conflict` is null if there is nothing to ask. */
export const question = {
  get conflict(): Conflict | null {
    return asked;
  },
  settle(version: Version): void {
    asked?.settle(version);
    asked = null;
  },
};

function ask(conflict: Conflict): Promise<Version> {
  question.settle('copy');
  return new Promise((settle) => (asked = { ...conflict, settle }));
}

export function copySaved(copy: string, original: string): void {
  toast(`Your version is saved as “${copy}”. “${original}” is the other window’s version.`, {
    lasting: true,
  });
}

/**
 * Saves a change to `base`, the puzzle as this window loaded it. Returns the saved puzzle, which is a different one if
 * the change was saved as a copy. If saving fails, shows the error to the user and returns null.
 */
export async function savePuzzle(
  base: Pick<SavedPuzzle, 'id' | 'revision' | 'puzzle'>,
  puzzle: Puzzle,
): Promise<SavedPuzzle | null> {
  const { id, revision } = base;
  try {
    const saved = await client.call('library.save', { id, puzzle, revision });
    if (saved) {
      if (saved.id !== id)
        toast(`Saved as a copy, “${saved.name}”. “${base.puzzle.name}” is unchanged.`, { lasting: true });
      return saved;
    }
    const theirs = await client.call('library.get', { id });
    const merged = mergedVersions(base.puzzle, puzzle, theirs.puzzle);
    if (merged === theirs.puzzle) return theirs;
    const version = await ask({ base: base.puzzle, mine: puzzle, theirs: theirs.puzzle, merged });
    if (version === 'theirs') return theirs;
    if (version !== 'copy') return await savePuzzle(theirs, (version === 'merged' && merged) || puzzle);
    const copy = await client.call('library.save', { id, puzzle, copy: true });
    if (copy) copySaved(copy.name, theirs.name);
    return copy;
  } catch (error) {
    toast(`The change could not be saved: ${messageOf(error)}`, { tone: 'bad' });
    return null;
  }
}
