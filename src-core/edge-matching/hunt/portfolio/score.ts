import type { Instance } from '../shared/instance.ts';

/** Returns the number of matched edges on a full or partial board. `board` has the same format as for `edgesOf`. */
export const matchedEdges = (instance: Instance, board: ArrayLike<number>): number =>
  edgesOf(instance, board).matched;

/**
 * Returns the numbers of matched and mismatched edges on a full or partial board. `board` holds the orientation in each
 * cell of the instance, or a negative number if the cell is empty. Edges next to an empty cell don't count.
 */
export function edgesOf(
  instance: Instance,
  board: ArrayLike<number>,
): { matched: number; mismatched: number } {
  const { cells, sideCount, across, sides, mate } = instance;
  let matched = 0;
  let mismatched = 0;
  for (let side = 0; side < cells * sideCount; side++) {
    const facing = across[side]!;
    if (facing < side) continue;
    const cell = Math.floor(side / sideCount);
    const other = Math.floor(facing / sideCount);
    const here = board[cell]!;
    const there = board[other]!;
    if (here < 0 || there < 0) continue;
    const shown = sides[here * sideCount + side - cell * sideCount]!;
    if (mate[shown] === sides[there * sideCount + facing - other * sideCount]) matched++;
    else mismatched++;
  }
  return { matched, mismatched };
}
