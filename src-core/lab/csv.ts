import * as v from 'valibot';
import { cellText, rowsOf } from '../csv.ts';
import { Trial } from './experiment.ts';

const columns = Object.keys(Trial.entries) as (keyof Trial)[];
const texts: readonly (keyof Trial)[] = ['puzzle', 'setup', 'status', 'message'];

/** All trials as comma-separated values (RFC 4180), one a line, with a heading. `fromCsv` reads it back. */
export function toCsv(trials: readonly Trial[]): string {
  const cell = (column: keyof Trial, value: string): string =>
    texts.includes(column) ? cellText(value) : value;
  return [
    columns,
    ...trials.map((trial) => columns.map((column) => cell(column, String(trial[column] ?? '')))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

/** Throws, with line and column, when the text is no table of trials. */
export function fromCsv(text: string): Trial[] {
  const [head, ...rows] = rowsOf(text);
  const heading = head?.cells;
  if (!heading) throw new Error('The file is empty; expected a table of trials as the lab exports it.');
  for (const column of columns) {
    if (!heading.includes(column)) {
      throw new Error(`Line 1: there is no column “${column}”; expected the heading ${columns.join(',')}.`);
    }
  }
  return rows.map(({ cells, line }) => {
    if (cells.length !== heading.length) {
      throw new Error(`Line ${line} has ${cells.length} cells; the heading has ${heading.length}.`);
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
    throw new Error(`Line ${line}, column ${v.getDotPath(issue) ?? '?'}: ${issue.message}.`);
  });
}
