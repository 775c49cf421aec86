/**
 * What both the kernel and the reference implementation of the row beam do, with identical results. Both use the memory
 * layout in `row-memory.ts`.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { LookaheadLevel } from './lookahead.ts';
import type { OrderedCell } from './row-order.ts';

/**
 * Number of random bits added to each key. At most 3 units barely change the order of children, but make two beams with
 * equal boards different.
 */
export const RANDOM_BITS = 2;

/** A batch of boards that are adjacent in memory, and byte addresses of what the lookahead reads and writes. */
export interface RowBatch {
  /** address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * For each board of the batch: an *answer* of two parts (see `RowLookahead`), for the right and the lower side of a
   * child.
   */
  readonly answers: number;
  /**
   * for each board of the level: the parts for the right side of a child that later levels of the row will reuse,
   * nearest level first
   */
  readonly rights: number;
  /** for each board of the level: the state after its pass along the row below */
  readonly states: number;
  /** for each board of the previous level: the state after its pass along the row below */
  readonly statesBefore: number;
  /** for each board of the level: its parent's number on the previous level */
  readonly parents: number;
}

/**
 * The lookahead along a row.
 *
 * A *part* of its results belongs to one side of a child. It holds a 16-bit number for each label. The number for the
 * label that the neighbour must show on this side is added to the key of the child. A part is padded to whole vectors
 * of 16 bytes, and the smallest number follows in 32 bits.
 *
 * When the lookahead is computed in full, each board of the level becomes a *root*, whose results its descendants
 * reuse.
 */
export interface RowLookahead {
  /**
   * Prepares the levels of one row. `cells`: the cells that these levels fill. This call may grow the memory, which
   * makes views of it invalid.
   */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares a level of the row. `share`: for each tile, the share of the level's boards that have not used it, from 0
   * to ALL_BOARDS.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the answers for a batch of boards. */
  evaluate(batch: RowBatch): void;
}

/** Weighs children and makes boards. */
export interface ChildMaker {
  /**
   * Calls `take` for each child with at most one mismatch. The lookahead of the batch must have been computed before.
   */
  weigh(cell: OrderedCell, batch: RowBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most BATCH boards that are adjacent in memory, beginning at the address `first`. `laid`: for each board,
   * the number of its parent and the orientation to place. `parents`: address of the first parent.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}
