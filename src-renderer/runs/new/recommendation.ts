/** What the size of a search advises, in plain words: numbers first, and what follows from them. */
import { count, plural, rough, roughTime } from '../../components/format.ts';
import type { Goal } from './goals.ts';

const YEAR_S = 365.25 * 86_400;
/** Planck Collaboration (2018): 13.8 thousand million years. */
const UNIVERSE_S = 13.8e9 * YEAR_S;
/** Longer than this nobody waits. */
const HOPELESS_S = 5 * YEAR_S;
const BLINK_S = 60;

interface Advice {
  readonly text: string;
  /** what to do instead; null where the choice is a good one */
  readonly instead: Goal | null;
}

/** `seconds`: to search everything on this machine. */
export function advise(goal: Goal, seconds: number, threads: number): Advice {
  const took = `${roughTime(seconds)} on ${plural(threads, 'thread')}`;
  if (seconds > UNIVERSE_S) {
    const text = `Trying everything would take ${rough(seconds / UNIVERSE_S)} times as long as the universe is old.`;
    return goal === 'hunt'
      ? { text: `${text} So hunting for the best score is the right choice.`, instead: null }
      : { text, instead: 'hunt' };
  }
  if (seconds > HOPELESS_S) {
    const text = `Trying everything would take about ${took}.`;
    return goal === 'hunt'
      ? { text: `${text} So hunting for the best score is the right choice.`, instead: null }
      : { text, instead: 'hunt' };
  }
  if (goal === 'hunt') {
    const known = 'A hunt does not do that, and proves nothing.';
    return { text: `Everything can be tried in about ${took}. ${known}`, instead: 'solve' };
  }
  if (seconds < BLINK_S) return { text: `Everything can be tried in ${took}.`, instead: null };
  if (seconds < 86_400) return { text: `Everything can be tried in about ${took}.`, instead: null };
  return {
    text: `Everything can be tried in about ${took}. A run can be paused, and resumed after Edgewise was closed.`,
    instead: null,
  };
}

/** Where no run of an engine has shown how fast it is here: what it does on a machine of 2020, a thread and second. */
export const TYPICAL_SPEED = 30e6;

export const speedWords = (nodesPerSecond: number, runId: number | null): string =>
  runId === null
    ? `The time assumes ${rough(TYPICAL_SPEED)} tiles a second on each thread, which is typical; after a first run here it is known better.`
    : `The time assumes ${count(Math.round(nodesPerSecond))} tiles a second, as in run ${runId}.`;
