/**
 * Says what is wrong with the text, where, and how to fix it. Lines and columns are numbered from 1; 0 means unknown.
 */
export class FormatError extends Error {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
  readonly fix: string;
  /** the option that would resolve the error; the caller can ask the user for its value */
  readonly asks: 'size' | null;

  constructor(fault: {
    line?: number;
    column?: number;
    found: string;
    expected: string;
    fix: string;
    asks?: 'size';
  }) {
    const { line = 0, column = 0, expected, fix } = fault;
    const found = cut(fault.found);
    const where = line === 0 ? '' : column === 0 ? `Line ${line}: ` : `Line ${line}, column ${column}: `;
    super(`${where}found ${found}; expected ${expected}. ${fix}`);
    this.name = 'FormatError';
    this.line = line;
    this.column = column;
    this.found = found;
    this.expected = expected;
    this.fix = fix;
    this.asks = fault.asks ?? null;
  }
}

const MAX_FOUND_LENGTH = 200;
export const cut = (text: string): string =>
  text.length > MAX_FOUND_LENGTH ? `${text.slice(0, MAX_FOUND_LENGTH - 3)}...` : text;

/** Thrown when a format can't hold a puzzle or board. The message says why and which format to use. */
export class CannotWrite extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotWrite';
  }
}

/** Returns the text in quotes, on one line, truncated to 24 characters. */
export const quoted = (text: string): string =>
  `"${text.length > 24 ? `${text.slice(0, 21)}...` : text}"`.replace(/\s+/g, (blanks) =>
    /[\r\n]/.test(blanks) ? ' ' : blanks,
  );

/** Returns the line and column of an index in the text, both counted from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}
