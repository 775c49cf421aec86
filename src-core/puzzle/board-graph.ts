import type { BoardShape } from './puzzle.ts';

/** A board as a graph: its cells and which of their sides touch. `boardOf` builds it from a shape. */
export interface Board {
  readonly shape: BoardShape;
  readonly cells: number;
  /** number of sides of every cell, 3 to 6 */
  readonly sides: number;
  /**
   * For each side, the side that it touches, or -1 on the rim. Sides are numbered cell · sides + side. On a small
   * cylinder or torus a cell can touch itself, or touch another cell more than once.
   */
  readonly across: Int32Array;
  /** the board edges: pairs of touching sides, each once, the lower index first; length 2 · edges */
  readonly edges: Int32Array;
  /**
   * Motions that map the board onto itself, the identity first. Only flat boards have reflections: a physical solid
   * can't be mirrored, and the sides of a graph have a fixed cyclic order.
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
