/**
 * Leaving an answer: follow some of its moves, then make a few random ones. A narrow beam from there finds
 * other answers than one from the start. Many narrow beams do better than a wide one: the survivors of any
 * beam soon share one ancestor a few moves from its start, so another start is worth more.
 */
import type { Random } from '../../random.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** A position on or near an answer. */
export interface Departure {
  readonly position: Position;
  /** tiles moved from `origin` to this position */
  readonly tiles: readonly number[];
}

/** Maximum share of an answer to follow. Usually it is much smaller. */
const DEEPEST = 0.6;
const MAX_RANDOM_MOVES = 8;

/** Follows the tiles of an answer from one end (from the other if given backwards), then leaves it. */
export function leave(
  size: BoardSize,
  origin: Position,
  answer: readonly number[],
  chance: Random,
): Departure {
  const followed = Math.floor(answer.length * DEEPEST * chance.fraction() ** 2);
  const tiles = answer.slice(0, followed);
  let position = tiles.reduce<Position>((at, tile) => slide(size, at, tile), origin);
  for (let moves = 1 + chance.below(MAX_RANDOM_MOVES); moves > 0; moves--) {
    const movable = movableTiles(size, position).filter((tile) => tile !== tiles.at(-1));
    const tile = movable[chance.below(movable.length)]!;
    position = slide(size, position, tile);
    tiles.push(tile);
  }
  return { position, tiles };
}
