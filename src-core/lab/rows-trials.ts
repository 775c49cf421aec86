import trials from './rows-trials.json' with { type: 'json' };

/**
 * The row solver's own trials of one size n: “Appendix – Time Trial Data (Simple Backtracking)” of its report, with the
 * means it prints. Times are to the best board of a trial. Up to n = 7 a trial is 100,000 iterations; from n = 8 it is
 * 60 seconds.
 */
export interface PublishedTrials {
  readonly n: number;
  /** milliseconds; null where it prints "< 1" or nothing */
  readonly timesMs: readonly (number | null)[];
  /** tiles placed, in per cent */
  readonly qualities: readonly number[];
  /** iterations in 60 seconds; not given below n = 8 */
  readonly iterations: readonly number[] | null;
  /** the means as printed; times in milliseconds */
  readonly printed: {
    readonly timeMs: number | null;
    /** where it prints only an upper bound: "< 1", "<2.25" */
    readonly timeBelowMs?: number;
    readonly quality: number;
    readonly iterationsPerSecond: number | null;
  };
}

export const publishedTrials: readonly PublishedTrials[] = trials;
