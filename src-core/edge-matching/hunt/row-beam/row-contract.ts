/**
 * The operations of the row beam that exist twice: in the kernel and in the reference implementation. Both give
 * identical results and use the memory layout in `row-memory.ts`.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { LookaheadLevel } from './lookahead.ts';
import type { OrderedCell } from './row-order.ts';

/**
 * Number of random bits added to each key. They add at most 3 to a key, which barely changes the order of children. But
 * two beams with equal boards then keep different children.
 */
export const RANDOM_BITS = 2;

/** A batch of boards that are adjacent in memory, and the byte addresses of what the lookahead reads and writes. */
export interface RowBatch {
  /** address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * For each board of the batch: two parts of the lookahead's result (see `RowLookahead`). The first is for the right
   * side of a child, the second for the lower side.
   */
  readonly answers: number;
  /**
   * for each board of the level: the parts that later levels of the row will reuse, nearest level first; all are for
   * the right side of a child
   */
  readonly rights: number;
  /**
   * for each board of the level: the state at the end of its pass along the next row (`PassState` in `lookahead.ts`)
   */
  readonly states: number;
  /** for each board of the previous level: the state at the end of its pass along the next row */
  readonly statesBefore: number;
  /** for each board of the level: the index of the parent on the previous level */
  readonly parents: number;
}

/**
 * The lookahead along a row (docs/hunt.md).
 *
 * A *part* of its results belongs to one side of a child. It holds a 16-bit amount for each label. The amount for the
 * label that the neighbour must show on this side is added to the key of the child. A part is padded to whole vectors
 * of 16 bytes, and the smallest amount follows in 32 bits.
 *
 * When the lookahead is computed in full, each board of the level becomes a *root*. The descendants of a root reuse the
 * root's results.
 */
export interface RowLookahead {
  /**
   * Prepares the levels of one row. `cells`: the cells that these levels fill. The memory may grow, which makes views
   * of it invalid.
   */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares a level of the row. `share`: for each tile, the share of the level's boards that have not used it, from 0
   * to ALL_BOARDS.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the lookahead of a batch of boards, and writes the results to memory. */
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
   * the index of the parent and the orientation to place. `parents`: address of the first parent.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}
