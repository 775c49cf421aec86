/**
 * Texts written like files in public repositories: several lists of tiles in a program, crosses of dashes, groups in
 * JSON, and boards without turns. At first, Edgewise misread or rejected these texts, or asked questions about them.
 * The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { placementCode, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf, shownLabels } from '../../../../src-core/puzzle/score.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const { puzzle: larger } = generate({ family: 'framed', width: 5, height: 5, seed: 32 });
const lists = ({ tiles }: EdgePuzzle): string => tiles.map(({ edges }) => `[${edges.join(',')}]`).join(', ');

/** TetraVex puzzles with one solution each */
const tetravex = ['1901', '9185', '5948', '9666', '8346', '4617', '1599', '6049', '4820'];
const others = ['9691', '5644', '8437', '1394', '9526', '6287', '8152', '3484', '7468'];

describe('several puzzles in a program', () => {
  const expectBoth = (text: string): void => {
    const found = readPuzzles(text);
    expect(found.flatMap(({ questions }) => questions)).toEqual([]);
    expect(found.map(({ puzzle }) => puzzle)).toMatchObject(
      [framed, larger].map(({ tiles, rim, board }) => ({ tiles, rim, board })),
    );
  };

  test('lists whose names begin with the same word, among other lists', () => {
    expectBoth(
      `colours = ['grey', 'red', 'blue']\n\ntiles_4 = [\\\n${lists(framed)}]\n\n` +
        `all_equal_tiles = [\\\n${Array(16).fill('[1,2,0,0]').join(',\n')}]\nblank = [0,0,0,0]\n\ntiles_5 = [\\\n${lists(larger)}]\n`,
    );
  });

  test('examples with the same name in a comment', () => {
    const example = (tiles: readonly string[]): string =>
      `size = 3\ntiles = [\n${tiles.map((tile) => `    [${Array.from(tile).join(',')}]`).join(',\n')}\n]\n`;
    const found = readPuzzles(
      `import random\n\nsize = int(input("Size"))\ntiles = [[random.randint(0, 9) for _ in range(4)] for _ in range(size ** 2)]\n` +
        `"""\nFirst example\n\n${example(tetravex)}\n\nSecond example\n\n${example(others)}"""\nsolve(size, tiles)\n`,
    );
    expect(found.flatMap(({ questions }) => questions)).toEqual([]);
    expect(found.map(({ puzzle }) => puzzle)).toMatchObject(
      [tetravex, others].map((tiles) => ({
        turns: 'fixed',
        tiles: tiles.map((tile) => ({ edges: { length: tile.length } })),
      })),
    );
  });

  test('a text of several lines for each', () => {
    const block = ({ tiles }: EdgePuzzle, width: number): string =>
      tiles
        .map(
          ({ edges }, i) =>
            `${i % width === 0 ? '        ' : ''}${edges.join(' ')},${i % width === width - 1 ? '\n' : ''}`,
        )
        .join('');
    expectBoth(
      `class Converter {\n    static String s4 = """\n${block(framed, 4)}        """;\n    static String s5 = """\n${block(larger, 5)}        """;\n\n` +
        '    void run() {\n        System.out.println(s4.replace("\\n", "").split(","));\n    }\n}\n',
    );
  });
});

test('hexagons in brackets, the first of which stands alone, are no sliding positions', () => {
  // The seven nuts of the puzzle Drive Ya Nuts, in a Prolog program that appends them to a list one by one
  const nuts = '316245 235146 324165 143652 456123 253164 543216'
    .split(' ')
    .map((nut) => Array.from(nut).join(', '));
  const lines = nuts.map(
    (nut, i) => `\tappend(Board${i}, ${i === 0 ? `[${nut}]` : `[[${nut}]]`}, Board${i + 1})`,
  );
  const { puzzle, questions } = readPuzzle(
    `:- use_module(library(clpfd)).\n\npieces(Board0, Board7) :-\n${lines.join(',\n')}.\n\nsolveNuts(Board) :- pieces([], Board).\n`,
  );
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ board: { kind: 'honeycomb', side: 2 }, tiles: { length: 7 } });
});

test('crosses drawn with dashes', () => {
  const row = (tiles: readonly string[]): string =>
    [
      tiles.map(([top]) => `--${top}--`).join(' '),
      tiles.map((tile) => `${tile[3]}---${tile[1]}`).join(' '),
      tiles.map((tile) => `--${tile[2]}--`).join(' '),
    ].join('\n');
  const { puzzle, questions } = readPuzzle([0, 3, 6].map((at) => row(others.slice(at, at + 3))).join('\n\n'));
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ turns: 'fixed', board: { width: 3, height: 3 }, tiles: { length: 9 } });
});

test('a remark after one line of a list of joined labels', () => {
  const cards = ['DcBD', 'dBCb', 'aABd', 'addb', 'DDbc', 'ddBc', 'BacB', 'bdcb', 'BADa'].map(
    (card) => `'${card}'`,
  );
  const { puzzle, questions } = readPuzzle(
    `import sys\n\nCARDS = [\n    ${cards.slice(0, 3).join(', ')},     #Initial  Arrangement\n    ${cards.slice(3, 6).join(',')} ,\n    ${cards.slice(6).join(', ')},\n]\n\nLEFT, TOP, RIGHT, BOTTOM = 0, 1, 2, 3\nLINKS = [\n    ((RIGHT, 1, LEFT), (BOTTOM, 3, TOP)),\n    ((LEFT, 0, RIGHT), (BOTTOM, 4, TOP), (RIGHT, 2, LEFT)),\n]\n\ndef show(board, out):\n    for y in range(15):\n        out.write(''.join(shader(x, y, board) for x in range(15)));\n    if y % 4 == 0:\n        return '-'\n    return ' '\n\nif __name__ == '__main__':\n    main()\n`,
  );
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({ mating: 'opposite', board: { width: 3, height: 3 } });
});

test('groups of numbered tiles in JSON', () => {
  const tiles = larger.tiles.map(({ edges }) => edges.map((label) => 'XABCDEFGHIJ'[label]).join(''));
  const zeros = (tile: string): number => tile.split('X').length - 1;
  const group = (count: number): object =>
    Object.fromEntries(tiles.flatMap((tile, i) => (zeros(tile) === count ? [[String(i + 1), tile]] : [])));
  const { puzzle, questions } = readPuzzle(
    JSON.stringify({ pieces: { corner: group(2), outer: group(1), normal: group(0) } }),
  );
  expect(questions).toEqual([]);
  expect(puzzle).toMatchObject({
    rim: { kind: 'colour' },
    board: { width: 5, height: 5 },
    tiles: { length: 25 },
  });
});

describe('drawn solutions of a card puzzle', () => {
  const { puzzle, solution } = generate({ family: 'scramble', width: 3, height: 3, seed: 6 });
  const shown = shownLabels(puzzle, solution);
  const cards = Array.from(solution, (_, cell) =>
    Array.from(
      shown.subarray(4 * cell, 4 * cell + 4),
      (label) => `${'PQRS'[label >> 1]!}${'HT'[label & 1]!}`,
    ),
  );
  const rule = '-'.repeat(28);
  const drawn = (of: readonly (readonly string[])[]): string =>
    [0, 3, 6]
      .map((from) => of.slice(from, from + 3))
      .map((row) =>
        [
          rule,
          `|${row.map(([top]) => `   ${top!}   `).join('|')}|`,
          `|${row.map((card) => ` ${card[3]!}  ${card[1]!} `).join('|')}|`,
          `|${row.map((card) => `   ${card[2]!}   `).join('|')}|`,
        ].join('\n'),
      )
      .join('\n')
      .concat(`\n${rule}\n`);
  const turned = cards.toReversed().map(([n, e, s, w]) => [s!, w!, n!, e!]);

  test.each([
    ['two', [cards, turned]],
    ['three', [cards, turned, cards]],
  ])('%s solutions have the tiles of one puzzle', (_, solutions) => {
    const text = `Found all solutions\n\n${solutions.map((of, i) => `Solution ${i + 1}:\n${drawn(of)}`).join('\n')}`;
    const [reading, more] = readPuzzles(text);
    expect(more).toBeUndefined();
    expect(reading).toMatchObject({
      questions: [],
      puzzle: { mating: 'opposite', board: { width: 3, height: 3 }, tiles: { length: 9 } },
    });
  });
});

describe('questions', () => {
  test('tiles of four different labels below a size may be rotated', () => {
    // A set of tiles from a course on linear programming (Tsilkow, Edge-Match)
    const tiles = '1235 5462 1534 2165 6234 3425 6541 3162 6345 4123 2541 3165 4612 2356 4163 6321';
    const rows = tiles.split(' ').map((tile) => Array.from(tile).join(' '));
    const { puzzle, questions } = readPuzzle(`4\n${rows.join('\n')}`);
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ turns: 'rotate', board: { width: 4, height: 4 } });
  });

  test('16 tiles with letters in both cases have halves', () => {
    // The 4 × 4 puzzle from a report on Scramble Squares (beckermath, ScrambleSquaresSolver)
    const tiles = 'ABab aBcC dcbc ACdB dBaD BdAc bCDB BbaC BCDd CDbB DbBC dcba Bdba CAcb ABda bADd'.split(
      ' ',
    );
    const { puzzle, questions } = readPuzzle(
      `PIECES = [\n${tiles.map((tile) => `'${tile}'`).join(',\n')}\n]\n`,
    );
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ mating: 'opposite', board: { width: 4, height: 4 } });
  });

  test('a frame with a border tile too many can be kept, and the tile is named', () => {
    const rows = larger.tiles
      .map(({ edges }) => edges.map(String))
      .map((edges) => {
        // Corner and border tiles have all their zeros at the end.
        for (let i = 0; i < 4 && !(edges[3] === '0' && edges[0] !== '0'); i++) edges.unshift(edges.pop()!);
        return edges;
      });
    const inner = rows.findIndex((edges) => !edges.includes('0'));
    rows[inner] = ['1', '0', '2', '3'];
    const [question] = readPuzzle(rows.map((edges) => edges.join(' ')).join('\n')).questions;
    expect(question?.text).toContain(`Tile ${inner + 1} has its 0 on a different edge`);
    expect(question?.choices.map(({ options }) => options)).toEqual([{ rim: 'free' }, { rim: 'frame:0' }]);
  });
});

describe('boards', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 5, seed: 11 });
  const full = scoreOf(puzzle, solution).matched;
  const shown = shownLabels(puzzle, solution);
  const labelsAt = (cell: number): number[] => Array.from(shown.subarray(4 * cell, 4 * cell + 4));
  const rows = <T>(write: (code: number, cell: number) => T): T[][] =>
    [0, 5, 10, 15, 20].map((at) => Array.from({ length: 5 }, (_, x) => write(solution[at + x]!, at + x)));
  const columns = rows((_, cell) => solution[(cell % 5) * 5 + Math.floor(cell / 5)]!);
  const letters = rows((_, cell) =>
    labelsAt(cell)
      .map((label) => 'ZABCDEFGHIJ'[label])
      .join(''),
  );

  test.each<[string, string]>([
    ['a grid of tile numbers', rows((code) => tileOf(code) + 1).map((row) => row.join(' ')).join('\n')],
    ['columns of tile numbers in JSON', JSON.stringify({ x: 4, y: 4, grid: columns.map((row) => row.map((code) => tileOf(code) + 1)) })],
    ['a log with lists of quoted labels', `Trying...\nFound solution: [${Array.from(solution, tileOf).join(', ')}] [${Array.from(solution, (code, cell) => `[[${labelsAt(cell).map((label) => `'${label}'`).join(', ')}], ${rotationOf(code)}]`).join(', ')}]\nFound solution: [1, 2] []\n`],
    ['a block of code in Markdown', `# Solver\n\nThe solution, with letters for colours in N, E, S, W order, is this:\n\n  \`\`\`\n${letters.map((row) => `  ${row.join(' ')}`).join('\n')}\n  \`\`\`\n\nBuild it with make now.\nIt has 5 rows, 5 columns.\n`],
    ['several boards with arrows, drawn between rules', [solution.slice(0, 4), solution].map((own) => `-----+-----\n${rows((code) => `${tileOf(code) + 1}->${rotationOf(code)}`).map((row) => `${own.length < 5 ? row.toReversed().join('|') : row.join('|')}|\n-----+-----\n`).join('')}`).join('\n')],
    ['a table with rows as letters', `Length: 25 (2015-10-27 13:30)\nCell\tPiece\tRotation\tData\n${Array.from(solution, (code, cell) => `${'ABCDE'[Math.floor(cell / 5)]!} ${String((cell % 5) + 1).padStart(2)}\t${tileOf(code) + 1}\t\t${rotationOf(code)}\t\t${letters.flat()[cell]!}`).join('\n')}`],
    ['crosses of dashes under a title', `Tile solver v1\nSolution is:\n\n${rows((_, cell) => labelsAt(cell)).map((row) => [row.map(([top]) => `--${top!}--`).join(' '), row.map((own) => `${own[3]!}---${own[1]!}`).join(' '), row.map((own) => `--${own[2]!}--`).join(' ')].join('\n')).join('\n\n')}\n`],
  ])('%s', (_, text) => {
    const { board, doubt } = readBoardAs(puzzle, text);
    expect(doubt).toBeNull();
    expect(scoreOf(puzzle, board)).toMatchObject({ matched: full, rimOk: true, placed: 25 });
  }); // oxfmt-ignore

  test('a grid of tile numbers in a random order is doubted, whatever the turns', () => {
    const order = Array.from(puzzle.tiles, (_, i) => (7 * i + 5) % 25);
    const { doubt } = readBoardAs(puzzle, order.map((tile) => tile + 1).join(' '));
    expect(doubt).not.toBeNull();
  });

  test('turns are chosen although a tile is in the wrong place', () => {
    const board = solution.slice();
    const [a, b] = [board[6]!, board[18]!];
    [board[6], board[18]] = [placementCode(tileOf(b), 0), placementCode(tileOf(a), 0)];
    const text = Array.from(board, (code) => tileOf(code) + 1).join(' ');
    const { matched } = scoreOf(puzzle, readBoardAs(puzzle, text).board);
    expect(matched).toBeGreaterThanOrEqual(full - 8);
  });
});

test('the reader says that tiles of digits below a size may be rotated, because they could be TetraVex', () => {
  const rows = 'AABC BCAB CABA ABCC'.split(' ').map((tile) => Array.from(tile));
  const shown = (signs: string): boolean =>
    readPuzzle(
      `2 2\n${rows.map((row) => row.map((letter) => signs['ABC'.indexOf(letter)]).join(' ')).join('\n')}`,
    )
      .assumptions.filter(({ usual }) => !usual)
      .some(({ text }) => text === 'tiles may be rotated');
  expect(shown('123')).toBe(true);
  expect(shown('ABC')).toBe(false);
});
