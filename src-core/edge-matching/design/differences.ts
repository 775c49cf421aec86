import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { looksOf } from '../../puzzle/looks.ts';
import { EMPTY } from '../../puzzle/partial-board.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';

/** Two boards laid over each other. */
export interface Difference {
  /** the second board, turned so that as many cells as can be look the same as on the first */
  readonly turned: PartialBoard;
  /** cells that look different, ascending */
  readonly cells: readonly number[];
}

/** Where two boards of a puzzle differ: first the second one is turned to agree as far as it can. */
export function differenceOf(puzzle: EdgePuzzle, first: PartialBoard, second: PartialBoard): Difference {
  const { shared } = looksOf(puzzle);
  const lookOf = (code: number): number => (code === EMPTY ? EMPTY : shared[code]!);
  const images = symmetriesOf(puzzle).map((symmetry): Difference => {
    const turned = applySymmetry(puzzle, symmetry, second);
    const cells = [...turned.keys()].filter((cell) => lookOf(turned[cell]!) !== lookOf(first[cell]!));
    return { turned, cells };
  });
  return images.reduce((best, image) => (image.cells.length < best.cells.length ? image : best));
}
