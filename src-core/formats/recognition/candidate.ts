import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadOptions } from '../format.ts';

/** An assumption about something that a text leaves open, and the options that settle it. */
export interface Assumption {
  readonly option: keyof ReadOptions | 'format';
  /** user-visible phrase, such as "free rim" */
  readonly text: string;
  /** true for the usual assumption; it is shown only if another reading is plausible */
  readonly usual?: boolean;
  /** the options that state this assumption; empty if there are none */
  readonly options: ReadOptions & { readonly format?: string };
}

/** One way to read a text. */
export interface Candidate {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board?: PartialBoard;
  /**
   * how badly the reading fits: 0 is perfect, 1 is clearly worse. Readings more than `PLAUSIBLE` above the best are
   * ruled out.
   */
  readonly penalty: number;
  readonly assumptions: readonly Assumption[];
  /** line numbers of skipped prose */
  readonly skipped?: readonly number[];
  /** line numbers of rows with skipped words after their labels */
  readonly remarks?: readonly number[];
}

/** The user is asked to choose between readings whose penalties are at most this much above the best. */
export const CLOSE = 0.75;
/**
 * Before a puzzle is called unsolvable, readings whose penalties are at most this much above the best are tried too.
 */
export const PLAUSIBLE = 3;
/**
 * The user is not asked about readings whose penalties are at least this much above the best. They are tried only if a
 * search proves that the best has no solution.
 */
export const NOT_ASKED = 2.9;

/** Returns the assumptions in one line for users: "6 × 6, free rim, edges W N E S". */
export const assumptionsText = (assumptions: readonly Assumption[]): string =>
  assumptions
    .filter(({ usual }) => !usual)
    .map(({ text }) => text)
    .join(', ');

/** One way to read a board. */
export interface BoardCandidate {
  readonly board: PartialBoard;
  /** user-visible phrase, such as "tiles from 0, turns clockwise, turn 0 upside down" */
  readonly title: string;
  /** how unusual the notation is, to break ties between boards that fit equally well */
  readonly oddity: number;
}
