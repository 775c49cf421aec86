import trials from './rows-trials.json' with { type: 'json' };

/**
 * The row solver's trials for one size n, from "Appendix – Time Trial Data (Simple Backtracking)" in its report.
 * Trials have 100,000 iterations up to n = 7, and last 60 seconds from n = 8 on.
 */
export interface PublishedTrials {
  readonly n: number;
  /** for each trial, milliseconds until the best board was found; null if the report prints "< 1" or nothing */
  readonly timesMs: readonly (number | null)[];
  /** for each trial, the percentage of tiles placed */
  readonly qualities: readonly number[];
  /** for each trial, the iterations in 60 seconds; null for puzzles smaller than 8 × 8 */
  readonly iterations: readonly number[] | null;
  /** mean values as printed in the report */
  readonly printed: {
    readonly timeMs: number | null;
    /** upper bound of the mean time, if the report prints only a bound: "< 1", "<2.25" */
    readonly timeBelowMs?: number;
    readonly quality: number;
    readonly iterationsPerSecond: number | null;
  };
}

export const publishedTrials: readonly PublishedTrials[] = trials;
