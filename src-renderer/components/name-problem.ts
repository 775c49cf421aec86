import { MAX_NAME_LENGTH } from '../../src-core/puzzle/puzzle.ts';

/** Returns an error message if a name is too long; otherwise undefined. */
export const nameProblem = (name: string, longest = MAX_NAME_LENGTH): string | undefined =>
  name.trim().length > longest
    ? `This name has ${name.trim().length} characters. Shorten it to ${longest} or fewer.`
    : undefined;
