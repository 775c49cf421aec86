/** The memory layout of a beam search. `beam-memory.ts` sets up this memory, and `beam-kernel.ts` uses it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

/**
 * Byte offsets within a position's record. A record starts with the board, at one byte per cell.
 *
 * A *group* is the set of tiles in one pattern, either in the position itself or in its reflection. For each group, a
 * record has one byte at `values` with the value from the database, and four bytes at `numbers` with the index of that
 * value in the database.
 */
interface RecordLayout {
  readonly values: number;
  readonly numbers: number;
  readonly hash: number;
  /**
   * `estimate` and `steps` take two bytes each: the mean of two bounds on the remaining moves (see beam.ts), and the
   * Manhattan distance
   */
  readonly estimate: number;
  readonly steps: number;
  /** `blank` and `before` take one byte each: the cell of the empty space, and the cell it came from */
  readonly blank: number;
  readonly before: number;
  /** length of a record in bytes, a multiple of eight, so that records can be copied eight bytes at a time */
  readonly bytes: number;
}

/**
 * Offsets within a child's record:
 *
 * - `parent`: the index of its parent
 * - `hash`: its hash
 * - `estimate`: its estimate (two bytes)
 * - `cell`: the cell that the empty space moved to
 * - `values`: the new database values of the groups that contain the moved tile, 4 bits for each side
 */
export const CHILD = { parent: 0, hash: 4, estimate: 8, cell: 10, values: 11, bytes: 12 } as const;

/**
 * Offsets within a tile's entry, which describes the tile's group:
 *
 * - `value` and `number`: the offsets of the group's value and number in a record
 * - `weight`: the increase of the group's number when the tile moves to the cell with the next index
 * - `database`: the address of the group's database
 */
export const TILE = { value: 0, number: 4, weight: 8, database: 12, bytes: 16 } as const;

/** Length of a row in tables with one row per tile and one entry per cell */
export const ROW_ENTRIES = 64;
export const NONE = 255;
/** All estimates are less than this number, because no lower bound for a position on 8 × 8 cells reaches it. */
export const ESTIMATE_VALUES = 4096;

export interface BeamLayout {
  readonly cells: number;
  /** 2 if bounds for the reflections of positions are used too, otherwise 1 */
  readonly sides: number;
  readonly record: RecordLayout;
  /** table with four bytes per cell: the adjacent cells, padded with NONE */
  readonly beside: number;
  /** table with one byte per cell: the cell's reflection */
  readonly mirror: number;
  /** table of bytes, indexed by `tile * ROW_ENTRIES + cell`: distance from the cell to the tile's goal cell */
  readonly steps: number;
  /** table of 32-bit words, indexed by `tile * ROW_ENTRIES + cell`: random bits that make up a position's hash */
  readonly hashes: number;
  /** entries of the tiles (see `TILE`), indexed by `side * ROW_ENTRIES + tile` */
  readonly tiles: number;
  /** table of 32-bit words, indexed by estimate: the number of children in this layer with this estimate */
  readonly histogram: number;
  /** 32-bit word: 1 more than the index of the goal in the layer, or 0 if the goal has not been reached */
  readonly goal: number;
  /** start address of the parts that grow with the beam's width */
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
    steps: memory.take(cells * ROW_ENTRIES),
    hashes: memory.take(4 * cells * ROW_ENTRIES),
    tiles: memory.take(sides * ROW_ENTRIES * TILE.bytes),
    histogram: memory.take(4 * ESTIMATE_VALUES),
    goal: memory.take(4),
    end: memory.end,
  };
}
