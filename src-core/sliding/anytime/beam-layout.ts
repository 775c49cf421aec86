/** Memory layout of a beam. `beam-kernel.ts` reads it, and `beam-memory.ts` writes it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

/**
 * Offsets in bytes within a position's record. A record starts with the board, one byte for each cell. A group is the
 * tiles of one pattern database, in the position itself or in its reflection. `values`: one byte for each group, the
 * value from the database. `numbers`: four bytes for each group, the index of that value in the database.
 */
interface RecordLayout {
  readonly values: number;
  readonly numbers: number;
  readonly hash: number;
  /** two bytes each: mean of two bounds on the remaining moves (see beam.ts), and Manhattan distance */
  readonly estimate: number;
  readonly steps: number;
  /** one byte each: cell of the empty space, and its previous cell */
  readonly blank: number;
  readonly before: number;
  /** length of a record in bytes; a multiple of eight, so that it can be copied eight bytes at a time */
  readonly bytes: number;
}

/**
 * Offsets within a child:
 * - the index of its parent
 * - its hash
 * - its estimate (two bytes)
 * - the cell that the empty space moved to
 * - the new values of the moved tile's groups (4 bits for each side)
 */
export const CHILD = { parent: 0, hash: 4, estimate: 8, cell: 10, values: 11, bytes: 12 } as const;

/**
 * Offsets within a tile's entry. At `value` and `number`, the entry says where in a record the value and the number of
 * the tile's group are stored. At `weight`, it says how much the group's number grows when the tile moves to the cell
 * with the next index. At `database`, it has the address of the group's database.
 */
export const TILE = { value: 0, number: 4, weight: 8, database: 12, bytes: 16 } as const;

/** Length of a row in tables with one row per tile and one entry per cell */
export const ROW = 64;
export const NONE = 255;
/** Number of possible estimates: more than any bound on an 8 × 8 board */
export const MAX_ESTIMATE = 4096;

export interface BeamLayout {
  readonly cells: number;
  /** 2 if the reflection of a position also has values, else 1 */
  readonly sides: number;
  readonly record: RecordLayout;
  /** table with four bytes a cell: its adjacent cells, padded with NONE */
  readonly beside: number;
  /** table with one byte a cell: the cell's reflection */
  readonly mirror: number;
  /** table of bytes at index `tile * ROW + cell`: distance of the cell from the tile's place */
  readonly steps: number;
  /** table of 32-bit words at index `tile * ROW + cell`: random bits, for hashing positions */
  readonly hashes: number;
  /** entries of the tiles at index `side * ROW + tile` (see `TILE`) */
  readonly tiles: number;
  /** table of 32-bit words by estimate: how many children in this layer have this estimate */
  readonly histogram: number;
  /** 32-bit word: 1 more than the index of a kept position that is the goal; 0 if there is none */
  readonly goal: number;
  /** address at which the parts begin whose size depends on the beam's width */
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
