/** Reads and writes comma-separated values (RFC 4180) for the puzzle formats and the lab. */

export interface Row {
  readonly cells: readonly string[];
  /** line number where the row begins, from 1 */
  readonly line: number;
}

/** Thrown by `rowsOf` if a quote is never closed. */
export class OpenQuotes extends Error {
  /** line number of the opening quote, from 1 */
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line}: the quotes are not closed.`);
    this.line = line;
  }
}

/**
 * Returns the rows of a text. A quoted cell may contain separators, line breaks and `""` for a quote. Empty
 * lines, and lines that begin with `comment`, are skipped. Removes the apostrophe with which `cellText`
 * protects text that looks like a formula. Throws OpenQuotes.
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
 * Returns a text as one cell, quoted if necessary. Spreadsheets run text that begins with = + - or @ as a
 * formula, so such a text gets a leading apostrophe, as a person would type it there.
 */
export function cellText(text: string): string {
  const guarded = /^['=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
