/** What is shown at a step of the search: the board with the tile being tried, and the decision in words. */
import { DecisionKind, type Decision } from '../../src-core/decisions.ts';
import { boardOfScene, type Scene } from '../../src-core/edge-matching/steps/transcript.ts';
import { boardOf } from '../../src-core/puzzle/board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Stepping } from '../../src-core/run/engine-facts.ts';
import { sentence } from './words.ts';

export interface Moment {
  /** the board with the tile being tried, even if that tile is then refused */
  readonly tried: readonly number[];
  /** the cell of the latest decision; null before the first one */
  readonly marked: ReadonlySet<number> | null;
  readonly words: string;
}

interface Engine {
  readonly counts: Stepping['counts'];
  /** whether the engine rules out candidates before it tries the remaining ones */
  readonly narrows: boolean;
}

/** The kinds of decisions that leave no tile on the cell: a tile was taken back, or the cell is a dead end. */
const TILE_REMOVING_KINDS: ReadonlySet<number> = new Set([DecisionKind.takenBack, DecisionKind.deadEnd]);

export function momentOf(
  puzzle: EdgePuzzle,
  scene: Scene,
  decision: Decision | null,
  { counts, narrows }: Engine,
): Moment {
  // When a decision reports a solution, the last tile isn't on the board yet.
  const board =
    decision?.[0] === DecisionKind.solution
      ? scene.lastSolution!
      : boardOfScene(scene, boardOf(puzzle.board).cells);
  if (!decision) return { tried: board, marked: null, words: 'Nothing placed yet.' };
  const [kind, cell, code] = decision;
  const tried = TILE_REMOVING_KINDS.has(kind) ? board : board.with(cell, code);
  return { tried, marked: new Set([cell]), words: sentence(puzzle, board, decision, counts, narrows) };
}
