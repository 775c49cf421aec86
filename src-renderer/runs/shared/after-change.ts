import type { RunDetail, RunSummary } from '../../../src-core/contract/runs.ts';
import { isOver } from './status.ts';

/**
 * Returns what changes on a run's page when its status changes. A resumed run shows no values of its last solver
 * until the new solver reports its own, with its memory.
 */
export function afterChange(before: Pick<RunDetail, 'memoryBytes'>, run: RunSummary): Partial<RunDetail> {
  // a process that has ended uses no memory
  if (isOver(run.status)) return { ...run, memoryBytes: null };
  const silent = run.status === 'preparing' || (run.status === 'running' && before.memoryBytes === null);
  if (!silent) return run;
  return { ...run, figures: { ...run.figures, nodesPerSecond: 0 }, current: null, memoryBytes: null };
}
