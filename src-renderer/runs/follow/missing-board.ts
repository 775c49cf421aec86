/** Says why a run's page shows an empty board. */
import { isActive, isOver, type RunSummary } from '../../../src-core/contract/runs.ts';

/** A new run usually finds its first board within this time. Until then, a message would only flash. */
const FIRST_BOARD_MS = 2000;

/**
 * Returns a sentence that says why there is no board to show; empty if one is about to be loaded. `isNow`: whether the
 * page shows the board being searched instead of a saved one.
 */
export function whyNoBoard(
  run: Pick<RunSummary, 'status' | 'settings' | 'figures' | 'resumable'>,
  isNow: boolean,
): string {
  const active = isActive(run.status);
  if (isNow)
    return active ? 'The search has not reported a board yet.' : 'No board is being searched at the moment.';
  if (!run.settings.wanted.boards) return 'This run counts solutions without saving boards.';
  if (run.figures.placed > 0 || (active && run.figures.elapsedMs < FIRST_BOARD_MS)) return '';
  if (!isOver(run.status)) return 'No board has been saved yet.';
  return `The run ended before it found a board.${run.resumable ? ' Resume it to continue.' : ''}`;
}
