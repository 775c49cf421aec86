import type { BoardSymmetry } from '../../puzzle/board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Rules } from './rules.ts';

/** The symmetries of the puzzle that leave a cell where it is, the identity first. */
export const symmetriesAround = (rules: Rules, cell: number): readonly BoardSymmetry[] =>
  symmetriesOf(rules.puzzle).filter(({ to }) => to[cell] === cell);

/**
 * What a placement in a cell stands for when it is tried and its turned images are not: one symmetry for
 * each placement there that it can be turned into, the identity first. Null when a lower placement
 * stands for this one already.
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
