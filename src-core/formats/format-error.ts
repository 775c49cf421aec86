/** What was wrong with a text, where, and how to mend it. Lines and columns count from 1; 0 is unknown. */
export class FormatError extends Error {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
  readonly mend: string;

  constructor(fault: { line?: number; column?: number; found: string; expected: string; mend: string }) {
    const { line = 0, column = 0, found, expected, mend } = fault;
    const where = line === 0 ? '' : column === 0 ? `Line ${line}: ` : `Line ${line}, column ${column}: `;
    super(`${where}found ${found}; expected ${expected}. ${mend}`);
    this.name = 'FormatError';
    this.line = line;
    this.column = column;
    this.found = found;
    this.expected = expected;
    this.mend = mend;
  }
}

/** A format that has no way to say what is in this puzzle or board. The message says what and what to use. */
export class CannotWrite extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotWrite';
  }
}

/** The text in quotes, cut to a length that fits a message. */
export const quoted = (text: string): string => `"${text.length > 24 ? `${text.slice(0, 21)}...` : text}"`;
