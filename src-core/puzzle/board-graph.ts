import type { BoardShape } from './puzzle.ts';

/** A board as a graph: its cells and which of their sides touch. `board.ts` makes one of a shape. */
export interface Board {
  readonly shape: BoardShape;
  readonly cells: number;
  /** sides of every cell: 3 to 6 */
  readonly sides: number;
  /**
   * for every side (index: cell · sides + side), the index of the side it touches, or -1 on the rim; length
   * cells · sides. On a small cylinder or torus a cell may touch itself, or another one more than once.
   */
  readonly across: Int32Array;
  /** the edges: pairs of touching sides, each once, the lower index first; length 2 · edges */
  readonly edges: Int32Array;
  /**
   * all that turn the board onto itself, the identity first, and on flat boards what mirrors it as well. A solid's
   * mirror image is no motion, and a graph has its cyclic order of sides.
   */
  readonly symmetries: readonly BoardSymmetry[];
  /** false for a graph that has more symmetries than are listed; it is no valid board */
  readonly symmetriesKnown: boolean;
}

/** Moves cell c to cell `to[c]`; side s of it becomes side (turn[c] ± s), minus when mirrored. */
export interface BoardSymmetry {
  readonly to: Int32Array;
  readonly turn: Int32Array;
  readonly mirrored: boolean;
}
