import { expect, test } from 'vitest';
import { counted, grouped } from '../../../../src-core/text/counted.ts';

test('digits are grouped as Intl groups them', () => {
  const intl = new Intl.NumberFormat('en');
  for (const value of [
    0,
    7,
    999,
    1000,
    4096,
    12_345,
    999_999,
    1_000_000,
    2 ** 53 - 1,
    2 ** 60,
    0.125,
    1234.5,
  ])
    expect([grouped(value), grouped(-value - 1)]).toEqual([intl.format(value), intl.format(-value - 1)]);
  expect(counted(4096, 'tile')).toBe('4,096 tiles');
});
