import { boardOf, type Board } from '../../puzzle/board.ts';
import { isAlongFrame, shapeOf, suggestedLabels } from './generate.ts';
import type { RecipeShape } from '../../run/recipe.ts';

export interface Expectation {
  readonly frameLabels: number;
  readonly innerLabels: number;
  /** expected number of solutions besides the intended one; all rotations of a board count as one solution */
  readonly solutions: number;
  /** expected number of nodes in a row-by-row search for all solutions; all rotations of a board count as one node */
  readonly nodes: number;
}

/**
 * Returns the expected number of solutions and nodes if labels are distributed evenly and independently. The number of
 * nodes with k tiles is the number of ways to place k tiles, times the probability that all their edges match. For
 * Owen's framed 5 × 5 and 6 × 6 puzzles, `nodes` is within a factor of 3 of the true number.
 */
export function expectationOf(recipe: RecipeShape): Expectation {
  const { family } = recipe;
  const suggested = suggestedLabels(recipe);
  const frameLabels = family === 'framed' ? (recipe.frameLabels ?? suggested.frame) : 0;
  const innerLabels = recipe.innerLabels ?? suggested.inner;
  const board = boardOf(shapeOf(recipe));
  const turns = orientationCount(board, recipe.turns);
  // logarithms, because a large board can be filled in more ways than a double can represent
  const chanceOf = {
    frame: -Math.log(Math.max(1, frameLabels)),
    inner: -Math.log(Math.max(1, innerLabels * (family === 'scramble' ? 2 : 1))),
  };

  // Here, the *kind* of a tile or cell is its number of rim sides. Without a frame, it is always 0.
  const rimSides = (cell: number): number =>
    family === 'framed'
      ? board.across.subarray(cell * board.sides, (cell + 1) * board.sides).filter((side) => side < 0).length
      : 0;
  const left = new Map<number, number>();
  for (let cell = 0; cell < board.cells; cell++)
    left.set(rimSides(cell), (left.get(rimSides(cell)) ?? 0) + 1);

  let ways = -Math.log(symmetryCount(board, recipe.turns === 'fixed'));
  let nodes = 0;
  for (let cell = 0; cell < board.cells; cell++) {
    const kind = rimSides(cell);
    ways += Math.log(left.get(kind)! * (kind === 0 ? turns : 1));
    left.set(kind, left.get(kind)! - 1);
    for (let side = cell * board.sides; side < (cell + 1) * board.sides; side++) {
      const other = board.across[side]!;
      if (other < 0 || other > side) continue;
      ways += family === 'framed' && isAlongFrame(board, side, other) ? chanceOf.frame : chanceOf.inner;
    }
    nodes += Math.exp(ways);
  }
  return { frameLabels, innerLabels, solutions: finite(Math.exp(ways)), nodes: finite(nodes) };
}

const orientationCount = (board: Board, turns: RecipeShape['turns']): number =>
  turns === 'fixed' ? 1 : board.sides * (turns === 'flip' ? 2 : 1);

const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);

/**
 * Returns the number of symmetries of the board, not counting reflections. If tiles can't be rotated, symmetries that
 * rotate a tile don't count either.
 */
const symmetryCount = (board: Board, isFixed: boolean): number =>
  board.symmetries.filter(({ mirrored, turn }) => !mirrored && (!isFixed || turn.every((by) => by === 0)))
    .length;
