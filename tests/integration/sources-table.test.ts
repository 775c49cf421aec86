// Recomputes the rows of docs/sources.md, except those that depend on time.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { document, escaped, measured, table, written } from '../../scripts/sources.ts';

const text = readFileSync(document, 'utf8');
const ordered = table.filter(({ timed }) => !timed);

test('every source has its rows, and the document has every row', () => {
  expect(new Set(table.map(({ source }) => source)).size).toBe(5);
  for (const row of table) expect(written(row, text), row.thing).not.toBeNull();
});

test.each(ordered)('$source: $thing', (row) => {
  expect(written(row, text)).toBe(escaped(measured(row)));
});

test('time rows have a date and a machine', () => {
  for (const row of table.filter(({ timed }) => timed)) {
    expect(written(row, text), row.thing).toMatch(/\(\d{4}-\d\d-\d\d, \d+ × .+\)$/);
  }
});
