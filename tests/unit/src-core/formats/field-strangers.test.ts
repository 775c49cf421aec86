/**
 * Texts written like files in public repositories: sizes with titles, numbers above column titles, marks after tiles,
 * lists of symbols, and frames with a missing tile. Earlier versions misread or refused such texts. The puzzles are our
 * own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const rows = framed.tiles.map(({ edges }) => edges.join(' '));
const lined = (write: (row: string, i: number) => string): string => rows.map(write).join('\n');

/** A TetraVex puzzle of 3 × 3 tiles with one solution, and a 3 × 3 card puzzle with heads and tails. */
const tetravex = ['1901', '9185', '5948', '9666', '8346', '4617', '1599', '6049', '4820'];
const cards = ['DcBD', 'dBCb', 'aABd', 'addb', 'DDbc', 'ddBc', 'BacB', 'bdcb', 'BADa'];

function expectFramed(text: string): void {
  const { puzzle, questions } = readPuzzle(text);
  expect(questions).toEqual([]);
  const { tiles, rim, board } = puzzle as EdgePuzzle;
  expect({ tiles, rim, board }).toEqual({ tiles: framed.tiles, rim: framed.rim, board: framed.board });
}

describe('a framed puzzle of 16 tiles', () => {
  const comma = (row: string): string => row.replaceAll(' ', ',');

  test('a size under titles, and titles in French', () => {
    expectFramed(`Width,Height\n4,4\nI,N,E,S,O\n${lined((row, i) => `${i + 1},${comma(row)}`)}\n`);
  });

  test('the size and the number of labels above column titles', () => {
    const head = '4\t#Puzzle Size\n2 3\t#Number of Edge Colours, Inner Colours\nTop\tRight\tBottom\tLeft\n';
    expectFramed(head + lined((row) => row));
  });

  test.each([
    ['a missing corner', rows.filter((row) => row !== rows[0])],
    ['a border tile too many', rows.map((row, i) => (i === 10 ? rows[1]! : row))],
  ])('%s raises a question', (_, tiles) => {
    for (const text of [tiles.join('\n'), `# Dimensions: 4x4\n${tiles.join('\n')}`]) {
      const { questions } = readPuzzle(text);
      expect(questions.map((each) => each.text).join()).toMatch(
        /looks like a frame|Read as framed by 0, this puzzle has no solution/,
      );
    }
    expect(readPuzzle(tiles.join('\n'), { rim: 'free' })).toMatchObject({ questions: [] });
  });
});

test('a sign after a tile of joined digits is a remark', () => {
  const { puzzle, questions, remarks } = readPuzzle(
    tetravex.map((tile, i) => (i % 4 === 0 ? `${tile} @` : tile)).join('\n'),
  );
  expect(questions).toEqual([]);
  expect(remarks).toEqual([1, 5, 9]);
  expect(puzzle).toMatchObject({ turns: 'fixed', board: { width: 3, height: 3 } });
});

test('a size of two joined digits above joined labels', () => {
  const { puzzle, questions } = readPuzzle(`33\n${tetravex.join('\n')}`);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ turns: 'fixed', board: { width: 3, height: 3 } });
});

test('numbered tiles whose frame is an empty field', () => {
  const tiles = rows.map((row, i) => `${i + 1},${row.replaceAll(' ', ',').replaceAll('0', '')}`);
  const { puzzle, questions } = readPuzzle(`4,4,2,3,\n${tiles.join('\n')}`);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ rim: { kind: 'colour' }, board: { width: 4, height: 4 } });
});

test('a list of symbols above numbered tiles is no tile', () => {
  const half = (sign: string): string =>
    `${'LTPC'['abcd'.indexOf(sign.toLowerCase())]!} ${sign === sign.toUpperCase() ? 'H' : 'T'}`;
  const tiles = cards.map((card, i) => `${i + 1}: ${Array.from(card, half).join(', ')}`);
  const { puzzle, questions } = readPuzzle(
    `Lion, Tiger, Panther, Cat Puzzle\n\nPictures: L, T, P, C\n\n${tiles.join('\n')}`,
  );
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { width: 3, height: 3 } });
});

test('a list for each side of the cards, in C++', () => {
  const label = (sign: string): string =>
    `"${sign.toLowerCase()}_${sign === sign.toUpperCase() ? 't' : 'b'}"`;
  const lists = ['Top', 'Right', 'Bottom', 'Left'].map(
    (side, at) => `vector<string> card${side} = { ${cards.map((card) => label(card[at]!)).join(', ')} };`,
  );
  const { puzzle, questions } = readPuzzle(
    `#include <vector>\nusing namespace std;\n\n${lists.join('\n')}\n\nconst int lengthOfSide = 3;\n\nint main() {\n  return 0;\n}\n`,
  );
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { width: 3, height: 3 } });
});
