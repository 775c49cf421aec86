import { setImmediate } from 'node:timers/promises';
import type { HostApi } from '../../src-core/contract.ts';
import { MAX_BOARDS_PER_REQUEST } from '../../src-core/contract/boards.ts';
import { checkBoard } from './check-result.ts';
import type { Context } from './context.ts';
import { messageOf } from './failure.ts';
import { counted, grouped } from '../../src-core/text/counted.ts';

type BoardsApi = Pick<
  HostApi,
  | 'boards.list'
  | 'boards.tags'
  | 'boards.get'
  | 'boards.ids'
  | 'boards.annotateAll'
  | 'boards.removeAll'
  | 'boards.restoreAll'
  | 'boards.annotate'
  | 'boards.add'
  | 'boards.remove'
  | 'boards.restore'
>;

/** Number of boards that are changed in one go. The host answers other requests in between. */
const BOARDS_PER_STEP = 1000;

/**
 * Changes many boards in several steps and calls `changed` for each affected puzzle. If a step fails, throws an error
 * that says how many boards were changed.
 */
async function inPieces(
  { store }: Pick<Context, 'store'>,
  ids: readonly number[],
  work: (ids: readonly number[]) => void,
  changed: (puzzleId: number) => void,
): Promise<Record<string, never>> {
  const puzzles = new Set<number>();
  let done = 0;
  try {
    while (done < ids.length) {
      store.expectNoRestore();
      const piece = ids.slice(done, done + BOARDS_PER_STEP);
      // `together` waits until everything written so far is on disk, so only the last step needs it.
      if (done + BOARDS_PER_STEP < ids.length) store.soon(() => work(piece));
      else store.together(() => work(piece));
      done += piece.length;
      for (const puzzleId of store.boards.puzzlesOf(piece)) puzzles.add(puzzleId);
      await setImmediate();
    }
  } catch (error) {
    if (done === 0) throw error;
    throw new Error(
      `stopped after ${grouped(done)} of ${counted(ids.length, 'board')}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    if (store.isOpen) puzzles.forEach(changed);
  }
  return {};
}

/** Lists and changes saved boards. */
export function boardsService({ store, emit }: Context): BoardsApi {
  const changed = (puzzleId: number): void =>
    emit({ type: 'boards.changed', puzzleId, total: store.boards.count(puzzleId) });
  return {
    'boards.list': (filter) => store.boards.list(filter),
    'boards.tags': ({ puzzleId }) => store.boards.tags(puzzleId),
    'boards.get': ({ id }) => store.boards.get(id),
    'boards.annotate': ({ id, ...changes }) => {
      const solution = store.boards.annotate(id, changes);
      changed(solution.puzzleId);
      return solution;
    },
    'boards.ids': ({ between, ...filter }) => {
      const all = store.boards.ids({ ...filter, offset: 0, limit: MAX_BOARDS_PER_REQUEST });
      if (!between) return all;
      const [first = -1, last = -1] = between.map((id) => all.indexOf(id)).sort((a, b) => a - b);
      return first < 0 ? [] : all.slice(first, last + 1);
    },
    'boards.annotateAll': ({ ids, ...changes }) =>
      inPieces({ store }, ids, (piece) => store.boards.annotateAll(piece, changes), changed),
    'boards.removeAll': ({ ids }) =>
      inPieces({ store }, ids, (piece) => store.boards.removeAll(piece), changed),
    'boards.restoreAll': ({ ids }) =>
      inPieces({ store }, ids, (piece) => store.boards.restoreAll(piece), changed),
    'boards.add': ({ puzzleId, board }) => {
      const { puzzle } = store.puzzles.get(puzzleId);
      if (puzzle.kind !== 'edge-matching')
        throw new Error('The solution of a sliding puzzle is a list of moves, not a board.');
      const checked = checkBoard(puzzle, board);
      const { id } = store.boards.add({ puzzleId, runId: null, ...checked });
      changed(puzzleId);
      return store.boards.get(id);
    },
    'boards.remove': ({ id }) => {
      const { puzzleId } = store.boards.get(id);
      store.boards.remove(id);
      changed(puzzleId);
      return {};
    },
    'boards.restore': ({ id }) => {
      store.boards.restore(id);
      const solution = store.boards.get(id);
      changed(solution.puzzleId);
      return solution;
    },
  };
}
