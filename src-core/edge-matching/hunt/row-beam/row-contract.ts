/**
 * The contract of the row beam: what the kernel and the reference implementation do, with identical results. Both use
 * the memory layout in row-memory.ts.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { LookaheadLevel } from './lookahead.ts';
import type { OrderedCell } from './row-order.ts';

/**
 * Number of random bits added to each key. They add at most 3 units. This barely changes the order of children, but two
 * beams with equal boards become different.
 */
export const RANDOM_BITS = 2;

/** A batch of boards that are adjacent in memory, and the addresses of the lookahead's inputs and results, in bytes. */
export interface RowBatch {
  /** address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * for each board of the batch: an *answer* of two parts. The first is for the label that a child shows to the right,
   * the second for the label that it shows below.
   */
  readonly answers: number;
  /**
   * for each board of the level: the first parts that the next levels of the row will use in their answers, nearest
   * level first
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
 * The lookahead along a row. The kernel and the reference implementation both compute it.
 *
 * A *part* holds a 16-bit number for each label that a child can show; the number is added to the child's key. The
 * numbers are padded to whole vectors and followed by their minimum in 32 bits.
 *
 * When the lookahead is computed in full, each board of the level becomes a *root*, whose results its descendants
 * reuse.
 */
export interface RowLookahead {
  /** Prepares the levels of one row. `cells`: the cells that these levels fill. The memory can grow. */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares a level of the row. `share`: by tile, the share of the level's boards that have not used it; ALL_BOARDS
   * stands for all boards.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the answers for a batch of boards. */
  evaluate(batch: RowBatch): void;
}

/** Weighs children and makes boards. The kernel and the reference implementation both do this. */
export interface ChildMaker {
  /**
   * Calls `take` for each child with at most one mismatch. The lookahead of the batch must have been computed before.
   */
  weigh(cell: OrderedCell, batch: RowBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most BATCH boards, adjacent in memory, beginning at the address `first`. `laid` holds a pair of numbers
   * for each board: its parent and the orientation to place. The parents are adjacent too, beginning at the address
   * `parents`.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}
