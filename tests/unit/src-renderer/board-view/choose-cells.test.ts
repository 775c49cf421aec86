import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { chosenAfter } from '../../../../src-renderer/board-view/choose-cells.ts';

const { puzzle } = generate({ family: 'framed', width: 4, height: 3, seed: 1 });

test('a click adds a cell or removes it, and Shift adds a rectangle', () => {
  const click = (chosen: number[], cell: number, last = -1, shift = false): number[] =>
    chosenAfter(puzzle, chosen, { cell, last, extends: shift }).sort((a, b) => a - b);
  expect(click([], 5)).toEqual([5]);
  expect(click([5], 5)).toEqual([]);
  expect(click([5], 10, 5, true)).toEqual([5, 6, 9, 10]);
  // the first click was on the bottom right corner of the rectangle, the second on its top left corner
  expect(click([3], 4, 9, true)).toEqual([3, 4, 5, 8, 9]);
  // nothing was clicked before
  expect(click([], 6, -1, true)).toEqual([6]);
});

test('closed cells can’t be chosen', () => {
  const holed = { ...puzzle, forbidden: [6] };
  expect(chosenAfter(holed, [1], { cell: 6, last: -1, extends: false })).toEqual([1]);
  expect(chosenAfter(holed, [], { cell: 7, last: 5, extends: true })).toEqual([5, 7]);
});

test('on a board without rows, Shift adds only the clicked cell', () => {
  const triangle = { ...puzzle, board: { kind: 'triangle' as const, side: 3 } };
  expect(chosenAfter(triangle, [0], { cell: 5, last: 0, extends: true })).toEqual([0, 5]);
});
