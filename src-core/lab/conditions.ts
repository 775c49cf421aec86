import { counted, grouped } from '../text/counted.ts';
import type { LabPlan, Trial } from './experiment.ts';

/** The conditions under which an experiment runs, from its plan. */
export type Conditions = Pick<LabPlan, 'limits' | 'threads'> & {
  readonly ownLimits: boolean;
};

export const conditionsOf = ({ limits, threads, puzzles }: LabPlan): Conditions => ({
  limits,
  threads,
  ownLimits: puzzles.some((puzzle) => puzzle.limits !== undefined),
});

/**
 * Returns a line for users about the conditions: number of trials, seeds and limits. `conditions` is null for an
 * imported table.
 */
export function conditionsText(trials: readonly Trial[], conditions: Conditions | null): string {
  const each = new Map<string, number>();
  for (const { puzzle, setup } of trials) {
    const key = JSON.stringify([puzzle, setup]);
    each.set(key, (each.get(key) ?? 0) + 1);
  }
  const counts = [...each.values()];
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const seeds = trials.map(({ seed }) => seed);
  const [first, last] = [seeds.reduce((a, b) => Math.min(a, b)), seeds.reduce((a, b) => Math.max(a, b))];
  const parts = [
    `${least === most ? counted(most, 'trial') : `${grouped(least)} to ${counted(most, 'trial')}`} of each engine on each puzzle`,
    first === last ? `seed ${first}` : `seeds ${first} to ${last}`,
    ...(conditions ? [limitsText(conditions), counted(conditions.threads, 'thread')] : []),
  ];
  const unfinished = trials.filter(({ status }) => status !== 'solved' && status !== 'exhausted').length;
  if (unfinished > 0)
    parts.push(`${grouped(unfinished)} of ${counted(trials.length, 'trial')} did not finish`);
  return `${parts.join(', ')}.`;
}

function limitsText({ limits: { seconds, nodes }, ownLimits }: Conditions): string {
  if (ownLimits) return 'separate limits for each puzzle';
  const most = [
    ...(seconds === null ? [] : [`${grouped(seconds)} s`]),
    ...(nodes === null ? [] : [counted(nodes, 'node')]),
  ];
  return most.length === 0 ? 'no limit' : `at most ${most.join(' and ')} per trial`;
}
