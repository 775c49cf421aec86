/** Comma-separated values (RFC 4180), read and written in one way by the puzzle format and the lab. */

export interface Row {
  readonly cells: readonly string[];
  /** where it begins, from 1 */
  readonly line: number;
}

/** Quotes that are never closed. */
export class OpenQuotes extends Error {
  /** where they were opened, from 1 */
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line}: the quotes are not closed.`);
    this.line = line;
  }
}

/**
 * The rows of a text; a cell in quotes may hold separators, line breaks and `""` for a quote. Empty lines, and
 * lines that begin with `comment`, are passed over. A cell that `cellText` guarded against being taken for a
 * formula comes back as it was. Throws OpenQuotes.
 */
export function rowsOf(text: string, { separator = ',', comment }: ReadOptions = {}): Row[] {
  const rows: Row[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const begin = line;
    const skipped = comment !== undefined && text.startsWith(comment, at);
    const cells: string[] = [];
    for (let inRow = true; inRow;) {
      let cell = '';
      while (!skipped && (text[at] === ' ' || (text[at] === '\t' && separator !== '\t'))) at++;
      if (!skipped && text[at] === '"') {
        const opened = line;
        for (at++; ; at++) {
          if (at >= text.length) throw new OpenQuotes(opened);
          if (text[at] === '"' && text[++at] !== '"') break;
          if (text[at] === '\n') line++;
          cell += text[at]!;
        }
        while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
      } else {
        const start = at;
        while (at < text.length && (skipped || text[at] !== separator) && text[at] !== '\n') at++;
        cell = text.slice(start, at).trim();
      }
      cells.push(cell.replace(/^'(?=['=+\-@\t\r])/, ''));
      inRow = at < text.length && text[at] !== '\n';
      at++;
    }
    line++;
    if (!skipped && (cells.length > 1 || cells[0] !== '')) rows.push({ cells, line: begin });
  }
  return rows;
}

export interface ReadOptions {
  readonly separator?: string;
  readonly comment?: string;
}

/**
 * A text as one cell. A spreadsheet takes what begins with = + - @ for a formula, and runs it: such a text
 * gets an apostrophe before it, as a person would type it there.
 */
export function cellText(text: string): string {
  const guarded = /^['=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
