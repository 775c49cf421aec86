import { setImmediate } from 'node:timers/promises';
import type { HostApi } from '../../src-core/contract.ts';
import { MOST_BOARDS } from '../../src-core/contract/solutions.ts';
import { checkBoard } from './check-finding.ts';
import type { Context } from './context.ts';
import { messageOf } from './failure.ts';
import { counted } from '../../src-core/text/counted.ts';

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

/** So many boards are marked, deleted or brought back at once: between two pieces the host does what else is asked of it. */
const PIECE = 1000;

export function solutionsService({ store, emit }: Context): SolutionsApi {
  const changed = (puzzleId: number): void =>
    emit({ type: 'solutions.changed', puzzleId, total: store.solutions.count(puzzleId) });
  /**
   * Not all or none: an Edgewise that is ended meanwhile has done the first boards and left the others. A failure says
   * how many were done.
   */
  const inPieces = async (
    ids: readonly number[],
    work: (ids: readonly number[]) => void,
  ): Promise<Record<string, never>> => {
    const puzzles = new Set<number>();
    let done = 0;
    try {
      while (done < ids.length) {
        store.expectNoRestore();
        const piece = ids.slice(done, done + PIECE);
        work(piece);
        done += piece.length;
        for (const puzzleId of store.solutions.puzzlesOf(piece)) puzzles.add(puzzleId);
        await setImmediate();
      }
    } catch (error) {
      if (done === 0) throw error;
      throw new Error(`after ${done} of ${counted(ids.length, 'board')}: ${messageOf(error)}`, {
        cause: error,
      });
    } finally {
      if (store.isOpen) puzzles.forEach(changed);
    }
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
    'solutions.ids': ({ between, ...filter }) => {
      const all = store.solutions.ids({ ...filter, offset: 0, limit: MOST_BOARDS });
      if (!between) return all;
      const [first = -1, last = -1] = between.map((id) => all.indexOf(id)).sort((a, b) => a - b);
      return first < 0 ? [] : all.slice(first, last + 1);
    },
    'solutions.annotateAll': ({ ids, ...changes }) =>
      inPieces(ids, (piece) => store.solutions.annotateAll(piece, changes)),
    'solutions.removeAll': ({ ids }) => inPieces(ids, (piece) => store.solutions.removeAll(piece)),
    'solutions.restoreAll': ({ ids }) => inPieces(ids, (piece) => store.solutions.restoreAll(piece)),
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
