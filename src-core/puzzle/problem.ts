/** Where in a puzzle a problem lies, so that the editor can point at it. Numbers count from 0. */
export type Place =
  | { readonly kind: 'puzzle' }
  | { readonly kind: 'tile'; readonly tile: number; readonly side?: number }
  | { readonly kind: 'cell'; readonly cell: number }
  | { readonly kind: 'hint'; readonly hint: number }
  | { readonly kind: 'label'; readonly label: number };

/**
 * Something wrong with a puzzle, as a sentence for people.
 * `error`: not a puzzle at all, nothing can run on it. `unsolvable`: a puzzle, but a count shows that it
 * has no solution (a search for the best board still makes sense). `unpainted`: still in the making, nothing can run
 * on it yet. `warning`: worth a look.
 */
export interface Problem {
  readonly severity: 'error' | 'unsolvable' | 'unpainted' | 'warning';
  readonly place: Place;
  readonly message: string;
}

export const whole: Place = { kind: 'puzzle' };
