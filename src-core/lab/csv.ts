import * as v from 'valibot';
import { cellText, rowsOf } from '../csv.ts';
import { Trial, type LabPlan } from './experiment.ts';
import { publishedTrials, type PublishedTrials } from './rows-trials.ts';
import { counted } from '../text/counted.ts';

const columns = Object.keys(Trial.entries) as (keyof Trial)[];
const texts: readonly (keyof Trial)[] = ['puzzle', 'setup', 'status', 'message'];

/** Published values for puzzles of the same size as the trial's, as extra columns. `fromCsv` ignores them. */
const publishedColumns = {
  publishedTimeMs: ({ printed }: PublishedTrials) => printed.timeMs,
  publishedQuality: ({ printed }: PublishedTrials) => printed.quality,
  publishedIterationsPerSecond: ({ printed }: PublishedTrials) => printed.iterationsPerSecond,
};

/**
 * Returns all trials as comma-separated values (RFC 4180) with a header. If `published` is 'rows-trials', adds that
 * publication's means as extra columns.
 */
export function toCsv(trials: readonly Trial[], published: LabPlan['published'] | null = null): string {
  const beside = published === 'rows-trials' ? Object.entries(publishedColumns) : [];
  const printed = ({ size }: Trial): string[] => {
    const line = publishedTrials.find(({ n }) => n === size);
    return beside.map(([, of]) => String((line && of(line)) ?? ''));
  };
  const cell = (column: keyof Trial, value: string): string =>
    texts.includes(column) ? cellText(value) : value;
  return [
    [...columns, ...beside.map(([name]) => name)],
    ...trials.map((trial) => [
      ...columns.map((column) => cell(column, String(trial[column] ?? ''))),
      ...printed(trial),
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

/** Reads a table of trials. If the text isn't one, throws an error that names line and column. */
export function fromCsv(text: string): Trial[] {
  const [head, ...rows] = rowsOf(text);
  const heading = head?.cells;
  if (!heading) throw new Error('The file is empty; expected a table of trials exported by the lab.');
  for (const column of columns) {
    if (!heading.includes(column) && column !== 'cpuMs') {
      throw new Error(`Line 1: there is no column “${column}”; expected the header ${columns.join(',')}.`);
    }
  }
  return rows.map(({ cells, line }) => {
    if (cells.length !== heading.length) {
      throw new Error(`Line ${line} has ${counted(cells.length, 'cell')}; the header has ${heading.length}.`);
    }
    const record = Object.fromEntries(
      columns.map((column) => {
        // Tables written by older versions lack the column cpuMs.
        const cell = cells[heading.indexOf(column)] ?? '';
        return [column, texts.includes(column) ? cell : cell === '' ? null : Number(cell)];
      }),
    );
    const parsed = v.safeParse(Trial, record);
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new Error(`Line ${line}, column ${v.getDotPath(issue) ?? '?'}: ${issue.message}.`);
  });
}
