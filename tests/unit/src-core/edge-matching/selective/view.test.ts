/** Searches small puzzles from every direction and compares the solutions with those of the engine `exact`. */
import { expect, test } from 'vitest';
import { modelOf, shownBy } from '../../../../../src-core/edge-matching/selective/model.ts';
import { pricesOf } from '../../../../../src-core/edge-matching/selective/prices.ts';
import { NO_THRESHOLD } from '../../../../../src-core/edge-matching/selective/thresholds.ts';
import { viewOf, type Direction } from '../../../../../src-core/edge-matching/selective/view.ts';
import { ReferenceWalk } from '../../../../../src-core/edge-matching/selective/walk.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { jobOf, runThrough } from '../exact/drive.ts';
import { column, directions, framedPuzzle } from './framed-puzzles.ts';

/** Returns a walk without thresholds, and a function that returns its board as a board of the puzzle. */
function unlimited(puzzle: EdgePuzzle, direction: Direction) {
  const view = viewOf(puzzle, direction);
  const model = modelOf(view, puzzle.turns === 'rotate');
  const thresholds = new Int32Array(model.cells).fill(NO_THRESHOLD);
  const walk = new ReferenceWalk({ model, prices: pricesOf(model), thresholds, firstKind: null });
  const board = (): PartialBoard => {
    const { tiles, shown } = shownBy(model, walk.board());
    return view.board(tiles, shown);
  };
  return { walk, board, cells: model.cells };
}

function solutionsFrom(puzzle: EdgePuzzle, direction: Direction): PartialBoard[] {
  const { walk, board, cells } = unlimited(puzzle, direction);
  const solutions: PartialBoard[] = [];
  while (!walk.finished) {
    walk.run(1e6);
    if (walk.depth === cells) solutions.push(board());
  }
  return solutions;
}

/** Returns how the boards look, sorted. */
function looksOf(puzzle: EdgePuzzle, boards: readonly PartialBoard[]): string[] {
  const { shared } = appearanceOf(puzzle);
  return boards.map((board) => board.map((code) => shared[code]!).join(' ')).sort();
}

function compareWithExact(puzzle: EdgePuzzle): number {
  const { boards } = runThrough(jobOf(puzzle, { identical: 'merge', symmetry: 'all' }));
  const expected = [...new Set(looksOf(puzzle, boards))];
  for (const direction of directions) {
    const found = solutionsFrom(puzzle, direction);
    for (const board of found) expect(scoreOf(puzzle, board).solved).toBe(true);
    expect(looksOf(puzzle, found)).toEqual(expected);
  }
  return expected.length;
}

test.each([
  { width: 2, height: 2 },
  { width: 3, height: 3 },
  { width: 4, height: 3 },
  { width: 2, height: 5 },
  { width: 4, height: 4 },
])('on $width × $height, each direction finds every look of a solution once', ({ width, height }) => {
  let solutions = 0;
  for (let seed = 0; seed < 24; seed++) {
    const turns = seed % 4 === 3 ? 'fixed' : 'rotate';
    const plain = seed % 2 === 1 && width * height < 16;
    solutions += compareWithExact(framedPuzzle({ width, height, seed, turns, plain, hints: seed % 3 }));
  }
  expect(solutions).toBeGreaterThan(24);
});

test.each([1, 2, 5])('on 1 × %i, each direction finds every look of a solution once', (height) => {
  expect(compareWithExact(column(height))).toBeGreaterThan(0);
});

test('a partial board keeps the rules and matches all edges between its tiles', () => {
  for (const direction of directions) {
    const puzzle = framedPuzzle({ width: 5, height: 4, seed: 1 });
    const { walk, board } = unlimited(puzzle, direction);
    for (let slice = 0; slice < 50 && !walk.finished; slice++) {
      walk.run(7);
      const placed = walk.depth;
      const { width } = viewOf(puzzle, direction);
      const across = placed - Math.ceil(placed / width);
      const down = Math.max(0, placed - width);
      expect(scoreOf(puzzle, board())).toMatchObject({
        placed,
        matched: across + down,
        duplicates: 0,
        illegal: 0,
        rimOk: true,
      });
    }
  }
});
