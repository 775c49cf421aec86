import type { LevelLayout } from './level.ts';

/** Results of `choose` if the level is a dead end or a solution. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * The levels of a search (`level.ts`) in one block of memory, with the two operations of a search. The level for depth
 * `depth` starts at word `base + depth * layout.size` of `memory`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /**
   * failure count of each variable (number of dead ends found there), which the caller carries over from task to task
   */
  readonly fails: Int32Array;
  /**
   * Decides a variable: places the candidate that bit number `bit` of its domain stands for, and propagates. Level
   * `depth` is copied to level `depth` + 1, and the copy is changed. Returns false at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * Returns the variable to decide next at a level, or SOLVED or DEAD. May change the level, because it first places
   * every tile that has only one cell left.
   */
  choose(depth: number): number;
}
