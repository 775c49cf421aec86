import type { EngineInfo, RunSettings } from '../../src-core/contract/runs.ts';
import { briefly, plural, timeAsked } from '../components/format.ts';

/** What a run was asked for, in a line. A hunt has nothing to find once, or to count: it says nothing of that. */
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
    limits.seconds !== null && `${timeAsked(limits.seconds)} at most`,
    limits.nodes !== null && `${briefly(limits.nodes, 'node')} at most`,
    plural(threads, 'thread'),
    `seed ${seed}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
