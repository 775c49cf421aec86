import { expect, test } from 'vitest';
import { random } from '../../../src-core/random.ts';

test('an impossible limit of a random number is rejected', () => {
  const dice = random(1);
  for (const limit of [2 ** 32 + 1, 2 ** 40, Infinity, NaN, 0, -1, 1.5]) {
    expect(() => dice.below(limit)).toThrow(RangeError);
  }
  expect(dice.below(1)).toBe(0);
  expect(dice.below(2 ** 32)).toBeLessThan(2 ** 32);
});
