/**
 * Leaving a solution means following some of its moves and then making a few random ones. From there, a narrow beam
 * finds solutions that a beam from the start does not find. All positions that a beam keeps soon descend from one
 * position near its start. So many narrow beams with new starts find more solutions than one wide beam.
 */
import type { Random } from '../../random.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** A position on or near a solution. */
export interface Departure {
  readonly position: Position;
  /** tiles to move from `origin` (where the solution starts) to this position */
  readonly tiles: readonly number[];
}

/**
 * Maximum share of a solution to follow. The share is proportional to the square of a random number, so it is usually
 * much smaller.
 */
const DEEPEST = 0.6;
const MAX_RANDOM_MOVES = 8;

/**
 * Follows a solution from `origin` for a random number of moves, then leaves it with a few random moves. For a backward
 * search, pass the solution's tiles in reverse order, and the goal as `origin`.
 */
export function leave(
  size: BoardSize,
  origin: Position,
  solution: readonly number[],
  chance: Random,
): Departure {
  const followed = Math.floor(solution.length * DEEPEST * chance.fraction() ** 2);
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
