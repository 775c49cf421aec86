/** Memory layout of a search. The kernel's code reads it, and bounded-search.ts writes it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { BoardSize } from '../state.ts';
import { MAX_RANKED_CELLS } from './numbering.ts';

/** Addresses in the memory of one search, in bytes. Made by `kernelLayout`. */
export interface KernelLayout {
  readonly cells: number;
  /** number of bits in half a mask; each table lookup handles half a mask */
  readonly chunkBits: number;
  /** u8 for each cell: its tile */
  readonly board: number;
  /** 4 bytes for each cell: its adjacent cells, padded with 255 */
  readonly beside: number;
  /** u8 for each cell: its reflection */
  readonly mirror: number;
  /** u8 at index `tile * 64 + cell`: distance of the cell from the tile's place */
  readonly steps: number;
  /**
   * 8 bytes for each tile and side (plain 0, mirrored 1). The first four bytes are the tile's weight in a placed group,
   * or the address of its slot (see `slots`) in a ranked group. The others are the address of the group.
   */
  readonly tiles: number;
  /** the slot of each tile of a ranked group: a mask of the cells before the tile's cell */
  readonly slots: number;
  /** one entry for each group, a pattern on one side; see `GROUP` */
  readonly groups: number;
  /**
   * Rank tables (u32): the amount that the bits of half a mask add to the rank of a set of cells. Indices: the size of
   * the pattern, the half (0 or 1), the number of covered cells before this half, and its bits.
   */
  readonly ranks: number;
  readonly state: number;
  readonly frames: number;
  /** a record as in `MOVE`, but for the start position of a search; only its values and sums are used */
  readonly root: number;
  readonly pages: number;
}

/** Offsets from `state`. The checkpoint of a search is the bytes from `state` to the end of the current frame. */
export const STATE = { depth: 0, limit: 4, nodes: 8, found: 12 } as const;

/** Offsets in the record of a move. `values` and `mirrored` hold the packed values of the groups on each side. */
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
 * Offsets in a frame. A frame starts with the records of up to 4 moves (see `MOVE`). After them come the number of
 * moves, the index of the next move to make, and the current and previous cell of the empty space.
 */
export const FRAME = { count: 128, next: 129, blank: 130, before: 131, bytes: 136 } as const;
/**
 * Offsets in a group's entry:
 * - `where`: the positions of the group's tiles. For a placed pattern, this is the number of the position in the
 *   database. For a ranked pattern, it is the mask of the tiles' cells.
 * - `slots`, `database`: the addresses of the group's first slot and of its database.
 * - `ranked`: the number of tiles if the pattern is ranked, otherwise 0.
 * - `shift`: the index of the first bit of the group's value among the packed values.
 */
export const GROUP = {
  where: 0,
  slots: 4,
  database: 8,
  ranked: 12,
  shift: 16,
  bytes: 20,
} as const;

/** Maximum depth: more than the length of any path that iterative deepening can find in practice. */
export const MAX_DEPTH = 1000;
export const STOPPED = 0;
export const FOUND = 1;
export const EXHAUSTED = 2;

/**
 * Returns the size in bytes of the rank tables of one pattern size. For each half of the mask there is a table for each
 * number of covered cells before it, 0 to 8.
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
