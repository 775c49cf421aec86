// The time at which the queue stops all runs.
import { expect, test, vi } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import {
  begin,
  eachWithQueue,
  end,
  events,
  forgetEvents,
  now,
  passTime,
  queue,
  runs,
  settings,
  solvers,
  statusOf,
  store,
  waiting,
} from './queue-host.ts';

eachWithQueue();

test('at the set time running runs stop; the queue resumes them before it starts waiting ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const a = await queue.start(settings(1));
    const b = await queue.start(settings(2));
    solvers.get(1)!.say({ type: 'checkpoint', checkpoint: Uint8Array.of(7), figures: noFigures });
    queue.stopAt = '2026-11-26T23:00:00.000Z';
    passTime(59 * 60_000);
    vi.advanceTimersByTime(30_000);
    expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
    passTime(60_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(waiting()).toEqual([a, b]);
    expect(runs.busy).toBe(false);
    expect(store.runs.logLines(a).at(-1)!.text).toMatch(/^Ended: stopped, at the set time, \d\d:00\.$/);
    expect(store.unseen.ended().map(({ runId }) => runId)).toEqual([a]);
    // The stop time is still set after a restart.
    begin();
    expect(waiting()).toEqual([a, b]);
    expect(queue.isHeld).toBe(true);
    queue.stopAt = null;
    expect([a, b].map(statusOf)).toEqual(['running', 'queued']);
    expect(solvers.get(1)!.told[0]).toMatchObject({ type: 'start', checkpoints: [Buffer.of(7)] });
    end(a, 'solved');
    expect(statusOf(b)).toBe('running');
    end(b, 'solved');
  } finally {
    vi.useRealTimers();
  }
});

test('runs that the set time stops keep their order; finished and deleted ones stay out of the queue', async () => {
  const [a, b, solved, deleted, slow] = [
    await runs.start(settings(1)),
    await runs.start(settings(2)),
    await runs.start(settings(3)),
    await runs.start(settings(4)),
    await runs.start(settings(5)),
  ];
  const c = await queue.start(settings(6));
  solvers.get(3)!.stops = 'solved';
  solvers.get(5)!.stops = null;
  forgetEvents();
  queue.stopAt = new Date(now).toISOString();
  // One event tells the window the new time. A second one says that the time has come.
  expect(events.filter(({ type }) => type === 'queue.changed')).toHaveLength(2);
  await Promise.resolve();
  store.runs.remove(deleted);
  end(slow, 'stopped');
  await vi.waitFor(() => expect(waiting()).toEqual([a, b, slow, c]));
  expect(statusOf(solved)).toBe('solved');
  store.bin.restore('run', deleted);
  expect(statusOf(deleted)).toBe('stopped');
});

test('quitting while runs stop at the set time keeps all of them in the queue', async () => {
  const [a, b] = [await runs.start(settings(1)), await runs.start(settings(2))];
  const c = await queue.start(settings(3));
  solvers.get(2)!.stops = null;
  queue.stopAt = new Date(now).toISOString();
  const closed = queue.close();
  end(b, 'stopped');
  await closed;
  expect(waiting()).toEqual([a, b, c]);
  for (const id of [a, b]) expect(store.runs.logLines(id).at(-1)!.text).toMatch(/^Interrupted/);
});

test('the set time stops a run that waits until the computer is idle, and leaves a paused run paused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const inUse = { unattended: () => 0, machine: () => ({ busyMs: 0, atMs: 0 }), everyMs: 1000 };
    begin(inUse);
    const whenIdle = await queue.start({ ...settings(1), whenIdle: true });
    const paused = await runs.start(settings(2));
    const search = (seed: number): void =>
      solvers.get(seed)!.say({ type: 'status', status: 'running', message: '' });
    search(1);
    search(2);
    runs.pause(paused);
    vi.advanceTimersByTime(1000);
    expect([whenIdle, paused].map(statusOf)).toEqual(['paused', 'paused']);
    queue.stopAt = new Date(now).toISOString();
    await vi.advanceTimersByTimeAsync(0);
    expect([whenIdle, paused].map(statusOf)).toEqual(['queued', 'paused']);
    await runs.stop(paused);
    queue.stopAt = null;
    // Quitting or a crash interrupts a run that is waiting for the computer to be idle. Neither counts as a stop by the
    // user.
    for (const quit of [true, false]) {
      search(1);
      vi.advanceTimersByTime(1000);
      expect(statusOf(whenIdle)).toBe('paused');
      if (quit) await queue.close();
      begin(inUse);
      const [before, last] = store.runs.logLines(whenIdle).slice(-2);
      expect(last!.text).toMatch(/^Interrupted/);
      expect(before!.text).not.toMatch(/^Ended/);
      expect(statusOf(whenIdle)).toBe('interrupted');
      runs.resume(whenIdle);
    }
  } finally {
    await runs.close();
    vi.useRealTimers();
  }
});
