import { expect, test } from 'vitest';
import type { RunStatus } from '../../../../src-core/contract/runs.ts';
import { nextAt, queueText } from '../../../../src-renderer/runs/list/queue-text.ts';

const run = (id: number, seconds: number | null, status: RunStatus = 'queued', elapsedMs = 0) => ({
  id,
  status,
  settings: { limits: { seconds, nodes: null } },
  figures: { elapsedMs },
});
type Run = ReturnType<typeof run>;
const evening = new Date('2026-11-26T22:00:00').getTime();
const text = (active: Run[], waiting: Run[], stopAt: string | null = null): string =>
  queueText({ active, waiting, stopAt, now: evening });

test('a run without a limit is named as what the queue waits for', () => {
  expect(text([run(3, null, 'running')], [run(4, 60)])).toMatch(
    /^Run 3 has no limit\. These runs will start when it finishes/,
  );
  expect(text([run(3, 60, 'running')], [run(4, null), run(5, 60)])).toMatch(
    /Run 4 has no limit, so the runs after it may never start\./,
  );
  expect(text([run(3, 60, 'running')], [run(4, 60), run(5, null)])).not.toMatch(/no limit/);
});

test('a paused run is named', () => {
  expect(text([run(3, 60, 'paused')], [run(4, 60)])).toMatch(
    /^These runs are waiting for run 3, which is paused/,
  );
});

test('the total time is given if every run has a time limit, with the rest of the active run', () => {
  const eight = Array.from({ length: 8 }, (_, i) => run(10 + i, 3600));
  expect(text([], eight)).toMatch(/Together they take at most 8 h 0 min, until 06:00\.$/);
  expect(text([run(3, 3600, 'running', 1_800_000)], eight)).toMatch(
    /With the active run, they take at most 8 h 30 min, until 06:30\.$/,
  );
  // A pause can last any length of time, so the text gives no time of day.
  expect(text([run(3, 3600, 'paused', 1_800_000)], eight)).toMatch(/at most 8 h 30 min\.$/);
  expect(text([], [...eight, run(20, null)])).not.toMatch(/they take/);
});

test('a set time ends a run without a limit; afterwards the queue waits for the user', () => {
  const [before, after] = [evening - 1000, evening + 1000].map((at) => new Date(at).toISOString());
  expect(text([run(3, null, 'running')], [run(4, 60)], after)).not.toMatch(/no limit/);
  expect(text([], [run(4, 60)], before)).toBe('These runs are waiting for you to start the queue again.');
});

test('a time of day means its next occurrence', () => {
  const at = (time: string): string => new Date(nextAt(time, evening)).toString().slice(0, 21);
  expect(at('07:00')).toBe('Fri Nov 27 2026 07:00');
  expect(at('23:30')).toBe('Thu Nov 26 2026 23:30');
});
