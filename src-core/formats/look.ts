import type { Line } from './text.ts';

/** Describes a text and says what the user can do with it; both as phrases for users. */
export interface Look {
  readonly what: string;
  readonly fix: string;
  /** true if some lines may be meant as tiles */
  readonly mayHoldTiles?: true;
  /** true if the text is read as tiles once the size of the board is given */
  readonly asksSize?: true;
}

/** A look, and the line that shows it. */
export interface Seen {
  readonly look: Look;
  readonly line: Line;
}
