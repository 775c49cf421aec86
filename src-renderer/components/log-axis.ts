/**
 * Returns the range of a logarithmic axis for bars. It starts below the lowest value, so that even the lowest bar is
 * visible. `lowest` and `highest` are null if there are no bars.
 */
export const barRange = (lowest: number | null, highest: number | null): [low: number, high: number] =>
  lowest === null || highest === null || lowest <= 0
    ? [0.5, 10]
    : [lowest / 2, 10 ** Math.max(1, Math.ceil(Math.log10(highest)))];

/**
 * Returns the marks of a logarithmic axis: at most `most` evenly spaced powers of ten from `low` to `high`. By
 * default, uPlot would use multiples of `low`, which need not be powers of ten.
 */
export function powersOfTen(low: number, high: number, most: number): number[] {
  const first = Math.ceil(Math.log10(low));
  const powers = Math.floor(Math.log10(high)) - first + 1;
  const step = Math.max(1, Math.ceil(powers / most));
  return Array.from({ length: Math.ceil(powers / step) }, (_, i) => 10 ** (first + i * step));
}
