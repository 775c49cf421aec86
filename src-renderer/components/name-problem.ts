import { LONGEST_NAME } from '../../src-core/puzzle/puzzle.ts';

/** Returns why a name is refused; undefined if it is short enough. */
export const nameProblem = (name: string, longest = LONGEST_NAME): string | undefined =>
  name.trim().length > longest
    ? `This name has ${name.trim().length} characters. Shorten it to ${longest} or fewer.`
    : undefined;
