/**
 * Searches from the goal back to the start. This often finds a good solution where a forward beam finds only a poor
 * one.
 *
 * This search ends at the start, and the pattern databases need an end position with the empty space in a corner. So
 * every solution found this way first moves the start's empty space to a corner. Shortening can remove this detour
 * later.
 */
import { slide, type BoardSize, type Position } from '../state.ts';
import { BoundedSearch } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { cornersOf, namesBack, seenFrom } from './seen-from.ts';

/**
 * A puzzle for searching from the goal. It starts at `end`, the goal of the original puzzle. Its goal is the original
 * start, after moving the empty space to a corner.
 */
export interface BackwardPuzzle {
  readonly start: Position;
  /**
   * Turns a solution of the backward puzzle into a path from the original start to `end`, as a list of the tiles to
   * move.
   */
  solutionFrom(path: readonly number[]): number[];
}

/** Returns one backward puzzle for each way of moving the start's empty space to a corner, lowest bound first. */
export function backwardPuzzles(
  prepared: PreparedPatterns,
  start: Position,
  end: Position,
): BackwardPuzzle[] {
  const { size } = prepared;
  const search = new BoundedSearch(prepared);
  return walksToCorners(size, start)
    .map((walk) => {
      const seen = seenFrom(size, walk.position, end);
      search.start(seen, null, 0);
      return { walk, seen, needed: walk.tiles.length + search.lowerBound };
    })
    .sort((a, b) => a.needed - b.needed)
    .map(({ walk, seen }) => ({
      start: seen,
      solutionFrom: (path) => [...walk.tiles, ...namesBack(size, walk.position, path).reverse()],
    }));
}

interface Walk {
  readonly position: Position;
  /** tiles that move while the empty space goes to the corner */
  readonly tiles: readonly number[];
}

/** Returns two walks of the empty space to each corner: one starts along the row, the other along the column. */
export function walksToCorners(size: BoardSize, start: Position): Walk[] {
  const blank = start.indexOf(0);
  const { width } = size;
  const rowStart = blank - (blank % width);
  return cornersOf(size).flatMap((corner) => {
    const bends = new Set([rowStart + (corner % width), corner - (corner % width) + (blank % width)]);
    return [...bends].map((bend) => walkOver(size, start, [bend, corner]));
  });
}

/** Moves the empty space from cell to cell. Each cell must be in the same row or column as the previous one. */
function walkOver(size: BoardSize, start: Position, cells: readonly number[]): Walk {
  let position = start;
  const tiles: number[] = [];
  for (const cell of cells) {
    for (let blank = position.indexOf(0); blank !== cell; blank = position.indexOf(0)) {
      const along = Math.abs(cell - blank) < size.width ? 1 : size.width;
      const tile = position[blank + along * Math.sign(cell - blank)]!;
      position = slide(size, position, tile);
      tiles.push(tile);
    }
  }
  return { position, tiles };
}

/** Removes pairs of consecutive moves of the same tile, because the second move undoes the first. */
export function withoutUndoing(tiles: readonly number[]): number[] {
  const kept: number[] = [];
  for (const tile of tiles) {
    if (kept.at(-1) === tile) kept.pop();
    else kept.push(tile);
  }
  return kept;
}
