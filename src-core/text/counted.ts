/** Returns the noun in the form that follows a count: "tile" after 1, otherwise "tiles". */
export const nounFor = (count: number, noun: string, plural = `${noun}s`): string =>
  count === 1 ? noun : plural;

const format = new Intl.NumberFormat('en');

/** Returns a number with its digits in groups: "4,096". */
export const grouped = (value: number): string => format.format(value);

/** Returns a count with its noun: "1 tile", "4,096 tiles". */
export const counted = (count: number, noun: string, plural?: string): string =>
  `${grouped(count)} ${nounFor(count, noun, plural)}`;
