import { expect, test } from 'vitest';
import { brief, percent, rough, roughTime } from '../../../../src-renderer/components/format.ts';

test('rough numbers have two digits, and powers of ten when they are large', () => {
  const said = [0, 4.21e-8, 0.1234, 3, 12.3, 3594, 99_600, 999_999, 65_900_000, 9.97e9, 3.01e32, 1e123].map(
    rough,
  );
  expect(said).toEqual([
    '0',
    '4.2 × 10⁻⁸',
    '0.12',
    '3',
    '12',
    '3,600',
    '100,000',
    '1 × 10⁶',
    '6.6 × 10⁷',
    '1 × 10¹⁰',
    '3 × 10³²',
    '1 × 10¹²³',
  ]);
});

test('rough times have two digits, in the units of exact ones', () => {
  expect([0.2, 1.4, 3.21, 119, 120, 7300, 2 * 86_400, 1e8, 1e24].map(roughTime)).toEqual([
    'less than 1 s',
    '1.4 s',
    '3.2 s',
    '2 min',
    '2 min',
    '2 h 1 min',
    '2 d',
    '3.2 years',
    '3.2 × 10¹⁶ years',
  ]);
});

test('large numbers have at most three digits and one suffix, and no zeros after the point if exact', () => {
  expect([0, 9999, 10_000, 12_345, 99_960, 655_123, 999_900, 12_345_678, 3e9, 5e12].map(brief)).toEqual([
    '0',
    '9,999',
    '10k',
    '12.3k',
    '100k',
    '655k',
    '1.0M',
    '12.3M',
    '3G',
    '5T',
  ]);
});

test('percentages have more digits the smaller they are', () => {
  expect([0, 1.2e-8, 0.000_123, 0.0042, 0.1234, 0.9999, 0.99999, 1].map(percent)).toEqual([
    '0 %',
    '1.2 × 10⁻⁶ %',
    '0.012 %',
    '0.42 %',
    '12.3 %',
    '100.0 %',
    '100 %',
    '100 %',
  ]);
});
