import type { BoardSymmetry } from '../../puzzle/board.ts';
import { appearanceOf } from '../../puzzle/appearance.ts';
import { emptyBoard } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';
import type { Rules } from './rules.ts';

/** Returns the symmetries of the board that map this cell to itself, starting with the identity. */
export const symmetriesAround = (rules: Rules, cell: number): readonly BoardSymmetry[] =>
  symmetriesOf(rules.puzzle).filter(({ to }) => to[cell] === cell);

/**
 * Returns one symmetry for each image of the placement of `code` in `cell`, starting with the identity. Only
 * symmetries that map the cell to itself are considered. Returns null if an image has a lower code than `code`,
 * because the search tries only the lowest code.
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
