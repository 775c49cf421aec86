import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadOptions } from '../format.ts';
import type { SlidingText } from './positions.ts';

/** An assumption about something that a text leaves open. */
export interface Assumption {
  readonly option: keyof ReadOptions | 'format';
  /** phrase for users, such as "free rim" */
  readonly text: string;
  /** true for a usual assumption, which is shown only if another reading is plausible */
  readonly usual?: boolean;
  /** the options that confirm this assumption */
  readonly options: ReadOptions & { readonly format?: string };
}

/** One way to read a text. */
export interface Candidate {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board?: PartialBoard;
  /** how badly the reading fits: 0 is perfect, 1 is clearly worse */
  readonly penalty: number;
  readonly assumptions: readonly Assumption[];
  /** line numbers of prose */
  readonly skipped?: readonly number[];
  /** line numbers of rows with words after their labels */
  readonly remarks?: readonly number[];
  /** the position as written; absent if the text states its goal, and so must be a sliding puzzle */
  readonly position?: SlidingText;
}

/** Maximum difference from the best penalty for readings between which the user chooses */
export const CLOSE = 0.75;
/** Maximum difference from the best penalty for readings that are tried before a puzzle is called unsolvable */
export const PLAUSIBLE = 3;
/** Minimum difference from the best penalty for readings about which the user is not asked */
export const NOT_ASKED = 2.9;

/** Returns assumptions in one line for users: "6 × 6, free rim, edges W N E S". */
export const assumptionsText = (assumptions: readonly Assumption[]): string =>
  assumptions
    .filter(({ usual }) => !usual)
    .map(({ text }) => text)
    .join(', ');

/** One way to read a board. */
export interface BoardCandidate {
  readonly board: PartialBoard;
  /** phrase for users, such as "tiles from 0, turns clockwise" */
  readonly title: string;
  /** how unusual the notation is; breaks ties between boards that fit equally well */
  readonly oddity: number;
}
