/**
 * Texts that were once misread or refused although similar ones could be read: matrices listed by columns, goals in
 * prose, cells with coordinates, printed tables, and drawings. Only the notations are from public repositories; the
 * puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 11 });
const rows = framed.tiles.map(({ edges }) => [...edges]);
const lined = (write: (row: readonly number[], i: number) => string): string => rows.map(write).join('\n');
const column = (at: number): string => rows.map((row) => row[at]).join(', ');

function rules(puzzle: Puzzle): unknown {
  if (puzzle.kind === 'sliding') return puzzle;
  const { tiles, rim, mating, turns, board } = puzzle;
  return { tiles, rim, mating, turns, board };
}

const start = [2, 6, 1, 5, 0, 8, 4, 7, 3];
const inRows = (position: readonly (number | string)[], separator = ' '): string =>
  [0, 3, 6].map((at) => position.slice(at, at + 3).join(separator)).join('\n');

test.each<[string, string]>([
  ['a data frame', `tiles <- data.frame(\n  n = c(${column(0)}),\n  e = c(${column(1)}),\n  s = c(${column(2)}),\n  w = c(${column(3)})\n)`],
  ['a matrix of R, listed by columns', `m <- matrix(c(${[0, 1, 2, 3].map(column).join(', ')}), ncol = 4)`],
  ['a transposed matrix of R', `m <- t(matrix(c(${rows.flat().join(', ')}), nrow = 4))`],
  ['hexadecimal numbers', lined((row) => `0x${row.join('')}`)],
  ['SQL', `CREATE TABLE pieces (id INTEGER, n INTEGER, e INTEGER, s INTEGER, w INTEGER);\n${lined((row, i) => `INSERT INTO pieces VALUES (${i + 1}, ${row.join(', ')});`)}`],
  ['a spreadsheet with two decimals and whole numbers of tiles', `Nr;Oben;Rechts;Unten;Links\r\n${rows.map((row, i) => `${i + 1};${row.map((label) => `${label},00`).join(';')}`).join('\r\n')}`],
  ['an email with a telephone number', `Hi Anna,\n\nhere are the 16 tiles (north, east, south, west). 0 is the grey edge.\n\n${lined((row) => row.join(' '))}\n\nTom\n-- \nTom Miller\n+49 30 1234567\n12 Main Street`],
  ['numbers of tiles in brackets', lined((row, i) => `(${i}) ${row.join(', ')}`)],
  ['DIMACS', `c random, seed 5\np em 4 4 5\n${lined((row) => `t ${row.join(' ')}`)}`],
  ['XML with a width named w', `<puzzle w="4" h="4">\n${lined(([n, e, s, w], i) => `  <piece id="${i}"><n>${n}</n><e>${e}</e><s>${s}</s><w>${w}</w></piece>`)}\n</puzzle>`],
  ['keywords of Lisp', `(defparameter *tiles*\n  '(${lined(([n, e, s, w]) => `(:n ${n} :e ${e} :s ${s} :w ${w})`)}))`],
  ['joined names and labels', lined(([n, e, s, w]) => `N${n}E${e}S${s}W${w}`)],
  ['a list of HTML', `<ol>\n${lined((row) => `<li>${row.join('-')}</li>`)}\n</ol>`],
  ['an array of OCaml', `let n = 4\nlet tiles = [|\n${rows.map((row) => `  (${row.join(', ')})`).join(';\n')}\n|]`],
  ['blocks with dots at the corners', lined(([n, e, s, w]) => `.${n}.\n${w}.${e}\n.${s}.\n`)],
  ['boxes below each other', lined(([n, e, s, w]) => `+---+\n| ${n} |\n|${w} ${e}|\n| ${s} |\n+---+`)],
  ['lists of YAML with a label per line', `tiles:\n${lined(([first, ...others]) => `- - ${first}\n${others.map((label) => `  - ${label}`).join('\n')}`)}`],
  ['a list of terms in HTML', `<dl>\n${lined((row, i) => `<dt>${i + 1}</dt><dd>${row.join(' ')}</dd>`)}\n</dl>`],
  ['a table of Jira', `||Nr||N||E||S||W||\n${lined((row, i) => `|${i + 1}|${row.join('|')}|`)}`],
  ['rows before a hint', `4 4\n${lined((row) => row.join(' '))}\nhint 14 7 2`],
])('tiles in %s', (_, text) => {
  const [reading, more] = readPuzzles(text);
  expect(more).toBeUndefined();
  expect(reading!.questions).toEqual([]);
  expect(rules(reading!.puzzle)).toEqual(rules(framed));
}); // oxfmt-ignore

test('a first tile whose numbers could be a size is a tile if a frame fits', () => {
  // The first tile contains 5 and 3, and there are 5 × 3 other tiles, so 5 and 3 could be a size.
  const tiles = [[0, 0, 5, 3], [3, 4, 4, 2], [5, 4, 0, 0], [3, 2, 2, 0], [3, 5, 0, 5], [0, 4, 1, 4], [1, 2, 5, 4], [3, 4, 0, 4], [5, 0, 1, 1], [1, 4, 1, 3], [3, 5, 5, 0], [4, 1, 0, 0], [3, 5, 0, 0], [5, 3, 0, 2], [5, 1, 1, 1], [2, 3, 0, 5]];
  for (const text of [JSON.stringify({ tiles }), tiles.map((row) => row.join(' ')).join('\n')]) {
    const reading = readPuzzle(text);
    expect(reading.questions).toEqual([]);
    expect((reading.puzzle as EdgePuzzle).tiles).toHaveLength(16);
  }
}); // oxfmt-ignore

test('tiles of digits 1 to 9 that have a solution without rotation may not be rotated', () => {
  // One solution if the tiles may not be rotated (TetraVex). Four if they may: the rotations of that solution.
  const tiles =
    '{9,6,9,1}, {5,6,4,4}, {8,4,3,7}, {1,3,9,4}, {9,5,2,6}, {6,2,8,7}, {8,1,5,2}, {3,4,8,4}, {7,4,6,8}';
  const { puzzle, questions } = readPuzzle(`const int N = 3;\nTile t[] = {${tiles}};`);
  expect(questions).toEqual([]);
  expect((puzzle as EdgePuzzle).turns).toBe('fixed');
});

describe('sliding puzzles', () => {
  test.each<[string, string, (readonly number[] | string)?]>([
    ['a matrix of R, listed by columns', `m <- matrix(c(2,5,4,6,0,7,1,8,3), nrow = 3)`],
    ['a reshaped array of Julia', 'start = reshape([2, 5, 4, 6, 0, 7, 1, 8, 3], 3, 3)'],
    ['a reshaped and transposed array', `A = reshape([${start.join(' ')}], 3, 3)';`],
    ['a reshaped array of NumPy', `a = np.reshape([${start.join(', ')}], (3, 3))`],
    ['keys that are places', JSON.stringify(Object.fromEntries(start.map((tile, i) => [`${Math.floor(i / 3)},${i % 3}`, tile])))],
    ['objects with row and column', JSON.stringify({ tiles: start.map((tile, i) => ({ col: i % 3, row: Math.floor(i / 3), value: tile || null })).toReversed() })],
    ['rows of characters in JSON', JSON.stringify({ rows: ['261', '5 8', '473'] })],
    ['bold numbers in a table', `|a|b|c|\n|:-:|:-:|:-:|\n${[0, 3, 6].map((at) => `|${start.slice(at, at + 3).map((tile) => (tile === 0 ? '' : `**${tile}**`)).join('|')}|`).join('\n')}`],
    ['digits in boxes', inRows(start.map((tile) => (tile === 0 ? '⬜' : `${tile}\uFE0F\u20E3`)), '')],
    ['numbers in circles', inRows(start.map((tile) => '○①②③④⑤⑥⑦⑧'[tile]!))],
    ['decimals of NumPy', `array([[${inRows(start.map((tile) => (tile === 0 ? 'nan' : `${tile}.`)), ', ').replaceAll('\n', '],\n [')}]])`],
    ['a goal in a comment', `# goal 0 1 2 / 3 4 5 / 6 7 8\n1 8 7 5 2 6 0 3 4`, 'blank-first'],
    ['a goal in prose', `The goal is 1 2 3 / 8 x 4 / 7 6 5.\n\n${inRows([2, 8, 3, 1, 6, 4, 7, 'x', 5])}`, [1, 2, 3, 8, 0, 4, 7, 6, 5]],
    ['Spanish titles on the line of the numbers', 'Estado inicial: 2 8 3 1 6 4 7 0 5\nEstado objetivo: 1 2 3 8 0 4 7 6 5', [1, 2, 3, 8, 0, 4, 7, 6, 5]],
  ])('%s', (_, text, goal = 'blank-last') => {
    const [{ puzzle, questions }, more] = readPuzzles(text) as [ReturnType<typeof readPuzzle>, unknown];
    expect(more).toBeUndefined();
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ kind: 'sliding', goal });
    if (goal === 'blank-last') expect(puzzle).toMatchObject({ start });
  }); // oxfmt-ignore

  test('facts about places are not read as triangles', () => {
    const facts = start.map((tile, i) => [tile, Math.floor(i / 3) + 1, (i % 3) + 1]);
    const text = facts.map(([tile, ...at]) =>
      tile === 0 ? `blank(${at.join()}).` : `at(${tile},${at.join()}).`,
    );
    expect(() => readPuzzle(text.join('\n'))).toThrow(/facts about tiles and places/);
  });
});

describe('several puzzles', () => {
  const positions = ['2 8 3 1 6 4 7 0 5', '1 2 3 4 0 6 7 5 8'];
  const square = (text: string): string => inRows(text.split(' '));
  test.each<[string, string]>([
    ['objects of JSON on a line each', positions.map((each, i) => JSON.stringify({ id: i, start: [each.slice(0, 5), each.slice(6, 11), each.slice(12)].map((row) => row.split(' ').map(Number)) })).join('\n')],
    ['cases of a program', `switch (i) {\n${positions.map((each, i) => `  case ${i + 1}:\n    return {${each.replaceAll(' ', ',')}}; //57`).join('\n')}\n}`],
    ['positions after their number', `2\n${positions.map(square).join('\n')}`],
  ])('%s', (_, text) => {
    const found = readPuzzles(text);
    expect(found.map(({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start.join(' '))).toEqual(positions);
    expect(found[0]!.questions).toEqual([]);
  }); // oxfmt-ignore

  test('a position and tiles in one text are both read', () => {
    const text = `8-puzzle:\n${square(positions[0]!)}\n\nedge matching:\n${lined((row) => row.join(' '))}`;
    expect(readPuzzles(text).map(({ puzzle }) => rules(puzzle))).toMatchObject([
      { kind: 'sliding' },
      { tiles: framed.tiles, rim: { kind: 'colour' } },
    ]);
  });

  test('are read if their sizes follow the number of puzzles', () => {
    const { puzzle } = generate({ family: 'unframed', width: 3, height: 2, seed: 4 });
    const small = puzzle.tiles.map(({ edges }) => edges.map((label) => label + 1).join(' ')).join('\n');
    const found = readPuzzles(`2\n4 4\n${lined((row) => row.join(' '))}\n3 2\n${small}\n`);
    expect(found.map((each) => (each.puzzle as EdgePuzzle).tiles.length)).toEqual([16, 6]);
  });
});

test('reads four rows in which each column is a framed tile', () => {
  const { puzzle: other } = generate({ family: 'framed', width: 4, height: 4, seed: 12 });
  const text = [0, 1, 2, 3].map((at) => other.tiles.map(({ edges }) => edges[at]).join(' '));
  const reading = readPuzzle(`P = [\n${text.join('\n')}\n];`);
  expect(reading.questions).toEqual([]);
  expect(rules(reading.puzzle)).toEqual(rules(other));
});

test('reads pairs of labels on a separate line as the halves', () => {
  const tiles = '8 4 6 4\n2 5 2 6\n3 3 5 3\n7 2 2 8\n6 8 6 6\n3 1 1 2\n3 7 2 1\n7 8 7 5\n6 7 1 6';
  const { puzzle, questions } = readPuzzle(`Matching pairs: 1-5, 2-6, 3-7, 4-8\n\n${tiles}`);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite' });
});

test('reads joined labels below a title with commas', () => {
  const tiles = [
    'RRRR',
    'RRRG',
    'RRGG',
    'RGRG',
    'RGGG',
    'GGGG',
    'RRRB',
    'RRBB',
    'RBRB',
    'RBBB',
    'BBBB',
    'GGGB',
  ];
  const { puzzle } = readPuzzle(`MacMahon squares, 3 colours, 3 rows of 4\n${tiles.join('\n')}`);
  expect((puzzle as EdgePuzzle).tiles).toHaveLength(12);
});

test('reads pictures that lie side by side', () => {
  const pictures = ['.#...\n..#..\n##.#.\n.#...\n#.###', '##...\n..#..\n#.##.\n.#..#\n...##', '.##..\n#.#..\n.....\n.##.#\n..##.', '.#...\n###..\n.#.#.\n..###\n.####'];
  const below = pictures.join('\n\n');
  const beside = [0, 2]
    .map((at) => [0, 1, 2, 3, 4].map((row) => [0, 1].map((i) => pictures[at + i]!.split('\n')[row]).join('  ')).join('\n'))
    .join('\n\n');
  expect(rules(readPuzzle(beside).puzzle)).toEqual(rules(readPuzzle(below).puzzle));
}); // oxfmt-ignore

test.each<[string, string]>([
  ['boxes in pictures', '364 32 50 127\n594 211 184 38\n569 137 54 36\n17 300 91 44\n205 8 63 150\n480 77 29 101\n333 250 120 66\n12 90 75 23\n250 160 88 199'],
  ['lines of a program', [12.1, 11.9, 12.4, 12.0].map((time, i) => `64 bytes from 1.1.1.1: icmp_seq=${i + 1} ttl=57 time=${time} ms`).join('\n')],
  ['boards of 2048', '2 4 8 16\n0 2 32 4\n64 128 2 8\n0 0 4 2'],
  ['colours with an opacity', 'rgba 12 40 200 255\nrgba 90 14 33 255\nrgba 0 0 0 128\nrgba 7 220 18 255\nrgba 66 61 59 255\nrgba 201 13 99 255'],
])('%s are not read as tiles', (_, text) => {
  expect(() => readPuzzle(text)).toThrow();
}); // oxfmt-ignore

test.each(['', 'a'])('4,097 labels are refused with the limit (first letter %j)', (letter) => {
  const tiles = Array.from({ length: 2_560 }, (_, tile) =>
    [0, 1, 2, 3].map((side) => `${letter}${((4 * tile + side) % 4_097) + 1}`).join(' '),
  );
  expect(() => readPuzzle(`64 40\n${tiles.join('\n')}`)).toThrow(/4,097 colours; expected at most 4,096/);
});

test.each<[string, string, number]>([
  ['hexagons whose edges are called a to f', JSON.stringify(['351246', '326154', '635142', '516243', '412365', '264315', '153642'].map((tile) => Object.fromEntries(Array.from(tile, (label, i) => ['abcdef'[i]!, Number(label)])))), 6],
  ['triangles under the titles a, b and c', 'a;b;c\nP;Q;R\nQ;R;S\nR;S;T\nS;T;P\nT;P;Q\nP;R;T\nQ;S;P\nR;T;Q\nS;P;R', 3],
])('%s', (_, text, sides) => {
  const { tiles } = readPuzzle(text).puzzle as EdgePuzzle;
  expect(tiles.map(({ edges }) => edges.length)).toEqual(tiles.map(() => sides));
}); // oxfmt-ignore

test('each answer to the question about a table of triangles gives that reading', () => {
  const text = 'side 1,side 2,side 3\nA,C,A\nC,B,B\nB,C,C\nB,A,A\nC,B,C\nB,A,B\nB,B,A\nA,C,B\nC,A,C';
  for (const { options, preview } of readPuzzle(text).questions[0]!.choices)
    expect(rules(readPuzzle(text, options).puzzle)).toEqual(rules(preview));
});

test.each(['EBC\nCBE\nDFE\nCEB', 'pink blue green\ngreen blue pink\nwhite brown pink\ngreen pink blue'])(
  'rare labels below a stated board are labels: %j',
  (tiles) => {
    expect(readPuzzle(`# board: triangle:2\n${tiles}`).puzzle).toMatchObject({ tiles: { length: 4 } });
  },
);
