import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { Kind } from './kinds.ts';

/**
 * The numbered candidates of a search. A *variable* is a cell to fill. A solution is an array of candidate numbers, one
 * for each variable.
 */
export interface Candidates {
  readonly puzzle: EdgePuzzle;
  readonly cells: number;
  readonly variables: readonly { readonly cell: number }[];
  readonly kinds: readonly Kind[];
  /** for each kind: its number of tiles */
  readonly stock: Int32Array;
  /** for each candidate: the index of its kind */
  readonly candidateKind: Int32Array;
  readonly candidateOrientation: Int32Array;
}
