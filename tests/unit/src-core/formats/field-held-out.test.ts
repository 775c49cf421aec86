/**
 * Texts written after all readers were finished. At first, half of them were misread or refused. The notations come
 * from GitHub (yfirmy/eternity2-solver, cpcdoy/Tetravex-solver, jwortmann/Eternity2Puzzles.jl), SPOJ (PCPC12C) and
 * courses (NYU CS4613), or are made up. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { EMPTY, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';

const { puzzle: framed, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 11 });
const { puzzle: small } = generate({ family: 'framed', width: 3, height: 3, seed: 5 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const rows = rowsOf(framed);
const lined = (write: (row: readonly number[], i: number) => string, of = rows): string =>
  of.map(write).join('\n');
const plain = (of: readonly (readonly number[])[]): string => of.map((row) => row.join(' ')).join('\n');

/** A TetraVex puzzle of 3 × 3 tiles with one solution. Edges: top, right, bottom, left. */
const tetravex = ['1901', '9185', '5948', '9666', '8346', '4617', '1599', '6049', '4820'];
const other = ['6513', '7908', '7709', '4671', '1177', '5217', '1556', '9045', '8510'];

/** Returns the parts of a puzzle that every notation must preserve. */
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

const fixed = (tiles: readonly string[]): Puzzle =>
  readPuzzle(tiles.map((tile) => Array.from(tile).join(' ')).join('\n'), {
    size: { width: 3, height: 3 },
    turns: 'fixed',
    rim: 'free',
    mating: 'same',
    edgeOrder: 'NESW',
  }).puzzle;

describe('tiles', () => {
  test.each<[string, string]>([
    ['two unused columns', lined((row, i) => `${i + 1} ${row.join(' ')} 0 0`)],
    [
      'an edge per fact',
      rows.flatMap((row, i) => row.map((label, side) => `edge(${i + 1},${side},${label}).`)).join('\n'),
    ],
    [
      'an edge per row',
      rows.flatMap((row, i) => row.map((label, side) => `${i},${side + 1},${label}`)).join('\n'),
    ],
    [
      'arrays of Rust',
      `pub const PIECES: [[u8; 4]; 16] = [\n${lined((row) => `    [${row.join(', ')}],`)}\n];`,
    ],
    [
      'structures of Rust',
      `let tiles = vec![\n${lined(([n, e, s, w]) => `    Tile { top: ${n}, right: ${e}, bottom: ${s}, left: ${w} },`)}\n];`,
    ],
    [
      'objects of Java',
      `Piece[] P = {\n${lined((row, i) => `    new Piece(${i + 1}, ${row.join(', ')})`)}\n};`,
    ],
    ['lists of Kotlin', `val pieces = listOf(\n${lined((row) => `    listOf(${row.join(', ')}),`)}\n)`],
    ['a dictionary of Python', `pieces = {\n${lined((row, i) => `    ${i}: (${row.join(', ')}),`)}\n}`],
    ['a matrix of MiniZinc', `n = 4;\npieces = [| ${rows.map((row) => row.join(', ')).join('\n  | ')} |];`],
    ['SQL', lined((row, i) => `INSERT INTO piece VALUES (${i + 1}, ${row.join(', ')});`)],
    [
      'TOML',
      `width = 4\nheight = 4\n${lined((row, i) => `[[piece]]\nid = ${i}\nedges = [${row.join(', ')}]`)}`,
    ],
    ['YAML', `size: 4\npieces:\n${lined((row) => `  - [${row.join(', ')}]`)}`],
    [
      'Markdown',
      `| # | N | E | S | W |\n|---|---|---|---|---|\n${lined((row, i) => `| ${i} | ${row.join(' | ')} |`)}`,
    ],
    ['a comma after each label', lined((row) => `${row.join(',')},`)],
    ['three numbers first', `4 4 6\n${plain(rows)}`],
  ])('%s', (_, text) => {
    expectRead(text, framed);
  });

  test('digits that are joined, after the number of puzzles', () => {
    expectRead(`1\n${other.join('\n')}\n`, fixed(other));
    expectRead(`2\n${other.join('\n')}\n${tetravex.join('\n')}\n`, fixed(other), fixed(tetravex));
  });

  test('a drawing with slashes and dots', () => {
    const drawn = [0, 3, 6].flatMap((at) => {
      const row = other.slice(at, at + 3);
      return [
        row.map(([n]) => `\\${n}/`).join(''),
        row.map(([, e, , w]) => `${w}.${e}`).join(''),
        row.map(([, , s]) => `/${s}\\`).join(''),
      ];
    });
    expectRead(drawn.join('\n'), fixed(other));
  });

  test('two framed squares whose tiles would form a larger square', () => {
    const text = `Puzzle A (3x3)\n${plain(rowsOf(small))}\nPuzzle B (4x4)\n${plain(rows)}\n`;
    expectRead(text, small, framed);
  });

  test('a count of hints before the tiles is not the number of puzzles', () => {
    expectRead(`2\n5 2 1 0\n7 3 2 1\n${plain(rows)}`, framed);
  });
});

describe('a guess never leads to “no solution”', () => {
  // By chance, four tiles have G on two edges and six have it on one, as if G were the label of a frame.
  const text =
    '4 3\nB B Y B\nY G Y B\nG Y B R\nB G G Y\nB B B G\nB G G B\nG B Y G\nB B R B\nR Y R G\nG R R Y\nY B G Y\nY B G G';

  test('a label that looks like a frame by chance', () => {
    const [question] = readPuzzle(text).questions;
    const rims = question?.choices.map(({ preview }) => preview.kind === 'edge-matching' && preview.rim.kind);
    expect(rims).toEqual(['colour', 'free']);
  });

  test('a frame called X: if the puzzle has no solution, a free rim is tried without asking first', () => {
    const { puzzle, others, questions } = readPuzzle(
      'Xdea\nedXb\nbXee\nbdbX\nXedX\ndcXX\nbeed\nXadX\nadeb\nXcdd\nebea\neXdd\neaeX\nbdee\ndbeX\nbbXX',
    );
    expect(questions).toEqual([]);
    const rims = [puzzle, ...others.map((each) => each.puzzle)].map(
      (each) => each.kind === 'edge-matching' && each.rim.kind,
    );
    expect(rims).toEqual(['colour', 'free']);
  });

  describe('framed tiles without a solution, which have one with a free rim', () => {
    const tiles =
      '0 1 4 2\n4 1 0 2\n2 5 1 0\n2 4 2 0\n2 0 2 3\n5 5 3 1\n3 5 5 4\n2 0 1 3\n0 0 2 4\n5 4 5 3\n0 0 2 1\n0 1 1 0\n4 4 3 3\n2 0 0 1\n5 1 0 1\n0 2 3 1';
    const rimsOf = (text: string, options = {}): unknown[] => {
      const { puzzle, others } = readPuzzle(text, options);
      return [puzzle, ...others.map((each) => each.puzzle)].map((each) =>
        each.kind === 'edge-matching' ? each.rim.kind : each.kind,
      );
    };

    test.each([tiles, `4 4\n${tiles}`])('a guessed frame leads to a question', (text) => {
      expect(rimsOf(text)).toEqual(['colour', 'free']);
      const titles = readPuzzle(text).questions[0]?.choices.map(({ title }) => title);
      expect(titles).toEqual(['framed by 0', 'free rim']);
    });

    test('a frame that the text, an option or the format states is the only reading', () => {
      expect(rimsOf(`# rim: frame:0\n${tiles}`)).toEqual(['colour']);
      expect(rimsOf(tiles, { rim: 'frame:0' })).toEqual(['colour']);
      for (const format of ['edgewise', 'bucas', 'csv', 'json', 'instance']) {
        const { text } = writePuzzle(readPuzzle(tiles, { rim: 'frame:0' }).puzzle, format);
        expect(rimsOf(text), format).toEqual(['colour']);
        expect(readPuzzle(text).questions, format).toEqual([]);
      }
    });
  });

  test('two positions without a title may be a start and its goal', () => {
    const [start, goal] = ['1 2 3 4\n5 6 7 8\n9 10 0 11', '1 2 3 4\n5 6 7 8\n9 0 10 11'] as const;
    const [reading] = readPuzzles(`${start}\n\n${goal}\n`);
    const goals = reading!.questions[0]?.choices.map(
      ({ preview }) => preview.kind === 'sliding' && preview.goal,
    );
    expect(goals).toEqual(['blank-last', [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11]]);
  });
});

describe('boards', () => {
  const cells = Array.from(solution, (code) => [tileOf(code), rotationOf(code)] as const);
  const grid = (write: (tile: number, turns: number) => string, separator = ' '): string =>
    [0, 4, 8, 12]
      .map((at) =>
        cells
          .slice(at, at + 4)
          .map(([tile, turns]) => write(tile, turns))
          .join(separator),
      )
      .join('\n');
  const words = ['up', 'right', 'down', 'left'];

  test.each<[string, string]>([
    [
      'in boxes',
      `+---+---+---+---+\n${grid((t, r) => `${t + 1}${'NESW'[r]!}`, '|').replaceAll(/^|$/gm, '|')}\n+---+---+---+---+`,
    ],
    ['with signs of turns', grid((t, r) => `${t + 1}↻${r}`)],
    ['with signs of numbers and degrees', grid((t, r) => `#${t + 1} (${90 * r}°)`, '  ')],
    ['with words of directions', cells.map(([t, r]) => `tile ${t + 1}: ${words[r]!}`).join('\n')],
    ['one number per cell', grid((t, r) => String(4 * t + r))],
    ['compass letters between $ and ;', `$${cells.map(([t, r]) => `${t + 1}${'NESW'[r]!}:`).join('')};`],
    ['pairs of Rust', `[${cells.map(([t, r]) => `Some((${t}, ${r}))`).join(', ')}]`],
    ['degrees', grid((t, r) => `${t}@${90 * r}`)],
    ['a list of tuples', `[${cells.map(([t, r]) => `(${t}, ${r})`).join(', ')}]`],
    ['anticlockwise turns', grid((t, r) => `${t}/${(4 - r) % 4}`)],
  ])('%s', (_, text) => {
    const { board, doubt } = readBoardAs(framed, text);
    expect(doubt).toBeNull();
    expect(Array.from(board)).toEqual(Array.from(solution));
  });

  test('cells of dashes are empty', () => {
    const text = grid((t, r) => (t < 10 ? `${String(t + 1).padStart(2, '0')}.${r}` : '--.-'));
    const { board } = readBoardAs(framed, text);
    expect(Array.from(board)).toEqual(Array.from(solution, (code) => (tileOf(code) < 10 ? code : EMPTY)));
    expect(scoreOf(framed, board).placed).toBe(10);
  });
});

describe('texts that are not puzzles', () => {
  test.each([
    [
      'a sudoku',
      '5 3 0 | 0 7 0 | 0 0 0\n6 0 0 | 1 9 5 | 0 0 0\n0 9 8 | 0 0 0 | 0 6 0\n------+-------+------\n8 0 0 | 0 6 0 | 0 0 3\n4 0 0 | 8 0 3 | 0 0 1\n7 0 0 | 0 2 0 | 0 0 6\n------+-------+------\n0 6 0 | 0 0 0 | 2 8 0\n0 0 0 | 4 1 9 | 0 0 5\n0 0 0 | 0 8 0 | 0 7 9',
    ],
    [
      'a list of files',
      'drwxr-xr-x 2 a b 4096 Nov 27 02:44 x\n-rw-r--r-- 1 a b 62 Nov 27 02:44 y\n-rw-r--r-- 1 a b 80 Nov 27 02:44 z\n-rw-r--r-- 1 a b 90 Nov 27 02:44 w',
    ],
  ])('%s is named', (name, text) => {
    expect(() => readPuzzle(text)).toThrow(`found ${name}:`);
  });

  test('settings in sections are not called a board', () => {
    expect(() => readPuzzle('[user]\nname=Ann\nemail=ann@example.org\n[core]\neditor=vim\n')).toThrow(
      /^(?!.*a board, not a puzzle)/,
    );
  });
});
