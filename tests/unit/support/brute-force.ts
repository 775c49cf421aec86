import { openBoardOf } from '../../../src-core/puzzle/open-board.ts';
import { orientationsOf } from '../../../src-core/puzzle/appearance.ts';
import {
  EMPTY,
  emptyBoard,
  placementCode,
  type PartialBoard,
} from '../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../src-core/puzzle/score.ts';

/**
 * Returns every solution of a small puzzle (up to about nine cells) by trying every tile in every orientation. Boards
 * are checked only with `scoreOf`.
 */
export function allSolutions(puzzle: EdgePuzzle): PartialBoard[] {
  const { board, openCells, edges } = openBoardOf(puzzle);
  const solutions: PartialBoard[] = [];
  const state = emptyBoard(board.cells);
  const used = new Set<number>();
  // For each open cell, the number of edges between cells up to this one. If these cells are filled without mismatches,
  // all of these edges match.
  const closed = Array.from(openCells, (last) => {
    let count = 0;
    for (let i = 0; i < edges.length; i += 2) {
      if (Math.floor(Math.max(edges[i]!, edges[i + 1]!) / board.sides) <= last) count++;
    }
    return count;
  });
  const place = (depth: number): void => {
    if (depth === openCells.length) {
      if (scoreOf(puzzle, state).solved) solutions.push(state.slice());
      return;
    }
    const cell = openCells[depth]!;
    puzzle.tiles.forEach((tile, number) => {
      if (used.has(number)) return;
      used.add(number);
      for (const { rotation, flipped } of orientationsOf(tile, puzzle.turns)) {
        state[cell] = placementCode(number, rotation, flipped);
        const { matched, rimOk } = scoreOf(puzzle, state);
        if (rimOk && matched === closed[depth]) place(depth + 1);
      }
      state[cell] = EMPTY;
      used.delete(number);
    });
  };
  place(0);
  return solutions;
}
