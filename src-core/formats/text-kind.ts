import type { Line } from './text.ts';

/** A kind of text. `what` and `fix` are phrases for users: its name, and what the user can do. */
export interface TextKind {
  readonly what: string;
  readonly fix: string;
  /** true if the text may have some lines with tiles */
  readonly mayHoldTiles?: true;
  /** true if the text can be read as tiles as soon as the user gives the size */
  readonly asksSize?: true;
}

/** The kind of a text, and the line that shows it. */
export interface FoundKind {
  readonly kind: TextKind;
  readonly line: Line;
}
