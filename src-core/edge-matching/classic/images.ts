import type { BoardSymmetry } from '../../puzzle/board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Rules } from './rules.ts';

/** Returns the puzzle's symmetries that don't move a cell, the identity first. */
export const symmetriesAround = (rules: Rules, cell: number): readonly BoardSymmetry[] =>
  symmetriesOf(rules.puzzle).filter(({ to }) => to[cell] === cell);

/**
 * Returns the symmetries that map a placement to other placements in the same cell: the identity first, then one for
 * each such image. The search tries this placement and skips its images. Returns null if an image has a lower code, so
 * that this placement is skipped itself.
 */
export function imagesOf(rules: Rules, cell: number, code: number): readonly BoardSymmetry[] | null {
  const alone = emptyBoard(rules.board.cells);
  alone[cell] = code;
  const { own } = appearanceOf(rules.puzzle);
  const images = new Map<number, BoardSymmetry>();
  for (const symmetry of symmetriesAround(rules, cell)) {
    const image = own[applySymmetry(rules.puzzle, symmetry, alone)[cell]!]!;
    if (image < code) return null;
    if (!images.has(image)) images.set(image, symmetry);
  }
  return [...images.values()];
}
