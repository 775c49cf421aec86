/** Describes what a run has found, for the list of runs. */
import { isOver, type RunSummary } from '../../../src-core/contract/runs.ts';
import { seeksRowScan } from '../../base/row-scan-goal.ts';
import { count, plural } from '../../components/format.ts';

/** Returns a run's result so far. The number that the run tries to increase comes first. */
export function resultText(run: Pick<RunSummary, 'figures' | 'status' | 'settings'>): string {
  const { figures, status } = run;
  if (figures.sliding) {
    const { path, lowerBound, optimal } = figures.sliding;
    if (!path) return `no solution yet, at least ${plural(lowerBound, 'move')} needed`;
    return `${plural(path.length, 'move')}, ${optimal ? 'proven shortest' : `at least ${lowerBound}`}`;
  }
  if (figures.raw > 0)
    return (
      plural(figures.raw, 'solution') +
      (figures.unique === figures.raw ? '' : `, ${count(figures.unique)} unique`)
    );
  if (figures.placed === 0) return isOver(status) ? 'no board' : 'no board yet';
  const edges = `${count(figures.matched)} of ${plural(figures.edges, 'edge')}`;
  const tiles = `${count(figures.placed)} of ${plural(figures.cells, 'tile')}`;
  return seeksRowScan(run) ? `${tiles}, ${edges}` : `${edges}, ${tiles}`;
}
