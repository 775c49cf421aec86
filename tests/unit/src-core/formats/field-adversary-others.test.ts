/**
 * Tables and lists that are not puzzles. Earlier versions read them as puzzles without asking a question. The numbers
 * are our own.
 */
import { describe, expect, test } from 'vitest';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';

const rows = [
  '3 7 2 5',
  '1 4 7 9',
  '2 3 6 5',
  '1 8 4 6',
  '1 8 2 7',
  '2 8 1 5',
  '5 7 3 1',
  '8 6 9 7',
  '6 4 1 7',
];
const table = (head: string, separator = ','): string =>
  [head, ...rows.map((row) => row.replaceAll(' ', separator))].join('\n');

test.each([
  table('misplaced,manhattan,conflicts,optimal'),
  table('alpha;beta;gamma;delta', ';'),
  table('# x1 y1 x2 y2', ' '),
  table('# min_x min_y max_x max_y', ' '),
  table('Four dice, nine throws', ' '),
  'permutation: 3 1 2 5 4 7 6 9 8',
])('%j is asked about', (text) => expect(readPuzzle(text).questions[0]?.text).toMatch(/Are they/));

test.each([table('# Puzzle of four kids', ' '), table('# from my uncle Bo', ' '), table('a,b,c,d')])(
  '%j is a puzzle',
  (text) =>
    expect(
      readPuzzle(text)
        .questions.map((question) => question.text)
        .join(),
    ).not.toMatch(/Are they/),
);

describe('refused', () => {
  test.each([
    ['a matrix', '1 1 1 1\n1 -1 1 -1\n1 1 -1 -1\n1 -1 -1 1'],
    ['IP addresses', '192 168 0 1\n192 168 0 2\n10 1 0 1\n127 0 0 1'],
    ['colours', '255 0 0 255\n0 255 0 255\n255 255 0 255\n64 64 64 255\n0 0 255 128'],
    ['a table', '. . . . . . .\n. . . . . . .\n. . . . . . .\n. . Y . . . .\n. R Y R . . .\nR Y Y R . R .'],
  ])('%s: %j', (what, text) => expect(() => readPuzzle(text)).toThrow(what));
});
