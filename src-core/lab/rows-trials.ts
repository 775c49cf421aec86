/**
 * The row solver's own trials: "Appendix – Time Trial Data (Simple Backtracking)" of its report, with the means it
 * prints. Times are to the best board of a trial. For n up to 7 a trial is 100,000 iterations, from 8 on
 * 60 seconds.
 */
export interface PublishedTrials {
  readonly n: number;
  /** milliseconds; null where it prints "< 1" or nothing */
  readonly timesMs: readonly (number | null)[];
  /** per cent of the tiles placed */
  readonly qualities: readonly number[];
  /** iterations in 60 seconds; not given below n = 8 */
  readonly iterations: readonly number[] | null;
  /** the means as printed; times in milliseconds */
  readonly printed: {
    readonly timeMs: number | null;
    /** where it prints only what the time is below: "< 1", "<2.25" */
    readonly timeBelowMs?: number;
    readonly quality: number;
    readonly iterationsPerSecond: number | null;
  };
}

export const publishedTrials: readonly PublishedTrials[] = [
  {
    n: 2,
    timesMs: [
      null,
      1,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ],
    qualities: [100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100],
    iterations: null,
    printed: { timeMs: null, timeBelowMs: 1, quality: 100, iterationsPerSecond: null },
  },
  {
    n: 3,
    timesMs: [
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ],
    qualities: [100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100],
    iterations: null,
    printed: { timeMs: null, timeBelowMs: 1, quality: 100, iterationsPerSecond: null },
  },
  {
    n: 4,
    timesMs: [1, 1, null, 6, 1, 2, null, 3, 2, 8, 1, 2, 2, 1, 2, 6, null, null, null, null],
    qualities: [
      100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    ],
    iterations: null,
    printed: { timeMs: null, timeBelowMs: 2.25, quality: 100, iterationsPerSecond: null },
  },
  {
    n: 5,
    timesMs: [111, 36, 150, 98, 47, 1, 33, 3, 45, 41, 25, 27, 107, 49, 9, 13, 18, 21, 10, 14],
    qualities: [
      100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
    ],
    iterations: null,
    printed: { timeMs: 42.9, quality: 100, iterationsPerSecond: null },
  },
  {
    n: 6,
    timesMs: [
      548, 9739, 58834, 33846, 2802, 44670, 2908, 4392, 1683, 1075, 1024, 183, 1067, 3870, 1223, 467, 95763,
      317, 1325, 65478,
    ],
    qualities: [100, 97, 97, 94, 100, 97, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 94, 100, 100, 97],
    iterations: null,
    printed: { timeMs: 16560.7, quality: 98.8, iterationsPerSecond: null },
  },
  {
    n: 7,
    timesMs: [
      59688, 2015, 59765, 3573, 26341, 41355, 10614, 21991, 52049, 10001, 34483, 14846, 65290, 54707, 45058,
      94801, 100745, 9462, 1707, 45775,
    ],
    qualities: [92, 92, 92, 94, 92, 92, 92, 94, 94, 90, 92, 94, 92, 94, 92, 96, 92, 90, 92, 94],
    iterations: null,
    printed: { timeMs: 37713.3, quality: 92.6, iterationsPerSecond: null },
  },
  {
    n: 8,
    timesMs: [
      21000, 46000, 9600, 15500, 300, 48000, 35000, 44000, 30000, 28000, 41000, 12400, 30000, 51000, 46000,
      34100, 58600, 17500, 11100, 34500,
    ],
    qualities: [86, 84, 83, 84, 83, 83, 84, 83, 84, 83, 86, 84, 84, 84, 83, 83, 84, 83, 84, 84],
    iterations: [
      84800, 84600, 84200, 84700, 84400, 84400, 84800, 83900, 84200, 84900, 84100, 84200, 84100, 84300, 84600,
      84200, 84600, 84400, 84400, 84300,
    ],
    printed: { timeMs: 30680, quality: 83.8, iterationsPerSecond: 1407 },
  },
  {
    n: 9,
    timesMs: [
      1200, 24500, 15400, 80, 2800, 6600, 700, 5300, 8000, 7900, 5800, 600, 28100, 19900, 8700, 20100, 33200,
      3600, 5500, 18100,
    ],
    qualities: [80, 80, 81, 77, 80, 81, 80, 81, 79, 83, 80, 81, 80, 83, 81, 77, 80, 81, 81, 79],
    iterations: [
      9300, 9300, 9300, 9100, 9400, 9300, 9200, 9300, 9200, 9300, 9200, 9100, 9300, 9200, 9200, 9300, 9100,
      9400, 9300, 9200,
    ],
    printed: { timeMs: 10800, quality: 80.3, iterationsPerSecond: 154 },
  },
  {
    n: 10,
    timesMs: [
      19700, 4500, 2000, 10200, 900, 7000, 13900, 13000, 1200, 13600, 30100, 65800, 4500, 23000, 22500, 15000,
      27800, 500, 12900, 7300,
    ],
    qualities: [77, 79, 79, 79, 79, 78, 84, 83, 77, 82, 83, 84, 82, 82, 78, 79, 82, 79, 79, 82],
    iterations: [
      15200, 15100, 15300, 15200, 16700, 16600, 16400, 16400, 16700, 16700, 16000, 16200, 16100, 15900, 15700,
      15600, 16000, 16000, 16000, 15800,
    ],
    printed: { timeMs: 14800, quality: 80.4, iterationsPerSecond: 266 },
  },
  {
    n: 11,
    timesMs: [
      11700, 14500, 3900, 2700, 47400, 1400, 20200, 700, 4700, 15600, 23800, 36400, 28500, 10800, 17500,
      13100, 600, 2300, 1900, 2800,
    ],
    qualities: [76, 78, 76, 77, 77, 78, 78, 77, 79, 78, 77, 78, 78, 77, 78, 76, 75, 77, 76, 76],
    iterations: [
      7000, 7500, 7400, 7400, 7300, 7400, 7400, 7400, 7300, 7100, 7500, 7300, 7400, 7400, 7300, 7500, 6700,
      6700, 6700, 6700,
    ],
    printed: { timeMs: 13000, quality: 77.1, iterationsPerSecond: 120 },
  },
  {
    n: 12,
    timesMs: [
      7500, 27100, 19500, 20000, 13100, 23600, 12800, 30400, 18100, 100, 15600, 16700, 2800, 900, 48900, 2900,
      1800, 8900, 10100, 13400,
    ],
    qualities: [76, 76, 76, 74, 76, 79, 76, 78, 77, 76, 76, 81, 79, 74, 78, 74, 78, 78, 74, 77],
    iterations: [
      4500, 4500, 4500, 4500, 4600, 4500, 4500, 4600, 4500, 4500, 4500, 4500, 4500, 4500, 4500, 4600, 4500,
      4500, 4600, 4500,
    ],
    printed: { timeMs: 14700, quality: 76.7, iterationsPerSecond: 75 },
  },
  {
    n: 13,
    timesMs: [
      21200, 300, 6900, 16200, 1600, 800, 21200, 4500, 900, 15700, 12600, 12300, 2200, 18500, 3700, 38500,
      50400, 8300, 13000, 26600,
    ],
    qualities: [73, 72, 72, 70, 74, 70, 72, 72, 68, 72, 71, 73, 71, 72, 72, 71, 72, 72, 69, 72],
    iterations: [
      1868, 1877, 1875, 1887, 1871, 1878, 1854, 1864, 1901, 1866, 1850, 1878, 1870, 1876, 1860, 1872, 1871,
      1898, 1856, 1841,
    ],
    printed: { timeMs: 13800, quality: 71.5, iterationsPerSecond: 31 },
  },
  {
    n: 14,
    timesMs: [
      15800, 15700, 10500, 100, 5000, 46300, 15000, 200, 35700, 19400, 10900, 34200, 4800, 11300, 1400, 5100,
      1400, 15300, 13100, 3400,
    ],
    qualities: [67, 71, 68, 70, 69, 71, 68, 66, 67, 68, 68, 69, 68, 69, 68, 69, 70, 71, 70, 64],
    iterations: [
      847, 863, 873, 859, 869, 850, 870, 846, 831, 829, 854, 845, 856, 822, 851, 844, 863, 845, 849, 824,
    ],
    printed: { timeMs: 13200, quality: 68.6, iterationsPerSecond: 14 },
  },
  {
    n: 15,
    timesMs: [
      47600, 4600, 27500, 7000, 26400, 10800, 39100, 36600, 17600, 11300, 29000, 11300, 66500, 3200, 15500,
      10300, 26700, 2600, 8900, 41300,
    ],
    qualities: [69, 68, 68, 72, 69, 69, 70, 66, 66, 66, 69, 68, 69, 68, 68, 71, 68, 69, 68, 66],
    iterations: [
      532, 536, 552, 527, 536, 533, 535, 531, 537, 549, 531, 543, 541, 536, 543, 544, 542, 550, 525, 535,
    ],
    printed: { timeMs: 22200, quality: 68.4, iterationsPerSecond: 9 },
  },
  {
    n: 16,
    timesMs: [
      24500, 16600, 29000, 8700, 37400, 42500, 11500, 22300, 12100, 17200, 11300, 1000, 13000, 11500, 9400,
      22100, 3400, 16100, 13300, 6700,
    ],
    qualities: [67, 67, 66, 68, 68, 68, 65, 66, 67, 68, 70, 67, 67, 67, 68, 66, 68, 68, 65, 67],
    iterations: [
      337, 347, 345, 348, 348, 343, 341, 339, 349, 352, 341, 357, 346, 350, 341, 338, 351, 342, 357, 345,
    ],
    printed: { timeMs: 16500, quality: 67.2, iterationsPerSecond: 6 },
  },
];
