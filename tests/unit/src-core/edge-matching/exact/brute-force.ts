import fc from 'fast-check';
import type { Board } from '../../../../../src-core/puzzle/board.ts';
import { openBoardOf } from '../../../../../src-core/puzzle/open-board.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import { EMPTY, emptyBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { brokenRimSides, mismatchedEdges, scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { canonicalKey, distinctKey } from '../../../../../src-core/puzzle/symmetry.ts';

/**
 * Sorts the cells so that each touches as many earlier cells as possible. In the board's own order, the first cells of
 * a solid don't touch.
 */
function touchingOrder(board: Board, cells: readonly number[]): number[] {
  const order: number[] = [];
  const touches = (cell: number): number =>
    board.across
      .slice(cell * board.sides, (cell + 1) * board.sides)
      .filter((facing) => facing >= 0 && order.includes(Math.floor(facing / board.sides))).length;
  while (order.length < cells.length) {
    const left = cells.filter((cell) => !order.includes(cell));
    order.push(left.reduce((most, cell) => (touches(cell) > touches(most) ? cell : most)));
  }
  return order;
}

/**
 * Returns every solution, by trying every tile in every orientation in every cell. If that takes 150,000 tries, makes
 * fast-check generate another puzzle.
 */
export function solveByForce(puzzle: EdgePuzzle) {
  const { board, openCells } = openBoardOf(puzzle);
  const order = touchingOrder(board, [...openCells]);
  const { own } = appearanceOf(puzzle);
  const ways = [...new Set(own)].filter((code) => code !== EMPTY);
  const solutions: string[] = [];
  const unique = new Set<string>();
  const distinct = new Set<string>();
  const at = emptyBoard(board.cells);
  let tries = 0;
  const fill = (i: number): void => {
    if (i === order.length) {
      if (!scoreOf(puzzle, at).solved) return;
      solutions.push(at.join(' '));
      unique.add(canonicalKey(puzzle, at));
      distinct.add(distinctKey(puzzle, at));
      return;
    }
    const cell = order[i]!;
    for (const code of ways) {
      if (at.some((other) => other !== EMPTY && other >> 4 === code >> 4)) continue;
      at[cell] = code;
      fc.pre(++tries < 150_000);
      if (mismatchedEdges(puzzle, at).length === 0 && brokenRimSides(puzzle, at).length === 0) fill(i + 1);
      at[cell] = EMPTY;
    }
  };
  fill(0);
  return { solutions: solutions.sort(), unique: unique.size, distinct: distinct.size };
}
