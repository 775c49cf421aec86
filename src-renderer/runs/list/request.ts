import type { EngineInfo, RunSummary } from '../../../src-core/contract/runs.ts';
import { briefly, plural } from '../../components/format.ts';
import { timeMark } from '../../components/time-axis.ts';
import { changedOptions } from '../shared/changed-options.ts';

/**
 * Returns a line that says what a run searches for. A hunt has no number of solutions. A merged run has no number of
 * threads, because each of its parts had its own.
 */
export function request(
  {
    settings: { engine, options, wanted, limits, threads, seed },
    merged,
  }: Pick<RunSummary, 'settings' | 'merged'>,
  engines: readonly EngineInfo[],
): string {
  const known = engines.find(({ name }) => name === engine);
  const found =
    wanted.solutions === 'all'
      ? wanted.boards
        ? 'all solutions'
        : 'number of solutions'
      : wanted.solutions === 1
        ? 'one solution'
        : `up to ${plural(wanted.solutions, 'solution')}`;
  return [
    known?.title ?? engine,
    !known?.hunts && found,
    ...changedOptions(known, options).map(([title, value]) => `${title}: ${value}`),
    limits.seconds !== null && `at most ${timeMark(limits.seconds * 1000)}`,
    limits.nodes !== null && `at most ${briefly(limits.nodes, 'node')}`,
    merged ? 'merged from parts' : plural(threads, 'thread'),
    `seed ${seed}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
