/**
 * Positions in texts that say in words what the numbers mean. Earlier versions misread or refused them. The positions
 * are our own.
 */
import { describe, expect, test } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import type { SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';

function read(text: string, options = {}): SlidingPuzzle {
  const { puzzle, questions } = readPuzzle(text, options);
  expect(questions).toEqual([]);
  if (puzzle.kind !== 'sliding') throw new Error('not a sliding puzzle');
  return puzzle;
}

describe('letters on tiles', () => {
  test.each([
    'start: L O T / O _ N / S E P\ngoal: S L O / T N O / P E _',
    '# two O\nstart:\nL O T\nO _ N\nS E P\n\ngoal:\nS L O\nT N O\nP E _',
  ])('equal letters in %j', (text) =>
    expect(read(text)).toMatchObject({
      width: 3,
      height: 3,
      start: [2, 3, 4, 6, 0, 5, 1, 8, 7],
      shown: [0, 1, 2, 3, 4, 5, 3, 6, 7],
      goal: 'blank-last',
    }),
  );

  test('different letters are numbered in the order of the goal', () =>
    expect(read('start: M O T / U _ N / S E P\ngoal: M O U / T N S / P E _')).toMatchObject({
      start: [1, 2, 4, 3, 0, 5, 6, 8, 7],
      goal: 'blank-last',
    }));
});

describe('a number for the empty space', () => {
  test.each([
    ['# 8 is the blank, tiles are 0 to 7\n4 0 3\n7 8 1\n2 6 5', '5,1,4,8,0,2,3,7,6'],
    ['The piece numbered 1 is taken out (that is the gap).\n9 2 4\n5 1 3\n8 7 6', '8,1,3,4,0,2,7,6,5'],
    ['The blank is number 5.\n8 1 3\n4 5 2\n7 6 0', '8,2,4,5,0,3,7,6,1'],
    ['5 is next to the blank\n8 1 3\n4 5 2\n7 6 0', '8,1,3,4,5,2,7,6,0'],
    ['int blank = 4; // index\n8 1 3\n4 0 2\n7 6 5', '8,1,3,4,0,2,7,6,5'],
  ])('%j', (text, start) => expect(read(text).start.join()).toBe(start));
});

test.each(['pos[t] = cell of tile t', 'the position of each tile', 'where is the tile: tile -> cell'])(
  'after “%s”, the user is asked what the numbers list',
  (words) => {
    const text = `# ${words}, blank first\n4 1 5 2 3 8 7 6 0`;
    const [question] = readPuzzle(text).questions;
    const starts = question!.choices.map(({ options }) => read(text, options).start.join());
    expect(starts).toEqual(['4,1,5,2,3,8,7,6,0', '8,1,3,4,0,2,7,6,5', '0,2,4,5,1,3,8,7,6']);
  },
);
