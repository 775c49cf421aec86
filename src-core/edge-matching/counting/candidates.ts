import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import type { Kind } from './kinds.ts';

/**
 * The numbered candidates of a search, and all that is needed to count its solutions. A solution lists one candidate
 * for each of `variables`.
 */
export interface Candidates {
  readonly puzzle: EdgePuzzle;
  readonly cells: number;
  readonly variables: readonly { readonly cell: number }[];
  readonly kinds: readonly Kind[];
  /** by kind: number of its tiles */
  readonly stock: Int32Array;
  /** by candidate: its kind, and its index among the kind's orientations */
  readonly candidateKind: Int32Array;
  readonly candidateOrientation: Int32Array;
}
