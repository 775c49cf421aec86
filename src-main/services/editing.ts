import type { HostApi } from '../../src-core/contract.ts';
import type { Context } from './context.ts';

type EditingApi = Pick<HostApi, 'editing.open' | 'editing.save'>;

/** `library`: how a puzzle is saved, so that boards found before a change stay with the tiles they belong to. */
export function editingService({ store }: Context, library: Pick<HostApi, 'library.save'>): EditingApi {
  return {
    'editing.open': ({ id }) => {
      store.puzzles.get(id); // throws when there is none
      return store.edits.get(id);
    },
    'editing.save': ({ id, puzzle, from, steps, position }) => {
      store.together(() => {
        void library['library.save']({ id, puzzle });
        store.edits.save(id, from, steps, position);
      });
      return {};
    },
  };
}
