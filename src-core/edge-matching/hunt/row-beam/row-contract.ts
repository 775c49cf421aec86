/**
 * The operations of the row beam that are implemented twice: in the kernel and in the reference implementation. Both
 * give identical results and use the memory layout in `row-memory.ts`.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { LookaheadLevel } from './lookahead.ts';
import type { OrderedCell } from './row-order.ts';

/**
 * Number of random bits that are added to each key. They increase a key by at most 3, so the order of children hardly
 * changes. But when two beams have equal boards, they keep different children.
 */
export const RANDOM_BITS = 2;

/**
 * A batch of boards that lie next to each other in memory, and the byte addresses of the data that the lookahead
 * reads and writes.
 */
export interface RowBatch {
  /** address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  /**
   * For each board of the batch: two parts of the lookahead's result (see `RowLookahead`), the first for the right
   * side of a child and the second for its lower side.
   */
  readonly answers: number;
  /**
   * for each board of the level: those parts of the result that later levels of the row will reuse, nearest level
   * first; all of them are for the right side of a child
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
 * Its result consists of *parts*. A part is for one side of a child, and holds a 16-bit amount for each label.
 * Depending on the label that the neighbour on this side must show, one of these amounts is added to the key of the
 * child. A part is padded to whole vectors of 16 bytes, and ends with its smallest amount in 32 bits.
 *
 * On a level whose lookahead is computed from scratch, each board becomes a *root*. The root's result is reused by
 * its descendants on the next levels.
 */
export interface RowLookahead {
  /**
   * Prepares the levels of one row. `cells` are the cells that are filled on these levels. The memory may grow, and
   * then existing views of it become invalid.
   */
  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void;
  /**
   * Prepares one level of the row. `share` says, for each tile, what fraction of the level's boards have not used it.
   * Fractions are numbers from 0 to BOARD_FRACTION_UNITS.
   */
  beginLevel(index: number, share: Uint8Array): void;
  /** Computes the lookahead for a batch of boards, and writes the results to memory. */
  evaluate(batch: RowBatch): void;
}

/** Weighs children and makes boards. */
export interface ChildMaker {
  /**
   * Calls `take` for each child that has at most one mismatch. The lookahead of the batch must have been computed
   * before.
   */
  weigh(cell: OrderedCell, batch: RowBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most BATCH boards, and writes them one after another from the address `first` on. `laid` holds two
   * numbers for each of them: the index of its parent, and the orientation to place. `parents` is the address of the
   * first parent.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}
