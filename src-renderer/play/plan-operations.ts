/** Carries out the operations of a plan (swaps and rotations). */
import type { PlayPlan } from '../../src-core/contract/design.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { flippedCode, turnedCode } from './playing.ts';

type Operation = PlayPlan['operations'][number];

export function afterOperations(
  puzzle: EdgePuzzle,
  start: PartialBoard,
  operations: readonly Operation[],
): PartialBoard {
  const board = start.slice();
  for (const { type, cell, other } of operations) {
    const code = board[cell]!;
    if (type === 'rotate') board[cell] = turnedCode(puzzle, code, 1);
    else if (type === 'flip') board[cell] = flippedCode(puzzle, code);
    else if (other !== undefined) {
      board[cell] = board[other]!;
      board[other] = code;
    }
  }
  return board;
}

/** Describes an operation. Cells are numbered from 1. */
export const operationText = ({ type, cell, other }: Operation): string => {
  if (type === 'swap') return `Swap ${cell + 1} and ${(other ?? cell) + 1}`;
  return `${type === 'rotate' ? 'Rotate' : 'Flip'} ${cell + 1}`;
};
