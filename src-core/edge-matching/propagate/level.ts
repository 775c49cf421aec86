import type { Model } from './model.ts';

/**
 * The layout of one level of the search, in 32-bit words. A level holds all that is known after some decisions. The
 * next decision is made in a copy of the level. `words` and `labelWords` are properties of `Model`.
 */
export interface LevelLayout {
  readonly size: number;
  /** for each variable, `words` words: its domain (the remaining candidates), as bits */
  readonly domains: 0;
  /** for each constraint, `labelWords` words: the labels still possible, as bits */
  readonly labels: number;
  /** for each variable: number of candidates in its domain */
  readonly count: number;
  /** for each variable: 1 if its tile is placed, otherwise 0 */
  readonly filled: number;
  /** for each kind: number of its unplaced tiles */
  readonly left: number;
  /** one word: number of variables without a placed tile */
  readonly open: number;
}

export function layoutOf(model: Model): LevelLayout {
  const { variables, words, constraints, labelWords, kinds } = model;
  let end = 0;
  const take = (size: number): number => {
    const at = end;
    end += Math.ceil(size / 4) * 4;
    return at;
  };
  take(variables.length * words);
  return {
    domains: 0,
    labels: take(constraints * labelWords),
    count: take(variables.length),
    filled: take(variables.length),
    left: take(kinds.length),
    open: take(1),
    size: end,
  };
}
