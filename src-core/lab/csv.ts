import * as v from 'valibot';
import { Trial } from './experiment.ts';

const columns = Object.keys(Trial.entries) as (keyof Trial)[];
const texts: readonly (keyof Trial)[] = ['puzzle', 'setup', 'status', 'message'];

/** All trials as comma-separated values (RFC 4180), one a line, with a heading. `fromCsv` reads it back. */
export function toCsv(trials: readonly Trial[]): string {
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
  return [columns, ...trials.map((trial) => columns.map((column) => String(trial[column] ?? '')))]
    .map(line)
    .join('');
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Throws, with line and column, when the text is no table of trials. */
export function fromCsv(text: string): Trial[] {
  const [heading, ...lines] = rowsOf(text.replace(/^\uFEFF/, ''));
  if (!heading) throw new Error('The file is empty; expected a table of trials as the lab exports it.');
  for (const column of columns) {
    if (!heading.includes(column)) {
      throw new Error(`Line 1: there is no column “${column}”; expected the heading ${columns.join(',')}.`);
    }
  }
  return lines.map((cells, i) => {
    if (cells.length !== heading.length) {
      throw new Error(`Line ${i + 2} has ${cells.length} cells; the heading has ${heading.length}.`);
    }
    const record = Object.fromEntries(
      columns.map((column) => {
        const cell = cells[heading.indexOf(column)]!;
        return [column, texts.includes(column) ? cell : cell === '' ? null : Number(cell)];
      }),
    );
    const parsed = v.safeParse(Trial, record);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new Error(`Line ${i + 2}, column ${v.getDotPath(issue) ?? '?'}: ${issue.message}.`);
  });
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let inside = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (inside) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i]!;
      else inside = false;
    } else if (character === '"') inside = true;
    else if (character === ',') endCell();
    else if (character === '\n') {
      endCell();
      rows.push(row);
      row = [];
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) {
    endCell();
    rows.push(row);
  }
  return rows;
}
