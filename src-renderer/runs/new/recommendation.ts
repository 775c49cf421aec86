/** Advice about a run's goal, based on the estimated size of the search. */
import { count, plural, rough, roughTime } from '../../components/format.ts';
import type { Goal } from './goals.ts';

const YEAR_S = 365.25 * 86_400;
/** Planck Collaboration (2018): the universe is 13.8 billion years old. */
const AGE_OF_UNIVERSE_S = 13.8e9 * YEAR_S;
/** Searches that take longer than this many seconds are not recommended. */
const MAX_RECOMMENDED_S = 5 * YEAR_S;
const MAX_SHORT_SEARCH_S = 60;

interface Advice {
  readonly text: string;
  /** a goal that would suit the puzzle better; null if the chosen goal is good */
  readonly instead: Goal | null;
}

/** Returns advice on the goal. `seconds`: estimated time of a complete search on this computer. */
export function advise(goal: Goal, seconds: number, threads: number): Advice {
  const took = `${roughTime(seconds)} on ${plural(threads, 'thread')}`;
  if (seconds > AGE_OF_UNIVERSE_S) {
    const text = `A complete search would take ${rough(seconds / AGE_OF_UNIVERSE_S)} times the age of the universe.`;
    return goal === 'hunt'
      ? { text: `${text} Hunting for the best score is the right choice.`, instead: null }
      : { text, instead: 'hunt' };
  }
  if (seconds > MAX_RECOMMENDED_S) {
    const text = `A complete search would take about ${took}.`;
    return goal === 'hunt'
      ? { text: `${text} Hunting for the best score is the right choice.`, instead: null }
      : { text, instead: 'hunt' };
  }
  if (goal === 'hunt') {
    const known = 'A hunt is not a complete search, so it proves nothing.';
    return { text: `A complete search takes about ${took}. ${known}`, instead: 'solve' };
  }
  if (seconds < MAX_SHORT_SEARCH_S) return { text: `A complete search takes ${took}.`, instead: null };
  if (seconds < 86_400) return { text: `A complete search takes about ${took}.`, instead: null };
  return {
    text: `A complete search takes about ${took}. You can pause the run, and resume it after closing Edgewise.`,
    instead: null,
  };
}

/**
 * Number of tiles that one thread of a typical computer of 2020 places per second. Used until a run has measured the
 * speed of this computer.
 */
export const TYPICAL_TILES_PER_S = 30e6;

export const speedWords = (nodesPerSecond: number, runId: number | null): string =>
  runId === null
    ? `The time assumes ${rough(TYPICAL_TILES_PER_S)} tiles per second per thread, which is typical. After a first run here, the estimate is more accurate.`
    : `The time assumes ${count(Math.round(nodesPerSecond))} tiles per second, as in run ${runId}.`;
