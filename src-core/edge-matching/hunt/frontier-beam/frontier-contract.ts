/**
 * The operations of the frontier beam that are implemented twice, by the kernel and by the reference implementation.
 * Both give identical results and use the memory layout in `frontier-memory.ts`.
 */
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { FrontierLevel } from './frontier-level.ts';

/** Number of random bits added to a key. They let two beams with the same filling order find different boards. */
export const RANDOM_BITS = 3;

/** Boards of one level that are adjacent in memory, with the lookahead's results for them. Addresses are in bytes. */
export interface FrontierBatch {
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
  readonly answers: number;
}

/** Computes the lookahead, weighs children and makes boards. */
export interface FrontierMaker {
  evaluate(level: FrontierLevel, seen: FrontierBatch): void;
  /** Calls `take` for each child with at most one mismatch. `evaluate` must have been called for the batch. */
  weigh(level: FrontierLevel, seen: FrontierBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes boards and writes them one after another, starting at the address `first`. `laid` holds two numbers per
   * board: the index of its parent and the orientation to place. `parents` is the address of the first parent.
   */
  lay(level: FrontierLevel, parents: number, first: number, laid: Int32Array): void;
}
