import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText, OpenQuotes, rowsOf } from '../../../src-core/csv.ts';

const cells = (text: string) => rowsOf(text).map((row) => row.cells);

describe('comma-separated values', () => {
  test('text survives writing and reading, including line breaks and quotes', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', ' ', '=', '-', "'", '#'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), (table) => {
        const text = table.map((row) => row.map(cellText).join(',')).join('\n');
        expect(cells(text)).toEqual(table);
      }),
    );
  });

  test('spreadsheets read no text as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(cellText(text).replace(/^"/, '')).toMatch(/^'/);
    }
    expect(cellText('blue')).toBe('blue');
  });

  test('reports the lines where rows begin; skips comments and empty lines', () => {
    const rows = rowsOf('\uFEFFa,b\r\n\r\n# c,d\r\n"e\nf",g\r\nh,', { comment: '#' });
    expect(rows).toEqual([
      { cells: ['a', 'b'], line: 1 },
      { cells: ['e\nf', 'g'], line: 4 },
      { cells: ['h', ''], line: 6 },
    ]);
  });

  test('unclosed quotes are an error with their line', () => {
    expect(() => rowsOf('a,b\nc,"d\ne,f')).toThrow(OpenQuotes);
    expect(() => rowsOf('a,b\nc,"d\ne,f')).toThrow(/^Line 2/);
  });
});
