/**
 * How iterative deepening is divided. One *probe* deepens from the start by itself, which answers every
 * easy puzzle. Once a round takes it more than its budget, rounds are split: the positions some moves away
 * from the start are dealt out in chunks, and a round with a higher bound begins when all chunks of the
 * last one are exhausted.
 */
import type { SearchState } from '../patterns/bounded-search.ts';
import { movableTiles, slide, type BoardSize, type Position } from '../state.ts';

/** Deepens from the start until it finds the goal or has made too many nodes. */
interface Probe {
  readonly type: 'probe';
}

/** Searches from some of the frontier's positions with one bound. */
export interface Chunk {
  readonly type: 'chunk';
  /** moves allowed in all */
  readonly bound: number;
  readonly index: number;
  readonly roots: readonly Root[];
}

export interface Root {
  readonly position: Position;
  /** tiles moved from the start to here */
  readonly path: readonly number[];
  /** the cell the empty space came from */
  readonly before: number;
}

export type Work = Probe | Chunk;

/** Where a search of either kind stands. */
export interface WorkState {
  readonly bound: number;
  /** which root of a chunk */
  readonly root: number;
  /** nodes made by a probe */
  readonly spent: number;
  /** nodes made that have not been told yet: a slice tells at most its budget */
  readonly owed: number;
  readonly found: readonly number[] | null;
  readonly over: boolean;
  readonly search: SearchState | null;
}

const ROOTS = 2000;
const ROOTS_A_CHUNK = 10;

/**
 * The positions at the least distance where there are about 2000 of them, each once: paths that lead to a
 * position reached before in as many moves are dropped, which a depth-first search could not know.
 */
export function frontier(size: BoardSize, start: Position): Root[] {
  let roots: Root[] = [{ position: start, path: [], before: -1 }];
  const seen = new Set([start.join()]);
  while (roots.length < ROOTS) {
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

export const chunkCount = (roots: readonly Root[]): number => Math.ceil(roots.length / ROOTS_A_CHUNK);

export const chunk = (roots: readonly Root[], index: number, bound: number): Chunk => ({
  type: 'chunk',
  bound,
  index,
  roots: roots.slice(index * ROOTS_A_CHUNK, (index + 1) * ROOTS_A_CHUNK),
});
