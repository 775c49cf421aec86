import type { SavedPuzzle } from '../../src-core/contract/library.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { client, messageOf } from './client.svelte.ts';
import { toast } from './toasts.svelte.ts';

/**
 * Saves a change that doesn't affect solutions. Returns what was saved: another puzzle if another window changed this one;
 * null after an error, which the user is told.
 */
export async function savePuzzle(
  { id, name, revision }: Pick<SavedPuzzle, 'id' | 'name' | 'revision'>,
  puzzle: Puzzle,
): Promise<SavedPuzzle | null> {
  try {
    const saved = await client.call('library.save', { id, puzzle, revision });
    if (saved.id !== id) {
      toast(`“${name}” was changed in another window. Your version is saved as “${saved.name}”.`, {
        lasting: true,
      });
    }
    return saved;
  } catch (error) {
    toast(`The change was not saved: ${messageOf(error)}`, { tone: 'bad' });
    return null;
  }
}
