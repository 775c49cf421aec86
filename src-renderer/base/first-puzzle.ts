import type { PuzzleSummary } from '../../src-core/contract/library.ts';

/**
 * Returns the puzzle that is offered to somebody who has not chosen one: the sample Nine Halves. If the user deleted
 * it, returns any edge-matching puzzle with nine tiles, or null.
 */
export function firstPuzzleIn(puzzles: readonly PuzzleSummary[]): PuzzleSummary | null {
  const small = puzzles.filter(({ kind, tiles }) => kind === 'edge-matching' && tiles === 9);
  return small.find(({ name }) => name === 'Nine Halves') ?? small[0] ?? null;
}
