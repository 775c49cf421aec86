import { expect, test } from 'vitest';
import { newsText } from '../../../../src-renderer/shell/run-news-text.ts';

const ended = (id: number, status: 'limit' | 'failed' = 'limit') => ({
  id,
  puzzleName: 'Eternity II',
  status,
});

test('one run gives its own message, and several give one together', () => {
  expect(newsText([ended(3)])).toBe('Eternity II, run 3: limit reached');
  expect(newsText([ended(3), ended(4, 'failed')])).toBe(
    '2 runs ended. Eternity II, run 3: limit reached; Eternity II, run 4: failed',
  );
  const long = { ...ended(3), puzzleName: 'Turtles '.repeat(25) };
  expect(newsText([long])).toMatch(/^Turtles .{51}…, run 3: limit reached$/);
  expect(newsText([1, 2, 3, 4, 5].map((id) => ended(id)))).toMatch(/^5 runs ended\..*; and 2 more$/);
});
