/** The memory layout of a search. bounded-search.ts sets up this memory, and the kernel uses it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { BoardSize } from '../state.ts';
import { MAX_RANKED_CELLS } from './numbering.ts';

/** Byte addresses in the memory of one search. */
export interface KernelLayout {
  readonly cells: number;
  /** number of bits in each half of a mask of cells; the kernel looks up one half at a time */
  readonly chunkBits: number;
  /** table with one byte per cell: the tile in the cell */
  readonly board: number;
  /** table with four bytes per cell: the adjacent cells, padded with 255 */
  readonly beside: number;
  /** table with one byte per cell: the cell's reflection */
  readonly mirror: number;
  /** table of bytes, indexed by `tile * 64 + cell`: distance from the cell to the tile's goal cell */
  readonly steps: number;
  /**
   * 8 bytes for each tile and side, where side 0 is the position itself and side 1 its reflection. The first word is
   * the tile's weight in a placed group, or the address of the tile's slot in a ranked group. The second word is the
   * address of the group.
   */
  readonly tiles: number;
  /** for each tile of a ranked group: a mask of the cells with lower numbers than the tile's cell */
  readonly slots: number;
  /** for each pattern and side: the entry of a group (see `GROUP`) */
  readonly groups: number;
  /**
   * Tables of 32-bit words for numbering sets of cells. An entry is the amount that one half of a set's mask adds to
   * the set's number. The tables are indexed by the size of the pattern, the half (0 or 1), the number of covered
   * cells before the half, and the bits of the half.
   */
  readonly ranks: number;
  readonly state: number;
  readonly frames: number;
  /** address of the database values and their sums for the start position (see `MOVE`) */
  readonly root: number;
  readonly pages: number;
}

/**
 * Offsets of a search's state from the address `state`. A checkpoint consists of the bytes from this address to the
 * end of the current frame.
 */
export const STATE = { depth: 0, limit: 4, nodes: 8, found: 12 } as const;

/**
 * Offsets in the record of a move. `values` and `mirrored` are the packed values of the groups, for the position and
 * for its reflection.
 */
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
 * Offsets in a frame. A frame starts with the records of up to 4 moves. Then come the number of moves, the index of
 * the next move to make, the cell of the empty space, and the cell it came from.
 */
export const FRAME = { count: 128, next: 129, blank: 130, before: 131, bytes: 136 } as const;
/**
 * Offsets in a group's entry:
 *
 * - `where`: the number of the group's position if the pattern is placed, or a mask of the group's cells if it is
 *   ranked
 * - `slots` and `database`: addresses
 * - `ranked`: the number of tiles if the pattern is ranked, otherwise 0
 * - `shift`: the bit of the packed values where the group's value starts
 */
export const GROUP = {
  where: 0,
  slots: 4,
  database: 8,
  ranked: 12,
  shift: 16,
  bytes: 20,
} as const;

/** Maximum number of moves in a path. In practice, iterative deepening never gets this far. */
export const MAX_DEPTH = 1000;
export const STOPPED = 0;
export const FOUND = 1;
export const EXHAUSTED = 2;

/**
 * Returns the size in bytes of the rank tables for patterns of one size. Each half of a mask has nine tables, one for
 * each number of covered cells (0 to 8) that can come before it.
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
