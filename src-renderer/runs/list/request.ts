import type { EngineInfo, RunSettings } from '../../../src-core/contract/runs.ts';
import { briefly, plural } from '../../components/format.ts';
import { timeMark } from '../../components/time-axis.ts';

/** Returns one line that says what a run searches for. For a hunt, it contains no number of solutions. */
export function request(
  { engine, wanted, limits, threads, seed }: RunSettings,
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
    limits.seconds !== null && `at most ${timeMark(limits.seconds * 1000)}`,
    limits.nodes !== null && `at most ${briefly(limits.nodes, 'node')}`,
    plural(threads, 'thread'),
    `seed ${seed}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
