import type { BoardShape } from './puzzle.ts';

/** A board as a graph: its cells and which of their sides touch. `boardOf` builds it from a shape. */
export interface Board {
  readonly shape: BoardShape;
  readonly cells: number;
  /** number of sides of every cell, 3 to 6 */
  readonly sides: number;
  /**
   * by side (index: cell · sides + side): the index of the side it touches, or -1 on the rim; length cells · sides. On
   * a small cylinder or torus a cell can touch itself, or touch another cell more than once.
   */
  readonly across: Int32Array;
  /** the board edges: pairs of touching sides, each once, the lower index first; length 2 · edges */
  readonly edges: Int32Array;
  /**
   * motions that map the board onto itself, the identity first; on flat boards reflections too. Solids have no
   * reflections, because a physical solid can't be mirrored. Graphs have none either, because their sides have a fixed
   * cyclic order.
   */
  readonly symmetries: readonly BoardSymmetry[];
  /** false for a graph with too many symmetries to list; such a graph is not a valid board */
  readonly symmetriesKnown: boolean;
}

/** Moves cell c to cell `to[c]`. Side s becomes side (turn[c] + s), or (turn[c] - s) if mirrored. */
export interface BoardSymmetry {
  readonly to: Int32Array;
  readonly turn: Int32Array;
  readonly mirrored: boolean;
}
