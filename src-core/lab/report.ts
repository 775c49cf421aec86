/** What an experiment says beside a published text, in tables that all have the same columns. */
import { cellText } from '../csv.ts';
import { columns, figureText } from './table-text.ts';

/** A figure, a word for one ("< 1"), or nothing. */
export type ReportCell = string | number | null;

interface ReportTable {
  readonly title: string;
  /** what the figures say, in a sentence; empty where they speak for themselves */
  readonly answer: string;
  readonly rows: readonly (readonly ReportCell[])[];
}

export interface Report {
  /** the text whose figures or questions these are: author, title, year */
  readonly source: string;
  /** what has to be known to compare */
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
  return [`Beside ${source}.`, note, '', ...parts].join('\n');
}

/** Comma-separated values (RFC 4180): the table's title and answer before its figures, in every line. */
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
