import { openBoardOf } from '../../src-core/puzzle/open-board.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { distinctKey } from '../../src-core/puzzle/symmetry.ts';
import type { Scorer } from './figures.ts';
import { knownClass, knownScore } from './known-board.ts';
import { shortKey, shortKeyOf } from './short-keys.ts';

/**
 * Returns a scorer for a puzzle's boards. For sliding puzzles, which have no score, all numbers except the number of
 * cells are 0.
 */
export function scorerOf(puzzle: Puzzle): Scorer {
  if (puzzle.kind === 'sliding') {
    return {
      sizes: { edges: 0, cells: puzzle.width * puzzle.height, hints: 0 },
      measure: () => ({ matched: 0, placed: 0, hintsKept: 0 }),
      classOf: (board) => ({ unique: shortKey(board.join()), distinct: shortKey(board.join()) }),
    };
  }
  const { edges, openCells } = openBoardOf(puzzle);
  return {
    sizes: { edges: edges.length / 2, cells: openCells.length, hints: puzzle.hints.length },
    measure: (board) => knownScore(puzzle, board),
    classOf: (board) => ({
      unique: shortKeyOf(knownClass(puzzle, board).key),
      distinct: shortKey(distinctKey(puzzle, board)),
    }),
  };
}
