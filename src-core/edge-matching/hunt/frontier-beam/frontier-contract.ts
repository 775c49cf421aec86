/**
 * The contract of the frontier beam: what the kernel and the reference implementation both do, with identical results.
 * The memory layout that they share is in frontier-memory.ts.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { FrontierLevel } from './frontier-level.ts';

/**
 * Number of random bits that are added to a key, as a number from 0 to 7. They let two beams that fill the board in the
 * same order find different boards.
 */
export const RANDOM_BITS = 3;

/**
 * Boards of one level that are adjacent in memory, and where the lookahead's results for them are stored. Addresses are
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
 * Computes the lookahead, weighs children and makes boards. There is one implementation in the kernel and one in
 * TypeScript.
 */
export interface FrontierMaker {
  evaluate(level: FrontierLevel, seen: FrontierBatch): void;
  /** Calls `take` for each child with at most one mismatch. The lookahead must have been computed for the batch. */
  weigh(level: FrontierLevel, seen: FrontierBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes boards one after another, beginning at the address `first`. `laid` holds a pair of numbers for each board:
   * its parent and the orientation to place. The parents are stored from the address `parents` on.
   */
  lay(level: FrontierLevel, parents: number, first: number, laid: Int32Array): void;
}
