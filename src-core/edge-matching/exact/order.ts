import { layoutOf } from '../../puzzle/layout.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';

/** Open cells row after row from the top-left. */
export const rowOrder = (puzzle: EdgePuzzle): number[] => [...layoutOf(puzzle).openCells];
