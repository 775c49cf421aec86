import { expect, test } from 'vitest';
import { decadeMarks, markText } from '../../../../src-renderer/lab/axis-marks.ts';

const marks = (first: number, step: number, number: number): string[] =>
  Array.from({ length: number }, (_, i) => markText(first + i * step, step));

test('marks at equal distances show numbers at equal distances', () => {
  expect(marks(0, 0.25, 5)).toEqual(['0', '0.25', '0.5', '0.75', '1']);
  expect(marks(1000, 50, 3)).toEqual(['1,000', '1,050', '1,100']);
  expect(marks(112_000, 500, 3)).toEqual(['112k', '112.5k', '113k']);
  expect(marks(0, 500_000, 4)).toEqual(['0', '500k', '1M', '1.5M']);
});

test('a logarithmic axis has marks in every decade, and finer ones where there are few', () => {
  const texts = (low: number, high: number): string[] =>
    decadeMarks(low, high).map((mark) => markText(10 ** mark, 10 ** mark));
  expect(texts(-2, 3)).toEqual(['0.01', '0.1', '1', '10', '100', '1,000']);
  expect(texts(3.9, 5.4)).toEqual(['10k', '20k', '50k', '100k', '200k']);
});
