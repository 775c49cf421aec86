/**
 * The position that a beam searches for. The databases need a goal whose tiles all differ and whose empty space is in a
 * corner. If tiles are identical, each of them is assigned its own goal cell. Beams try different assignments, because
 * only a search shows which is best. If the goal's empty space is not in a corner, the beam's goal has it in a corner,
 * and a few last moves take it to its place.
 */
import { goalPosition, hasEqualTiles, shownOn } from '../../puzzle/sliding-goal.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import { random, type Random } from '../../random.ts';
import { distance, positionsAlong, unreachableReason } from '../state.ts';
import { walksToCorners } from './backward.ts';
import type { AnytimeData } from './data.ts';

export interface Target {
  /** the original puzzle, but with a goal that the databases accept */
  readonly puzzle: SlidingPuzzle;
  /** tiles to move from the goal of `puzzle` to the original goal */
  readonly rest: readonly number[];
}

/** Returns the target of a task. The goal of `puzzle` must be reachable. */
export function targetOf(puzzle: SlidingPuzzle, work: AnytimeData['work'], seed: number): Target {
  const distinct = hasEqualTiles(puzzle) ? withAssignedTiles(puzzle, work, seed) : puzzle;
  const walks = walksToCorners(distinct, goalPosition(distinct, distinct.goal));
  const { position, tiles } = walks.reduce((a, b) => (b.tiles.length < a.tiles.length ? b : a));
  return tiles.length === 0
    ? { puzzle: distinct, rest: [] }
    : { puzzle: { ...distinct, goal: position }, rest: tiles.toReversed() };
}

/** Returns the puzzle with a separate goal cell for each of the identical tiles, so that all tiles differ. */
function withAssignedTiles(puzzle: SlidingPuzzle, work: AnytimeData['work'], seed: number): SlidingPuzzle {
  const { shown: _, ...distinct } = puzzle;
  // A backward beam that leaves a known solution starts from the goal of that solution.
  const known = work.type === 'beam' && work.backward !== null ? work.leaving : null;
  if (known) return { ...distinct, goal: positionsAlong(puzzle, puzzle.start, known).at(-1)! };
  return { ...distinct, goal: assigned(puzzle, random(seed, work.type === 'beam' ? work.stream : 0)) };
}

/**
 * Returns a reachable goal with a separate cell for each tile, close to the tile. Starts with a random assignment, then
 * swaps identical tiles as long as that reduces the total distance.
 */
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
    // One more swap makes the goal reachable. Choose the swap that increases the total distance least.
    exchange(...pairs.reduce((one, two) => (gain(...two) > gain(...one) ? two : one)));
  }
  return goal;
}
