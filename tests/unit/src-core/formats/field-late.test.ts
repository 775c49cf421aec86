/**
 * Texts that earlier versions of Edgewise misread or refused: lists in other programming languages, edge orders in
 * prose, two tiles per line. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 21 });
const { puzzle: large } = generate({ family: 'framed', width: 6, height: 6, seed: 21 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const rows = rowsOf(framed);
const lined = (write: (row: readonly number[], i: number) => string, between = '\n'): string =>
  rows.map(write).join(between);

/** A TetraVex puzzle of 3 × 3 with one solution. Edges: top, right, bottom, left. */
const tetravex = ['1901', '9185', '5948', '9666', '8346', '4617', '1599', '6049', '4820'];
const other = ['6513', '7908', '7709', '4671', '1177', '5217', '1556', '9045', '8510'];
const fixed = (tiles: readonly string[]): Puzzle =>
  readPuzzle(tiles.map((tile) => Array.from(tile).join(' ')).join('\n'), {
    size: { width: 3, height: 3 },
    turns: 'fixed',
    rim: 'free',
    mating: 'same',
    edgeOrder: 'NESW',
  }).puzzle;

function rules(puzzle: Puzzle): unknown {
  if (puzzle.kind === 'sliding') return puzzle;
  const { tiles, rim, mating, turns, board } = puzzle;
  return { tiles, rim, mating, turns, board };
}

function expectRead(text: string, ...made: readonly Puzzle[]): void {
  const readings = readPuzzles(text);
  expect(readings.flatMap(({ questions }) => questions)).toEqual([]);
  expect(readings.map(({ puzzle }) => rules(puzzle))).toEqual(made.map(rules));
}

describe('a framed puzzle of 16 tiles', () => {
  test.each<[string, string]>([
    [
      'an array of OCaml',
      `let tile n s e w = { north=n; south=s; east=e; west=w; }\n\nlet tiles = [|\n${lined(([n, e, s, w]) => `  tile ${n} ${s} ${e} ${w}`, ';\n')}\n|]`,
    ],
    [
      'elements of XML within elements',
      `<?xml version="1.0"?>\n<puzzle rows="4" cols="4">\n${lined((row) => `  <piece>${row.map((label, side) => `<edge side="${side}" color="${label}"/>`).join('')}</piece>`)}\n</puzzle>`,
    ],
    [
      'terms of Prolog',
      lined(([n, e, s, w], i) => `piece(p${i}, top(${n}), right(${e}), bottom(${s}), left(${w})).`),
    ],
    [
      'calls below a declaration',
      `case class Piece(north: Int, west: Int, south: Int, east: Int)\n\nval all = Vector(\n${lined(([n, e, s, w]) => `  Piece(${n}, ${w}, ${s}, ${e})`, ',\n')}\n)`,
    ],
    [
      'an array of PHP',
      `<?php\n$p = array(\n${lined(([n, e, s, w], i) => `  ${i} => array('top' => ${n}, 'right' => ${e}, 'bottom' => ${s}, 'left' => ${w}),`)}\n);`,
    ],
    [
      'objects with initials',
      `const p = [\n${lined(([n, e, s, w]) => `  {t: ${n}, r: ${e}, b: ${s}, l: ${w}}`, ',\n')}\n];`,
    ],
    [
      'a log',
      lined(([n, e, s, w], i) => `2024-03-01 12:00:${10 + i} INFO tile ${i}: N=${n} E=${e} S=${s} W=${w}`),
    ],
    [
      'an empty row of a spreadsheet',
      `\ttop\tright\tbottom\tleft\n${lined((row, i) => `Tile ${i}\t${row.join('\t')}`)}\n\t\t\t\t\n`,
    ],
  ])('%s', (_, text) => {
    expectRead(text, framed);
  });

  test('CSS colours, of which corners have two', () => {
    const names = ['BORDER', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff', '#123456'];
    const [reading] = readPuzzles(lined((row) => row.map((label) => names[label]!).join(' ')));
    expect(reading).toMatchObject({ questions: [], puzzle: { rim: { kind: 'colour' } } });
    expect((reading!.puzzle as EdgePuzzle).tiles).toHaveLength(16);
  });

  test('a board whose tiles have names in JSON', () => {
    const cells = Array.from(solution, (code) => ({ id: `p${tileOf(code) + 1}`, rot: rotationOf(code) }));
    const grid = [0, 4, 8, 12].map((from) => cells.slice(from, from + 4));
    expect(readBoardAs(framed, JSON.stringify({ grid })).board).toEqual(solution);
  });
});

test('two tiles per line with a bar between them are not the faces of one', () => {
  const tiles = rowsOf(large).map((row) => row.join(' '));
  const pairs = Array.from({ length: 18 }, (_, i) => `${tiles[2 * i]!} | ${tiles[2 * i + 1]!}`).join('\n');
  expectRead(`6 6\n${pairs}`, large);
  expectRead(pairs, large);
});

describe('the order of edges', () => {
  const ordered = (order: string): string =>
    tetravex.map((tile) => Array.from(order, (side) => tile['NESW'.indexOf(side)]).join(' ')).join('\n');

  test.each([
    ['in prose', 'My tiles (the numbers are top, left, bottom, right)', 'NWSE'],
    ['in German', 'Reihenfolge: links, oben, rechts und unten', 'WNES'],
    ['as initials', 'The order is W N E S.', 'WNES'],
    ['as one word', '# order: URDL', 'NESW'],
    ['in a comment', '// left, top, right, bottom', 'WNES'],
    ['as parameters', 'Tile(int top, int bottom, int left, int right);', 'NSWE'],
    ['counter-clockwise', 'Counter-clockwise from the top.', 'NWSE'],
    ['clockwise from another side', 'Numbers clockwise, starting with the left edge.', 'WNES'],
  ])('%s', (_, line, order) => {
    expectRead(`${line}\n\n${ordered(order)}`, fixed(tetravex));
  });

  test('in JSON', () => {
    const tiles = tetravex.map((tile) => Array.from('WNES', (side) => Number(tile['NESW'.indexOf(side)])));
    for (const order of ['WNES', ['left', 'top', 'right', 'bottom']])
      expectRead(JSON.stringify({ size: 3, order, tiles }), fixed(tetravex));
  });

  test('is not taken from a line about turns, or from labels', () => {
    expectRead(`Tiles are rotated counter-clockwise.\n\n${ordered('NESW')}`, fixed(tetravex));
    const named = 'n e s w\ne s w n\nw w n e\ns n e e\nn n s w\ne e w s\nw n n s\ns w e n\nn s e w';
    expect(rules(readPuzzle(named).puzzle)).toEqual(
      rules(readPuzzle(named.replaceAll('e', 'c').replaceAll('n', 'd')).puzzle),
    );
  });

  test('that a frame rules out is ignored', () => {
    expectRead(`Edges: top, bottom, left, right\n\n${lined((row) => row.join(' '))}`, framed);
  });
});

describe('halves', () => {
  test('words that are written twice', () => {
    const tiles = ['AbDC', 'ABdc', 'adcb', 'ABDc', 'CDba', 'AcdB', 'DdCB', 'AacD', 'ABcb'];
    const text = `my @t = (\n${tiles.map((tile, i) => `  "${tile}${tile}", # ${i}`).join('\n')}\n);`;
    expectRead(text, readPuzzle(tiles.join('\n')).puzzle);
  });

  test('no card is skipped as prose', () => {
    const animals = ['frog', 'newt', 'toad', 'fish'];
    const name = (i: number): string => `${animals[i % 4]!}-${(i * 5) % 3 === 0 ? 'head' : 'tail'}`;
    const cards = Array.from({ length: 9 }, (_, i) =>
      [i, i + 3, 2 * i, 7 - i + (i % 2)].map(Math.abs).map(name),
    );
    const text = cards.map((card, i) => `Card ${i + 1} - ${card.join(', ')}`).join('\n');
    const { puzzle, skipped } = readPuzzle(`Frog puzzle\n\n${text}`, { size: { width: 3, height: 3 } });
    expect(skipped).toEqual([1]);
    expect((puzzle as EdgePuzzle).tiles).toHaveLength(9);
  });
});

test('an enumeration is not a tile', () => {
  const names = ['', 'red', 'blue', 'green', 'pink', 'grey', 'gold', 'lime', 'teal', 'navy'];
  const tiles = other.map((tile) => Array.from(tile, (digit) => names[Number(digit)] || 'none').join(', '));
  const { puzzle } = readPuzzle(
    `enum COLOUR = { red, blue, green, pink };\nn = 3;\ntiles = [| ${tiles.join('\n | ')} |];\n`,
  );
  expect((puzzle as EdgePuzzle).tiles).toHaveLength(9);
});

test('reads two puzzles below numbered titles, although their tiles would form one square', () => {
  const small = generate({ family: 'framed', width: 3, height: 3, seed: 5 }).puzzle;
  const free = rowsOf(small).map((row) => row.map((label) => label + 1).join(' '));
  const sixteen = rows.map((row) => row.map((label) => label + 1).join(' '));
  const text = `Case 1: 3\n${free.slice(0, 8).join('\n')}\n9 8 7 6\nCase 2: 4\n${sixteen.join('\n')}`;
  expect(readPuzzles(text).map(({ puzzle }) => (puzzle as EdgePuzzle).tiles.length)).toEqual([9, 16]);
});

test('a full stop after the labels of each card is not part of a label', () => {
  const tiles = tetravex.map((tile) => Array.from(tile, (digit) => 'ABCDEFGHIJ'[Number(digit)]!));
  const text = tiles.map((tile, i) => `Karte ${i + 1} : ${tile.join(' ,')} .`).join('\n');
  expectRead(
    `Aufgabe 7\n${text}\nSeite 12`,
    readPuzzle(tiles.map((tile) => tile.join(' ')).join('\n')).puzzle,
  );
});

test('a remark after the last label of one card is not part of the label', () => {
  const names = ['red', 'blue', 'green', 'pink', 'gold', 'lime', 'navy', 'teal', 'grey', 'plum'];
  const cards = tetravex.map((tile) => Array.from(tile, (digit) => names[Number(digit)]!).join(', '));
  const write = (remark: string): string =>
    cards.map((card, i) => `Card ${i + 1}: ${card}${i === 4 ? remark : ''}`).join('\n');
  const { puzzle, remarks } = readPuzzle(write(' (bent)'));
  expect(remarks).toEqual([5]);
  expect(rules(puzzle)).toEqual(rules(readPuzzle(write('')).puzzle));
});

test('a list of all labels above the tiles is asked about', () => {
  const tiles =
    'red blue red pink\nblue pink green red\npink pink blue green\ngreen red red blue\nblue blue green pink\nred green pink pink\ngreen blue red red\npink blue green blue\nred pink blue green';
  const [question] = readPuzzle(`red blue green pink\n\n${tiles}`).questions;
  expect(question?.choices.map(({ preview }) => (preview as EdgePuzzle).tiles.length)).toEqual([9, 10]);
});

test('a declaration of a type is not a tile', () => {
  const names = ['Red', 'Blue', 'Green', 'Yellow', 'Pink', 'White', 'Black', 'Brown', 'Grey', 'Gold'];
  const tuples = tetravex.map((tile) => `(${Array.from(tile, (digit) => names[Number(digit)]!).join(', ')})`);
  const { puzzle } = readPuzzle(
    `type Tile = (Colour, Colour, Colour, Colour)\n\ntiles :: [Tile]\ntiles =\n  [ ${tuples.join('\n  , ')}\n  ]\n`,
  );
  expect((puzzle as EdgePuzzle).tiles).toHaveLength(9);
});

test('reads a contest’s file: the number of puzzles, then each puzzle below its side length', () => {
  const text = [tetravex, other].map(
    (tiles) => `3\n${tiles.map((tile) => Array.from(tile).join(' ')).join('\n')}`,
  );
  expectRead(`2\n${text.join('\n')}\n`, fixed(tetravex), fixed(other));
});

test('reads hexagons with letters as names and dashes between the labels', () => {
  const tiles = ['1-2-3-4-5-6', '1-4-3-6-5-2', '1-6-2-4-5-3', '1-6-4-2-5-3', '1-6-5-4-3-2', '1-4-6-2-3-5', '1-6-5-3-2-4'];
  const { puzzle } = readPuzzle(tiles.map((tile, i) => `Piece ${'ABCDEFG'[i]!}: ${tile}`).join('\n'));
  expect((puzzle as EdgePuzzle).board.kind).toBe('honeycomb');
}); // oxfmt-ignore

test('reads numbers of copies that only a few tiles have', () => {
  const { puzzle } = readPuzzle('R G B R (x2)\nG G Y B (x2)\nB Y R G\nY Y B R\nG B B R\nY R R B\nB G Y Y');
  expect((puzzle as EdgePuzzle).tiles).toHaveLength(9);
});

describe('sliding puzzles', () => {
  const start = [7, 2, 4, 5, 0, 6, 8, 3, 1];
  const goal = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const slashed = (cells: readonly number[]): string =>
    [0, 3, 6].map((from) => cells.slice(from, from + 3).map((cell) => cell || '_').join(' ')).join(' / '); // oxfmt-ignore

  test('a start and a goal in a sentence', () => {
    expect(
      readPuzzle(`The initial state is ${slashed(start)} and the goal is ${slashed(goal)}.`),
    ).toMatchObject({
      questions: [],
      puzzle: { start, goal: 'blank-first' },
    });
  });

  test('a start and a goal in strings of C++', () => {
    const snail = [1, 2, 3, 8, 0, 4, 7, 6, 5];
    const text = `string start = "${start.join('')}";\nstring goal = "${snail.join('')}";`;
    expect(readPuzzle(text).puzzle).toMatchObject({
      kind: 'sliding',
      start,
      goal: snail,
    });
  });

  test('an empty head of a Markdown table', () => {
    const rowsAt = [0, 3, 6].map((from) => start.slice(from, from + 3).map((cell) => cell || ' '));
    const text = `| | | |\n|--|--|--|\n${rowsAt.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
    expect(readPuzzle(text).puzzle).toMatchObject({ kind: 'sliding', start });
  });

  test('a matrix of LaTeX with an empty cell', () => {
    const text = '\\[\n\\begin{pmatrix}\n7 & 2 & 4 \\\\\n5 &   & 6 \\\\\n8 & 3 & 1\n\\end{pmatrix}\n\\]';
    expect(readPuzzle(text).puzzle).toMatchObject({ kind: 'sliding', start });
  });
});

describe('other tables are refused, and can be read as tiles if the size is given', () => {
  test.each([
    ['a sudoku of 4 × 4', '1 0 0 4\n0 0 1 0\n0 1 0 0\n2 0 0 1', 'a small sudoku', '2 2'],
    ['with blanks', 'Puzzle\n1 _ _ 4\n_ _ 1 _\n_ 1 _ _\n2 _ _ 1', 'a small sudoku', '2 2'],
    ['joined', '1004\n0010\n0100\n2001', 'a small sudoku', '2 2'],
    ['of letters', 'A . . D\n. . A .\n. A . .\nB . . A', 'a small sudoku', '2 2'],
    ['under its name', 'Sudoku 4x4\n1 0 0 4\n0 0 1 0\n0 1 0 0\n2 0 1 1', 'a different kind of puzzle', '2 2'],
    ['a map', '. * . .\n. . . *\n* . . .\n. . * .', 'a map of symbols', '2 2'],
    [
      'answers of an exam',
      'A B C D\nB B C D\nA B D D\nA A C D\nC B C A\nD B C D\nA B C D\nA C C D\nA B C D',
      'answers to questions',
      '3 3',
    ],
    ['a key', 'Answer key\n1 A B C D\n2 B A D C\n3 C C A B\n4 D A B A', 'answers to questions', '2 2'],
    [
      'answers under titles',
      'name,q1,q2,q3,q4\nAnn,A,B,C,D\nBen,B,D,A,C\nCara,D,B,D,A\nDan,C,A,C,D',
      'answers to questions',
      '2 2',
    ],
  ])('%s', (_, text, kind, size) => {
    expect(() => readPuzzle(text)).toThrow(kind);
    const [width, height] = size.split(' ').map(Number) as [number, number];
    expect(readPuzzle(text, { size: { width, height } }).puzzle.kind).toBe('edge-matching');
  });

  test('a sudoku in JSON', () => {
    const text = '{"size":4,"grid":[[1,0,0,4],[0,0,1,0],[0,1,0,0],[2,0,0,1]]}';
    expect(() => readPuzzle(text)).toThrow();
  });

  test('four framed tiles and nine tiles of three colours are read', () => {
    const { puzzle } = generate({ family: 'framed', width: 2, height: 2, seed: 3 });
    expect(readPuzzle(rowsOf(puzzle).map((row) => row.join(' ')).join('\n')).puzzle.kind).toBe('edge-matching'); // oxfmt-ignore
    const nine = 'A B C A\nB B A C\nC A A B\nA C B B\nC C A B\nB A B A\nA A C C\nB C C A\nC B A C';
    expect(readPuzzle(nine).puzzle.kind).toBe('edge-matching');
  });
});
