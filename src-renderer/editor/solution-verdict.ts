/** Chooses the editor's message about the number of solutions. */
import { TOO_MANY_SOLUTIONS_TO_EDIT } from '../../src-core/puzzle/solution-counts.ts';
import { briefly, plural, rough } from '../components/format.ts';

/**
 * If at least two solutions have been found, counting stops when this many tiles have been placed in total. That takes
 * a few seconds.
 */
export const MAX_COUNTING_NODES = 30_000_000;

export const NO_SOLUTION = 'No solution';

export interface SolutionCount {
  /**
   * number of solutions found so far, up to `TOO_MANY_SOLUTIONS_TO_EDIT`; solutions that are rotations of each other
   * count once
   */
  readonly found: number;
  /** number of tiles placed by the search so far */
  readonly nodes: number;
  readonly working: boolean;
  readonly error: string;
  /** estimated number of solutions, or 0 if unknown; solutions that are rotations of each other count once */
  readonly expected: number;
}

interface SolutionVerdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'busy';
  readonly text: string;
  readonly more: string;
}

/** Returns whether there are so many solutions that changing a few edges can't make the solution unique. */
export const isHopeless = ({ found, expected }: SolutionCount): boolean =>
  found >= TOO_MANY_SOLUTIONS_TO_EDIT || (found > 1 && expected >= TOO_MANY_SOLUTIONS_TO_EDIT);

/** Returns the kind of edits to suggest for a puzzle whose solutions have been counted; null for none. */
export function editsToSuggest(count: SolutionCount): 'repair' | 'unique' | null {
  if (solutionVerdict(count).text === NO_SOLUTION) return 'repair';
  return count.found > 1 && !isHopeless(count) ? 'unique' : null;
}

export function solutionVerdict(count: SolutionCount): SolutionVerdict {
  const { found, nodes, working, error, expected } = count;
  if (error) return { tone: 'bad', text: 'Solutions could not be counted', more: error };
  if (isHopeless(count)) {
    const text =
      expected >= TOO_MANY_SOLUTIONS_TO_EDIT
        ? `About ${rough(expected)} solutions`
        : `At least ${plural(TOO_MANY_SOLUTIONS_TO_EDIT, 'solution')}`;
    return {
      tone: 'warn',
      text,
      more: 'Changing a few edges won’t make the solution unique. Use more colours or symbols.',
    };
  }
  if (found > 1 && (working || nodes >= MAX_COUNTING_NODES)) {
    const more = working ? 'counting…' : expected > found ? `about ${rough(expected)} expected` : '';
    return { tone: 'warn', text: `At least ${plural(found, 'solution')}`, more };
  }
  if (found > 1) return { tone: 'warn', text: plural(found, 'solution'), more: 'not unique' };
  if (working) {
    const text = found === 1 ? 'Searching for a second solution…' : 'Searching…';
    return { tone: 'busy', text, more: `${briefly(nodes, 'tile')} placed` };
  }
  return found === 1
    ? { tone: 'good', text: 'Unique', more: 'exactly one solution' }
    : { tone: 'bad', text: NO_SOLUTION, more: 'everything was searched' };
}
