import { expect, test } from 'vitest';
import type { RunStatus } from '../../../../src-core/contract/runs.ts';
import { queueText } from '../../../../src-renderer/runs/list/queue-text.ts';

const run = (id: number, seconds: number | null, status: RunStatus = 'queued') => ({
  id,
  status,
  settings: { limits: { seconds, nodes: null } },
});

test('a run without a limit is named as what the queue waits for', () => {
  expect(queueText([run(3, null, 'running')], [run(4, 60)])).toMatch(
    /^Run 3 has no limit\. These runs wait until it is done/,
  );
  expect(queueText([run(3, 60, 'running')], [run(4, null), run(5, 60)])).toMatch(
    /Run 4 has no limit, so the runs after it may never start\./,
  );
  expect(queueText([run(3, 60, 'running')], [run(4, 60), run(5, null)])).not.toMatch(/no limit/);
});

test('a paused run is named', () => {
  expect(queueText([run(3, 60, 'paused')], [run(4, 60)])).toMatch(
    /^These runs wait for run 3, which is paused/,
  );
});

test('the total time is given where every run has a time limit', () => {
  const eight = Array.from({ length: 8 }, (_, i) => run(10 + i, 3600));
  expect(queueText([], eight)).toMatch(/Together they take at most 8 h 0 min\.$/);
  expect(queueText([], [...eight, run(20, null)])).not.toMatch(/Together/);
});
