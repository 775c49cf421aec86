/**
 * Chooses a new starting position for a beam: follows a solution for some moves, then makes a few random moves. A
 * narrow beam from there finds solutions that a beam from the start doesn't find.
 *
 * After a while, all positions that a beam keeps descend from a single one of its early positions. So many narrow beams
 * from different positions find more solutions than one wide beam.
 */
import type { Random } from '../../random.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** A position on or near a solution. */
export interface Departure {
  readonly position: Position;
  /** moves that lead from the solution's first position to this one */
  readonly tiles: readonly number[];
}

/**
 * Maximum fraction of a solution's moves to follow. It is multiplied by the square of a random number from 0 to 1, so
 * the fraction is usually much smaller.
 */
const MAX_FOLLOWED_FRACTION = 0.6;
const MAX_RANDOM_MOVES = 8;

/**
 * Follows a solution from `origin` for a random number of moves, then makes a few random moves. In a backward search,
 * `origin` is the goal and the solution is reversed.
 */
export function leave(
  size: BoardSize,
  origin: Position,
  solution: readonly number[],
  chance: Random,
): Departure {
  const followed = Math.floor(solution.length * MAX_FOLLOWED_FRACTION * chance.fraction() ** 2);
  const tiles = solution.slice(0, followed);
  let position = tiles.reduce<Position>((at, tile) => slide(size, at, tile), origin);
  for (let moves = 1 + chance.below(MAX_RANDOM_MOVES); moves > 0; moves--) {
    const movable = movableTiles(size, position).filter((tile) => tile !== tiles.at(-1));
    const tile = movable[chance.below(movable.length)]!;
    position = slide(size, position, tile);
    tiles.push(tile);
  }
  return { position, tiles };
}
