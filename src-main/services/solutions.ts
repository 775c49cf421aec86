import type { HostApi } from '../../src-core/contract.ts';
import { checkBoard } from './check-finding.ts';
import type { Context } from './context.ts';

type SolutionsApi = Pick<
  HostApi,
  | 'solutions.list'
  | 'solutions.tags'
  | 'solutions.get'
  | 'solutions.annotate'
  | 'solutions.add'
  | 'solutions.remove'
  | 'solutions.restore'
>;

export function solutionsService({ store, emit }: Context): SolutionsApi {
  const changed = (puzzleId: number): void =>
    emit({ type: 'solutions.changed', puzzleId, total: store.solutions.count(puzzleId) });
  return {
    'solutions.list': (filter) => store.solutions.list(filter),
    'solutions.tags': ({ puzzleId }) => store.solutions.tags(puzzleId),
    'solutions.get': ({ id }) => store.solutions.get(id),
    'solutions.annotate': ({ id, ...changes }) => {
      const solution = store.solutions.annotate(id, changes);
      changed(solution.puzzleId);
      return solution;
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
