import type { LevelLayout } from './level.ts';

/** Special results of `choose`, for when no variable is left to decide: a dead end or a solution. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * The levels of a search (`level.ts`) in one block of memory, and two operations on them. The level for depth `depth`
 * starts at word `base + depth * layout.size` of `memory`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /**
   * for each variable: its failure count (number of dead ends found there), which the caller carries over from task
   * to task
   */
  readonly fails: Int32Array;
  /**
   * Decides a variable: places the candidate that belongs to this bit of its domain, and propagates. First copies
   * level `depth` to level `depth` + 1, and then changes the copy. Returns false at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * Returns the variable to decide next at a level, or SOLVED or DEAD. May change the level, because it first places
   * every tile for which only one cell is left.
   */
  choose(depth: number): number;
}
