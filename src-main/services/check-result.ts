import type { Finding } from '../../src-core/engine.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle, Puzzle, SlidingPuzzle } from '../../src-core/puzzle/puzzle.ts';
import { boardFault } from '../../src-core/puzzle/score.ts';
import { sha256 } from '../hashing.ts';
import { knownClass, knownScore } from '../solver-process/known-board.ts';
import type { NewSavedBoard } from '../store/saved-boards.ts';

/** A verified board or path, ready to store. */
export type Checked = Omit<NewSavedBoard, 'puzzleId' | 'runId'>;

/** Scores a board again from the tiles alone and returns it in canonical form. Throws if the board breaks a rule. */
export function checkBoard(puzzle: EdgePuzzle, board: PartialBoard): Checked {
  const score = knownScore(puzzle, board);
  const fault = boardFault(score, 'improved');
  if (fault !== null) throw new Error(fault);
  const { canonical, key } = knownClass(puzzle, board);
  const { placed, cells, matched, edges, hintsKept, hints, solved } = score;
  return {
    key,
    board: canonical,
    path: null,
    solved,
    matched,
    edges,
    placed,
    cells,
    hintsKept,
    hints,
  };
}

/**
 * Checks a path by making its moves and returns it as a result. `solved` says whether the path reaches the goal.
 * Throws at the first impossible move.
 */
export function checkPath(puzzle: SlidingPuzzle, path: readonly number[]): Checked {
  const { width, height } = puzzle;
  const state = [...puzzle.start];
  path.forEach((tile, move) => {
    const from = state.indexOf(tile);
    const empty = state.indexOf(0);
    const rows = Math.abs(Math.floor(from / width) - Math.floor(empty / width));
    const columns = Math.abs((from % width) - (empty % width));
    if (tile === 0 || from < 0 || rows + columns !== 1) {
      throw new Error(`move ${move + 1} slides tile ${tile}, which is not beside the empty space`);
    }
    state[empty] = tile;
    state[from] = 0;
  });
  const last = width * height - 1;
  const goal = (cell: number): number | undefined => {
    if (typeof puzzle.goal !== 'string') return puzzle.goal[cell];
    return puzzle.goal === 'blank-first' ? cell : cell === last ? 0 : cell + 1;
  };
  // Compare what the tiles show: tiles that show the same number are interchangeable.
  const shown = (tile: number | undefined): number | undefined => puzzle.shown?.[tile ?? -1] ?? tile;
  return {
    key: sha256(path.join(' ')),
    board: null,
    path,
    solved: state.every((tile, cell) => shown(tile) === shown(goal(cell))),
    matched: 0,
    edges: 0,
    placed: 0,
    cells: width * height,
    hintsKept: 0,
    hints: 0,
  };
}

/**
 * Verifies a result with independent code. Throws an error that blames the engine if the result is not what the engine
 * claims.
 */
export function verifyResult(puzzle: Puzzle, finding: Finding): void {
  const fault = faultOf(puzzle, finding);
  if (fault !== null) throw new Error(`engine error: ${fault}`);
}

function faultOf(puzzle: Puzzle, finding: Finding): string | null {
  if (finding.type === 'path') {
    if (puzzle.kind !== 'sliding')
      return 'found moves, but the solution of an edge-matching puzzle is a board';
    try {
      return checkPath(puzzle, finding.moves).solved ? null : 'the moves do not end at the goal';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  if (puzzle.kind !== 'edge-matching')
    return 'found a board, but the solution of a sliding puzzle is a list of moves';
  return boardFault(knownScore(puzzle, finding.board), finding.type);
}
