import type { LevelLayout } from './level.ts';

/** What `choose` says instead of a variable. */
export const DEAD = -1;
export const SOLVED = -2;

/**
 * Levels of a search in one block of memory, and the two things that are done with them. Level `depth` begins at word
 * `base + depth · layout.size` of `memory`.
 */
export interface Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  /** by variable: dead ends that came to light there; kept by the caller between tasks */
  readonly fails: Int32Array;
  /**
   * Makes level `depth` + 1: level `depth` with nothing but the candidate `bit` left for a variable, and all that follows
   * from it. False at a dead end.
   */
  place(depth: number, variable: number, bit: number): boolean;
  /**
   * The variable to decide next at a level, SOLVED or DEAD. A tile with one cell left is put there first, so the level may
   * change.
   */
  choose(depth: number): number;
}
