/**
 * Divides iterative deepening among threads. First, a *probe* searches from the start, which is enough for easy
 * puzzles. If the probe exceeds its budget, the search continues in rounds, each with a higher bound than the last. A
 * round is divided into *chunks*, which search from positions a few moves away from the start.
 */
import type { SearchState } from '../patterns/bounded-search.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** A task that searches from the start until it reaches the goal or its node budget is used up. */
interface Probe {
  readonly type: 'probe';
}

/** A task that searches for a solution of at most `bound` moves from some of the positions returned by `frontier`. */
export interface Chunk {
  readonly type: 'chunk';
  /** maximum number of moves from the puzzle's start to the goal */
  readonly bound: number;
  readonly index: number;
  readonly roots: readonly Root[];
}

export interface Root {
  readonly position: Position;
  /** path from the puzzle's start, as a list of the tiles that move */
  readonly path: readonly number[];
  /** the cell that the empty space came from */
  readonly before: number;
}

export type Work = Probe | Chunk;

export interface WorkState {
  readonly bound: number;
  /** index of the position that a chunk is searching from */
  readonly root: number;
  /** number of nodes that a probe has used of its budget so far */
  readonly spent: number;
  /** number of nodes not yet reported, because a slice may not report more than its budget */
  readonly owed: number;
  readonly found: readonly number[] | null;
  readonly over: boolean;
  readonly search: SearchState | null;
}

const MIN_ROOTS = 2000;
const ROOTS_PER_CHUNK = 10;

/**
 * Returns all positions at one distance from the start: the smallest at which there are at least 2,000 positions. Each
 * is listed once, because the depth-first searches that follow can't detect duplicates.
 */
export function frontier(size: BoardSize, start: Position): Root[] {
  let roots: Root[] = [{ position: start, path: [], before: -1 }];
  const seen = new Set([start.join()]);
  while (roots.length < MIN_ROOTS) {
    const next: Root[] = [];
    for (const { position, path } of roots) {
      for (const tile of movableTiles(size, position)) {
        const after = slide(size, position, tile);
        const key = after.join();
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ position: after, path: [...path, tile], before: position.indexOf(0) });
      }
    }
    if (next.length === 0) break;
    roots = next;
  }
  return roots;
}

export const chunkCount = (roots: readonly Root[]): number => Math.ceil(roots.length / ROOTS_PER_CHUNK);

export const chunk = (roots: readonly Root[], index: number, bound: number): Chunk => ({
  type: 'chunk',
  bound,
  index,
  roots: roots.slice(index * ROOTS_PER_CHUNK, (index + 1) * ROOTS_PER_CHUNK),
});
