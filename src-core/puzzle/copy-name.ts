import { oneLine } from '../text/clean.ts';

/** Returns the name for a copy: "X copy" for X, and also for "X copy" and "X copy (2)". */
export const copyName = (name: string): string =>
  `${oneLine(name.replace(/ copy( \(\d+\))?$/, '').slice(0, 190))} copy`;
