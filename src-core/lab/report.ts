/** A report that compares an experiment with a publication, in tables with the publication's columns. */
import { cellText } from '../csv.ts';
import { columns, figureText } from './table-text.ts';

/** A cell of a report: a number, a string instead of a number ("< 1"), or nothing. */
export type ReportCell = string | number | null;

interface ReportTable {
  readonly title: string;
  readonly answer: string;
  readonly rows: readonly (readonly ReportCell[])[];
}

export interface Report {
  /** author, title and year of the publication */
  readonly source: string;
  /** what readers need to know to compare the numbers */
  readonly note: string;
  readonly head: readonly string[];
  readonly tables: readonly ReportTable[];
}

export const cellShown = (cell: ReportCell): string =>
  cell === null ? '-' : typeof cell === 'number' ? figureText(cell) : cell;

export function reportText({ source, note, head, tables }: Report): string {
  const parts = tables.map(({ title, answer, rows }) =>
    [
      title,
      ...(answer ? [answer] : []),
      ...(rows.length > 0 ? [columns([head, ...rows.map((row) => row.map(cellShown))])] : []),
      '',
    ].join('\n'),
  );
  return [`Compared with ${source}.`, note, '', ...parts].join('\n');
}

/**
 * Returns the report as comma-separated values (RFC 4180). Each row starts with the report's source, and the title and
 * the answer of the table that the row belongs to.
 */
export function reportCsv({ source, head, tables }: Report): string {
  const value = (cell: ReportCell): string =>
    cell === null ? '' : typeof cell === 'number' ? String(Number(cell.toFixed(3))) : cellText(cell);
  const lines = [
    ['source', 'table', 'answer', ...head],
    ...tables.flatMap(({ title, answer, rows }) =>
      rows.map((row) => [cellText(source), cellText(title), cellText(answer), ...row.map(value)]),
    ),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
