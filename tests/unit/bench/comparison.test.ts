import { expect, test } from 'vitest';
import { comparisonOf } from '../../../bench/tools/comparison.ts';

test('compares the medians of lines that differ only in their numbers', () => {
  const before = ['exact 8 × 8: 1,000 nodes in 2.0 s\nold line 3', 'exact 8 × 8: 1,000 nodes in 4.0 s', ''];
  const [first, second] = before;
  const after = ['exact 8 × 8: 1,000 nodes in 1.0 s\nnew line 4', 'exact 8 × 8: 1,000 nodes in 2 s'];
  expect(comparisonOf([first!, second!], after)).toBe('exact 8 × 8: 1000 nodes in 4 → 2 (0.50) s');
});

test('keeps equal lines apart', () => {
  expect(comparisonOf(['run 1\nrun 2'], ['run 1\nrun 3'])).toBe('run 1\nrun 2 → 3 (1.50) (2)');
});
