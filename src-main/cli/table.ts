import { printable } from './printable.ts';

const cellOf = (value: string | number): string => printable(String(value)).replaceAll(/[\r\n\t]+/g, ' ');

/** Returns a plain-text table with two spaces between columns and with right-aligned numbers. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows.map((row) => row.map(cellOf))];
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)));
  const right = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  return texts
    .map((row) =>
      row
        .map((text, column) =>
          right[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns a local time such as "2026-11-21 00:17". */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
