/** Where a beam keeps what, in its own memory; read by `beam-kernel.ts` and written by `beam-memory.ts`. */
import { BumpAllocator } from '../../bump-allocator.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';

/**
 * A position is a record of whole double words, so that keeping a child is copying its parent's and making the
 * move. Beginnings of the fields in bytes: the board, a byte a cell; each group's value, a byte; each
 * group's number, a word; then five fields of one. A group is a pattern on one side: of the position, or of
 * its reflection.
 */
interface RecordLayout {
  readonly values: number;
  readonly numbers: number;
  readonly hash: number;
  /** two bytes each: bound on the moves needed (the mean of both sides'), steps of all tiles */
  readonly worth: number;
  readonly steps: number;
  /** a byte each: the cell of the empty space, and the one it came from */
  readonly blank: number;
  readonly before: number;
  /** length of a record */
  readonly bytes: number;
}

/** Offsets in a child: its parent's index, its hash; two bytes of worth; the cell moved to; new values, 4 bits a side. */
export const CHILD = { parent: 0, hash: 4, worth: 8, cell: 10, values: 11, bytes: 12 } as const;

/** Offsets in the entry of a tile on a side: in a record its value and number; what a cell counts; its database. */
export const TILE = { value: 0, number: 4, weight: 8, database: 12, bytes: 16 } as const;

/** Tiles and cells are rows of this many. */
export const ROW = 64;
export const NONE = 255;
/** More than any bound on 8 × 8. */
export const MAX_WORTH = 4096;

export interface BeamLayout {
  readonly cells: number;
  /** 2 where the position's reflection has values of its own */
  readonly sides: number;
  readonly record: RecordLayout;
  /** for each cell 4 bytes: the cells beside it, NONE for none */
  readonly beside: number;
  /** u8 for each cell: the cell it is reflected to */
  readonly mirror: number;
  /** u8 for tile · ROW + cell: steps to its place */
  readonly steps: number;
  /** i32 for tile · ROW + cell: random bits */
  readonly hashes: number;
  /** see TILE; for side · ROW + tile */
  readonly tiles: number;
  /** i32 for each worth: children of it in this layer */
  readonly histogram: number;
  /** i32: whether a survivor is the goal: its index + 1 */
  readonly goal: number;
  /** where the parts begin that depend on the width */
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
    worth: hash + 4,
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
    histogram: memory.take(4 * MAX_WORTH),
    goal: memory.take(4),
    end: memory.end,
  };
}
