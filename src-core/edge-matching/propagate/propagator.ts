import type { LevelLayout } from './level.ts';

/** What `choose` returns instead of a variable. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * The levels of a search in one block of memory, and the two operations on them. Level `depth` begins at word
 * `base + depth · layout.size` of `memory`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /** by variable: dead ends found there; the caller keeps them between tasks */
  readonly fails: Int32Array;
  /**
   * Fills level `depth` + 1: a copy of level `depth` with `bit` as the only candidate of a variable, propagated. Returns
   * false at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * Returns the variable to decide next at a level, SOLVED or DEAD. First it places each tile that has one cell left, so
   * the level may change.
   */
  choose(depth: number): number;
}
