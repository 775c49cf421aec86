import type { Line } from './text.ts';

/** A kind of text: `what` names it, `fix` says what the user can do. Both are phrases for users. */
export interface TextKind {
  readonly what: string;
  readonly fix: string;
  /** true if some lines might be tiles */
  readonly mayHoldTiles?: true;
  /** true if the text is read as tiles once the size of the board is given */
  readonly asksSize?: true;
}

/** The kind of a text, and the line that shows it. */
export interface FoundKind {
  readonly kind: TextKind;
  readonly line: Line;
}
