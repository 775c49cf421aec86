import type { LevelLayout } from './level.ts';

/** Results of `choose` if there is no variable to decide: a dead end, or a solution. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * The levels of a search (level.ts) in one block of memory, and two operations on them. In `memory`, level `depth`
 * starts at the word with index `base + depth · layout.size`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /** by variable: number of dead ends found there; the caller keeps these counts between tasks */
  readonly fails: Int32Array;
  /**
   * Fills level `depth` + 1 with a copy of level `depth` in which `bit` is a variable's only candidate, and propagates.
   * Returns false at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * Returns the variable to decide next at a level, SOLVED or DEAD. First it places each tile that has only one cell
   * left, so it can change the level.
   */
  choose(depth: number): number;
}
