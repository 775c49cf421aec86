/**
 * The position of a backtracker in the search tree, which is also its checkpoint. It lists the candidate placed at each
 * depth. The last entry is the candidate to try next, one depth further; -1 means the first candidate of the list. The
 * path is empty when the search is finished.
 */
export type TreePath = Int32Array;

/** A depth-first search of the subtree below some placed candidates. */
export interface Backtracker {
  /**
   * Places about `budget` tiles. Places fewer if the subtree ends, or if `onSolution` returns true. `onSolution` gets
   * the candidate at each depth; the array may change after the call.
   */
  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void;
  readonly finished: boolean;
  /**
   * For each depth: the number of tiles placed there, and the number of dead ends there. The caller clears both arrays.
   */
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  path(): TreePath;
}
