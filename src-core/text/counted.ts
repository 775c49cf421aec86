/** Returns the noun after a count: "tile" after 1, otherwise "tiles". */
export const nounFor = (count: number, noun: string, plural = `${noun}s`): string =>
  count === 1 ? noun : plural;

/**
 * Returns a number with its digits in groups: "4,096". Whole numbers are formatted without `Intl`, because loading it
 * would take longer than most commands take to run.
 */
export function grouped(value: number): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString('en');
  let [digits, groups] = [String(Math.abs(value)), ''];
  for (; digits.length > 3; digits = digits.slice(0, -3)) groups = `,${digits.slice(-3)}${groups}`;
  return `${value < 0 ? '-' : ''}${digits}${groups}`;
}

/** Returns a count with its noun: "1 tile", "4,096 tiles". */
export const counted = (count: number, noun: string, plural?: string): string =>
  `${grouped(count)} ${nounFor(count, noun, plural)}`;
