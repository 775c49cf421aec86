/**
 * Chooses the position that a beam searches for. The pattern databases support only goals with the empty space in a
 * corner and without identical tiles. So each identical tile is assigned a goal cell, and different beams try different
 * assignments. If the goal's empty space is not in a corner, the beam's target is a nearby position, a few moves from
 * the goal.
 */
import { goalPosition, hasEqualTiles, shownOn } from '../../puzzle/sliding-goal.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import { random, type Random } from '../../random.ts';
import { distance, positionsAlong, unreachableReason } from '../state.ts';
import { walksToCorners } from './backward.ts';
import type { AnytimeData } from './data.ts';

export interface Target {
  /** the original puzzle with a goal that the databases support */
  readonly puzzle: SlidingPuzzle;
  /** the moves from the goal of `puzzle` to the original goal, as the tiles to move */
  readonly rest: readonly number[];
}

/** Returns the position that a task searches for (see `Target`). The goal of `puzzle` must be reachable. */
export function targetOf(puzzle: SlidingPuzzle, work: AnytimeData['work'], seed: number): Target {
  const distinct = hasEqualTiles(puzzle) ? withAssignedTiles(puzzle, work, seed) : puzzle;
  const walks = walksToCorners(distinct, goalPosition(distinct, distinct.goal));
  const { position, tiles } = walks.reduce((a, b) => (b.tiles.length < a.tiles.length ? b : a));
  return tiles.length === 0
    ? { puzzle: distinct, rest: [] }
    : { puzzle: { ...distinct, goal: position }, rest: tiles.toReversed() };
}

function withAssignedTiles(puzzle: SlidingPuzzle, work: AnytimeData['work'], seed: number): SlidingPuzzle {
  const { shown: _, ...distinct } = puzzle;
  // A backward beam that branches off from a solution must start from the goal that this solution reaches.
  const known = work.type === 'beam' && work.backward !== null ? work.leaving : null;
  if (known) return { ...distinct, goal: positionsAlong(puzzle, puzzle.start, known).at(-1)! };
  return { ...distinct, goal: assigned(puzzle, random(seed, work.type === 'beam' ? work.stream : 0)) };
}

function assigned(puzzle: SlidingPuzzle, chance: Random): number[] {
  const { width, start, shown: _, ...plain } = puzzle;
  const goal = goalPosition(puzzle, puzzle.goal);
  const exchange = (a: number, b: number): void => void ([goal[a], goal[b]] = [goal[b]!, goal[a]!]);
  const pairs = chance.shuffle(
    goal.flatMap((tile, a) =>
      goal.flatMap((other, b) =>
        a < b && tile > 0 && shownOn(puzzle, tile) === shownOn(puzzle, other) ? [[a, b] as const] : [],
      ),
    ),
  );
  for (const [a, b] of pairs) if (chance.below(2) === 1) exchange(a, b);
  const way = (tile: number, cell: number): number => distance(width, start.indexOf(tile), cell);
  const gain = (a: number, b: number): number =>
    way(goal[a]!, a) + way(goal[b]!, b) - way(goal[a]!, b) - way(goal[b]!, a);
  for (let better = true; better;) {
    better = false;
    for (const [a, b] of pairs) {
      if (gain(a, b) <= 0) continue;
      exchange(a, b);
      better = true;
    }
  }
  if (unreachableReason({ ...plain, width, start, goal })) {
    // Swapping two identical tiles makes the goal reachable. Choose the swap that adds the least distance.
    exchange(...pairs.reduce((one, two) => (gain(...two) > gain(...one) ? two : one)));
  }
  return goal;
}
