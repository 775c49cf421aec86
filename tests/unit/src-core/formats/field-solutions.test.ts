/**
 * Boards in the notations of solvers in public repositories. Earlier versions of Edgewise refused or misread these
 * notations. The puzzles and boards are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { bucas } from '../../../../src-core/formats/bucas.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { EMPTY, rotationOf, tileOf, type PartialBoard } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 31 });
const cells = Array.from(solution, (code) => ({ tile: tileOf(code), turns: rotationOf(code) }));
/** The labels of each cell, clockwise from the top. */
const shown = cells.map(({ tile, turns }) =>
  [0, 1, 2, 3].map((side) => puzzle.tiles[tile]!.edges[(side - turns + 4) % 4]!),
);
const inRows = (write: (cell: number) => string, between: string, upwards = false): string => {
  const rows = [0, 4, 8, 12].map((from) => [0, 1, 2, 3].map((column) => write(from + column)).join(between));
  return (upwards ? rows.toReversed() : rows).join('\n');
};

function expectSolution(text: string, title: RegExp, of: EdgePuzzle = puzzle): void {
  const { board, readAs, doubt } = readBoardAs(of, text);
  expect(doubt).toBeNull();
  expect(readAs).toMatch(title);
  const { matched, edges } = scoreOf(of, board);
  expect(matched).toBe(edges);
}

describe('a solved board of 16 tiles', () => {
  test('a score and a size above labels, with rows from the bottom', () => {
    const lines = inRows(
      (cell) => {
        const [n, e, s, w] = shown[cell]!;
        return `${n} ${s} ${w} ${e} `;
      },
      '\n',
      true,
    );
    expectSolution(`0\n4\n${lines}`, /row by row, from the bottom row up/);
  });

  test('crosses in boxes of their own', () => {
    const lines = [0, 4, 8, 12].map((from) =>
      [
        (at: number) => `|  ${shown[at]![0]}  |`,
        (at: number) => `|${shown[at]![3]}   ${shown[at]![1]}|`,
        (at: number) => `|  ${shown[at]![2]}  |`,
      ]
        .map((line) => [0, 1, 2, 3].map((column) => line(from + column)).join(' '))
        .join('\n'),
    );
    expectSolution(`Solution provided by minisat:\n\n${lines.join('\n\n')}\n`, /the labels of each cell/);
  });

  test('cells with dashes between them, one of them empty', () => {
    const lines = inRows((cell) => (cell === 5 ? 'X' : `${cells[cell]!.tile}(${cells[cell]!.turns})`), '-');
    const { board, doubt } = readBoardAs(puzzle, lines);
    expect(doubt).toBeNull();
    expect(board).toEqual(solution.map((code, cell) => (cell === 5 ? EMPTY : code)));
  });

  test('joined compass letters, a board per line', () => {
    const line = cells.map(({ tile, turns }) => `${tile + 1}${'NESW'[turns]!}`).join('');
    const worse = cells.map(({ tile }) => `${tile + 1}N`).join('');
    expectSolution(`${worse}\n${line}\n`, /the best of 2 boards/);
  });

  test('a list of tile and turns per line, in the output of a console', () => {
    const list = (turn: number): string =>
      `[${cells.map(({ tile, turns }) => `[${tile}, ${(turns + turn) % 4}]`).join(', ')}]`;
    const none = `[${cells.map(({ tile }) => `[${tile}, 0]`).join(', ')}]`;
    expectSolution(
      `[1] pry(main)> Solver.results\n=> [${none},\n ${list(0)}]\n[2] pry(main)> exit\n`,
      /the best of 2 boards/,
    );
  });

  test('a log with a link for each board', () => {
    const link = (board: PartialBoard): string => bucas.writeBoard!(puzzle, board);
    const half = solution.map((code, cell) => (cell < 8 ? code : EMPTY));
    expectSolution(
      `2026-07-05 19:54 score=10 ${link(half)}\n2026-07-05 19:55 score=24 ${link(solution)}\n`,
      /the best of 2 boards/,
    );
  });

  test('a link with other letters for the labels', () => {
    const letters = shown.flatMap((labels) => labels.map((label) => 'akcmgqbtwo'[label]!)).join('');
    expectSolution(
      `https://e2.bucas.name/#puzzle=Own&board_w=4&board_h=4&board_edges=${letters}`,
      /the labels of each cell/,
    );
  });

  test('tiles named by their labels, in XML', () => {
    const names = puzzle.tiles.map(({ edges }) => edges.map((label) => 'XABCDEFGH'[label]!).join(''));
    const { puzzle: named } = readPuzzle(names.join('\n'));
    const placed = cells.map(({ tile, turns }) => `${names[tile]!};${turns}`);
    const xml = `<root><boards><currentBoard>${placed.slice(0, 3).join(' ')}</currentBoard><recordBoard>${placed.join(' ')}</recordBoard></boards></root>`;
    expectSolution(xml, /clockwise turns/, named as EdgePuzzle);
  });
});

test('a board of tiles that may not be rotated, whose edges have another order than assumed', () => {
  // The file lists each tile's left, top, right and bottom edge. These are read as top, right, bottom and left.
  const file = ['8594', '9159', '6966', '7461', '6834', '1190', '9604', '0482', '5918'];
  const { puzzle: fixed } = readPuzzle(`3 3\n${file.map((tile) => Array.from(tile).join(' ')).join('\n')}`);
  const rows = ['8594 9159 5918', '7461 6966 6834', '1190 9604 0482'].map((row) =>
    row
      .split(' ')
      .map((tile) => `[ ${Array.from(tile).join(' ')} ]`)
      .join(' '),
  );
  expectSolution(
    `Temps d'execution: 0.00000080s\n\n=====\nSolution:\n${rows.join('\n')}\n=====\n`,
    /the board rotated/,
    fixed as EdgePuzzle,
  );
});
