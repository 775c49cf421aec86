import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadOptions } from '../format.ts';
import type { SlidingText } from './positions.ts';

/** Something that was assumed because the text leaves it open. */
export interface Assumption {
  readonly option: keyof ReadOptions | 'format';
  /** phrase for the user, such as "free rim" */
  readonly text: string;
  /** true if this is the usual assumption; such assumptions are shown only to tell readings apart */
  readonly usual?: boolean;
  /** options that specify this assumption explicitly */
  readonly options: ReadOptions & { readonly format?: string };
}

/** One way to read the text. */
export interface Candidate {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board?: PartialBoard;
  /** how badly the reading fits: 0 is perfect, 1 is clearly worse */
  readonly penalty: number;
  readonly assumptions: readonly Assumption[];
  /** numbers of the lines that were skipped as prose */
  readonly skipped?: readonly number[];
  /** numbers of the lines with extra words after the labels */
  readonly remarks?: readonly number[];
  /**
   * the position as written; absent if the text also gives a goal, which leaves no doubt that the puzzle is a sliding
   * puzzle
   */
  readonly position?: SlidingText;
  /** true if the text doesn't give the goal of the sliding puzzle, so that a usual goal is assumed */
  readonly isGoalAssumed?: boolean;
}

/** A reading is offered to the user if its penalty is at most this much higher than the best reading's. */
export const MAX_OFFERED_PENALTY_GAP = 0.75;
/**
 * Before a puzzle is called unsolvable, readings are tried whose penalty is at most this much higher than the best
 * reading's.
 */
export const MAX_TRIED_PENALTY_GAP = 3;
/** The user is never asked about a reading whose penalty is higher than the best reading's by this much or more. */
export const MIN_UNASKED_PENALTY_GAP = 2.9;

/** Returns the assumptions as one line for the user: "6 × 6, free rim, edges W N E S". */
export const assumptionsText = (assumptions: readonly Assumption[]): string =>
  assumptions
    .filter(({ usual }) => !usual)
    .map(({ text }) => text)
    .join(', ');

/** One way to read a board. */
export interface BoardCandidate {
  readonly board: PartialBoard;
  /** phrase for the user, such as "tiles numbered from 0, clockwise turns" */
  readonly title: string;
  /** how unusual the notation is; breaks ties between boards that fit equally well */
  readonly oddity: number;
  /** true if the text gives no turns, so they were chosen to match as many edges as possible */
  readonly areTurnsChosen?: true;
}
