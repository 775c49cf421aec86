import { random } from '../random.ts';

/** Mean, median and quartiles of some numbers. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** lower and upper quartile */
  readonly low: number;
  readonly high: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the mean, the median and the quartiles; null if there are no values. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    min: sorted[0]!,
    max: sorted.at(-1)!,
  };
}

/** Returns a quantile, interpolated between the two nearest values (Hyndman and Fan's type 7). */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/**
 * Returns the two-sided p-value of the Mann-Whitney test (1947). It is exact if there are no ties and each sample has
 * at most 20 values. Otherwise it is the normal approximation, corrected for ties and continuity.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 1;
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))];
  all.sort((x, y) => x.value - y.value);
  let rankSum = 0;
  let tieTerm = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]!.value === all[from]!.value) to++;
    const tied = to - from;
    tieTerm += tied ** 3 - tied;
    const rank = (from + 1 + to) / 2;
    for (let i = from; i < to; i++) if (all[i]!.first) rankSum += rank;
    from = to;
  }
  const n = a.length;
  const m = b.length;
  const u = rankSum - (n * (n + 1)) / 2;
  const distance = Math.abs(u - (n * m) / 2);
  if (tieTerm === 0 && n <= 20 && m <= 20) return exactP(n, m, (n * m) / 2 - distance);
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (variance <= 0) return 1; // all values are equal, so the samples don't differ
  return Math.min(1, 2 * upperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance)));
}

function exactP(n: number, m: number, u: number): number {
  // After step j, ways[i][k] is the number of ways to interleave i values of the first sample with j of the second so
  // that U = k.
  let ways = Array.from({ length: n + 1 }, () => [1]);
  for (let j = 1; j <= m; j++) {
    const next: number[][] = [[1]];
    for (let i = 1; i <= n; i++) {
      const sum = new Array<number>(i * j + 1).fill(0);
      next[i - 1]!.forEach((count, k) => (sum[k + j]! += count));
      ways[i]!.forEach((count, k) => (sum[k]! += count));
      next.push(sum);
    }
    ways = next;
  }
  const counts = ways[n]!;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const below = counts.reduce((sum, count, k) => (k <= u ? sum + count : sum), 0);
  return Math.min(1, (2 * below) / all);
}

/**
 * Returns the probability that a standard normal variable exceeds z ≥ 0 (Abramowitz and Stegun 26.2.17; error below
 * 1e-7).
 */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}

const RESAMPLES = 2000;

/**
 * Returns the 95 % bootstrap interval of median(a) - median(b), from percentiles of resampled differences.
 * Deterministic.
 */
export function differenceInterval(a: readonly number[], b: readonly number[]): [low: number, high: number] {
  const chance = random(1, a.length * 1000 + b.length);
  const resampled = (values: readonly number[]): number =>
    median(values.map(() => values[chance.below(values.length)]!));
  const differences = Array.from({ length: RESAMPLES }, () => resampled(a) - resampled(b));
  differences.sort((x, y) => x - y);
  return [quantile(differences, 0.025), quantile(differences, 0.975)];
}
