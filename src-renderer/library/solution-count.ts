import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { unreachableReason } from '../../src-core/sliding/state.ts';

interface Count {
  /** number of solutions found; null before the first message */
  readonly found: number | null;
  readonly working: boolean;
  readonly error: string;
  /** true if counting was stopped because it took too long */
  readonly late: boolean;
}

/**
 * Returns the sentence about the number of solutions in the import preview. The number is 0, 1, 2 or more, or not
 * known yet.
 */
export function countText(puzzle: Puzzle, { found, working, error, late }: Count): string {
  if (puzzle.kind === 'sliding') return unreachableReason(puzzle) ? NO_SOLUTION : 'The goal can be reached';
  if (found !== null && found > 1) return '2 solutions or more';
  if (found !== null && !working && !error && !late) return found === 1 ? 'Exactly 1 solution' : NO_SOLUTION;
  return late || error ? 'Number of solutions: not known yet' : 'Counting solutions…';
}

export const NO_SOLUTION = 'No solution';
