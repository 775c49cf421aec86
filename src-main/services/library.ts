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
  | 'library.known'
  | 'library.add'
  | 'library.save'
  | 'library.remove'
  | 'library.restore'
  | 'library.tag'
  | 'library.renameTag';
/** The methods of the library. They are synchronous, so other services can use them inside transactions. */
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
    'library.known': ({ puzzle, puzzleId, board }) => {
      const equal = store.puzzles.equalTo(puzzle);
      const id = puzzleId ?? equal?.id;
      const isKnown =
        board !== undefined &&
        id !== undefined &&
        puzzle.kind === 'edge-matching' &&
        store.boards.has(id, checkBoard(puzzle, board).key);
      return { puzzle: equal, board: isKnown };
    },
    'library.add': ({ puzzle }) => changed(store.puzzles.add(puzzle)),
    'library.save': ({ id, puzzle, revision, copy }) => {
      const saved = store.together(() => {
        const old = store.puzzles.get(id);
        if (!copy && revision !== undefined && revision !== old.revision) return null;
        if (copy || needsCopy(old, old.puzzle, puzzle)) return store.puzzles.add(copyOf(old, puzzle));
        return store.puzzles.save(id, puzzle);
      });
      return saved && changed(saved);
    },
    'library.remove': ({ id }) => {
      // `get` throws if there is no puzzle with this id.
      store.puzzles.get(id);
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

const copyOf = ({ name }: PuzzleSummary, changed: Puzzle): Puzzle => ({
  ...changed,
  name: changed.name === name ? copyName(name) : changed.name,
});

/**
 * Returns whether a changed puzzle must be stored as a copy. A sample is copied unless only its name or notes have
 * changed. Any other puzzle is copied if it has runs or boards and the change may affect its solutions.
 */
function needsCopy(kept: PuzzleSummary, old: Puzzle, changed: Puzzle): boolean {
  if (kept.sample) return withoutRemarks(old) !== withoutRemarks(changed);
  return kept.fixed && substance(old) !== substance(changed);
}

const withoutRemarks = (puzzle: Puzzle): string => sorted({ ...puzzle, name: '', notes: '' });

const sorted = (fields: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Returns, as text, the parts of a puzzle that determine its solutions, without names, motifs, photos and notes. */
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
  if (puzzle.kind !== 'edge-matching')
    throw new Error('The solution of a sliding puzzle is a list of moves, not a board.');
  return puzzle;
}
