/**
 * Texts that earlier versions of Edgewise misread or refused: programs with several puzzles, tiles in sentences,
 * legends, punctuation of other scripts, and other kinds of puzzles. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { withAssignedEdges } from '../../../../src-core/formats/recognition/assigned-edges.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const { puzzle: small } = generate({ family: 'framed', width: 3, height: 3, seed: 8 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const lined = (write: (row: readonly number[], i: number) => string, between = '\n', of = framed): string =>
  rowsOf(of).map(write).join(between);
const tuples = (of: EdgePuzzle, brackets = '()'): string =>
  lined((row) => brackets[0]! + row.join(', ') + brackets[1]!, ', ', of);

/** Nine tiles of four colours, labels 0 to 3, without a frame. */
const cards = ['0123', '1230', '0012', '3121', '2203', '1013', '3320', '2131', '0302'].map((tile) =>
  Array.from(tile, Number),
);
const asCards = (
  names: readonly string[],
  between: string,
  line: (card: string, i: number) => string,
): string => cards.map((card, i) => line(card.map((label) => names[label]!).join(between), i)).join('\n');

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

/** Expects the nine cards in order, whatever their labels are called. */
function expectCards(text: string): void {
  const { puzzle, questions } = readPuzzle(text);
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ board: { kind: 'rectangle', width: 3, height: 3 }, mating: 'same' });
  const codes = new Map<number, number>();
  (puzzle as EdgePuzzle).tiles.forEach(({ edges }, i) =>
    edges.forEach((code, side) => {
      const label = cards[i]![side]!;
      codes.set(label, codes.get(label) ?? code);
      expect(code).toBe(codes.get(label));
    }),
  );
  expect(new Set(codes.values()).size).toBe(4);
}

describe('a framed puzzle of 16 tiles', () => {
  test.each<[string, string]>([
    [
      'an array in C, each tile after its number in a comment',
      `static const uint8_t piece[16][4] = {\n${lined((row, i) => `    /* ${i} */ { ${row.map((label) => `0x0${label}`).join(', ')} }`, ',\n')}\n};`,
    ],
    [
      'a data frame with its size on the last line',
      `    north  east  south  west\n${lined((row, i) => `${i}   ${row.join('      ')}`)}\n\n[16 rows x 4 columns]`,
    ],
    [
      'a table of Polars',
      `shape: (16, 4)\n┌─────┬─────┬─────┬─────┐\n│ n   ┆ e   ┆ s   ┆ w   │\n│ --- ┆ --- ┆ --- ┆ --- │\n│ i64 ┆ i64 ┆ i64 ┆ i64 │\n╞═════╪═════╪═════╪═════╡\n${lined((row) => `│ ${row.join('   ┆ ')}   │`)}\n└─────┴─────┴─────┴─────┘`,
    ],
    [
      'maps of Clojure',
      `(def tiles\n  [${lined(([n, e, s, w]) => `{:n ${n} :e ${e} :s ${s} :w ${w}}`, '\n   ')}])`,
    ],
    [
      'initials of the edges in a sentence',
      `The first line has the size, then one tile per line\n(N, E, S, W). For example:\n\n4 4\n${lined((row) => row.join(' '))}\n\nOutput is a list.`,
    ],
    ['quotes of Python', `DATA = """\\\n${lined((row) => row.join(''))}\n"""`],
    ['quotes above the tiles', `"""Solver for 4 x 4 puzzles."""\ntiles = [${tuples(framed)}]`],
    ['a here document', `cat > p.txt <<EOF\n4 4\n${lined((row) => row.join(' '))}\nEOF\n./solve p.txt 8`],
    [
      'a contest with its answer',
      `INPUT\n4\n${lined((row) => row.join(' '))}\nOUTPUT\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16`,
    ],
    ['tiles after a comma in a sentence', `pieces: ${lined((row) => row.join(''), ', ')} thanks`],
    [
      'tiles with dashes in a sentence',
      `Can someone solve this 4x4? ${lined((row) => row.join('-'), '; ')}. 0 = edge of the board.`,
    ],
    ['one copy of each tile', lined((row) => `1 x ${row.join(' ')}`)],
    ['arrows', lined(([n, e, s, w], i) => `${i + 1} ↑${n} →${e} ↓${s} ←${w}`)],
    [
      'names of the edges in Polish',
      lined(([n, e, s, w], i) => `Klocek ${i + 1}: góra ${n}, lewo ${w}, dół ${s}, prawo ${e}`),
    ],
    [
      'tiles and their solution',
      `tiles = [${tuples(framed, '[]')}]\nsolution = [${lined((_, i) => `(${i}, ${i % 4})`, ', ')}]`,
    ],
    [
      'a list for each kind of tile',
      [framed.tiles.slice(0, 4), framed.tiles.slice(4, 12), framed.tiles.slice(12)]
        .map((part, i) => `${['corners', 'borders', 'inner'][i]!} = [${tuples({ ...framed, tiles: part })}]`)
        .join('\n'),
    ],
  ])('%s', (_, text) => {
    expectRead(text, framed);
  });

  test('# as the frame, in quotes of Python', () => {
    const text = `pieces = """\n${lined((row) => row.map((label) => '#ABCDEFG'[label]!).join(''))}\n""".split()`;
    expect(readPuzzle(text).puzzle).toMatchObject({
      board: { width: 4 },
      rim: { kind: 'colour', colour: 0 },
    });
  });
});

describe('a TetraVex puzzle', () => {
  const tiles = ['1901', '9185', '5948', '9666', '8346', '4617', '1599', '6049', '4820'];
  const made = readPuzzle(tiles.map((tile) => Array.from(tile).join(' ')).join('\n'), {
    size: { width: 3, height: 3 },
    turns: 'fixed',
    rim: 'free',
    mating: 'same',
    edgeOrder: 'NESW',
  }).puzzle;
  const ordered = (order: string): string =>
    tiles.map((tile) => Array.from(order, (side) => tile['NESW'.indexOf(side)]).join(' ')).join('\n');

  test.each<[string, string]>([
    ['the order of edges below', `3\n${ordered('WNES')}\n\n(west north east south)`],
    ['the order of edges and a rule below', `3\n${ordered('WNES')}\n\n(west north east south, tiles can't be rotated)`],
    ['the order of edges in Chinese', `每行：上 左 下 右\n${ordered('NWSE')}`],
    ['a rule above', `Pieces must not be turned.\n\n${ordered('NESW')}`],
  ])('%s', (_, text) => {
    expectRead(text, made);
  }); // oxfmt-ignore

  test('a rule makes tiles of letters fixed, too', () => {
    const letters = ordered('NESW').replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!);
    expect(readPuzzle(`Rotation is not allowed.\n\n${letters}`)).toMatchObject({
      questions: [],
      puzzle: { turns: 'fixed' },
    });
    for (const other of ['', 'Tiles may not be turned over.\n\n'])
      expect(readPuzzle(other + letters)).toMatchObject({ puzzle: { turns: 'rotate' } });
  });
});

describe('several puzzles in a program', () => {
  const block = (of: EdgePuzzle, brackets: string): string =>
    lined((row) => `    ${brackets[0]!}${row.join(', ')}${brackets[1]!},`, '\n', of);

  test.each<[string, string]>([
    ['under keys', `PUZZLES = {\n  "small": [${tuples(small)}],\n  "large": [${tuples(framed)}],\n}`],
    ['as constants', `small = [\n${block(small, '()')}\n]\nlarge = [\n${block(framed, '()')}\n]`],
    [
      'as constants with types',
      `const SMALL: [[u8; 4]; 9] = [\n${block(small, '[]')}\n];\n\nconst LARGE: [[u8; 4]; 16] = [\n${block(framed, '[]')}\n];`,
    ],
    [
      'as matrices',
      `A = [${lined((row) => row.join(' '), '; ', small)}]\nB = [${lined((row) => row.join(' '), '; ')}]`,
    ],
    [
      'under the same name in two functions',
      `def test_small():\n    tiles = [${tuples(small, '[]')}]\n    assert solve(tiles, 3)\n\ndef test_large():\n    tiles = [${tuples(framed, '[]')}]\n    assert solve(tiles, 4)`,
    ],
    [
      'in tables of TOML',
      `[puzzle1]\nsize = 3\ntiles = [\n${block(small, '[]')}\n]\n\n[puzzle2]\nsize = 4\ntiles = [\n${block(framed, '[]')}\n]`,
    ],
  ])('%s', (_, text) => {
    expectRead(text, small, framed);
  });

  test('each on a line, its tiles without separators', () => {
    const line = lined((row) => row.join(''), ' ', small);
    expectRead(`# two puzzles\n${line}\n${line}`, small, small);
  });

  test('positions under keys', () => {
    const text = "BOARDS = {\n  'easy': [[1, 2, 3], [4, 5, 6], [0, 7, 8]],\n  'hard': [[8, 6, 7], [2, 5, 4], [3, 0, 1]],\n}";
    expect(readPuzzles(text).map(({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start)).toEqual([
      [1, 2, 3, 4, 5, 6, 0, 7, 8],
      [8, 6, 7, 2, 5, 4, 3, 0, 1],
    ]);
  }); // oxfmt-ignore

  test('a start and its end', () => {
    const text = 'init = [[1, 2, 3], [8, 4, 0], [7, 6, 5]]\nend = [[1, 2, 3], [8, 0, 4], [7, 6, 5]]';
    expect(readPuzzles(text).map(({ puzzle }) => puzzle)).toMatchObject([
      { start: [1, 2, 3, 8, 4, 0, 7, 6, 5], goal: [1, 2, 3, 8, 0, 4, 7, 6, 5] },
    ]);
  });
});

describe('nine cards', () => {
  test.each<[string, string]>([
    ['in Chinese', `拼图：九块\n${asCards(['红', '蓝', '绿', '黄'], '', (card, i) => `${i + 1}、${card}`)}`],
    ['numbered in Chinese', `拼图 九块\n${asCards(['红', '蓝', '绿', '黄'], '', (card, i) => `第${i + 1}块：${card}`)}`],
    ['in Japanese', asCards(['赤', '青', '緑', '黄'], '・', (card) => card)],
    ['in Korean', asCards(['빨강', '파랑', '초록', '노랑'], ', ', (card, i) => `${i + 1}번: ${card}`)],
    ['in Arabic', asCards(['أحمر', 'أزرق', 'أخضر', 'أصفر'], '، ', (card) => card)],
    ['with a legend', `R/G/B/Y = red green blue yellow\n\n${asCards(['R', 'G', 'B', 'Y'], '/', (card) => card)}`],
    ['with a line for each label', `R = red\nG = green\nB = blue\nY = yellow\n\n${asCards(['R', 'G', 'B', 'Y'], ' ', (card) => card)}`],
    ['with a legend below', `${asCards(['R', 'G', 'B', 'Y'], '', (card) => card)}\n\nR = red, G = green, B = blue, Y = yellow`],
  ])('%s', (_, text) => {
    expectCards(text);
  }); // oxfmt-ignore
});

test('a solution in XML on one line', () => {
  const cells = Array.from(
    solution,
    (code, i) =>
      `<cell row="${Math.floor(i / 4)}" col="${i % 4}" tile="${tileOf(code) + 1}" rot="${rotationOf(code)}"/>`,
  );
  expect(readBoardAs(framed, `<solution>${cells.join('')}</solution>`)).toMatchObject({ board: solution });
});

test('a solution as lists with an entry for each tile', () => {
  const cellOf = (tile: number): number => solution.findIndex((code) => tileOf(code) === tile);
  const list = (value: (cell: number) => number): string => framed.tiles.map((__, i) => value(cellOf(i))).join(', ');
  const turns = `rot = [${list((cell) => rotationOf(solution[cell]!))}];\n----------\n==========`;
  for (const places of [
    `pos = [${list((cell) => cell + 1)}];`,
    `row = [${list((cell) => Math.floor(cell / 4) + 1)}];\ncol = [${list((cell) => (cell % 4) + 1)}];`,
  ])
    expect(readBoardAs(framed, `${places}\n${turns}`)).toMatchObject({ board: solution, doubt: null });
}); // oxfmt-ignore

describe('texts that are not puzzles are named', () => {
  test.each([
    ['a minesweeper board', '. 1 * 1\n. 1 1 1\n1 1 . .\n* 1 . .', 'a minesweeper board'],
    ['one of five columns', '1 1 1 0 0\n1 * 1 0 0\n1 1 2 1 1\n0 0 1 * 1\n0 0 1 1 1', 'a minesweeper board'],
    ['mines below their size', '4 4\n*...\n....\n.*..\n....', 'a grid of cells'],
    ['a maze below its size', '5 5\n0 1 0 0 0\n0 1 0 1 0\n0 0 0 1 0\n0 1 1 1 0\n0 0 0 0 0', 'a grid of cells'],
    ['a maze in a program', 'maze = [\n  [1,1,1,1,1],\n  [1,0,0,0,1],\n  [1,1,1,0,1],\n]', 'a different kind of puzzle'],
    ['a nonogram', '10x5 nonogram\nrows: 3 | 1 1 | 5 | 2 2 | 1\ncols: 1 | 3 | 2 1 | 4 | 1', 'a different kind of puzzle'],
  ])('%s', (_, text, kind) => {
    expect(() => readPuzzle(text)).toThrow(kind);
  }); // oxfmt-ignore

  test('numbers that count no mines are tiles', () => {
    expectCards(asCards(['*', '1', '2', '3'], ' ', (card) => card));
  });
});

describe('errors name the right kind', () => {
  test.each([
    ['a missing number', '8-puzzle:\n1 2 3\n4 5\n7 8', 'found 2 numbers; expected 3, as in the first row'],
    ['a number twice', '8-puzzle:\n1 2 3\n4 5 5\n7 8 0', 'found 5 a second time'],
    ['a missing tile', `16 tiles of a 4x4 puzzle\n${rowsOf(framed).slice(1, 14).map((row) => row.join(' ')).join('\n')}`, 'found 13 tiles'],
  ])('%s', (_, text, message) => {
    expect(() => readPuzzle(text)).toThrow(message);
  }); // oxfmt-ignore
});

describe('tiles with halves whose edges are on lines of their own', () => {
  const { puzzle } = generate({ family: 'scramble', width: 3, height: 3, seed: 4 });
  const [symbols, halves] = [
    ['WALLY', 'WANDA', 'WOOF', 'WIZARD'],
    ['HEAD', 'TAIL'],
  ];
  const symbolOf = (label: number): string => symbols[label >> 1]!;
  const halfOf = (label: number): string => halves[label & 1]!;

  function expectScramble(text: string): void {
    const { puzzle: read, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    expect(read).toMatchObject({ mating: 'opposite', board: { kind: 'rectangle', width: 3, height: 3 } });
    const codes = new Map<number, number>();
    const edges = (read as EdgePuzzle).tiles.flatMap((tile) => tile.edges);
    puzzle.tiles
      .flatMap((tile) => tile.edges)
      .forEach((label, i) => {
        codes.set(label, codes.get(label) ?? edges[i]!);
        expect(edges[i]).toBe(codes.get(label));
      });
    for (const [label, code] of codes) if (codes.has(label ^ 1)) expect(codes.get(label ^ 1)).toBe(code ^ 1);
    expect(new Set(codes.values()).size).toBe(codes.size);
  }

  test.each([
    ['Card cards[] = {', '};'],
    ['List<Card> cards = List.of(', ');'],
  ])('a list of calls that begins on the line of its name: %s', (begin, end) => {
    const card = (row: readonly number[]): string =>
      `new Card(${row.map((label) => `new Pic(Pic.${symbolOf(label)},Pic.${halfOf(label)})`).join(',\n        ')})`;
    expectScramble(
      `import java.util.Vector;\n\npublic class Puzzle {\n    // the nine cards\n    public ${begin}${rowsOf(puzzle).map(card).join(',\n      ')}${end}\n\n    public void add(Vector cards, int position) {\n        for (int i = 0; i < cards.size(); i++) {\n            layout[position] = (Card) cards.elementAt(i);\n        }\n    }\n}\n`,
    );
  });

  test('indices of the edges, in the order of a comment', () => {
    const edge = (label: number): string => `${symbolOf(label)}_${halfOf(label)}`;
    const tile = ([n, e, s, w]: readonly number[], i: number): string =>
      [w, n, e, s].map((label, at) => `    tile[${i}].sides[${at}] = ${edge(label!)};\n`).join('') +
      `    turn(tile, ${i});\n`;
    expectScramble(
      `#include "tiles.h"\n\n// sides: left, top, right, bottom\nvoid fill(struct tile *tile)\n{\n${rowsOf(puzzle).map(tile).join('')}}\n`,
    );
  });

  test('edges of different tiles are not joined', () => {
    const lines = [1, 2, 3, 4, 5].flatMap((i) => [
      `tile${i}.left = "A";`,
      `tile${i}.top = "B";`,
      `tile${i}.right = "C";`,
      `tile${i - 1}.bottom = "D";`,
    ]);
    expect(withAssignedEdges(lines)).toBeNull();
  });

  test('variables for the edges, assigned again for each tile', () => {
    const edge = (name: string, label: number): string =>
      `    ${name} = Edge(Half.${halfOf(label)} , Animal.${symbolOf(label)} )\n`;
    const tile = ([n, e, s, w]: readonly number[], i: number): string =>
      `    # Tile ${i + 1}\n${edge('t', n!)}${edge('l', w!)}${edge('r', e!)}${edge('b', s!)}    tile${i + 1} = Square(${i + 1}, 0, t, l, r, b)\n`;
    expectScramble(
      `class Square(object):\n    def __init__(self, number, rotation, top, left, right, bottom):\n        self.top = top\n\ndef puzzle():\n${rowsOf(puzzle).map(tile).join('')}`,
    );
  });
});

describe('labels that a program assigns by index', () => {
  const tiles = [[3, 1, 2, 4], [1, 1, 4, 2], [2, 3, 3, 1], [4, 2, 1, 3], [1, 4, 2, 2], [3, 2, 4, 1], [2, 2, 3, 4], [4, 1, 1, 3], [1, 3, 2, 4]]; // oxfmt-ignore
  const each = (write: (tile: number, side: number, label: number) => string): string =>
    tiles.map((labels, tile) => labels.map((label, side) => write(tile, side, label)).join('\n')).join('\n');
  test.each([
    ['fields', each((i, j, label) => `card[${i}].states[0][${j}] = ${label}`)],
    ['all rotations', [0, 1, 2, 3].map((turn) => each((i, j) => `card[${i}].states[${turn}][${j}] = ${tiles[i]![(j + turn) % 4]!};`)).join('\n')],
    ['statements on one line', each((i, j, label) => `a[${i}][${j}] = ${label};`).replaceAll('\n', ' ')],
    ['parentheses from 1', each((i, j, label) => `a(${i + 1},${j + 1}) = ${label};`)],
    ['separate arrays', each((i, j, label) => `tile${i + 1}[${j}] = ${label}`)],
    ['a function', `void init() {\n${each((i, j, label) => `  p[${i}].e[${j}] = ${label};`)}\n}\n`],
    ['letters', each((i, j, label) => `tiles[${i}].edges[${j}] = '${'?RGBY'[label]!}'`)],
  ])('tiles: %s', (_, text) => {
    const { puzzle, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    const read = puzzle.kind === 'edge-matching' ? puzzle : null;
    const label = (i: number): number => '?RGBY'.indexOf(read!.labels[i]!.name);
    const edges = read?.tiles.map((tile) => tile.edges.map((i) => (/\d/.test(read.labels[i]!.name) ? Number(read.labels[i]!.name) : label(i))));
    expect(edges).toEqual(tiles);
  }); // oxfmt-ignore

  test.each([
    ['rows and columns', (i: number, value: number) => `board[${Math.floor(i / 3)}][${i % 3}] = ${value};`],
    ['one index', (i: number, value: number) => `state[${i}] = ${value}`],
  ])('a position: %s', (_, write) => {
    const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
    expect(readPuzzle(start.map((value, i) => write(i, value)).join('\n')).puzzle).toMatchObject({
      kind: 'sliding',
      start,
    });
  });
});
