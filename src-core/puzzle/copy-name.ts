import { oneLine } from '../text/clean.ts';
import { MAX_NAME_LENGTH } from './puzzle.ts';

/** Returns a name with an ending. If that is too long for a puzzle's name, an ellipsis replaces the end of `name`. */
export function withEnding(name: string, ending: string): string {
  const room = MAX_NAME_LENGTH - ending.length;
  return (name.length <= room ? name : `${oneLine(name.slice(0, room - 1))}…`) + ending;
}

/** Returns the name for a copy. Copies of "X", "X copy" and "X copy (2)" are all called "X copy". */
export const copyName = (name: string): string =>
  withEnding(oneLine(name.replace(/ copy( \(\d+\))?$/, '')), ' copy');
