/**
 * Leaving an answer: some of its moves, then a few at random. A narrow beam from there finds other ways than
 * one from the start, and many narrow ones do better than a wide one: a beam's survivors soon all come from
 * one position a few moves from its start, whatever its width, so that another start is worth more.
 */
import type { Random } from '../../random.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** Somewhere on or off an answer. */
export interface Departure {
  readonly position: Position;
  /** tiles moved from `origin` to there */
  readonly tiles: readonly number[];
}

/** The part of an answer that is left behind is at most this share; mostly far less. */
const DEEPEST = 0.6;
const MAX_RANDOM_MOVES = 8;

/** Follows the tiles of an answer from its one end or, given backwards, from its other, and leaves it. */
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
