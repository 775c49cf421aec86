import type { RunDetail, RunSummary } from '../../../src-core/contract/runs.ts';
import { isOver } from './status.ts';

/**
 * Returns what a change of a run's status changes on its page. A resumed run shows nothing that its last solver reported;
 * the new one reports its memory with everything else.
 */
export function afterChange(before: Pick<RunDetail, 'memoryBytes'>, run: RunSummary): Partial<RunDetail> {
  // a process that has ended uses no memory
  if (isOver(run.status)) return { ...run, memoryBytes: null };
  const silent = run.status === 'preparing' || (run.status === 'running' && before.memoryBytes === null);
  if (!silent) return run;
  return { ...run, figures: { ...run.figures, nodesPerSecond: 0 }, current: null, memoryBytes: null };
}
