import { LONGEST_NAME } from '../../src-core/puzzle/puzzle.ts';

/** Returns an error message if a name is too long; otherwise undefined. */
export const nameProblem = (name: string, longest = LONGEST_NAME): string | undefined =>
  name.trim().length > longest
    ? `This name has ${name.trim().length} characters. Shorten it to ${longest} or fewer.`
    : undefined;
