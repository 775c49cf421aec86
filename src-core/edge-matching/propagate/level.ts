import type { Model } from './model.ts';

/**
 * The layout of one level of the search, in 32-bit words. A level holds everything known after some decisions; the next
 * decision is made in a copy. The reference implementation and the WebAssembly kernel share this layout.
 */
export interface LevelLayout {
  readonly size: number;
  /** by variable · words: candidates left, as bits */
  readonly domains: 0;
  /** by constraint · labelWords: labels that its sides may still show, as bits */
  readonly labels: number;
  /** by variable: candidates in its domain */
  readonly count: number;
  /** by variable: 1 if its tile is placed, so the kind has one tile fewer left */
  readonly filled: number;
  /** by kind: tiles left */
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
