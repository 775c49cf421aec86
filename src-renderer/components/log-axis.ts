/**
 * Returns the range of a logarithmic axis with bars. It begins below the lowest value, so that a bar of 1 has
 * a height. Null if there are no bars.
 */
export const barRange = (lowest: number | null, highest: number | null): [low: number, high: number] =>
  lowest === null || highest === null || lowest <= 0
    ? [0.5, 10]
    : [lowest / 2, 10 ** Math.max(1, Math.ceil(Math.log10(highest)))];
