/**
 * Files with several lists, which are parts of one puzzle, several puzzles, or a puzzle and its solution. Each test
 * fails without the rule that tells these cases apart. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { FormatError } from '../../../../src-core/formats/format-error.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';

type Rows = readonly (readonly number[])[];

const tilesOf = (side: number, seed: number): Rows =>
  generate({ family: 'framed', width: side, height: side, seed }).puzzle.tiles.map(({ edges }) => [...edges]);
const [three, four, five, six] = [tilesOf(3, 8), tilesOf(4, 31), tilesOf(5, 3), tilesOf(6, 3)];
const zeros = (row: readonly number[]): number => row.filter((label) => label === 0).length;
/** The corner, border and inner tiles, in this order. */
const partsOf = (rows: Rows): [Rows, Rows, Rows] => {
  const [corners, border, inner] = [2, 1, 0].map((count) => rows.filter((row) => zeros(row) === count));
  return [corners!, border!, inner!];
};
const list = (rows: Rows): string => `[${rows.map((row) => `[${row.join(', ')}]`).join(', ')}]`;
const lines = (rows: Rows): string => rows.map((row) => row.join(' ')).join('\n');
const letters = (row: readonly number[]): string => row.map((label) => 'XABCDEFGHIJ'[label]).join('');
const numbered = (rows: Rows, from = 1): Record<string, string> =>
  Object.fromEntries(rows.map((row, i) => [String(i + from), letters(row)]));

/** Expects the text to be read as framed puzzles with these tiles, in any order, without questions. */
function expectFramed(text: string, ...puzzles: readonly Rows[]): void {
  const found = readPuzzles(text);
  expect(found.flatMap(({ questions }) => questions)).toEqual([]);
  expect(found).toHaveLength(puzzles.length);
  for (const [i, rows] of puzzles.entries()) {
    const { puzzle } = found[i]!;
    const side = Math.sqrt(rows.length);
    expect(puzzle).toMatchObject({ board: { width: side, height: side }, rim: { kind: 'colour' } });
    if (puzzle.kind !== 'edge-matching') continue;
    const names = (edges: readonly number[]): string =>
      edges.map((label) => puzzle.labels[label]!.name).join(' ');
    const isNumbers = /^[\d ]+$/.test(names(puzzle.tiles[0]!.edges));
    const wanted = rows.map((row) => (isNumbers ? row.join(' ') : Array.from(letters(row)).join(' ')));
    expect(puzzle.tiles.map(({ edges }) => names(edges)).sort()).toEqual(wanted.sort());
  }
}

describe('the corner, border and inner tiles of one puzzle', () => {
  test.each([
    ['3 × 3', three],
    ['4 × 4', four],
    ['6 × 6, each part of which has a square number of tiles', six],
  ])('are separate constants: %s', (_, rows) => {
    const [corners, border, inner] = partsOf(rows);
    expectFramed(
      `corner_tiles = ${list(corners)}\nborder_tiles = ${list(border)}\ninner_tiles = ${list(inner)}\n`,
      rows,
    );
    expectFramed(
      `const cornerPieces = ${list(corners)};\nconst edgePieces = ${list(border)};\nconst centrePieces = ${list(inner)};\n`,
      rows,
    );
  });

  test.each([['4 × 4', four], ['6 × 6', six]])('are lists in JSON: %s', (_, rows) => {
    const [corners, border, inner] = partsOf(rows);
    const parts = { corners, border, inner };
    expectFramed(JSON.stringify(parts), rows);
    expectFramed(JSON.stringify({ size: Math.sqrt(rows.length), pieces: parts }), rows);
  }); // oxfmt-ignore

  test('are numbered on from part to part in JSON', () => {
    const [corners, border, inner] = partsOf(four);
    const parts = { first: numbered(corners), second: numbered(border, 5), third: numbered(inner, 13) };
    expectFramed(JSON.stringify(parts), four);
    expectFramed(JSON.stringify({ pieces: parts }), four);
  });

  test('are numbered from 1 in each part in JSON', () => {
    const [corners, border, inner] = partsOf(four);
    const parts = { corners: numbered(corners), borders: numbered(border), inner: numbered(inner) };
    expectFramed(JSON.stringify(parts), four);
  });

  test('are texts of their own in a program', () => {
    const [corners, border, inner] = partsOf(six);
    expectFramed(
      `CORNERS = """\n${lines(corners)}\n"""\nBORDER = """\n${lines(border)}\n"""\nINNER = """\n${lines(inner)}\n"""\n`,
      six,
    );
  });

  test.each([
    ['constants', (rows: Rows, name: string) => `tiles_${name} = ${list(rows)}\n`],
    ['texts', (rows: Rows, name: string) => `${name} = """\n${lines(rows)}\n"""\n`],
  ])('lists without a square number of tiles, as %s', (_, write) => {
    expectFramed(write(five.slice(0, 13), 'a') + write(five.slice(13), 'b'), five);
  });

  test('lists of four tiles', () => {
    const parts = [three.slice(0, 4), three.slice(4, 8), three.slice(8)];
    expectFramed(parts.map((rows, i) => `tiles_${i} = ${list(rows)}\n`).join(''), three);
  });
});

describe('several puzzles in JSON', () => {
  test.each([
    ['numbered tiles', numbered],
    ['lists', (rows: Rows) => rows],
  ])('each has its own name: %s', (_, write) => {
    const puzzles = { easy: write(three), hard: write(four) };
    expectFramed(JSON.stringify(puzzles), three, four);
    expectFramed(JSON.stringify({ puzzles }), three, four);
  });
});

test('numbered tiles in JSON, beside a size', () => {
  expectFramed(JSON.stringify({ size: 4, set: numbered(four) }), four);
  const tiles = Object.fromEntries(four.map((edges, i) => [`t${i}`, { id: i, edges }]));
  expectFramed(JSON.stringify({ size: 4, tiles }), four);
});

test('numbered names of different lengths, beside the tiles', () => {
  const players = { 1: 'Ann', 2: 'Carl', 3: 'Bob', 4: 'Dora' };
  expectFramed(JSON.stringify({ players, set: four }), four);
});

test('a comment gives the edge order of the only list of tiles', () => {
  const shifted = four.map(([n, e, s, w]) => [w!, n!, e!, s!]);
  expectFramed(
    `# each tile lists its west, north, east and south edge\npuzzle_tiles = ${list(shifted)}\nsize = 4\n`,
    four,
  );
});

test.each([
  ['settings with words of equal length', { name: 'Test', mode: 'easy', kind: 'loop', user: 'anna' }],
  ['a legend', { size: 3, colours: { 1: 'red', 2: 'blue', 3: 'green', 4: 'white' } }],
])('%s are not tiles', (_, settings) => {
  expect(() => readPuzzle(JSON.stringify(settings))).toThrow(FormatError);
  expect(() => readPuzzle(JSON.stringify({ size: 2, settings }))).toThrow(FormatError);
});

test('a list with the same tiles, turned and in another order, is not another puzzle', () => {
  const turned = four.toReversed().map((row, i) => [...row.slice(i % 4), ...row.slice(0, i % 4)]);
  expectFramed(`tiles = ${list(four)}\nsolved_tiles = ${list(turned)}\nprint(len(tiles))\n`, four);
  expectFramed(
    `easy = ${list(four)}\neasy_done = ${list(turned)}\nhard = ${list(five)}\nputs(easy)\n`,
    four,
    five,
  );
});

describe('lists of six numbers', () => {
  // The seven nuts of Drive Ya Nuts
  const nuts = ['123456', '165432', '146235', '164253', '162453', '143652', '123465'].map((nut) =>
    Array.from(nut, Number),
  );
  const expectNuts = (text: string): void => {
    const { puzzle, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({
      board: { kind: 'honeycomb', side: 2 },
      tiles: nuts.map((edges) => ({ edges })),
    });
  };

  test('nuts and a list of their places', () => {
    expectNuts(`# Drive Ya Nuts\nnuts = ${list(nuts)}\nplaces = (3, 1, 6, 2, 4, 5)\n`);
  });

  test('nuts and a solution with the same nuts', () => {
    const named = nuts.map((nut, i) => `nut${i + 1} = (${nut.join(', ')})`).join('\n');
    expectNuts(`${named}\n\nsolution = ${list(nuts.toReversed())}\n`);
  });

  test('a tile with six different numbers is not a position', () => {
    const tiles = ['125643', '356612', '155145', '255215', '435555', '513651', '112425'].map((tile) =>
      Array.from(tile, Number),
    );
    const rows = tiles.map((tile) => `  {${tile.join(', ')}},`).join('\n');
    const { puzzle, questions } = readPuzzle(`int t[][6] = {\n${rows}\n};`);
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ board: { kind: 'honeycomb', side: 2 }, tiles: { length: 7 } });
  });

  test('a position of 3 × 2 cells and a list of six costs are not hexagons', () => {
    const { puzzle } = readPuzzle('start = [1, 2, 3, 4, 0, 5]\ncosts = [3, 3, 1, 4, 1, 5]\n');
    expect(puzzle).toMatchObject({ kind: 'sliding', start: [1, 2, 3, 4, 0, 5] });
  });

  test('seven positions of 3 × 2 cells are not hexagons', () => {
    const starts = ['123405', '412503', '103425', '123045', '023145', '120453', '413250'];
    const found = readPuzzles(`tests = ${list(starts.map((start) => Array.from(start, Number)))}\n`);
    expect(found.map(({ puzzle }) => puzzle.kind === 'sliding' && puzzle.start.join(''))).toEqual(starts);
  });
});
