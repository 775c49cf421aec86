/**
 * The position of a backtracker in the search tree, which also serves as its checkpoint. It lists the candidates
 * placed at each depth. After these, the last entry is the candidate to try next, or -1 for the first candidate of
 * the list. When the search is finished, the path is empty.
 */
export type TreePath = Int32Array;

/** A depth-first search of the subtree below some candidates that are already placed. */
export interface Backtracker {
  /**
   * Places about `budget` tiles, or fewer if the subtree ends first or if `onSolution` returns true. `onSolution` is
   * called with the candidates placed at each depth, in an array that may change after the call.
   */
  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void;
  readonly finished: boolean;
  /**
   * For each depth, the number of tiles placed there, and the number of dead ends found there. The caller resets both
   * arrays.
   */
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  path(): TreePath;
}
