import { isOver, type RunDetail, type RunSummary } from '../../../src-core/contract/runs.ts';

/**
 * Returns the values to update on a run's page after its status has changed. After a resume, clears values of the
 * previous solver process until the new one reports its own.
 */
export function afterChange(before: Pick<RunDetail, 'memoryBytes'>, run: RunSummary): Partial<RunDetail> {
  // a solver process that has ended uses no memory
  if (isOver(run.status)) return { ...run, memoryBytes: null };
  const silent = run.status === 'preparing' || (run.status === 'running' && before.memoryBytes === null);
  if (!silent) return run;
  return { ...run, figures: { ...run.figures, nodesPerSecond: 0 }, current: null, memoryBytes: null };
}
