import type { CheckedInput, Output } from '../../src-core/contract.ts';
import type { PuzzleSummary } from '../../src-core/contract/library.ts';
import { copyName } from '../../src-core/puzzle/copy-name.ts';
import type { EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { checkBoard, checkPath } from './check-result.ts';
import type { Context } from './context.ts';

type LibraryMethod =
  | 'library.list'
  | 'library.get'
  | 'library.import'
  | 'library.add'
  | 'library.save'
  | 'library.remove'
  | 'library.restore'
  | 'library.tag'
  | 'library.renameTag';
/** Answers at once, so that other services can use it within what they store. */
export type LibraryApi = { [M in LibraryMethod]: (input: CheckedInput<M>) => Output<M> };

export function libraryService({ store, emit }: Context): LibraryApi {
  const changed = <T>(value: T): T => {
    emit({ type: 'library.changed' });
    return value;
  };
  return {
    'library.list': () => store.puzzles.list(),
    'library.get': ({ id }) => store.puzzles.get(id),
    'library.import': ({ puzzle, once, boards, paths }) => {
      const saved = store.together(() => {
        const { id } = once ? store.puzzles.addOnce(puzzle) : store.puzzles.add(puzzle);
        const checked = boards
          .filter((board) => board.some((code) => code >= 0))
          .map((board) => checkBoard(edgePuzzle(puzzle), board));
        if (puzzle.kind === 'sliding') checked.push(...paths.map((path) => checkPath(puzzle, path)));
        for (const each of checked) store.boards.add({ puzzleId: id, runId: null, ...each });
        return store.puzzles.get(id);
      });
      if (boards.length + paths.length > 0) {
        emit({ type: 'boards.changed', puzzleId: saved.id, total: store.boards.count(saved.id) });
      }
      return changed(saved);
    },
    'library.add': ({ puzzle }) => changed(store.puzzles.add(puzzle)),
    'library.save': ({ id, puzzle }) =>
      changed(
        store.together(() => {
          const old = store.puzzles.get(id);
          if (!stays(old, old.puzzle, puzzle)) return store.puzzles.save(id, puzzle);
          return store.puzzles.add(copyOf(old, puzzle));
        }),
      ),
    'library.remove': ({ id }) => {
      store.puzzles.get(id); // throws when there is none
      store.puzzles.remove(id);
      return changed({});
    },
    'library.tag': ({ id, tags }) => changed(store.puzzles.tag(id, tags)),
    'library.renameTag': ({ from, to }) => {
      store.together(() => store.puzzles.renameTag(from, to));
      return changed({});
    },
    'library.restore': ({ id }) => changed(store.puzzles.restore(id)),
  };
}

/** A changed puzzle beside the one that it was; a name that was changed as well is the copy's. */
export const copyOf = ({ name }: PuzzleSummary, changed: Puzzle): Puzzle => ({
  ...changed,
  name: changed.name === name ? copyName(name) : changed.name,
});

/** Whether the change must not be made to the puzzle itself: boards belong to the tiles they were found with. */
function stays(kept: PuzzleSummary, old: Puzzle, changed: Puzzle): boolean {
  if (kept.sample) return withoutRemarks(old) !== withoutRemarks(changed);
  return kept.runs + kept.solutions > 0 && substance(old) !== substance(changed);
}

const withoutRemarks = (puzzle: Puzzle): string => sorted({ ...puzzle, name: '', notes: '' });

/** As text, its fields in order of their names. */
const sorted = (fields: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

/** What decides which boards are solutions; names, motifs, photographs and notes do not. */
function substance(puzzle: Puzzle): string {
  if (puzzle.kind === 'sliding') {
    const { width, height, start, goal } = puzzle;
    return JSON.stringify([width, height, start, goal]);
  }
  const { board, mating, rim, turns, tiles, hints, forbidden } = puzzle;
  const faces = tiles.map(({ edges, back }) => [edges, back]);
  return JSON.stringify([board, mating, rim, turns, faces, hints, forbidden]);
}

function edgePuzzle(puzzle: Puzzle): EdgePuzzle {
  if (puzzle.kind !== 'edge-matching') throw new Error('A sliding puzzle has paths, not boards.');
  return puzzle;
}
