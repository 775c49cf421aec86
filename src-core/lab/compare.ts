import { counted } from '../text/counted.ts';
import type { Trial } from './experiment.ts';
import type { Measure } from './measures.ts';
import { differenceInterval, mannWhitney, spreadOf, type Spread } from './statistics.ts';

/** The trials of one setup on one puzzle. */
export interface Group {
  readonly puzzle: string;
  readonly size: number | null;
  readonly setup: string;
  readonly trials: readonly Trial[];
}

/** Returns the trials by puzzle and setup, in the order of each group's first trial. */
export function groupsOf(trials: readonly Trial[]): Group[] {
  const groups = new Map<string, { puzzle: string; size: number | null; setup: string; trials: Trial[] }>();
  for (const trial of trials.toSorted((a, b) => a.number - b.number)) {
    const key = JSON.stringify([trial.puzzle, trial.setup]);
    const group = groups.get(key);
    if (group) group.trials.push(trial);
    else groups.set(key, { puzzle: trial.puzzle, size: trial.size, setup: trial.setup, trials: [trial] });
  }
  return [...groups.values()];
}

export const valuesOf = ({ trials }: Pick<Group, 'trials'>, measure: Measure): number[] =>
  trials.flatMap((trial) => measure.of(trial) ?? []);

export const spreadIn = (group: Group, measure: Measure): Spread | null => spreadOf(valuesOf(group, measure));

/** Returns how many trials have an unknown time, because a limit or a failure ended them. */
export const unfinished = ({ trials }: Group): number =>
  trials.filter(({ status }) => status !== 'solved' && status !== 'exhausted').length;

/** The conclusion about one measure on one puzzle. */
export interface Verdict {
  readonly puzzle: string;
  readonly measure: string;
  /** the setup that beat all others; null if no difference was shown */
  readonly best: string | null;
  readonly words: string;
}

const SIGNIFICANCE_LEVEL = 0.05;
/** Minimum number of trials per setup. With fewer, the spread of their values can't be estimated. */
const MIN_TRIALS = 5;

/**
 * Compares the setups on one puzzle. Returns null if there is nothing to compare. The setup with the best median wins
 * only if two tests agree: the Mann-Whitney test at 5 % with Holm's correction, and the bootstrap interval of the
 * difference of medians.
 */
export function compareSetups(groups: readonly Group[], measure: Measure): Verdict | null {
  if (groups.length < 2 || measure.better === null) return null;
  const [{ puzzle }] = groups as [Group];
  const say = (best: string | null, words: string): Verdict => ({ puzzle, measure: measure.id, best, words });
  if (groups.some((group) => valuesOf(group, measure).length < MIN_TRIALS)) {
    return say(
      null,
      `no difference shown: each engine needs at least ${MIN_TRIALS} trials with a value for this measure`,
    );
  }
  if ((measure.id === 'time' || measure.id === 'cpu') && groups.some((group) => unfinished(group) > 0)) {
    return say(null, 'no difference shown: some trials reached a limit, so their time is unknown');
  }
  const sign = measure.better === 'low' ? 1 : -1;
  const ranked = groups
    .map((group) => ({
      setup: group.setup,
      values: valuesOf(group, measure),
      spread: spreadIn(group, measure)!,
    }))
    .sort((a, b) => sign * (a.spread.median - b.spread.median));
  const [leader, ...others] = ranked as [(typeof ranked)[0], ...typeof ranked];
  const tests = others
    .map((other) => ({
      setup: other.setup,
      p: mannWhitney(leader.values, other.values),
      interval: differenceInterval(leader.values, other.values),
    }))
    .sort((a, b) => a.p - b.p);
  const beaten: string[] = [];
  for (const [i, { setup, p, interval }] of tests.entries()) {
    if (p * (tests.length - i) >= SIGNIFICANCE_LEVEL) break;
    if (interval[0] <= 0 && interval[1] >= 0) continue;
    beaten.push(setup);
  }
  if (beaten.length === 0) return say(null, `no difference shown (p ${pText(tests[0]!.p)})`);
  const [better, extreme] = measure.better === 'low' ? ['lower', 'lowest'] : ['higher', 'highest'];
  const name = measure.noun;
  if (beaten.length === others.length) {
    return say(leader.setup, `${leader.setup} has the ${extreme} ${name} (p ${pText(tests.at(-1)!.p)})`);
  }
  const level = tests.map(({ setup }) => setup).filter((setup) => !beaten.includes(setup));
  return say(
    null,
    `${leader.setup} has a ${better} ${name} than ${beaten.join(', ')}; no difference shown compared with ${level.join(', ')}`,
  );
}

/** Returns a sentence about an experiment's result for one measure. */
export function resultSentence(puzzles: readonly (readonly Group[])[], measure: Measure): string {
  if (measure.better === null)
    return `${measure.title}: neither a high nor a low value is better, so engines are not ranked by it.`;
  const verdicts = puzzles.flatMap((groups) => compareSetups(groups, measure) ?? []);
  const [only] = verdicts;
  if (!only) return 'There is nothing to compare: only one engine was tried.';
  if (verdicts.length === 1) return `${capital(only.words)}.`;
  const wins = new Map<string, number>();
  for (const { best } of verdicts) if (best !== null) wins.set(best, (wins.get(best) ?? 0) + 1);
  const extreme = measure.better === 'low' ? 'lowest' : 'highest';
  const parts = [...wins]
    .sort(([, a], [, b]) => b - a)
    .map(
      ([setup, won]) => `${setup} has the ${extreme} ${measure.noun} on ${puzzlesText(won, verdicts.length)}`,
    );
  const open = verdicts.filter(({ best }) => best === null).length;
  if (open === verdicts.length) return `No engine clearly has the ${extreme} ${measure.noun}.`;
  if (open > 0) parts.push(`there is no clear winner on ${open}`);
  return `${capital(parts.join('; '))}.`;
}

/** Returns a string such as "2 of 3 puzzles", "both puzzles" or "all 3 puzzles". */
function puzzlesText(won: number, all: number): string {
  if (won < all) return `${won} of ${counted(all, 'puzzle')}`;
  return all === 2 ? 'both puzzles' : `all ${counted(all, 'puzzle')}`;
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const pText = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);
