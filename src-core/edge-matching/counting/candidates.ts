import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { Kind } from './kinds.ts';

/**
 * The numbered candidates of a search, and all that is needed to count its solutions. A *variable* is a cell to
 * fill. A solution lists one candidate for each variable.
 */
export interface Candidates {
  readonly puzzle: EdgePuzzle;
  readonly cells: number;
  readonly variables: readonly { readonly cell: number }[];
  readonly kinds: readonly Kind[];
  /** for each kind: number of its tiles */
  readonly stock: Int32Array;
  /** for each candidate: the number of its kind */
  readonly candidateKind: Int32Array;
  /** for each candidate: the index of its orientation in its kind */
  readonly candidateOrientation: Int32Array;
}
