import trials from './rows-trials.json' with { type: 'json' };

/**
 * The row solver's trials for one size n, from "Appendix – Time Trial Data (Simple Backtracking)" of its report, with
 * the means printed there. Times are until the best board of a trial was found. A trial has 100,000 iterations up to n
 * = 7, and lasts 60 seconds from n = 8 on.
 */
export interface PublishedTrials {
  readonly n: number;
  /** milliseconds; null if the report prints "< 1" or nothing */
  readonly timesMs: readonly (number | null)[];
  /** percentage of tiles placed */
  readonly qualities: readonly number[];
  /** number of iterations in 60 seconds; null below n = 8 */
  readonly iterations: readonly number[] | null;
  /** the means as printed; times in milliseconds */
  readonly printed: {
    readonly timeMs: number | null;
    /** upper bound, if the report prints only that: "< 1", "<2.25" */
    readonly timeBelowMs?: number;
    readonly quality: number;
    readonly iterationsPerSecond: number | null;
  };
}

export const publishedTrials: readonly PublishedTrials[] = trials;
