// What the interpreter and both compiled kernels have in common: they go down a tree and can be stopped anywhere.
/**
 * Where a backtracker stands in the tree: the candidates laid, one a depth, then the candidate to try next
 * at the depth below (-1: the first of its list). Length is therefore 1 + tiles laid. An empty array: the
 * search is over. All that a checkpoint needs.
 */
export type TreePath = Int32Array;

/** Searches a tree depth first, from below a prefix of candidates to the end of its subtree. */
export interface Backtracker {
  /**
   * Lays about `budget` tiles, fewer when the subtree ends or a solution is found and `onSolution`
   * (given the candidates by depth, valid during the call) returns true to break off there.
   */
  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void;
  readonly finished: boolean;
  /** tiles laid by depth and depths left for want of a tile, since the caller last cleared them */
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  path(): TreePath;
}
