import { isEternity2, officialHints } from './eternity2.ts';
import type { Hint, Puzzle } from './puzzle.ts';

/**
 * Returns the hints that the user can choose for a run: the puzzle's own and, for Eternity II, the five official ones.
 */
export function hintsOffered(puzzle: Puzzle): readonly Hint[] {
  if (puzzle.kind !== 'edge-matching') return [];
  const more = isEternity2(puzzle) ? officialHints : [];
  return [...puzzle.hints, ...more.filter(({ cell }) => !puzzle.hints.some((own) => own.cell === cell))];
}

/** Returns the puzzle with only the hints in these cells. Throws if one of the cells has no hint. */
export function withHints<P extends Puzzle>(puzzle: P, cells: readonly number[]): P {
  const offered = hintsOffered(puzzle);
  const hints = cells.map((cell) => {
    const hint = offered.find((each) => each.cell === cell);
    if (!hint) {
      const known = offered.map((each) => each.cell + 1).join(', ') || 'none';
      throw new Error(`There is no hint for cell ${cell + 1}; there are hints for: ${known}.`);
    }
    return hint;
  });
  return puzzle.kind === 'edge-matching' ? { ...puzzle, hints } : puzzle;
}
