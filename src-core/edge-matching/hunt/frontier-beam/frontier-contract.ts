/**
 * The contract of the frontier beam: what the kernel and the reference implementation do, with identical results. Both
 * use the memory layout in frontier-memory.ts.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { FrontierLevel } from './frontier-level.ts';

/**
 * Number of random bits added to a key. Because of them, two beams that fill the board in the same order find different
 * boards.
 */
export const RANDOM_BITS = 3;

/**
 * Boards of one level that are adjacent in memory, and the address of the lookahead's results for them. Addresses are
 * in bytes.
 */
export interface FrontierBatch {
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  readonly answers: number;
}

/**
 * Computes the lookahead, weighs children and makes boards. The kernel and the reference implementation both do this.
 */
export interface FrontierMaker {
  evaluate(level: FrontierLevel, seen: FrontierBatch): void;
  /**
   * Calls `take` for each child with at most one mismatch. The lookahead of the batch must have been computed before.
   */
  weigh(level: FrontierLevel, seen: FrontierBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes boards that are adjacent in memory, beginning at the address `first`. `laid` holds two numbers for each
   * board: the number of its parent and the orientation to place. The parents are adjacent too, beginning at the
   * address `parents`.
   */
  lay(level: FrontierLevel, parents: number, first: number, laid: Int32Array): void;
}
