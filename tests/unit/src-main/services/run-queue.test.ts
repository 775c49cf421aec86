// The order of the queue, and how its runs start, resume, stop and fail.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import {
  begin,
  eachWithQueue,
  end,
  queue,
  runs,
  settings,
  solvers,
  statusOf,
  store,
  waiting,
} from './queue-host.ts';

eachWithQueue();

test('a run resumed while another searches becomes first in the queue, and starts beside it only if resumed again', async () => {
  const a = await queue.start(settings(1));
  const b = await queue.start(settings(2));
  const c = await queue.start(settings(3));
  solvers.get(1)!.die(null);
  expect([a, b, c].map(statusOf)).toEqual(['failed', 'running', 'queued']);
  expect(queue.resumeOrWait(a)).toBe(b);
  expect([a, b, c].map(statusOf)).toEqual(['queued', 'running', 'queued']);
  expect(waiting()).toEqual([a, c]);
  expect(queue.resumeOrWait(a)).toBeNull();
  expect([a, b].map(statusOf)).toEqual(['running', 'running']);
  end(a, 'stopped');
  end(b, 'stopped');
  await runs.stop(c);
  // No other run is searching, so run `a` resumes at once.
  expect(queue.resumeOrWait(a)).toBeNull();
  expect(statusOf(a)).toBe('running');
});

test('runs start in order, each after the previous one ended in any way', async () => {
  const [a, b, c, d] = [
    await queue.start(settings(1)),
    await queue.start(settings(2)),
    await queue.start(settings(3)),
    await queue.start(settings(4)),
  ];
  expect([a, b, c, d].map(statusOf)).toEqual(['running', 'queued', 'queued', 'queued']);
  end(a, 'exhausted');
  expect([a, b, c, d].map(statusOf)).toEqual(['exhausted', 'running', 'queued', 'queued']);
  end(b, 'failed');
  expect([b, c, d].map(statusOf)).toEqual(['failed', 'running', 'queued']);
  await runs.stop(c);
  expect([c, d].map(statusOf)).toEqual(['stopped', 'running']);
  expect(store.runs.logLines(d).map(({ text }) => text)).toEqual([
    'Queued: Exact, 1 thread, seed 4.',
    'Started.',
  ]);
});

test('a run that turns out to be interrupted goes to the front of the queue, unless it can’t be resumed here', async () => {
  const active = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  const [here, elsewhere] = [await runs.add(settings(3), 'Queued'), await runs.add(settings(4), 'Queued')];
  store.runs.interrupt([here, elsewhere]);
  queue.runChanged({ ...store.runs.get(elsewhere), notHere: 'Its engine is not allowed on this computer.' });
  expect(waiting()).toEqual([b]);
  queue.runChanged(store.runs.get(here));
  expect(waiting()).toEqual([here, b]);
  end(active, 'solved');
  expect(statusOf(here)).toBe('running');
});

test('a paused run is still active', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  runs.pause(a);
  expect([a, b].map(statusOf)).toEqual(['paused', 'queued']);
  runs.resume(a);
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  runs.pause(a);
  await runs.stop(a);
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
});

test('waiting runs are moved, started at once, removed and deleted', async () => {
  const first = await runs.start(settings(1));
  const [a, b, c] = [
    await queue.start(settings(2)),
    await queue.start(settings(3)),
    await queue.start(settings(4)),
  ];
  queue.move(c, 0);
  expect(waiting()).toEqual([c, a, b]);
  queue.move(c, 99);
  queue.move(b, 0);
  expect(waiting()).toEqual([b, a, c]);
  runs.resume(a);
  expect(statusOf(a)).toBe('running');
  await runs.stop(b);
  expect(store.runs.get(b)).toMatchObject({ status: 'stopped', resumable: true });
  expect(waiting()).toEqual([c]);
  expect(() => queue.move(b, 0)).toThrow(/is stopped: it is not in the queue/);
  store.runs.remove(c);
  end(first, 'solved');
  end(a, 'solved');
  expect(waiting()).toEqual([]);
  expect(runs.busy).toBe(false);
});

test('an ended run waits to resume; at a limit it gets the same amount again', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  const figures = { ...noFigures, nodes: 100, elapsedMs: 5 };
  solvers.get(1)!.say({ type: 'checkpoint', checkpoint: Uint8Array.of(1), figures });
  end(a, 'limit', figures);
  queue.resume(a);
  expect([a, b].map(statusOf)).toEqual(['queued', 'running']);
  expect(() => queue.resume(b)).toThrow(/only an unfinished run/);
  runs.pause(b);
  expect(() => queue.resume(b)).toThrow(/is paused/);
  end(b, 'exhausted');
  expect(solvers.get(1)!.told[0]).toMatchObject({
    type: 'start',
    limits: { nodes: 200 },
    checkpoints: [Buffer.of(1)],
  });
  expect(() => queue.resume(b)).toThrow(/is exhausted/);
});

test('the next start resumes interrupted runs, then starts waiting ones', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  await queue.close();
  expect(waiting()).toEqual([a, b]);
  begin();
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  // Reopen the library, as happens after the host is killed.
  begin();
  expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
  runs.pause(a);
  begin();
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
  await queue.close();
  // No other run is waiting, so this run is interrupted instead of queued.
  expect(statusOf(b)).toBe('interrupted');
  begin();
  expect(statusOf(b)).toBe('interrupted');
  runs.resumeInterrupted();
  expect([a, b].map(statusOf)).toEqual(['stopped', 'running']);
});

test('a library that can’t be written stops the queue, and nothing else', async () => {
  const a = await runs.start(settings(1));
  const b = await queue.start(settings(2));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(store.runs, 'setAllowance').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { name: 'SqliteError' });
  });
  end(a, 'exhausted');
  expect([a, b].map(statusOf)).toEqual(['exhausted', 'queued']);
  vi.restoreAllMocks();
  begin();
  expect(statusOf(b)).toBe('running');
});

test('a run that can’t start fails, and the next starts', async () => {
  const [a, b, c] = [
    await runs.start(settings(1)),
    await queue.start(settings(2)),
    await queue.start(settings(3)),
  ];
  vi.spyOn(store.runs, 'setAllowance').mockImplementationOnce(() => {
    throw new Error('Run 2 is damaged.');
  });
  end(a, 'exhausted');
  expect([b, c].map(statusOf)).toEqual(['failed', 'running']);
  expect(store.runs.get(b).message).toBe('Run 2 is damaged.');
  expect(store.runs.logLines(b).at(-1)!.text).toBe('Ended: failed. Run 2 is damaged.');
});

/** Random actions and events. Each refers to a run by a number, taken modulo the number of runs. */
const deed = fc.oneof(
  fc.constant({ what: 'queue' as const }),
  fc.constant({ what: 'close' as const }),
  fc.constant({ what: 'kill' as const }),
  fc.record({
    what: fc.constantFrom('end', 'pause', 'resume', 'stop', 'front', 'back'),
    run: fc.nat(9),
  }),
);

test('after any events, one run is active at a time, none is lost, and none waits while nothing is active', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 30 }), async (deeds) => {
      for (const { id } of store.runs.list({ offset: 0, limit: 1000 }).items) {
        await runs.stop(id);
        store.runs.remove(id);
      }
      await Promise.all(runs.running.map((id) => runs.stop(id)));
      const all: number[] = [];
      for (const each of deeds) {
        const before = waiting();
        const id = 'run' in each ? all[each.run % Math.max(1, all.length)] : undefined;
        if (each.what === 'queue') all.push(await queue.start(settings(all.length + 1)));
        else if (each.what === 'close') {
          await queue.close();
          begin();
        } else if (each.what === 'kill') begin();
        else if (id === undefined) continue;
        else if (each.what === 'stop') await runs.stop(id);
        else if (each.what === 'pause') runs.pause(id);
        else if (each.what === 'end' && statusOf(id) === 'running') end(id, 'exhausted');
        else if (each.what === 'resume' && statusOf(id) === 'paused') runs.resume(id);
        else if (each.what === 'front' && statusOf(id) === 'queued') queue.move(id, 0);
        else if (each.what === 'back' && statusOf(id) === 'stopped') queue.resume(id);

        const underWay = all.filter((run) => ['running', 'paused'].includes(statusOf(run)));
        expect(underWay.length).toBeLessThanOrEqual(1);
        if (underWay.length === 0) expect(waiting()).toEqual([]);
        if (each.what === 'end' || each.what === 'stop' || each.what === 'pause') {
          // Waiting runs keep their order.
          expect(before.filter((run) => waiting().includes(run))).toEqual(waiting());
        }
        if (each.what === 'close' || each.what === 'kill')
          expect([...underWay, ...waiting()]).toEqual(expect.arrayContaining(before));
      }
    }),
    { numRuns: 60 },
  );
});
