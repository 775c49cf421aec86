import { openBoardOf } from '../../../src-core/puzzle/open-board.ts';
import { looksOf } from '../../../src-core/puzzle/looks.ts';
import { EMPTY, emptyBoard } from '../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { brokenRimSides, mismatchedEdges, scoreOf } from '../../../src-core/puzzle/score.ts';
import { canonicalKey, distinctKey } from '../../../src-core/puzzle/symmetry.ts';

/** Every solution, by trying every tile every way in every cell and asking the puzzle model. */
export function solveByForce(puzzle: EdgePuzzle) {
  const { board, openCells } = openBoardOf(puzzle);
  const { own } = looksOf(puzzle);
  const ways = [...new Set(own)].filter((code) => code !== EMPTY);
  const solutions: string[] = [];
  const unique = new Set<string>();
  const distinct = new Set<string>();
  const at = emptyBoard(board.cells);
  const fill = (i: number): void => {
    if (i === openCells.length) {
      if (!scoreOf(puzzle, at).solved) return;
      solutions.push(at.join(' '));
      unique.add(canonicalKey(puzzle, at));
      distinct.add(distinctKey(puzzle, at));
      return;
    }
    const cell = openCells[i]!;
    for (const code of ways) {
      if (at.some((other) => other !== EMPTY && other >> 4 === code >> 4)) continue;
      at[cell] = code;
      if (mismatchedEdges(puzzle, at).length === 0 && brokenRimSides(puzzle, at).length === 0) fill(i + 1);
      at[cell] = EMPTY;
    }
  };
  fill(0);
  return { solutions: solutions.sort(), unique: unique.size, distinct: distinct.size };
}
