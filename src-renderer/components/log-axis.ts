/**
 * From where to where an axis of powers of ten goes that has bars: a bar of 1 has its height too, as the axis begins
 * below the lowest. null: there are none.
 */
export const barRange = (lowest: number | null, highest: number | null): [low: number, high: number] =>
  lowest === null || highest === null || lowest <= 0
    ? [0.5, 10]
    : [lowest / 2, 10 ** Math.max(1, Math.ceil(Math.log10(highest)))];
