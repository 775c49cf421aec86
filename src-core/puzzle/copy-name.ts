import { oneLine } from '../text/clean.ts';

/** Returns the name of a copy: "X copy". A copy of "X copy" or "X copy (2)" is also "X copy". */
export const copyName = (name: string): string =>
  `${oneLine(name.replace(/ copy( \(\d+\))?$/, '').slice(0, 190))} copy`;
