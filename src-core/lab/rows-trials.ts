import trials from './rows-trials.json' with { type: 'json' };

/**
 * The row solver's trials for one size n, from "Appendix – Time Trial Data (Simple Backtracking)" of its report, with
 * the means printed there. Times are until the best board of a trial was found. A trial has 100,000 iterations up to n
 * = 7, and lasts 60 seconds from n = 8 on.
 */
export interface PublishedTrials {
  readonly n: number;
  /** the time of each trial in milliseconds; null if the report prints "< 1" or nothing */
  readonly timesMs: readonly (number | null)[];
  /** the percentage of tiles placed in each trial */
  readonly qualities: readonly number[];
  /** the number of iterations of each trial in 60 seconds; null below n = 8 */
  readonly iterations: readonly number[] | null;
  /** the means as printed; times in milliseconds */
  readonly printed: {
    readonly timeMs: number | null;
    /** upper bound of the mean time, if the report prints only a bound: "< 1", "<2.25" */
    readonly timeBelowMs?: number;
    readonly quality: number;
    readonly iterationsPerSecond: number | null;
  };
}

export const publishedTrials: readonly PublishedTrials[] = trials;
