import { expect, test } from 'vitest';
import { rough, roughTime } from '../../../../src-renderer/components/format.ts';

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

test('rough times have the largest unit there are two of', () => {
  expect([0.2, 1.4, 3.21, 119, 120, 7300, 2 * 86_400, 1e8, 1e24].map(roughTime)).toEqual([
    'less than a second',
    '1 second',
    '3.2 seconds',
    '120 seconds',
    '2 minutes',
    '2 hours',
    '2 days',
    '3.2 years',
    '3.2 × 10¹⁶ years',
  ]);
});
