/** Makes the names of exported files from the puzzle, the score and the run. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';

/**
 * Returns the file name for a board that a run shows, without extension, such as "Eternity II 463 of 480 run 12". The
 * board needn't be saved in the library.
 */
export function boardFileName(
  puzzleName: string,
  puzzle: EdgePuzzle,
  board: PartialBoard,
  runId: number,
): string {
  const { solved, matched, edges } = scoreOf(puzzle, board);
  return `${puzzleName} ${solved ? 'solved' : `${matched} of ${edges}`} run ${runId}`;
}

type Named = Pick<SavedBoard, 'id' | 'puzzleName' | 'solved' | 'matched' | 'edges'> & {
  readonly runs: readonly { readonly runId: number }[];
};

/**
 * Returns the file name for a saved board, without extension, such as "Eternity II 463 of 480 run 12 board 7". Omits
 * "run 12" if no run found the board.
 */
export function fileName({ id, puzzleName, solved, matched, edges, runs }: Named): string {
  const score = solved ? 'solved' : `${matched} of ${edges}`;
  const [first] = runs;
  return `${puzzleName} ${score} ${first ? `run ${first.runId} ` : ''}board ${id}`;
}
