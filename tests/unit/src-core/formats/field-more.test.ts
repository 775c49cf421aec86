/**
 * The same few puzzles in many notations: from courses (COS 226, TU Dresden, Advent of Code), contests (Al
 * Zimmermann), solvers (EternityII.xml), forums (groups.io/eternity2, Reddit) and emails. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard } from '../../../../src-core/formats/write.ts';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import { EMPTY, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { shownLabels } from '../../../../src-core/puzzle/score.ts';
import { goalNameOf } from '../../../../src-core/puzzle/sliding-goal.ts';
import { edgePuzzle } from '../../support/data.ts';

const { puzzle: framed, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 3 });
const rows = framed.tiles.map(({ edges }) => [...edges]);
const frame = framed.rim.kind === 'colour' ? framed.rim.colour : -1;

/** Returns the parts of a puzzle that every notation must preserve: everything except the names of labels. */
function pattern({ tiles, rim, mating, turns, board }: EdgePuzzle): string {
  const names = new Map<number, number>();
  const name = (label: number): number => {
    if (!names.has(label)) names.set(label, names.size);
    return names.get(label)!;
  };
  const edges = tiles.map((tile) => tile.edges.map(name));
  const { cells } = boardOf(board);
  return JSON.stringify([edges, rim.kind === 'colour' ? name(rim.colour) : rim.kind, mating, turns, cells]);
}

const letters = 'qwertyuiopas';
const join = (separator: string, name: (label: number) => string = String): string =>
  rows.map((row) => row.map(name).join(separator)).join('\n');
const asFrame = (word: string) => (label: number) => (label === frame ? word : String(label));

describe('a framed puzzle of 16 tiles', () => {
  test.each<[string, string]>([
    ['semicolons', join(';')],
    ['tabs', join('\t')],
    ['slashes', join('/', (label) => `c${label}`)],
    ['frame 65535', join(' ', asFrame('65535'))],
    ['frame -1', join(' ', asFrame('-1'))],
    ['frame grey', join(' ', (label) => (label === frame ? 'grey' : letters[label]!))],
    ['frame #X', join(',', asFrame('X'))],
    ['joined letters', join('', (label) => letters[label]!)],
    ['two letters joined', join('', (label) => `${letters[label]!}${letters[11 - label]!}`)],
    ['numbered with a colon', rows.map((row, i) => `${i + 1}: ${row.join(' ')}`).join('\n')],
    ['numbered with a bracket', rows.map((row, i) => `${i}) ${row.join(', ')}`).join('\n')],
    ['numbered in a column', rows.map((row, i) => `${i + 1},${row.join(',')}`).join('\n')],
    ['width and height', `4 4\n${join(' ')}`],
    ['number of tiles', `16\n${join(' ')}`],
    ['size = 4x4', `size = 4x4\n${join(' ')}`],
    ['a mail', `Hello all,\nhere is the puzzle that I wrote about:\n\n${join(' ')}\n\nBest regards,\nPeter`],
    ['four per line', [0, 4, 8, 12].map((at) => rows.slice(at, at + 4).map((row) => row.join(' ')).join('   ')).join('\n')],
    ['one number per line under a size', `4 4\n${rows.flat().join('\n')}`],
    ['lists of JSON', JSON.stringify(rows)],
    ['JSON with pieces', JSON.stringify({ rows: 4, cols: 4, pieces: rows })],
    ['JSON with N, E, S, W', JSON.stringify({ n: 4, tiles: rows.map(([N, E, S, W]) => ({ N, E, S, W })) })],
    ['JSON with other orders of keys', JSON.stringify({ n: 4, m: 4, data: rows.map(([top, right, bottom, left], id) => ({ id, left, bottom, right, top })) })],
    ['JSON with edges', JSON.stringify({ size: 4, items: rows.map((edges, id) => ({ id, edges })) })],
    ['a table with another header', `id,north,west,south,east\n${rows.map(([n, e, s, w], i) => [i, n, w, s, e].join(',')).join('\n')}`],
    ['an array literal', `tiles = [\n${rows.map((row) => `    (${row.join(', ')}),`).join('\n')}\n]`],
    ['braces of C', `{\n${rows.map((row) => `  {${row.join(',')}},`).join('\n')}\n}`],
    ['an INI file', `[puzzle]\nwidth=4\nheight=4\n\n${rows.map(([n, e, s, w], i) => `[tile${i}]\nnorth=${n}\neast=${e}\nsouth=${s}\nwest=${w}\n`).join('\n')}`],
  ])('%s', (_, text) => {
    const reading = readPuzzle(text);
    expect(reading.questions).toEqual([]);
    expect(pattern(reading.puzzle as EdgePuzzle)).toBe(pattern(framed));
  }); // oxfmt-ignore
});

const { puzzle: scramble } = generate({ family: 'scramble', width: 3, height: 3, seed: 5 });
const halves = (name: (symbol: number, half: number) => string, separator = ' '): string =>
  scramble.tiles
    .map(({ edges }) => edges.map((label) => name(label >> 1, label & 1)).join(separator))
    .join('\n');

describe('nine tiles of halves', () => {
  test.each<[string, string]>([
    ['plus and minus', halves((symbol, half) => `${'ABCDEFG'[symbol]!}${half ? '+' : '-'}`)],
    ['signs before numbers', halves((symbol, half) => `${half ? '+' : '-'}${symbol + 1}`)],
    ['heads and tails', halves((symbol, half) => `${['fish', 'cat', 'dog', 'owl', 'ant', 'bee'][symbol]!}-${half ? 'head' : 'tail'}`, ', ')],
    ['upper and lower case', halves((symbol, half) => 'abcdefg'[symbol]![half ? 'toUpperCase' : 'toLowerCase']())],
    ['a list of pairs', `pairs: 1=7 2=8 3=9 4=10 5=11 6=12\n${halves((symbol, half) => String(symbol + 1 + 6 * half))}`],
  ])('%s', (_, text) => {
    const { puzzle, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ mating: 'opposite', rim: { kind: 'free' }, board: { width: 3, height: 3 } });
    const read = puzzle as EdgePuzzle;
    const names = new Map<number, number>();
    scramble.tiles.forEach(({ edges }, tile) =>
      edges.forEach((label, side) => {
        const own = read.tiles[tile]!.edges[side]!;
        expect(names.get(label >> 1) ?? own >> 1).toBe(own >> 1);
        names.set(label >> 1, own >> 1);
      }),
    );
  }); // oxfmt-ignore
});

describe('sliding puzzles', () => {
  test.each<[string, string, string]>([
    ['joined digits', '812043765', '8 1 2 0 4 3 7 6 5'],
    ['nested lists', '[[8,1,2],[0,4,3],[7,6,5]]', '8 1 2 0 4 3 7 6 5'],
    ['an empty field', '8,1,2\n,4,3\n7,6,5', '8 1 2 0 4 3 7 6 5'],
    ['one number per line', '8\n1\n2\n0\n4\n3\n7\n6\n5', '8 1 2 0 4 3 7 6 5'],
    ['an x', '8 1 2\nx 4 3\n7 6 5', '8 1 2 0 4 3 7 6 5'],
    ['9 is the empty space', '8 1 2\n9 4 3\n7 6 5', '8 1 2 0 4 3 7 6 5'],
    ['size and all on one line', '3 3\n8 1 2 0 4 3 7 6 5', '8 1 2 0 4 3 7 6 5'],
  ])('%s', (_, text, start) => {
    const { puzzle } = readPuzzle(text);
    expect(puzzle).toMatchObject({
      kind: 'sliding',
      width: 3,
      height: 3,
      start: start.split(' ').map(Number),
    });
  });

  test('a goal by name, by numbers and in the head', () => {
    const text = '3 1 2\n0 4 5\n6 7 8';
    const goal = (options: object, head = ''): string => {
      const { puzzle } = readPuzzle(head + text, options);
      return puzzle.kind === 'sliding' ? goalNameOf(puzzle) : '';
    };
    expect(goal({ goal: 'snail' })).toBe('snail');
    expect(goal({}, '# goal: blank-first\n')).toBe('blank-first');
    expect(goal({ goal: [3, 1, 2, 0, 4, 5, 6, 7, 8] })).toBe('custom');
  });
});

test('reads two puzzles if there are two sizes', () => {
  const one = `4 4\n${join(' ')}`;
  expect(readPuzzles(`${one}\n\n${one}`)).toHaveLength(2);
});

test('pictures of squares: mirrored borders are matching halves', () => {
  const picture = (number: number, art: string): string => `Tile ${number}:\n${art}\n`;
  const art = [
    '##..\n#..#\n..##\n.#.#',
    '#...\n....\n...#\n.###',
    '.#..\n#..#\n##..\n#.#.',
    '..##\n.#..\n....\n#...',
  ];
  const { puzzle, format } = readPuzzle(art.map((each, i) => picture(i + 11, each)).join('\n'));
  expect(format).toBe('pictures');
  expect(puzzle).toMatchObject({ mating: 'opposite', turns: 'flip', board: { width: 2, height: 2 } });
});

describe('boards', () => {
  const cells = Array.from(solution, (code) => ({ tile: tileOf(code), turns: rotationOf(code) }));
  const shown = shownLabels(framed, solution);
  const label = (cell: number): string =>
    Array.from(shown.subarray(4 * cell, 4 * cell + 4), (each) => letters[each]!).join('');
  test.each<[string, string]>([
    ['tile/turns from 0', cells.map(({ tile, turns }) => `${tile}/${turns}`).join(' ')],
    ['counter-clockwise', cells.map(({ tile, turns }) => `${tile + 1}/${(4 - turns) % 4}`).join(' ')],
    ['compass', cells.map(({ tile, turns }) => `${tile}${'NESW'[turns]!}`).join(':')],
    ['degrees', cells.map(({ tile, turns }) => `${tile + 1} ${90 * turns}`).join('\n')],
    ['a place, a tile and turns', cells.map(({ tile, turns }, cell) => `${Math.floor(cell / 4)},${cell % 4} ${tile} ${turns}`).join('\n')],
    ['letters of the cells', cells.map((_, cell) => label(cell)).join('')],
    ['words of the cells', cells.map((_, cell) => Array.from(label(cell)).join(' ')).join('\n')],
    ['our own drawing', writeBoard(framed, solution, 'ascii')],
    ['JSON with x and y', JSON.stringify(cells.map(({ tile, turns }, cell) => ({ x: cell % 4, y: Math.floor(cell / 4), id: tile, rot: turns })))],
  ])('%s', (_, text) => {
    const read = readBoardAs(framed, text);
    expect(read.doubt).toBeNull();
    expect(Array.from(read.board)).toEqual(Array.from(solution));
  }); // oxfmt-ignore

  test('a board of another puzzle gets a warning', () => {
    const mixed = cells.map((_, cell) => `${((cell * 7) % 16) + 1}/${cell % 4}`).join(' ');
    expect(readBoardAs(framed, mixed).doubt).not.toBeNull();
    expect(solution).not.toContain(EMPTY);
  });
});

test('a frame of zeros that fits no rim is a colour', () => {
  const rows = Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? '0 1 0 2' : '1 0 2 0'));
  expect(edgePuzzle(`3 3\n${rows.join('\n')}`).rim).toEqual({ kind: 'free' });
});
