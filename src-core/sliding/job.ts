/** Code shared by the three sliding engines. */
import type { Job, SlidingTally, Tally } from '../engine.ts';
import type { Puzzle, SlidingPuzzle } from '../puzzle/puzzle.ts';
import { databaseProblem, positionProblem, type BoardSize } from './state.ts';

export function slidingPuzzle(job: Job): SlidingPuzzle {
  if (job.puzzle.kind !== 'sliding') throw new Error(`${job.engine} solves sliding puzzles only`);
  return job.puzzle;
}

/**
 * Returns the width and height of a job's board. Threads get only these, because they don't need the picture on the
 * tiles.
 */
export const sizeOf = (job: Job): BoardSize => {
  const { width, height } = slidingPuzzle(job);
  return { width, height };
};

/**
 * Returns a sentence that says why a sliding engine refuses a puzzle, or null if it accepts the puzzle. An unreachable
 * goal is accepted: the run ends at once and proves that there is no solution.
 */
export const slidingRefusal = (puzzle: Puzzle): string | null =>
  (puzzle.kind === 'sliding' ? databaseProblem(puzzle) : null) ?? anyGoalRefusal(puzzle);

/** Like `slidingRefusal`, for an engine that accepts any goal. */
export const anyGoalRefusal = (puzzle: Puzzle): string | null =>
  puzzle.kind === 'sliding'
    ? positionProblem(puzzle, puzzle.start)
    : 'This engine solves sliding puzzles only. Choose the engine “exact” or “best”, or a classic engine.';

/** Returns the totals of a sliding search. A path counts as one solution. */
export function slidingTally(
  sliding: SlidingTally,
  totals: Pick<Tally, 'nodes' | 'peakDepth' | 'counts'> & { nodesByDepth?: readonly number[] },
): Tally {
  const solutions = sliding.path ? 1 : 0;
  return {
    nodesByDepth: [],
    fraction: null,
    ...totals,
    raw: solutions,
    unique: solutions,
    distinct: solutions,
    sliding,
  };
}
