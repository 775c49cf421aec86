/** Memory layout of a search. The kernel reads it, and bounded-search.ts writes it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { BoardSize } from '../state.ts';
import { MAX_RANKED_CELLS } from './numbering.ts';

/** Addresses in the memory of one search, in bytes. */
export interface KernelLayout {
  readonly cells: number;
  /** number of bits in half a mask, which one table lookup handles */
  readonly chunkBits: number;
  /** table with one byte a cell: the tile on it */
  readonly board: number;
  /** table with four bytes a cell: its adjacent cells, padded with 255 */
  readonly beside: number;
  /** table with one byte a cell: the cell's reflection */
  readonly mirror: number;
  /** table of bytes at index `tile * 64 + cell`: distance of the cell from the tile's place */
  readonly steps: number;
  /**
   * 8 bytes for each tile and side (plain 0, mirrored 1). The first word is the tile's weight if the group is placed,
   * or the address of the tile's slot if the group is ranked. The second word is the address of the group.
   */
  readonly tiles: number;
  /** for each tile of a ranked group: a mask of the cells before the tile's cell */
  readonly slots: number;
  /** entries of the groups, by pattern and side (see `GROUP`) */
  readonly groups: number;
  /**
   * Rank tables (u32): what one half of a mask adds to the rank of a set of cells. Indices: size of the pattern, half
   * (0 or 1), how many covered cells come before the half, bits of the half.
   */
  readonly ranks: number;
  readonly state: number;
  readonly frames: number;
  /** address of the values and sums of the start position (see `MOVE`) */
  readonly root: number;
  readonly pages: number;
}

/**
 * Offsets of a search's state from the address `state`. A checkpoint is the bytes from there to the end of the current
 * frame.
 */
export const STATE = { depth: 0, limit: 4, nodes: 8, found: 12 } as const;

/** Offsets in the record of a move. `values` and `mirrored`: the packed values of the groups on each side. */
export const MOVE = {
  values: 0,
  mirrored: 8,
  from: 16,
  distance: 20,
  sum: 24,
  mirroredSum: 28,
  bytes: 32,
} as const;
/**
 * Offsets in a frame. A frame starts with the records of up to 4 moves. Then come the number of moves, the next move to
 * make, and the current and previous cell of the empty space.
 */
export const FRAME = { count: 128, next: 129, blank: 130, before: 131, bytes: 136 } as const;
/**
 * Offsets in a group's entry:
 * - `where`: for a placed pattern, the number of the group's position; for a ranked pattern, the mask of the group's
 *   cells.
 * - `slots`, `database`: addresses.
 * - `ranked`: the number of tiles of a ranked pattern, otherwise 0.
 * - `shift`: the first bit of the group's value among the packed values.
 */
export const GROUP = {
  where: 0,
  slots: 4,
  database: 8,
  ranked: 12,
  shift: 16,
  bytes: 20,
} as const;

/** Maximum number of moves of a path. Iterative deepening finds no path as long as this in practice. */
export const MAX_DEPTH = 1000;
export const STOPPED = 0;
export const FOUND = 1;
export const EXHAUSTED = 2;

/**
 * Returns the size of the rank tables for one size of pattern, in bytes. Each half of the mask has nine tables: one for
 * each possible number of covered cells before the half, 0 to 8.
 */
export const rankBytes = (chunkBits: number): number => 2 * 9 * 4 * (1 << chunkBits);

export function kernelLayout({ width, height }: BoardSize, rankedSizes: readonly number[]): KernelLayout {
  const cells = width * height;
  const chunkBits = Math.ceil(Math.min(cells, MAX_RANKED_CELLS) / 2);
  const memory = new BumpAllocator({ from: 0 });
  return {
    cells,
    chunkBits,
    board: memory.take(cells),
    beside: memory.take(4 * cells),
    mirror: memory.take(cells),
    steps: memory.take(cells * 64),
    tiles: memory.take(cells * 16),
    slots: memory.take(cells * 8),
    groups: memory.take(cells * 2 * GROUP.bytes),
    ranks: memory.take(new Set(rankedSizes).size * rankBytes(chunkBits)),
    state: memory.take(16),
    frames: memory.take(MAX_DEPTH * FRAME.bytes),
    root: memory.take(MOVE.bytes),
    pages: memory.pages,
  };
}
