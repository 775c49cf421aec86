/** Marks of the lab's value axis, evenly spaced. Each has enough digits to differ from its neighbours. */

/** Maximum number of decades (powers of ten) for which the axis also has marks at 2 and 5 times each power of ten. */
const MAX_FINE_DECADES = 3;

/**
 * Returns the marks of a logarithmic axis from 10^low to 10^high, each as its decimal logarithm. The marks are powers
 * of ten. A short axis also has marks at 2 and 5 times each power.
 */
export function decadeMarks(low: number, high: number): number[] {
  const factors = high - low > MAX_FINE_DECADES ? [1] : [1, 2, 5];
  const decades = Array.from(
    { length: Math.ceil(high) - Math.floor(low) + 1 },
    (_, i) => Math.floor(low) + i,
  );
  return decades
    .flatMap((decade) => factors.map((factor) => decade + Math.log10(factor)))
    .filter((mark) => mark >= low && mark <= high);
}

/** Units for large numbers. `from`: the smallest number written in this unit. */
const units = [
  { from: 1e9, unit: 1e9, suffix: 'G' },
  { from: 1e6, unit: 1e6, suffix: 'M' },
  { from: 1e4, unit: 1e3, suffix: 'k' },
] as const;

/**
 * Returns the text of an axis mark. `step`: distance between two marks. For example, 12,500 with a step of 500
 * becomes 12.5k.
 */
export function markText(value: number, step: number): string {
  const { unit, suffix } = units.find(({ from }) => Math.abs(value) >= from) ?? { unit: 1, suffix: '' };
  const maximumFractionDigits = digitsAfter(step / unit);
  return `${(value / unit).toLocaleString('en', { maximumFractionDigits })}${suffix}`;
}

/** Returns the number of decimals needed to write every multiple of the step. */
function digitsAfter(step: number): number {
  let digits = 0;
  while (digits < 12 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits++;
  return digits;
}
