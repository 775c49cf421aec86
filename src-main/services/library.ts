import type { HostApi } from '../../src-core/contract.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Context } from './context.ts';

type LibraryApi = Pick<
  HostApi,
  'library.list' | 'library.get' | 'library.add' | 'library.save' | 'library.remove' | 'library.restore'
>;

export function libraryService({ store, emit }: Context): LibraryApi {
  const changed = <T>(value: T): T => {
    emit({ type: 'library.changed' });
    return value;
  };
  return {
    'library.list': () => store.puzzles.list(),
    'library.get': ({ id }) => store.puzzles.get(id),
    'library.add': ({ puzzle }) => changed(store.puzzles.add(puzzle)),
    'library.save': ({ id, puzzle }) =>
      changed(
        store.together(() => {
          const old = store.puzzles.get(id);
          // Boards belong to the tiles they were found with: they keep them, under a puzzle of their own.
          if (old.runs + old.solutions > 0 && substance(old.puzzle) !== substance(puzzle)) {
            const name = `${old.name.slice(0, 90)} (before a change)`;
            store.puzzles.moveHistory(id, store.puzzles.add({ ...old.puzzle, name }).id);
          }
          return store.puzzles.save(id, puzzle);
        }),
      ),
    'library.remove': ({ id }) => {
      store.puzzles.get(id); // throws when there is none
      store.puzzles.remove(id);
      return changed({});
    },
    'library.restore': ({ id }) => changed(store.puzzles.restore(id)),
  };
}

/** What decides which boards are solutions; names, motifs and notes do not. */
function substance(puzzle: Puzzle): string {
  if (puzzle.kind === 'sliding') {
    const { width, height, start, goal } = puzzle;
    return JSON.stringify([width, height, start, goal]);
  }
  const { board, mating, rim, turns, tiles, hints, forbidden } = puzzle;
  return JSON.stringify([board, mating, rim, turns, tiles, hints, forbidden]);
}
