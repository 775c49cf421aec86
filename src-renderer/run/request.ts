import type { RunSettings } from '../../src-core/contract/runs.ts';
import { brief, duration, plural } from '../components/format.ts';

/** What a run was asked for, in a line. */
export function request({ engine, wanted, limits, threads, seed }: RunSettings): string {
  const found =
    wanted.solutions === 'all'
      ? wanted.boards
        ? 'all solutions'
        : 'count of solutions'
      : wanted.solutions === 1
        ? 'one solution'
        : `up to ${plural(wanted.solutions, 'solution')}`;
  return [
    engine,
    found,
    limits.seconds !== null && `${duration(limits.seconds * 1000)} at most`,
    limits.nodes !== null && `${brief(limits.nodes)} nodes at most`,
    plural(threads, 'thread'),
    `seed ${seed}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
