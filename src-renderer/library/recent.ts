/** Chooses what the library shows at the top: active runs, finished runs, and recently used puzzles. */
import type { PuzzleSummary } from '../../src-core/contract/library.ts';
import type { RunSummary } from '../../src-core/contract/runs.ts';

type Puzzle = Pick<PuzzleSummary, 'id' | 'sample' | 'runs' | 'solutions' | 'usedAt'>;
type Run = { readonly id: number; readonly settings: Pick<RunSummary['settings'], 'puzzleId'> };

const MAX_RECENT = 4;

/**
 * Returns at most four entries, in this order:
 * - the active runs;
 * - for each puzzle without an active run, its last finished run;
 * - the user's own puzzles, most recently used first.
 *
 * Leaves out runs without a puzzle. `finished`: sorted, newest first.
 */
export function recentOf<P extends Puzzle, R extends Run>(
  puzzles: readonly P[],
  active: readonly R[],
  finished: readonly R[],
): { readonly run: R | null; readonly puzzle: P }[] {
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const shown = new Set<number>();
  const entries: { run: R | null; puzzle: P }[] = [];
  const add = (run: R | null, puzzle: P | undefined, again: boolean): void => {
    if (!puzzle || entries.length >= MAX_RECENT || (!again && shown.has(puzzle.id))) return;
    shown.add(puzzle.id);
    entries.push({ run, puzzle });
  };
  for (const run of active) add(run, byId.get(run.settings.puzzleId), true);
  for (const run of finished) add(run, byId.get(run.settings.puzzleId), false);
  const used = puzzles.filter(({ sample }) => !sample);
  for (const puzzle of used.sort((a, b) => b.usedAt.localeCompare(a.usedAt))) add(null, puzzle, false);
  return entries;
}
