/** What the three sliding engines say in the same way. */
import type { Job, SlidingTally, Tally } from '../engine.ts';
import type { Puzzle, SlidingPuzzle } from '../puzzle/puzzle.ts';
import { cornerProblem, positionProblem, type BoardSize } from './state.ts';

export function slidingPuzzle(job: Job): SlidingPuzzle {
  if (job.puzzle.kind !== 'sliding') throw new Error(`${job.engine} solves sliding puzzles only`);
  return job.puzzle;
}

/** Only what crosses to the threads: not the puzzle's picture. */
export const sizeOf = (job: Job): BoardSize => {
  const { width, height } = slidingPuzzle(job);
  return { width, height };
};

/**
 * An engine's answer to `refuses`. A goal that cannot be reached is no reason to refuse: the run then ends
 * at once as exhausted, which is the proof that there is no solution.
 */
export const slidingRefusal = (puzzle: Puzzle): string | null =>
  (puzzle.kind === 'sliding' ? cornerProblem(puzzle) : null) ?? anyGoalRefusal(puzzle);

/** As `slidingRefusal`, for an engine that searches for any goal. */
export const anyGoalRefusal = (puzzle: Puzzle): string | null =>
  puzzle.kind === 'sliding'
    ? positionProblem(puzzle, puzzle.start)
    : 'This engine solves sliding puzzles only; choose exact, best or a classic engine.';

/** A tally of a sliding search: one answer, no boards. */
export function slidingTally(
  sliding: SlidingTally,
  totals: Pick<Tally, 'nodes' | 'peakDepth' | 'counts'> & { nodesByDepth?: readonly number[] },
): Tally {
  const answers = sliding.path ? 1 : 0;
  return {
    nodesByDepth: [],
    fraction: null,
    ...totals,
    raw: answers,
    unique: answers,
    distinct: answers,
    sliding,
  };
}
