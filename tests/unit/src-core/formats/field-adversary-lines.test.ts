/**
 * Lines around tiles, and text on the same lines: names of files, dates, rows of zeros and quotes in code. Earlier
 * versions counted such lines as tiles, or lost labels and tiles. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: nine } = generate({ family: 'unframed', width: 3, height: 3, seed: 5 });
const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const rows = nine.tiles.map(({ edges }) => edges.map((label) => label + 1).join(' '));
const lined = (write: (row: string, i: number) => string): string => rows.map(write).join('\n');

/** Checks that the text is read without a question as the nine tiles, with any names of their labels. */
function expectNine(text: string): void {
  const { puzzle, questions } = readPuzzle(text);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'same', board: { kind: 'rectangle', width: 3, height: 3 } });
  const { tiles, labels } = puzzle as EdgePuzzle;
  const read = tiles.map(({ edges }) => edges.map((label) => labels[label]?.name ?? String(label)).join(' '));
  expect(read).toEqual(rows);
}

test('the tiles themselves', () => expectNine(lined((row) => row)));

describe('names and numbers that touch the first label', () => {
  test.each<[string, (row: string, i: number) => string]>([
    ['grep -n', (row, i) => `a.txt:${i + 1}:${row}`],
    ['grep -n of a table', (row, i) => `./data/a.csv:${i + 4}:${row.replaceAll(' ', ',')}`],
    ['grep -n -A', (row, i) => `a-b.txt-${i + 1}-${row}`],
    ['a name', (row) => `tile>${row}`],
    ['a numbered name', (row, i) => `q.${i + 1}@${row}`],
    ['underscores', (row, i) => `x_${i + 1}_${row}`],
  ])('%s', (_, write) => expectNine(lined(write)));
});

describe('one line too many', () => {
  test.each(['2026 11 30 1', '24 12 2024 17', 'Bought 24 12 2024'])('the date %s', (date) => {
    expectNine(`${date}\n${lined((row) => row)}`);
  });

  test('a last row of zeros', () => expectNine(`${lined((row) => row)}\n0 0 0 0`));

  test.each(['T R B L', 'L T R B', 'N E S W'])('initials of edges that are also labels: %s', (head) => {
    const names = [...head.split(' '), ...'GYPCDFHIJKMO'.split('')];
    const tiles = nine.tiles.map(({ edges }) => edges.map((label) => names[label]).join(' ')).join('\n');
    const { puzzle, questions } = readPuzzle(`${head}\n${tiles}`);
    const sizes = questions.flatMap(({ choices }) => choices.map(({ options }) => options.size));
    expect((puzzle as EdgePuzzle).tiles).toHaveLength(9);
    if (questions.length > 0)
      expect(sizes).toEqual([
        { width: 3, height: 3 },
        { width: 5, height: 2 },
      ]);
    const size = { width: 3, height: 3 };
    expect(readPuzzle(`${head}\n${tiles}`, { size })).toMatchObject({ questions: [] });
    expect((readPuzzle(`${head}\n${tiles}`, { size }).puzzle as EdgePuzzle).tiles).toHaveLength(9);
  });
});

test('a line about halves does not change how labels are separated', () => {
  const { puzzle: cards } = generate({ family: 'scramble', width: 3, height: 3, seed: 8 });
  const names = ['spade', 'heart', 'club', 'diamond'];
  const tiles = cards.tiles
    .map(({ edges }) => edges.map((code) => `${names[code >> 1]!} ${code & 1 ? 'in' : 'out'}`).join(' | '))
    .join('\n');
  const { puzzle, questions } = readPuzzle(`tabs = out, slots = in\n${tiles}`);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { width: 3, height: 3 } });
});

describe('strings whose first and last tiles are on lines with code', () => {
  const words = framed.tiles.map(({ edges }) => edges.map((label) => '-ABCDEFG'[label]).join(''));
  test.each([
    ['const P = `', '`.split("\\n");'],
    ['var tiles = `', '`'],
    ['TILES="', '"'],
    ["$tiles = '", "';"],
  ])('%s', (before, after) => {
    for (const tiles of [words, words.map((word) => Array.from(word).join(' '))]) {
      const { puzzle, questions } = readPuzzle(`${before}${tiles.join('\n')}${after}\n`);
      expect(questions).toEqual([]);
      expect(puzzle).toMatchObject({ rim: { kind: 'colour' }, board: { width: 4, height: 4 } });
    }
  });
});

test.each([
  ['row,column,piece,rotation', (row: number, column: number) => `${row},${column}`, 'column before row'],
  ['column,row,piece,rotation', (row: number, column: number) => `${column},${row}`, 'row before column'],
])('a board under the titles %s', (titles, place, untrue) => {
  const label = (row: number, column: number): number => 1 + ((row * row + 3 * column + row * column) % 7);
  const cells = Array.from({ length: 9 }, (_, cell) => [Math.floor(cell / 3), cell % 3] as const);
  const tiles = cells.map(([row, column]) => [
    label(row, column),
    label(row + 5, column + 1),
    label(row + 1, column),
    label(row + 5, column),
  ]);
  const puzzle = readPuzzle(tiles.map((tile) => tile.join(' ')).join('\n')).puzzle as EdgePuzzle;
  const board = cells.map(([row, column], i) => `${place(row + 1, column + 1)},${i + 1},0`);
  const { readAs } = readBoardAs(puzzle, [titles, ...board].join('\n'));
  expect(readAs).toContain('numbered from 1');
  expect(readAs).not.toContain(untrue);
});
