/** The part of a puzzle that a problem is about, so that the editor can point at it. Numbers start at 0. */
export type Place =
  | { readonly kind: 'puzzle' }
  | { readonly kind: 'tile'; readonly tile: number; readonly side?: number }
  | { readonly kind: 'cell'; readonly cell: number }
  | { readonly kind: 'hint'; readonly hint: number }
  | { readonly kind: 'label'; readonly label: number };

/**
 * A problem of a puzzle, as a sentence for users.
 *
 * - `error`: not a valid puzzle; nothing can run on it.
 * - `unsolvable`: valid, but counting proves that it has no solution (searching for the best board still makes sense).
 * - `unpainted`: unfinished; nothing can run on it yet.
 * - `warning`: allowed, but perhaps not intended.
 */
export interface Problem {
  readonly severity: 'error' | 'unsolvable' | 'unpainted' | 'warning';
  readonly place: Place;
  readonly message: string;
}

export const whole: Place = { kind: 'puzzle' };
