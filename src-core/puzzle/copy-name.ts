import { oneLine } from '../text/clean.ts';

/** Returns the name of a copy: "X copy" for X, "X copy" and "X copy (2)". */
export const copyName = (name: string): string =>
  `${oneLine(name.replace(/ copy( \(\d+\))?$/, '').slice(0, 190))} copy`;
