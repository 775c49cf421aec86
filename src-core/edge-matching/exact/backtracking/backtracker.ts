/**
 * The position of a backtracker in the search tree, which also serves as its checkpoint. It lists the candidate placed
 * at each depth. The last entry is the candidate to try next, or -1 for the first candidate in the list. A finished
 * search has an empty path.
 */
export type TreePath = Int32Array;

/** A depth-first search of the subtree below candidates that are already placed. */
export interface Backtracker {
  /**
   * Places about `budget` tiles. Stops earlier if the subtree is complete or `onSolution` returns true. `onSolution`
   * is called with the candidate placed at each depth, in an array that may change after the call.
   */
  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void;
  readonly finished: boolean;
  /** For each depth, the number of tiles placed and the number of dead ends found. The caller resets both arrays. */
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  path(): TreePath;
}
