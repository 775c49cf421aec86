import type { Model } from './model.ts';

/**
 * The layout of one level of the search, in 32-bit words. A level holds everything known after a number of decisions.
 * To make the next decision, the search copies the level and changes the copy. `words` and `labelWords` are properties
 * of `Model`.
 */
export interface LevelLayout {
  readonly size: number;
  /** `words` words per variable: its domain, a bit set of the remaining candidates */
  readonly domains: 0;
  /** `labelWords` words per constraint: the labels that are still possible, as bits */
  readonly labels: number;
  /** for each variable: the size of its domain */
  readonly count: number;
  /** for each variable: 1 if its tile is placed, otherwise 0 */
  readonly filled: number;
  /** for each kind: the number of unplaced tiles */
  readonly left: number;
  /** a single word: the number of variables whose tile is not placed yet */
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
