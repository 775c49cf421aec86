/**
 * Texts that earlier versions of Edgewise misread or refused: Fortran and MATLAB arrays, tables with several puzzles,
 * drawings with numbered tiles, pictures in emails, boards with places and labels, and texts that are not puzzles. The
 * puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';

const { puzzle: framed, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 35 });
const { puzzle: second } = generate({ family: 'framed', width: 4, height: 4, seed: 36 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const rows = rowsOf(framed);
const lined = (write: (row: readonly number[], i: number) => string, of = rows, between = '\n'): string =>
  of.map(write).join(between);
/** Returns the tiles in groups of four, each written by `write`. */
const inFours = (
  write: (tiles: readonly (readonly number[])[], first: number) => string,
  between = '\n\n',
): string => [0, 4, 8, 12].map((from) => write(rows.slice(from, from + 4), from + 1)).join(between);

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

test.each<[string, string]>([
  ['continued lines of MATLAB', `T = [${lined((row) => row.join(' '), rows, '; ...\n     ')}];\n`],
  [
    'a DATA statement of Fortran',
    `      INTEGER P(4,16)\nC     TOP, RIGHT, BOTTOM, LEFT\n      DATA P /\n${lined((row, i) => `     & ${row.join(',')}${i < 15 ? ',' : '/'}`)}\n`,
  ],
  [
    'a DATA statement per tile',
    `      INTEGER P(16,4)\n${lined((row, i) => `      DATA (P(${i + 1},J),J=1,4) /${row.join(',')}/`)}\n`,
  ],
  [
    'a DATA statement with loops and repeated values',
    `      DATA ((P(I,J),J=1,4),I=1,16) /${rows
      .flat()
      .join(',')
      .replace(/\b0,0\b/g, '2*0')}/\n`,
  ],
  [
    'a reshaped array of Fortran',
    `integer, parameter :: p(4,16) = reshape([ &\n${lined((row) => `  ${row.join(', ')}`, rows, ', &\n')} ], [4,16])\n`,
  ],
  [
    'titles in a comment',
    `# id type n e s w\n${lined((row, i) => `${i} ${row.filter((label) => label === 0).length} ${row.join(' ')}`)}`,
  ],
  [
    'fields of C# named after sides',
    lined(
      ([n, e, s, w], i) =>
        `new Piece() { PieceNumber = ${i + 1}, TopSide = ${n}, RightSide = ${e}, BottomSide = ${s}, LeftSide = ${w} },`,
    ),
  ],
  ['numbers with a sign and a dot', `4 x 4\n${lined((row, i) => `#${i + 1}. ${row.join(' ')}`)}`],
  [
    'a drawing of each tile, below its title',
    lined(([n, e, s, w], i) => `Tile ${i + 1}\n+---+\n| ${n} |\n|${w} ${e}|\n| ${s} |\n+---+\n`),
  ],
  [
    'drawings side by side, below their numbers',
    inFours(
      (tiles, first) =>
        `${tiles.map((_, i) => `  #${first + i}  `).join(' ')}\n${tiles.map(() => '+-----+').join(' ')}\n${tiles.map(([n]) => `|  ${n}  |`).join(' ')}\n${tiles.map(([, e, , w]) => `|${w}   ${e}|`).join(' ')}\n${tiles.map(([, , s]) => `|  ${s}  |`).join(' ')}`,
    ),
  ],
  [
    'crosses around the number of each tile',
    inFours(
      (tiles, first) =>
        `${tiles.map(([n]) => `   ${n}   `).join(' ')}\n${tiles.map(([, e, , w], i) => `${w} ${String(first + i).padStart(3, '0')} ${e}`).join(' ')}\n${tiles.map(([, , s]) => `   ${s}   `).join(' ')}`,
    ),
  ],
])('%s', (_, text) => {
  expectRead(text, framed);
});

test('reads joined letters after the names of tiles', () => {
  const text = lined((row, i) => `P${i + 1} ${row.map((label) => 'XABCDEFGH'[label]!).join('')}`);
  const { puzzle } = readPuzzle(text);
  expect(puzzle).toMatchObject({ rim: { kind: 'colour' } });
  expect((puzzle as EdgePuzzle).tiles).toHaveLength(16);
});

describe('several puzzles', () => {
  test.each<[string, string]>([
    ['under their names in JSON', JSON.stringify({ easy: rows, hard: rowsOf(second) })],
    [
      'named in a column',
      `puzzle,tile,top,right,bottom,left\n${[rows, rowsOf(second)].map((of, i) => lined((row, j) => `${i + 1},${j + 1},${row.join(',')}`, of)).join('\n')}`,
    ],
  ])('%s', (_, text) => {
    expectRead(text, framed, second);
  });
});

test('reads lines of letters that hold several tiles of a board', () => {
  const laid = Array.from(solution, (code) => {
    const turned = framed.tiles[tileOf(code)]!.edges;
    return [0, 1, 2, 3].map((side) => turned[(side - rotationOf(code) + 4) % 4]!);
  });
  const letters = laid.map((row) => row.map((label) => 'abcdefghij'[label]!).join(''));
  const { puzzle } = readPuzzle(
    [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('\n'),
  );
  expect(rowsOf(puzzle as EdgePuzzle)).toEqual(laid);
});

test('prose can say that matching labels have a constant sum', () => {
  const tiles = '5 1 2 3\n6 6 2 1\n4 4 5 3\n1 2 3 2\n6 5 4 4\n3 3 1 6\n5 6 2 4\n1 1 4 5\n2 3 6 5';
  const { puzzle, questions } = readPuzzle(`Touching edges add up to 7.\n\n${tiles}`);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite' });
});

test('reads hexagons whose edges are named by compass points', () => {
  const words = ['123456', '143652', '162453', '164253', '165432', '146235', '165324'];
  const named = (names: readonly string[]): string =>
    JSON.stringify(words.map((word) => Object.fromEntries(names.map((name, i) => [name, Number(word[i])]))));
  for (const names of [
    ['n', 'ne', 'se', 's', 'sw', 'nw'],
    ['ne', 'e', 'se', 'sw', 'w', 'nw'],
  ])
    expect(readPuzzle(named(names)).puzzle).toMatchObject({ board: { kind: 'honeycomb', side: 2 } });
});

describe('pictures', () => {
  const pictures = [
    ['#..#.', '.#..#', '##..#', '...#.', '#.###'],
    ['..###', '#..#.', '##...', '.#.##', '#....'],
    ['####.', '.#...', '#..##', '#.#..', '..#.#'],
    ['.##.#', '#...#', '..#.#', '#.#..', '#..##'],
  ];
  const written = (before: string, after = '', between = '\n'): string =>
    pictures.map((picture) => `${before}${picture.join('\n')}${after}`).join(between);
  const { puzzle } = readPuzzle(written('Tile:\n', '', '\n\n'));

  test.each([
    ['quoted in an email', `Ann wrote:\n${written('Tile:\n', '', '\n\n').replace(/^/gm, '> ')}`],
    [
      'strings of Python',
      `tiles = {\n${pictures.map((picture, i) => `  ${i}: """${picture.join('\n')}""",`).join('\n')}\n}`,
    ],
  ])('%s', (_, text) => {
    expect(rules(readPuzzle(text).puzzle)).toEqual(rules(puzzle));
  });

  test('a border that is its own mirror image may occur once', () => {
    const mirrored = written('', '', '\n\n').replace('#..#.', '#...#');
    expect(readPuzzle(mirrored).puzzle).toMatchObject({ mating: 'opposite', turns: 'flip' });
    expect(() => readPuzzle(mirrored.replace('..###', '#...#'))).toThrow('a second symmetric border');
  });
});

describe('sliding puzzles', () => {
  const start = [7, 2, 4, 5, 0, 6, 8, 3, 1];
  const four = [1, 5, 2, 3, 6, 7, 8, 4, 9, 10, 11, 12, 13, 14, 15, 0];

  test.each<[string, string, readonly number[]]>([
    ['a number of base 16', `0x${four.map((tile) => tile.toString(16)).join('')}`, four],
    ['a list in a column', `id,type,initial_state\n0,3x3,${start.join(';')}`, start],
    [
      'an array of LaTeX with a tilde',
      `\\begin{array}{|c|c|c|}\n\\hline\n7 & 2 & 4 \\\\ \\hline\n5 & ~ & 6 \\\\ \\hline\n8 & 3 & 1 \\\\ \\hline\n\\end{array}`,
      start,
    ],
    [
      'optional numbers of Haskell',
      `start = [${start.map((tile) => (tile ? `Just ${tile}` : 'Nothing')).join(', ')}]`,
      start,
    ],
    ['two rows of joined digits', '102\n345', [1, 0, 2, 3, 4, 5]],
  ])('%s', (_, text, cells) => {
    expect(readPuzzle(text).puzzle).toMatchObject({ kind: 'sliding', start: cells });
  });

  test('several lists in a column', () => {
    const text = `id,initial_state\n0,${start.join(';')}\n1,${start.toReversed().join(';')}\n`;
    expect(readPuzzles(text).map(({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start)).toEqual([
      start,
      start.toReversed(),
    ]);
  });

  test('a goal in a sentence that begins with an article', () => {
    const text = `Initial state: ${start.join(' ')}\nThe goal state is 1 2 3 8 0 4 7 6 5\n`;
    expect(readPuzzle(text).puzzle).toMatchObject({ start, goal: [1, 2, 3, 8, 0, 4, 7, 6, 5] });
  });

  test('the first rows of a square in base 16 are not read alone', () => {
    expect(readPuzzle('2143\n5678\n9AC0\nDEBF').puzzle).toMatchObject({ width: 4, height: 4 });
  });
});

describe('boards', () => {
  const cells = Array.from(solution, (code, cell) => {
    const [tile, turns] = [tileOf(code), rotationOf(code)];
    const edges = [0, 1, 2, 3].map((side) => framed.tiles[tile]!.edges[(side - turns + 4) % 4]!);
    return { row: Math.floor(cell / 4), column: cell % 4, tile, turns, edges };
  });
  type Cell = (typeof cells)[number];
  const grid = (write: (cell: Cell) => string, between = ' '): string =>
    [0, 1, 2, 3].map((row) => cells.filter((cell) => cell.row === row).map(write).join(between)).join('\n'); // oxfmt-ignore

  test.each<[string, string]>([
    ['compass letters before the tiles', grid(({ tile, turns }) => `${'NESW'[turns]!}${tile + 1}`)],
    [
      'a table of places and labels',
      `row,col,tile,top,right,bottom,left\n${cells.map(({ row, column, tile, edges }) => [row, column, tile, ...edges].join(',')).join('\n')}`,
    ],
    [
      'places and labels in JSON',
      JSON.stringify(cells.map(({ row, column, edges }) => ({ row, col: column, edges }))),
    ],
    [
      'a table of HTML with arrows',
      `<table>\n${grid(({ tile, turns }) => `<td>${tile + 1} ${'↑→↓←'[turns]!}</td>`, '').replaceAll(/^.*$/gm, '<tr>$&</tr>')}\n</table>`,
    ],
    [
      'a table of Markdown with compass letters',
      `| | 1 | 2 | 3 | 4 |\n|-|-|-|-|-|\n${grid(({ tile, turns }) => `${tile + 1}${'NESW'[turns]!}`, ' | ').replaceAll(/^.*$/gm, '| 1 | $& |')}`,
    ],
    ['degrees with a letter in brackets', grid(({ tile, turns }) => `${tile + 1}(R${90 * turns})`, '\t')],
    [
      'a table with titles',
      `tile,y,x,rotation\n${cells.map(({ row, column, tile, turns }) => [tile, row, column, turns].join(',')).join('\n')}`,
    ],
  ])('%s', (_, text) => {
    const { board, doubt } = readBoardAs(framed, text);
    expect(doubt).toBeNull();
    expect(scoreOf(framed, board)).toMatchObject({ placed: 16, matched: 24, rimOk: true });
  });
});

describe('texts that are not puzzles', () => {
  test.each([
    ['a list of items', '- 2 milk\n- 1 bread\n- 6 eggs\n- 500 g flour\n'],
    [
      'a sudoku',
      '..53.....\n8......2.\n.7..1.5..\n4....53..\n.1..7...6\n..32...8.\n.6.5....9\n..4....3.\n.....97..\n',
    ],
    ['a sudoku', '530070000600195000098000060800060003400803001700020006060000280000419005000080079'],
    ['answers to questions', '1. A\n2. C\n3. B\n4. D\n5. A\n'],
    ['a table', 'Mon 12 18 30 5\nTue 13 19 40 6\nWed 11 17 20 4\nThu 10 15 80 9\n'],
    ['a table', 'Name,Round 1,Round 2,Round 3,Round 4\nAnn,12,15,9,20\nBob,11,14,18,7\nCy,20,19,3,8\n'],
    ['a program', 'int main(void) {\n    int a[4] = {1, 2, 3, 4};\n    return a[0];\n}\n'],
    ['phone numbers', 'Ann 555-1234\nBob 555-9876\nCarl 555-4567\n'],
    ['a chess game', '[Event "Casual"]\n[Site "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'],
    ['a grid of symbols', '.#..#....\n..#.....\n....#..#\n.#......\n...#..#.\n'],
    ['a grid of letters', 'HELLOXQZ\nAPPLEWRT\nPEARSUVW\nGRAPEKLM\n'],
    ['a timetable', 'Station 6:10 6:40 7:10\nMarket 6:15 6:45 7:15\nPark 6:22 6:52 7:22\n'],
    ['times', '0610 0640 0710 0740\n0615 0645 0715 0745\n0622 0652 0722 0752\n0630 0700 0730 0800\n'],
    ['XML', '<?xml version="1.0"?><gpx version="1.1"><trk><trkpt lat="47.1" lon="8.5"/></trk></gpx>'],
    ['a bibliography entry', '@article{k84,\n  title={Programming},\n  year={1984}\n}\n'],
    ['a matrix', '1 2 3 4\n2 4 6 8\n3 6 9 12\n4 8 12 16\n'],
    ['a map of symbols', '. . . . . . .\n. . . X . . .\n. . O X . . .\n. X O O X . .\n'],
    ['playing cards', 'AS KH QD JC\n10S 9H 8D 7C\n6S 5H 4D 3C\n'],
    [
      'subtitles',
      '1\n00:00:01,000 --> 00:00:04,000\nHello there.\n\n2\n00:00:05,000 --> 00:00:08,000\nGoodbye.\n',
    ],
    ['a Dockerfile, a Makefile or a list of settings', 'FROM node:20\nWORKDIR /app\nCOPY . .\nRUN npm ci\n'],
    ['music for guitar', 'e|---0---2---3---|\nB|---1---3---0---|\nG|---0---2---0---|\n'],
  ])('%s: %j', (kind, text) => {
    expect(() => readPuzzle(text)).toThrow(`found ${kind}`);
  });

  test.each([
    [
      'an array of numbers',
      'static const float m[4][4] = {\n  {1, 0, 0, 0},\n  {0, 1, 0, 0},\n  {0, 0, 1, 0},\n  {0, 0, 0, 1}\n};\n',
      '2 × 2',
    ],
    [
      'lists of neighbours',
      '0: 1 2 3\n1: 0 2 4\n2: 0 1 3\n3: 0 2 4\n4: 1 3 5\n5: 4 6 7\n',
      'hexagon of side 1',
    ],
    [
      'a league table',
      'Team W D L Pts\nReds 4 2 0 14\nBlues 3 2 1 11\nGreens 2 2 2 8\nWhites 0 2 4 2\n',
      '2 × 2',
    ],
    [
      'settings of a package',
      '[package]\nname = "tiles"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nrand = "0.8"\nserde = "1.0"\n',
      'triangle of side 2',
    ],
    [
      'three words of equal length',
      '# Solver of a tile puzzle\nrender\nSome more words about this puzzle, on a line.\nreturn\nAnd a last line.\nstones\n',
      'a triangle of 3 hexagons',
    ],
    [
      'names of files',
      'env/\nbuild/\ndist/\n*.py[cod]\n.eggs/\nlib64/\nparts/\nvar/\nsdist/\n*.so\n.cache\n.coverage\n*.spec\npip-log.txt\n.Python\n*.log\n',
      'honeycomb of side 2',
    ],
    ['a grid of letters', 'EERHTN\nVLEUWE\nLXENOT\nEIEVIF\nWSEVEN\nTOOTWO\n', 'a triangle of 6 hexagons'],
  ])('%s could be tiles, so Edgewise asks', (_, text, board) => {
    const [question] = readPuzzle(text).questions;
    expect(question?.text).toBe('These rows could be tiles, or some other table. Are they tiles?');
    expect(question!.choices.map(({ title }) => title)).toEqual([`yes, ${board}`]);
    expect(readPuzzle(text, question!.choices[0]!.options).questions).toEqual([]);
  });

  test.each([
    '2x2\nfor Ann:\nA B C D\nB C D A\nC C A B\nD A B B',
    'My tiles\nA B C D\nB C D A\nC C A B\nD A B B',
    'A B C D\nB C D A\nC C A B\nD A B B',
    'ABCD\nBCDA\nCCAB\nDABB',
    'ABCDEF\nBDCFEA\nCCABFE',
    'tiles:\n= + # *\n+ # * =\n# # = *\n* = + +',
    'red blue pink red\nblue red pink pink\nred pink blue red\npink red blue blue',
    '1: 1 2 3 4\n2: 1 3 2 4\n3: 4 4 1 2\n4: 3 2 1 1',
    '0011 0012 0112 0221\n0021 0102 0121 0212\n1002 1021 1122 2012\n0022 1120 1222 2211',
  ])('a size, a word about tiles, or rows of labels alone are enough to read a puzzle: %j', (text) => {
    expect(readPuzzle(text).questions).toEqual([]);
  });

  test.each([
    ['a matrix', 'A = [1 2 3; 4 5 6; 7 8 9]\ndisp(A)', 'a matrix or a list'],
    [
      'the numbers of cells',
      'Eternity II, the cells in a spiral:\n0 1 2 3\n11 12 13 4\n10 15 14 5\n9 8 7 6\n',
      'the cells of an edge-matching puzzle',
    ],
    [
      'a magic square',
      'print(det([[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]))',
      'a magic square',
    ],
    [
      'a knight’s tour',
      'path =\n1 20 9 14 3\n10 15 2 19 24\n21 8 23 4 13\n16 11 6 25 18\n7 22 17 12 5',
      'a knight’s tour',
    ],
    ['named queens', 'queens = [8, 0, 3, 1, 6, 4, 2, 7, 5]', 'queens on a chessboard'],
    ['a round trip', 'tour: 0 3 5 2 1 4', 'another list of numbers'],
    ['pegs of Hanoi', "; Hanoi\n(make-state '(1 2 3 4 5) '() '())", 'the Towers of Hanoi'],
    ['a table of letters', 'A B C D\nE F G H\nI J K L\nM N O P', 'a matrix or a list'],
    [
      'a matrix in an exercise',
      'Find the determinant of the matrix\n\n1 2 3\n4 5 6\n7 8 0\n\nand its inverse. It is\n\n-16/9 8/9 -1/9\n14/9 -7/9 2/9',
      'a matrix or a list',
    ],
    [
      'a list among words',
      'Results by lane.\nHeat 1\n3 1 4 2 5 8 7 6 0\nThe second heat was slower.\nHeat 2\n2 1 4 3 5 8 7 6 0',
      'a matrix or a list',
    ],
    [
      'a box of a sudoku',
      'This box of the sudoku is fine.\n\n5 3 4\n6 7 2\n1 9 8\n\nThis one isn’t.\n\n1 3 4\n6 1 2\n5 9 8',
      'a sudoku',
    ],
    ['a keypad', 'The keypad:\n1 2 3\n4 5 6\n7 8 9\nStart at 5.\nULL', 'the keys of a keypad'],
    [
      'a tic-tac-toe board',
      'Tic-tac-toe. The cells are numbered.\n\n0 1 2\n3 4 5\n6 7 8\n\nEnter the number of a cell.',
      'a tic-tac-toe board',
    ],
  ])('%s could be a position, so Edgewise asks', (_, text, doubt) => {
    const [question] = readPuzzle(text).questions;
    expect(question?.text).toBe(`These numbers could be ${doubt}. Are they a sliding puzzle?`);
    expect(readPuzzle(text, question!.choices[0]!.options).questions).toEqual([]);
  });

  test.each([
    ['the goal itself, with the highest number as the empty space', '1 2 3\n4 5 6\n7 8 9'],
    ['the goal itself, after its size', '3\n1 2 3\n4 5 6\n7 8 9'],
    ['the goal itself, on one line', '1 2 3 4 5 6 7 8 9'],
    ['a magic square without a word', '16 3 2 13\n5 10 11 8\n9 6 7 12\n4 15 14 1'],
    ['six numbers on a line', '0 3 5 2 1 4'],
    ['six numbers with a sign for the empty space', '4 1 2 5 x 3'],
    ['the goal itself', '1 2 3\n4 5 6\n7 8 0'],
    ['two rows on a line, with a title', 'sliding puzzle: 4 1 2 5 0 3'],
    ['a position', '8 1 3\n4 9 2\n7 6 5'],
  ])('%s is surely a position', (_, text) => {
    const { puzzle, questions } = readPuzzle(text, { name: 'some file' });
    expect(puzzle.kind).toBe('sliding');
    expect(questions).toEqual([]);
  });
});

test('the last row is a tile even if one of its words is unlike the other labels', () => {
  const tiles =
    'rot blau gelb braun\nblau rot gruen rot\ngelb gelb blau rot\nrot rot gruen blau\ngruen gruen gelb rot\nblau gelb rot blau\nrot gruen blau gruen\ngruen blau rot blau\ngelb rot gruen silbern';
  expect((readPuzzle(`Karten:\n${tiles}\nEnde`).puzzle as EdgePuzzle).tiles).toHaveLength(9);
});
