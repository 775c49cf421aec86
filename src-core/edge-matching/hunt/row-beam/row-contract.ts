/**
 * The operations of the row beam that are implemented twice, by the kernel and by the reference implementation. Both
 * give identical results and use the memory layout in `row-memory.ts`.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { LookaheadLevel } from './lookahead.ts';
import type { OrderedCell } from './row-order.ts';

/**
 * Number of random bits added to each key, so that two beams with equivalent boards keep different children. The bits
 * increase a key by at most 3, so they hardly change the order of children.
 */
export const RANDOM_BITS = 2;

/**
 * A batch of boards that are adjacent in memory, and the byte addresses of the data that the lookahead reads and
 * writes.
 */
export interface RowBatch {
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * For each board of the batch: two parts of the lookahead's result (see `RowLookahead`), first for the right side of
   * a child, then for its lower side.
   */
  readonly answers: number;
  /**
   * For each board of the level: the parts of the result that later levels of the row will reuse, starting with the
   * next level. All of these parts are for the right side of a child.
   */
  readonly rights: number;
  /**
   * for each board of the level: the state at the end of its pass along the next row (see `PassState` in
   * `lookahead.ts`)
   */
  readonly states: number;
  /** for each board of the previous level: the state at the end of its pass along the next row */
  readonly statesBefore: number;
  /** for each board of the level: the index of its parent on the previous level */
  readonly parents: number;
}

/**
 * The lookahead along a row (docs/hunt.md).
 *
 * Its result consists of *parts*. A part belongs to one side of a child and holds a 16-bit amount for each label. The
 * child's key gets the amount for the label that the neighbour on that side must show. A part is padded to whole
 * vectors of 16 bytes, and ends with its smallest amount in 32 bits.
 *
 * On a level whose lookahead is computed from scratch, each board becomes a *root*. Its descendants on the next levels
 * reuse its result.
 */
export interface RowLookahead {
  /**
   * Prepares the levels of one row. `cells` are the cells filled on these levels. The memory may grow, which
   * invalidates existing views of it.
   */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares one level of the row. `share` gives, for each tile, the fraction of the level's boards that have not used
   * it, in units of 1 / BOARD_FRACTION_UNITS.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the lookahead for a batch of boards, and writes the results to memory. */
  evaluate(batch: RowBatch): void;
}

/** Weighs children and makes boards. */
export interface ChildMaker {
  /** Calls `take` for each child with at most one mismatch. The lookahead of the batch must have been computed. */
  weigh(cell: OrderedCell, batch: RowBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most MAX_BOARDS_PER_BATCH boards and writes them one after another, starting at the address `first`.
   * `laid` holds two numbers per board: the index of its parent and the orientation to place. `parents` is the address
   * of the first parent.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}
