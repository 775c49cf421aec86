import type { PuzzleSummary } from '../../src-core/contract/library.ts';

/**
 * Returns the puzzle offered to a user who hasn't chosen one: the sample Nine Halves. If it was deleted, returns any
 * edge-matching puzzle with nine tiles, or null.
 */
export function firstPuzzleIn(puzzles: readonly PuzzleSummary[]): PuzzleSummary | null {
  const small = puzzles.filter(({ kind, tiles }) => kind === 'edge-matching' && tiles === 9);
  return small.find(({ name }) => name === 'Nine Halves') ?? small[0] ?? null;
}
