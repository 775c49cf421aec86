import type { LevelLayout } from './level.ts';

/** What `choose` returns if there is no variable to decide: a dead end or a solution. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * The levels of a search (`level.ts`) in one block of memory, and two operations on them. Level `depth` starts at the
 * word `base + depth * layout.size` of `memory`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /**
   * for each variable: its failure count (number of dead ends found there); the caller keeps these counts between tasks
   */
  readonly fails: Int32Array;
  /**
   * Decides a variable: places the candidate of `bit` and propagates. The result is in level `depth` + 1, which begins
   * as a copy of level `depth`. Returns false at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * Returns the variable to decide next at a level, or SOLVED or DEAD. It may change the level, because it first places
   * tiles for which only one cell is left.
   */
  choose(depth: number): number;
}
