import type { Line } from './text.ts';

/** A kind of text. `what` and `fix` are phrases for the user: the name of the kind, and what to do about it. */
export interface TextKind {
  readonly what: string;
  readonly fix: string;
  /** true if the text may have some lines with tiles */
  readonly mayHoldTiles?: true;
  /** true if the text can be read as tiles once the user gives the size */
  readonly asksSize?: true;
}

/** The kind of the text, and the line that reveals it. */
export interface FoundKind {
  readonly kind: TextKind;
  readonly line: Line;
}
