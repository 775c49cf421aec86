import { setImmediate } from 'node:timers/promises';
import type { HostApi } from '../../src-core/contract.ts';
import type { Context } from './context.ts';

type BinApi = Pick<HostApi, 'bin.list' | 'bin.restore' | 'bin.delete' | 'bin.empty'>;

/** Restores deleted items or deletes them for good. Calls `onGone` after deleting them for good. */
export function binService({ store, emit, onGone }: Context & { readonly onGone: () => void }): BinApi {
  const changed = (): Record<string, never> => {
    store.boards.forgetCounts();
    emit({ type: 'library.changed' });
    emit({ type: 'lab.changed' });
    return {};
  };
  /** Runs the steps one at a time, so that the host can handle other requests in between. */
  const inSteps = async (steps: Iterator<void>): Promise<Record<string, never>> => {
    try {
      while (!store.together(() => steps.next().done)) {
        await setImmediate();
        store.expectNoRestore();
      }
    } finally {
      if (store.isOpen) {
        changed();
        onGone();
      }
    }
    return {};
  };
  return {
    'bin.list': () => store.bin.list(),
    'bin.restore': ({ kind, id }) => {
      store.bin.restore(kind, id);
      const answer = changed();
      if (kind === 'run') emit({ type: 'run.changed', run: store.runs.get(id) });
      if (kind === 'board') {
        const { puzzleId } = store.boards.get(id);
        emit({ type: 'boards.changed', puzzleId, total: store.boards.count(puzzleId) });
      }
      return answer;
    },
    'bin.delete': ({ kind, id }) => inSteps(store.bin.delete(kind, id)),
    'bin.empty': () => inSteps(store.bin.empty()),
  };
}
