// Which runs count as ended while the user was away, and how much they gained.
import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { checkBoard } from '../../../../src-main/services/check-result.ts';
import { queueApi } from '../../../../src-main/services/run-queue.ts';
import { runsApi } from '../../../../src-main/services/runs.ts';
import {
  begin,
  eachWithQueue,
  end,
  events,
  forgetEvents,
  now,
  passTime,
  puzzle,
  puzzleId,
  queue,
  reopen,
  runs,
  settings,
  statusOf,
  store,
} from './queue-host.ts';

eachWithQueue();

/**
 * Returns the unseen runs that have ended. Each is a run's id and an earlier score: the number of edges that the
 * puzzle's best board matched when the user last looked at the run. If the user never looked, it is the score at the
 * run's start.
 */
const unseen = (): [number, number | null][] =>
  store.unseen.ended().map(({ runId, before }) => [runId, before]);
/** Saves a board on which only the first cells are filled, as in the solution. Returns its id. */
function keep(cells: number): number {
  const { solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
  const board = solution.map((code, cell) => (cell < cells ? code : -1));
  store.boards.add({ puzzleId, runId: null, ...checkBoard(puzzle, board) });
  return store.boards.list({ puzzleId, sort: 'best', offset: 0, limit: 1 }).items[0]!.id;
}
/** Opens the library with a clock that advances a second whenever it is read. */
const openWithClock = (): Promise<void> =>
  reopen(() => {
    passTime(1000);
    return new Date(now).toISOString();
  });

test('the gain of an unseen run counts from its first start, or from the last look while it ran; deleted boards don’t count', async () => {
  await openWithClock();
  keep(2);
  const [resumed, watched] = [await runs.start(settings(1)), await runs.start(settings(2))];
  const best = keep(6);
  store.unseen.see([watched]);
  end(resumed, 'limit');
  end(watched, 'limit');
  expect(unseen()).toEqual([
    [watched, 7],
    [resumed, 1],
  ]);
  // A run that the queue resumes doesn't count as seen. It stays in the list, with the same gain.
  runs.resume(resumed);
  end(resumed, 'limit');
  expect(unseen()).toContainEqual([resumed, 1]);
  store.boards.remove(best);
  expect(unseen()).toContainEqual([watched, 1]);
  store.runs.remove(watched);
  expect(unseen()).toEqual([[resumed, 1]]);
});

test('an interrupted run has not ended; a run that the user resumes or queues again counts as seen', async () => {
  const a = await runs.start(settings(1));
  await queue.close();
  begin();
  expect(statusOf(a)).toBe('interrupted');
  expect(unseen()).toEqual([]);
  await runs.start(settings(2));
  const api = queueApi(queue, { store, runs, emit: (event) => events.push(event) });
  for (const method of ['runs.resume', 'queue.resume'] as const) {
    runs.resume(a);
    end(a, 'limit');
    expect(unseen()).toEqual([[a, null]]);
    forgetEvents();
    await Promise.resolve(api[method]({ runId: a }));
    expect(unseen()).toEqual([]);
    expect(events.filter(({ type }) => type === 'runs.seen')).toHaveLength(1);
    expect(statusOf(a)).toBe('queued');
  }
});

test('a run that ends is unseen until the user looks, and the gain counts from the last look', async () => {
  await openWithClock();
  keep(2);
  const [a, b] = [await queue.start(settings(1)), await queue.start(settings(2))];
  expect(unseen()).toEqual([]);
  keep(4);
  end(a, 'limit');
  expect(unseen()).toEqual([[a, 1]]);
  // Looking at a running run doesn't mark it as seen: the user must still be told when it ends.
  store.unseen.see([b]);
  end(b, 'failed');
  expect(unseen()).toEqual([
    [b, 3],
    [a, 1],
  ]);
  expect(store.unseen.see([b])).toBe(true);
  expect(store.unseen.see([b])).toBe(false);
  expect(unseen()).toEqual([[a, 1]]);
  await reopen();
  expect(unseen()).toEqual([[a, 1]]);
  // A run that the user stopped does not count as unseen.
  const c = await runs.start(settings(3));
  await runsApi(runs, { store, emit: () => undefined })['runs.stop']({ runId: c });
  expect(unseen()).toEqual([[a, 1]]);
});
