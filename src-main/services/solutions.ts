import type { HostApi } from '../../src-core/contract.ts';
import { checkBoard } from './check-finding.ts';
import type { Context } from './context.ts';

type SolutionsApi = Pick<
  HostApi,
  | 'solutions.list'
  | 'solutions.tags'
  | 'solutions.get'
  | 'solutions.ids'
  | 'solutions.annotateAll'
  | 'solutions.removeAll'
  | 'solutions.restoreAll'
  | 'solutions.annotate'
  | 'solutions.add'
  | 'solutions.remove'
  | 'solutions.restore'
>;

export function solutionsService({ store, emit }: Context): SolutionsApi {
  const changed = (puzzleId: number): void =>
    emit({ type: 'solutions.changed', puzzleId, total: store.solutions.count(puzzleId) });
  /** Tells of every puzzle that has some of these boards. */
  const changedAll = (ids: readonly number[]): Record<string, never> => {
    store.solutions.puzzlesOf(ids).forEach(changed);
    return {};
  };
  return {
    'solutions.list': (filter) => store.solutions.list(filter),
    'solutions.tags': ({ puzzleId }) => store.solutions.tags(puzzleId),
    'solutions.get': ({ id }) => store.solutions.get(id),
    'solutions.annotate': ({ id, ...changes }) => {
      const solution = store.solutions.annotate(id, changes);
      changed(solution.puzzleId);
      return solution;
    },
    'solutions.ids': (filter) => store.solutions.ids(filter),
    'solutions.annotateAll': ({ ids, ...changes }) => {
      store.solutions.annotateAll(ids, changes);
      return changedAll(ids);
    },
    'solutions.removeAll': ({ ids }) => {
      store.solutions.removeAll(ids);
      return changedAll(ids);
    },
    'solutions.restoreAll': ({ ids }) => {
      store.solutions.restoreAll(ids);
      return changedAll(ids);
    },
    'solutions.add': ({ puzzleId, board }) => {
      const { puzzle } = store.puzzles.get(puzzleId);
      if (puzzle.kind !== 'edge-matching') throw new Error('A sliding puzzle has paths, not boards.');
      const checked = checkBoard(puzzle, Int32Array.from(board));
      const { id } = store.solutions.add({ puzzleId, runId: null, ...checked });
      changed(puzzleId);
      return store.solutions.get(id);
    },
    'solutions.remove': ({ id }) => {
      const { puzzleId } = store.solutions.get(id);
      store.solutions.remove(id);
      changed(puzzleId);
      return {};
    },
    'solutions.restore': ({ id }) => {
      store.solutions.restore(id);
      const solution = store.solutions.get(id);
      changed(solution.puzzleId);
      return solution;
    },
  };
}
