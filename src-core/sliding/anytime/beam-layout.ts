/** Memory layout of a beam. `beam-kernel.ts` reads it, and `beam-memory.ts` writes it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

/**
 * Offsets in bytes of the fields of a position's record.
 * - Each record starts with the board, one byte for each cell.
 * - `values`: the value of each group, one byte each.
 * - `numbers`: the number of each group's position in its database, four bytes each.
 *
 * A group is the tiles of one pattern database on one side: in the position itself, or in its reflection. The length of
 * a record is a multiple of eight bytes, so that a child can copy its parent's record eight bytes at a time.
 */
interface RecordLayout {
  readonly values: number;
  readonly numbers: number;
  readonly hash: number;
  /**
   * two bytes each: the estimate (the mean of two bounds on the moves left, see beam.ts), and the Manhattan distance
   */
  readonly estimate: number;
  readonly steps: number;
  /** one byte each: the cell of the empty space, and its previous cell */
  readonly blank: number;
  readonly before: number;
  /** length of a record, in bytes */
  readonly bytes: number;
}

/**
 * Offsets of the fields of a child: the index of its parent, its hash, its estimate (two bytes), the cell that the
 * empty space moved to, and the new values of the moved tile's groups (4 bits for each side).
 */
export const CHILD = { parent: 0, hash: 4, estimate: 8, cell: 10, values: 11, bytes: 12 } as const;

/**
 * Offsets in the table entry of a tile on a side. `value` and `number` are themselves offsets: they say where in a
 * record the value and the number of the tile's group are. `weight` is the amount by which this number grows when the
 * tile moves to the next cell. `database` is the address of the group's database.
 */
export const TILE = { value: 0, number: 4, weight: 8, database: 12, bytes: 16 } as const;

/** Length of a row in tables that have one row per tile and one entry per cell. */
export const ROW = 64;
export const NONE = 255;
/** Number of possible estimates. It is larger than any bound on an 8 × 8 board. */
export const MAX_ESTIMATE = 4096;

export interface BeamLayout {
  readonly cells: number;
  /** number of sides: 2 if the reflection of a position also has values, else 1 */
  readonly sides: number;
  readonly record: RecordLayout;
  /** 4 bytes for each cell: its adjacent cells, padded with NONE */
  readonly beside: number;
  /** u8 for each cell: its reflection */
  readonly mirror: number;
  /** u8 at index `tile * ROW + cell`: distance of the cell from the tile's place */
  readonly steps: number;
  /** i32 at index `tile * ROW + cell`: random bits, for hashing positions */
  readonly hashes: number;
  /** at index `side * ROW + tile`: an entry for the tile on this side (see `TILE`) */
  readonly tiles: number;
  /** i32 for each estimate: number of children in this layer that have it */
  readonly histogram: number;
  /** i32: 0 if no kept position is the goal, otherwise 1 more than the index of this position */
  readonly goal: number;
  /** address at which the parts of variable size start; their size depends on the beam's width */
  readonly end: number;
}

const wholeWords = (bytes: number): number => (bytes + 3) & ~3;

function recordLayout(cells: number, groups: number): RecordLayout {
  const values = wholeWords(cells);
  const numbers = values + wholeWords(groups);
  const hash = numbers + 4 * groups;
  return {
    values,
    numbers,
    hash,
    estimate: hash + 4,
    steps: hash + 6,
    blank: hash + 8,
    before: hash + 9,
    bytes: (hash + 10 + 7) & ~7,
  };
}

export function beamLayout({ size, patterns, mirrored }: PreparedPatterns): BeamLayout {
  const cells = size.width * size.height;
  const sides = mirrored ? 2 : 1;
  const memory = new BumpAllocator({ from: 0 });
  return {
    cells,
    sides,
    record: recordLayout(cells, patterns.length * sides),
    beside: memory.take(4 * cells),
    mirror: memory.take(cells),
    steps: memory.take(cells * ROW),
    hashes: memory.take(4 * cells * ROW),
    tiles: memory.take(sides * ROW * TILE.bytes),
    histogram: memory.take(4 * MAX_ESTIMATE),
    goal: memory.take(4),
    end: memory.end,
  };
}
