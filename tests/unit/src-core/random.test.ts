import { expect, test } from 'vitest';
import { random } from '../../../src-core/random.ts';

test('a number below what no draw can reach is refused, not drawn for ever', () => {
  const dice = random(1);
  for (const limit of [2 ** 32 + 1, 2 ** 40, Infinity, NaN, 0, -1, 1.5]) {
    expect(() => dice.below(limit)).toThrow(RangeError);
  }
  expect(dice.below(1)).toBe(0);
  expect(dice.below(2 ** 32)).toBeLessThan(2 ** 32);
});
