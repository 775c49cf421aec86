import type { HostApi } from '../../src-core/contract.ts';
import type { Context } from './context.ts';
import type { LibraryApi } from './library.ts';

type EditingApi = Pick<HostApi, 'editing.open' | 'editing.save'>;

/**
 * Stores the editor's undo history. Saving the puzzle itself is left to `library`, which saves a copy if the puzzle
 * must not change.
 */
export function editingService({ store }: Context, library: Pick<LibraryApi, 'library.save'>): EditingApi {
  return {
    'editing.open': ({ id }) => {
      // `get` throws if there is no puzzle with this id.
      store.puzzles.get(id);
      return store.edits.get(id);
    },
    'editing.save': ({ id, puzzle, revision, from, steps, position, copy }) =>
      store.together(() => {
        // The editor never edits a sample itself, only a copy, even if just the name has changed.
        const isCopy = copy || store.puzzles.get(id).sample;
        const saved = library['library.save']({ id, puzzle, revision, copy: isCopy });
        if (!saved) return null;
        // If `copy` is set, the stored steps are those of another window, so don't copy them to the new puzzle.
        if (saved.id !== id && !copy) store.edits.copy(id, saved.id);
        store.edits.save(saved.id, from, steps, position);
        return { id: saved.id, name: saved.name, revision: saved.revision };
      }),
  };
}
