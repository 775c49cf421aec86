/**
 * Boards whose cells are listed in an unusual order, or among other numbers. Each test fails without the rule that
 * reads or rejects the text. The puzzles and boards are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { FormatError } from '../../../../src-core/formats/format-error.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { placementCode, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf, shownLabels } from '../../../../src-core/puzzle/score.ts';

function expectComplete(puzzle: EdgePuzzle, text: string, title: RegExp): void {
  const { board, readAs, doubt } = readBoardAs(puzzle, text);
  expect(doubt).toBeNull();
  expect(readAs).toMatch(title);
  const { matched, edges, rimOk } = scoreOf(puzzle, board);
  expect({ matched, rimOk }).toEqual({ matched: edges, rimOk: true });
}

describe('a list of 12 tile numbers without turns', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 3, seed: 5 });
  const listed = (cellAt: (i: number) => number): string =>
    Array.from(solution, (_, i) => tileOf(solution[cellAt(i)]!) + 1).join(' ');
  test.each<[string, (i: number) => number]>([
    ['column by column', (i) => (i % 3) * 4 + Math.floor(i / 3)],
    ['row by row, from the bottom row up', (i) => (2 - Math.floor(i / 4)) * 4 + (i % 4)],
    ['column by column, each from bottom to top', (i) => (2 - (i % 3)) * 4 + Math.floor(i / 3)],
  ])('is read %s', (title, cellAt) => {
    expectComplete(puzzle, listed(cellAt), new RegExp(title));
  });
});

test('tile numbers in a random order are doubted, even if the best turns match most edges', () => {
  const { puzzle } = generate({ family: 'unframed', width: 6, height: 6, innerLabels: 4, seed: 2 });
  const order = puzzle.tiles.map((_, i) => ((7 * i + 5) % 36) + 1);
  const { board, doubt } = readBoardAs(puzzle, order.join(' '));
  const { matched, edges } = scoreOf(puzzle, board);
  expect(matched / edges).toBeGreaterThan(0.6);
  expect(doubt).toMatch(/match by chance/);
});

describe('tiles that may not be rotated, read with their edges in another order', () => {
  const { puzzle, solution } = generate({
    family: 'unframed',
    width: 4,
    height: 4,
    innerLabels: 10,
    turns: 'fixed',
    seed: 9,
  });
  const grid = [0, 4, 8, 12]
    .map((from) => Array.from(solution.subarray(from, from + 4), (code) => tileOf(code) + 1).join(' '))
    .join('\n');
  test.each([
    ['the board rotated', [3, 0, 1, 2]],
    ['the board rotated', [2, 3, 0, 1]],
    ['the board rotated', [1, 2, 3, 0]],
    ['the board mirrored', [3, 2, 1, 0]],
    ['the board mirrored', [0, 3, 2, 1]],
    ['the board mirrored', [1, 0, 3, 2]],
  ])('%s: sides %j', (title, sides) => {
    const tiles = puzzle.tiles.map(({ edges, ...tile }) => ({
      ...tile,
      edges: sides.map((side) => edges[side]!),
    }));
    expectComplete({ ...puzzle, tiles }, grid, new RegExp(title));
  });
});

describe('a framed puzzle of 16 tiles', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
  const partial = solution.map((code, cell) => (cell % 5 === 2 ? -1 : code));
  const shown = shownLabels(puzzle, solution);
  const labelsAt = (cell: number): number[] => Array.from(shown.subarray(4 * cell, 4 * cell + 4));
  const inRows = (write: (code: number, cell: number) => string, between: string): string =>
    [0, 4, 8, 12]
      .map((from) => [0, 1, 2, 3].map((x) => write(partial[from + x]!, from + x)).join(between))
      .join('\n');
  const cells = Array.from(partial, (code, cell) => ({ code, x: cell % 4, y: Math.floor(cell / 4) })).filter(
    ({ code }) => code !== -1,
  );

  const ruled = (of: ArrayLike<number>, write: (code: number) => string): string => {
    const rule = `\n+${'------+'.repeat(4)}\n`;
    const row = (y: number): string =>
      `|${Array.from(of)
        .slice(4 * y, 4 * y + 4)
        .map(write)
        .join('|')}|`;
    return `${rule.trim()}\n${[0, 1, 2, 3].map(row).join(rule)}${rule}`;
  };

  test.each<[string, string]>([
    ['arrows between tile and turns', inRows((code) => (code === -1 ? '-' : `${tileOf(code) + 1}->${rotationOf(code)}`), ' ')],
    ['arrows between cell and tile', cells.map(({ code, x, y }) => `${4 * y + x} -> ${tileOf(code) + 1}:${rotationOf(code)}`).join('\n')],
    ['arrows between place and tile', cells.map(({ code, x, y }) => `(${y}, ${x}) -> ${tileOf(code) + 1}, ${rotationOf(code)}`).join('\n')],
    ['CSV in quotes with empty cells', inRows((code) => (code === -1 ? '""' : `"${tileOf(code) + 1}/${rotationOf(code)}"`), ';')],
    ['columns in quotes', cells.map(({ code, x, y }) => `"${x}","${y}","${tileOf(code)}","${rotationOf(code)}"`).join('\n')],
    ['cells between rules', ruled(partial, (code) => (code === -1 ? '      ' : ` ${tileOf(code) + 1}/${rotationOf(code)} `))],
  ])('reads %s', (_, text) => {
    const { board, doubt } = readBoardAs(puzzle, text);
    expect(doubt).toBeNull();
    expect(Array.from(board)).toEqual(Array.from(partial));
  }); // oxfmt-ignore

  test('an unfinished board with tiles from 0 and anticlockwise turns is not in our own notation', () => {
    const board = [...solution];
    [board[5], board[10]] = [board[10]!, board[5]!];
    const text = board.map((code) => `${tileOf(code)}:${(4 - rotationOf(code)) % 4}`).join(' ');
    const read = readBoardAs(puzzle, text);
    expect(read).toMatchObject({ doubt: null, readAs: 'tiles numbered from 0, anticlockwise turns' });
    expect([...read.board]).toEqual(board);
  });

  test('pairs between bars and rules', () => {
    const row = (y: number): string =>
      [0, 1, 2, 3].map((x) => solution[4 * y + x]!).map((code) => `${tileOf(code) + 1},${rotationOf(code)}`).join(' | ');
    expectComplete(puzzle, [0, 1, 2, 3].map((y) => `=====+=====\n${row(y)}`).join('\n'), /clockwise turns/);
  }); // oxfmt-ignore

  test('boards behind words, one per line', () => {
    const board = (codes: readonly number[]): string =>
      codes.map((code) => `${tileOf(code) + 1}:${rotationOf(code)}`).join(' ');
    const other = Array.from(solution).toReversed();
    expectComplete(puzzle, `First attempt: ${board(other)},\nLast attempt: ${board([...solution])},\n`, /best of 2 boards/);
  }); // oxfmt-ignore

  test('a board without doubt is preferred to one with more matches and a tile twice', () => {
    const codes = Array.from(solution);
    const twice = codes.with(5, placementCode(tileOf(codes[6]!), 0));
    const good = codes.with(9, codes[10]!).with(10, codes[9]!).with(5, codes[6]!).with(6, codes[5]!);
    const line = (of: readonly number[]): string =>
      `[${of.map((code) => `(${tileOf(code)}, ${rotationOf(code)})`).join(', ')}]`;
    const { board, doubt } = readBoardAs(puzzle, `${line(twice)}\n${line(good)}\n`);
    expect(doubt).toBeNull();
    expect(scoreOf(puzzle, board).duplicates).toBe(0);
  });

  test('lines of counts, most of which are 0, are not a board', () => {
    // Read as a board, each line would have only two tiles, which share at most one edge.
    const inner = puzzle.tiles.flatMap(({ edges }, i) => (edges.includes(0) ? [] : [i + 1]));
    const counts = [5, 6, 9].map((at, i) => Array(16).fill(0).with(at, inner[i]).with(10, inner[3]).join(' '));
    expect(() => readBoardAs(puzzle, `before: ${counts[0]!}\nlater: ${counts[1]!}\nat the end: ${counts[2]!}\n`))
      .toThrow(FormatError);
  }); // oxfmt-ignore

  test('two tiles on the same cell are not a board', () => {
    const line = ({ code, x, y }: (typeof cells)[number]): string =>
      `${x} ${y} ${tileOf(code) + 1} ${rotationOf(code)}`;
    const other = cells.map(({ x, y }, i) => ({ x, y, code: cells[(i + 3) % cells.length]!.code }));
    expect(() => readBoardAs(puzzle, [...cells, ...other].map(line).join('\n'))).toThrow(FormatError);
  });

  test('three cells with other names of labels are too few for a board', () => {
    const shownCells = (count: number): string =>
      Array.from(solution, (_, cell) =>
        cell < count
          ? labelsAt(cell)
              .map((label) => 'pqrstuvw'[label]!)
              .join('')
          : '....',
      ).join('\n');
    expect(() => readBoardAs(puzzle, shownCells(3))).toThrow(FormatError);
    expect(readBoardAs(puzzle, shownCells(12)).doubt).toBeNull();
  });

  test('letters of a link without an address, with empty cells', () => {
    const letters = Array.from(partial, (code, cell) =>
      code === -1 ? 'aaaa' : labelsAt(cell).map((label) => 'aefghijk'[label]!).join(''),
    ).join('');
    const { board, doubt } = readBoardAs(puzzle, `viewer.html#board_w=4&board_h=4&board_edges=${letters}`);
    expect(doubt).toBeNull();
    expect(Array.from(board)).toEqual(Array.from(partial));
  }); // oxfmt-ignore
});
