/** The part of a puzzle where a problem occurs, so that the editor can show it. Indices start at 0. */
export type Place =
  | { readonly kind: 'puzzle' }
  | { readonly kind: 'tile'; readonly tile: number; readonly side?: number }
  | { readonly kind: 'cell'; readonly cell: number }
  | { readonly kind: 'hint'; readonly hint: number }
  | { readonly kind: 'label'; readonly label: number };

/**
 * A problem with a puzzle, as a sentence for the user.
 * - `error`: the puzzle is not valid.
 * - `unsolvable`: counting proves that it has no solution. A search for the best board still makes sense.
 * - `unpainted`: some edges are not painted yet.
 * - `warning`: something that may not be intended.
 *
 * Nothing can run on a puzzle with an error or unpainted edges.
 */
export interface Problem {
  readonly severity: 'error' | 'unsolvable' | 'unpainted' | 'warning';
  readonly place: Place;
  readonly message: string;
}

export const whole: Place = { kind: 'puzzle' };
