import type { PartialBoard } from '../../puzzle/partial-board.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadOptions } from '../format.ts';

/** Something a text does not say, what it was taken to be, and the option that says otherwise. */
export interface Assumption {
  readonly option: keyof ReadOptions | 'format';
  /** for people: "free rim" */
  readonly text: string;
  /** an assumption made of every text that does not say otherwise; only mentioned when another reading is plausible */
  readonly usual?: boolean;
  /** the options that fix it; empty where no option can say it */
  readonly options: ReadOptions & { readonly format?: string };
}

/** One way to read a text. */
export interface Candidate {
  readonly format: string;
  readonly puzzle: Puzzle;
  readonly board?: PartialBoard;
  /** how badly it fits: 0 is a perfect fit, 1 is clearly worse, more than `PLAUSIBLE` is out of the question */
  readonly penalty: number;
  readonly assumptions: readonly Assumption[];
  /** numbers of the lines that were skipped as prose */
  readonly skipped?: readonly number[];
}

/** Readings this close to the best are asked about. */
export const CLOSE = 0.75;
/** Readings this close to the best are tried before a puzzle is said to have no solution. */
export const PLAUSIBLE = 3;

/** One line for people: "6 × 6, free rim, edges W N E S". */
export const assumptionsText = (assumptions: readonly Assumption[]): string =>
  assumptions
    .filter(({ usual }) => !usual)
    .map(({ text }) => text)
    .join(', ');

/** One way to read a board. */
export interface BoardCandidate {
  readonly board: PartialBoard;
  /** for people: "tiles from 0, turns clockwise, turn 0 upside down" */
  readonly title: string;
  /** how unusual the notation is: decides between boards that fit equally well */
  readonly oddity: number;
}
