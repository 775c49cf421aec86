import type { BoardSymmetry } from '../../puzzle/board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Rules } from './rules.ts';

/** Returns the puzzle's symmetries that don't move a cell, the identity first. */
export const symmetriesAround = (rules: Rules, cell: number): readonly BoardSymmetry[] =>
  symmetriesOf(rules.puzzle).filter(({ to }) => to[cell] === cell);

/**
 * Returns one symmetry for each image of a placement in the same cell: first the identity, then one for each other
 * image. The search tries the placement and skips its other images. Returns null if the placement itself must be
 * skipped, because another image has a lower code.
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
