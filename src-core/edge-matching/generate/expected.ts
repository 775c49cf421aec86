import { boardOf } from '../../puzzle/board.ts';
import { isAlongFrame, shapeOf, suggestedLabels } from './generate.ts';
import type { RecipeShape } from '../../run/recipe.ts';

/** What chance alone lets expect of a random puzzle of a recipe. */
export interface Expectation {
  readonly frameLabels: number;
  readonly innerLabels: number;
  /** solutions besides the one it is cut from, up to turning the board */
  readonly solutions: number;
  /** tiles placed by a row-by-row search for all solutions, up to turning the board */
  readonly nodes: number;
}

/**
 * Solutions and search effort to expect, as if labels were dealt out evenly and at random: the number of
 * ways to deal k tiles to the first k cells, times the chance that all edges among them match. Its nodes
 * agree with counted trees to a small factor (Owen's framed 5 × 5 and 6 × 6: within 3); single puzzles vary.
 */
export function expectationOf(recipe: RecipeShape): Expectation {
  const { family } = recipe;
  const suggested = suggestedLabels(recipe);
  const frameLabels = family === 'framed' ? (recipe.frameLabels ?? suggested.frame) : 0;
  const innerLabels = recipe.innerLabels ?? suggested.inner;
  const board = boardOf(shapeOf(recipe));
  const turns = recipe.turns === 'fixed' ? 1 : board.sides * (recipe.turns === 'flip' ? 2 : 1);
  // In logarithms: the ways to lay the first tiles of a large board are more than a number holds.
  const chanceOf = {
    frame: -Math.log(Math.max(1, frameLabels)),
    inner: -Math.log(Math.max(1, innerLabels * (family === 'scramble' ? 2 : 1))),
  };

  // Tiles left by the number of rim sides they need; all alike where there is no frame.
  const rimSides = (cell: number): number =>
    family === 'framed'
      ? board.across.subarray(cell * board.sides, (cell + 1) * board.sides).filter((side) => side < 0).length
      : 0;
  const left = new Map<number, number>();
  for (let cell = 0; cell < board.cells; cell++)
    left.set(rimSides(cell), (left.get(rimSides(cell)) ?? 0) + 1);

  const symmetries = board.symmetries.filter(
    ({ mirrored, turn }) => !mirrored && (recipe.turns !== 'fixed' || turn.every((by) => by === 0)),
  ).length;
  let ways = -Math.log(symmetries);
  let nodes = 0;
  for (let cell = 0; cell < board.cells; cell++) {
    const kind = rimSides(cell);
    ways += Math.log(left.get(kind)! * (kind === 0 ? turns : 1));
    left.set(kind, left.get(kind)! - 1);
    for (let side = 0; side < board.sides; side++) {
      const other = board.across[cell * board.sides + side]!;
      if (other < 0 || other > cell * board.sides + side) continue;
      const along = family === 'framed' && isAlongFrame(board, cell * board.sides + side, other);
      ways += along ? chanceOf.frame : chanceOf.inner;
    }
    nodes += Math.exp(ways);
  }
  const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);
  return { frameLabels, innerLabels, solutions: finite(Math.exp(ways)), nodes: finite(nodes) };
}
