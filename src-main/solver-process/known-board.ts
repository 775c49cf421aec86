/**
 * Caches facts about boards. On the command line, the solver, the reporters and the library run in one process and
 * need the same facts. Boards must not be modified.
 */
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf, type Score } from '../../src-core/puzzle/score.ts';
import { canonicalBoard } from '../../src-core/puzzle/symmetry.ts';
import { sha256 } from '../hashing.ts';

/** The symmetry class of a board. */
export interface BoardClass {
  readonly canonical: PartialBoard;
  /** SHA-256 of the canonical board */
  readonly key: Buffer;
}

interface Known {
  readonly puzzle: EdgePuzzle;
  score?: Score;
  class?: BoardClass;
}

const boards = new WeakMap<PartialBoard, Known>();

function knownOf(puzzle: EdgePuzzle, board: PartialBoard): Known {
  let known = boards.get(board);
  if (known?.puzzle !== puzzle) boards.set(board, (known = { puzzle }));
  return known;
}

/** Like `scoreOf`, but cached. */
export function knownScore(puzzle: EdgePuzzle, board: PartialBoard): Score {
  const known = knownOf(puzzle, board);
  return (known.score ??= scoreOf(puzzle, board));
}

export function knownClass(puzzle: EdgePuzzle, board: PartialBoard): BoardClass {
  const known = knownOf(puzzle, board);
  return (known.class ??= classOf(puzzle, board));
}

function classOf(puzzle: EdgePuzzle, board: PartialBoard): BoardClass {
  const canonical = canonicalBoard(puzzle, board);
  return { canonical, key: sha256(canonical.join(' ')) };
}
