import { oneLine } from '../text/clean.ts';

/** Returns the name for a copy. Copies of "X", "X copy" and "X copy (2)" are all called "X copy". */
export const copyName = (name: string): string =>
  `${oneLine(name.replace(/ copy( \(\d+\))?$/, '').slice(0, 190))} copy`;
