import { expect, test } from 'vitest';
import { doubtfulFirst } from '../../../../src-renderer/scan/group-rows.ts';

test('edges in doubt come first, the least certain in front; the others keep their order', () => {
  const certainty = [0.9, 0.5, 0.1, 0.02, 0.4, 0.3];
  const doubts = new Map([
    [4, null],
    [3, null],
    [1, null],
  ]);
  expect(doubtfulFirst([0, 1, 2, 3, 4, 5], certainty, doubts)).toEqual([3, 4, 1, 0, 2, 5]);
  expect(doubtfulFirst([5, 0, 2], certainty, new Map())).toEqual([0, 2, 5]);
});

test('equally certain edges in doubt keep their order', () => {
  const doubts = new Map([
    [2, null],
    [0, null],
  ]);
  expect(doubtfulFirst([0, 1, 2], [0.1, 0.1, 0.1], doubts)).toEqual([0, 2, 1]);
});
