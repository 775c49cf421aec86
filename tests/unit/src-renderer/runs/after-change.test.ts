import { expect, test } from 'vitest';
import type { RunStatus, RunSummary } from '../../../../src-core/contract/runs.ts';
import { afterChange } from '../../../../src-renderer/runs/shared/after-change.ts';

const run = (status: RunStatus): RunSummary =>
  ({ id: 1, status, figures: { nodes: 9000, nodesPerSecond: 500 } }) as unknown as RunSummary;

test('a resumed run shows no old speed, board or memory until its solver reports', () => {
  const cleared = { current: null, memoryBytes: null, figures: { nodes: 9000, nodesPerSecond: 0 } };
  expect(afterChange({ memoryBytes: 7 }, run('preparing'))).toMatchObject(cleared);
  expect(afterChange({ memoryBytes: null }, run('running'))).toMatchObject(cleared);
  const kept = afterChange({ memoryBytes: 7 }, run('running'));
  expect(kept).toEqual(run('running'));
  const ended = afterChange({ memoryBytes: 7 }, run('stopped'));
  expect(ended).toEqual({ ...run('stopped'), memoryBytes: null });
});
