import type { BoardShape } from './puzzle.ts';

/** A board as a graph: its cells, and which of their sides touch. */
export interface Board {
  readonly shape: BoardShape;
  readonly cells: number;
  /** number of sides of every cell, 3 to 6 */
  readonly sides: number;
  /**
   * For each side (index: cell · sides + side), the index of the side it touches, or -1 on the rim. On a small
   * cylinder or torus, a cell may touch itself, or touch another cell twice.
   */
  readonly across: Int32Array;
  /** pairs of touching sides; each pair occurs once, lower index first */
  readonly edges: Int32Array;
  /**
   * The identity comes first. Only flat boards have reflections: a solid can't be mirrored, and the sides of a graph
   * have a fixed order.
   */
  readonly symmetries: readonly BoardSymmetry[];
  /** false if a graph has too many symmetries to list; such a graph is not a valid board */
  readonly symmetriesKnown: boolean;
}

/**
 * A symmetry of a board. It moves cell c to `to[c]`, and side s of c to side turn[c] + s, or to turn[c] - s if
 * mirrored.
 */
export interface BoardSymmetry {
  readonly to: Int32Array;
  readonly turn: Int32Array;
  readonly mirrored: boolean;
}
