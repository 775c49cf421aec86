/** Reads and writes comma-separated values (RFC 4180) for puzzle formats and the lab. */

export interface Row {
  readonly cells: readonly string[];
  /** number of the line on which the row starts, counted from 1 */
  readonly line: number;
}

/** Thrown by `rowsOf` for a quote that is never closed. */
export class OpenQuotes extends Error {
  /** number of the line with the opening quote, counted from 1 */
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line}: the closing quote is missing.`);
    this.line = line;
  }
}

/**
 * Returns the rows of a CSV text. A quoted cell may contain separators, line breaks, and `""` for a quote. Skips empty
 * lines and comments, and removes the apostrophe that `cellText` adds. Throws OpenQuotes.
 */
export function rowsOf(text: string, options: ReadOptions = {}): Row[] {
  const reader = new RowReader(text, options);
  const rows: Row[] = [];
  for (let row = reader.next(); row; row = reader.next()) {
    if (row.cells.length > 1 || (row.cells[0] ?? '') !== '') rows.push(row);
  }
  return rows;
}

class RowReader {
  readonly #text: string;
  readonly #separator: string;
  readonly #comment: string | undefined;
  #at: number;
  #line = 1;

  constructor(text: string, { separator = ',', comment }: ReadOptions) {
    this.#text = text;
    this.#separator = separator;
    this.#comment = comment;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  next(): Row | null {
    if (this.#at >= this.#text.length) return null;
    const line = this.#line;
    const cells: string[] = [];
    if (this.#comment !== undefined && this.#text.startsWith(this.#comment, this.#at)) {
      this.#at = this.#lineEnd();
    } else {
      do {
        cells.push(this.#cell().replace(/^'(?=['=+\-@\t\r])/, ''));
      } while (this.#takeSeparator());
    }
    this.#at++;
    this.#line++;
    return { cells, line };
  }

  #takeSeparator(): boolean {
    if (this.#text[this.#at] !== this.#separator) return false;
    this.#at++;
    return true;
  }

  #cell(): string {
    this.#skipBlanks();
    if (this.#text[this.#at] === '"') return this.#quoted();
    const start = this.#at;
    this.#at = this.#cellEnd();
    return this.#text.slice(start, this.#at).trim();
  }

  #skipBlanks(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char !== ' ' && (char !== '\t' || this.#separator === '\t')) return;
      this.#at++;
    }
  }

  #quoted(): string {
    const opened = this.#line;
    let cell = '';
    for (this.#at++; ; this.#at++) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new OpenQuotes(opened);
      if (char === '"' && this.#text[++this.#at] !== '"') break;
      if (char === '\n') this.#line++;
      cell += char;
    }
    this.#at = this.#cellEnd(); // ignore text after the closing quote
    return cell;
  }

  #cellEnd(): number {
    let end = this.#at;
    while (end < this.#text.length && this.#text[end] !== this.#separator && this.#text[end] !== '\n') end++;
    return end;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }
}

export interface ReadOptions {
  readonly separator?: string;
  readonly comment?: string;
}

/**
 * Returns a string as one cell, quoted if necessary. Spreadsheets would run a string that starts with = + - or @ as a
 * formula, so an apostrophe is put before it.
 */
export function cellText(text: string): string {
  const guarded = /^['=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^[\s:]|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
