import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle, MatingRule, Puzzle, Turns } from '../puzzle/puzzle.ts';
import type { GoalRequest } from '../puzzle/sliding-goal.ts';
import type { EdgeOrder } from './edge-order.ts';
import type { Size } from './size.ts';
import type { Source } from './text.ts';

/** Facts that a text may leave out. Readers have a default for each of them. */
export interface ReadOptions {
  /** name of the puzzle; default: the name in the text or, without one, a name made from the size */
  readonly name?: string;
  readonly size?: Size;
  /** the order in which a tile's four numbers are given */
  readonly edgeOrder?: EdgeOrder;
  /** number of the first piece in links and board files, 0 or 1 */
  readonly pieceBase?: 0 | 1;
  /** board and rules, for text that lists only tiles (see `meaning.ts`) */
  readonly board?: BoardShape;
  readonly mating?: MatingRule;
  /**
   * which labels are the two halves of a symbol: `sum`, `apart` or `next` for numbers (see halves-naming.ts), or a
   * list such as "1=5,2=6"
   */
  readonly pairs?: string;
  /** the rim rule: "free", "uniform", "colour:C" or "frame:C", where C is a label as written in the text */
  readonly rim?: string;
  readonly turns?: Turns;
  /** goal of a sliding puzzle; default `auto` */
  readonly goal?: GoalRequest;
  /** the position to read as the start of a sliding puzzle; `all` reads each position as a puzzle of its own */
  readonly position?: 'all' | readonly number[];
}

/** A question to the user about an ambiguous text. The first choice is the default. */
export interface Question {
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface Choice {
  /** the options that select this reading */
  readonly options: ReadOptions & { readonly format?: string };
  readonly title: string;
  /** the puzzle read with these options */
  readonly preview: Puzzle;
}

export interface ReadPuzzle {
  readonly puzzle: Puzzle;
  /** the board, if the text shows one, as links do */
  readonly board?: PartialBoard;
  readonly questions?: readonly Question[];
  /**
   * names and notes in which characters were replaced (see `Reading.cleaned`); absent if the reader doesn't check for
   * such characters
   */
  readonly cleaned?: readonly string[];
}

export interface WrittenPuzzle {
  readonly text: string;
  /** what the format can't hold, as phrases for the user, such as "the hints" */
  readonly lost: readonly string[];
  /** losses that change the puzzle itself, as phrases for the user, such as "the board (a cube)" */
  readonly changed?: readonly string[];
}

export interface WriteOptions {
  /** write the text even if reading it back gives a different puzzle */
  readonly lossy?: boolean;
  /** format `numeric`: write lines with the board and rules even if they could be omitted */
  readonly head?: boolean;
  /** in models for other solvers, exclude symmetric copies of solutions */
  readonly breakSymmetry?: boolean;
}

/**
 * A text format for puzzles, boards or both. To add one, write a file for it and list it in formats.ts. Readers throw
 * FormatError, writers CannotWrite.
 */
export interface Format {
  readonly name: string;
  /** title for the user, including an example */
  readonly title: string;
  /** file name extension, without the dot */
  readonly extension: string;
  /** Returns the probability, from 0 to 1, that the text is in this format. */
  recognises(source: Source): number;
  /** options, besides `name`, that `readPuzzle` uses */
  readonly usesOptions?: readonly (keyof ReadOptions)[];
  readPuzzle?(source: Source, options: ReadOptions): ReadPuzzle;
  writePuzzle?(puzzle: Puzzle, options?: WriteOptions): WrittenPuzzle;
  /**
   * Yields the text of a puzzle in parts, because it can be long. The text holds the whole puzzle. A format has either
   * `parts` or `writePuzzle`.
   */
  parts?(puzzle: Puzzle, options?: WriteOptions): Iterable<string>;
  /** Returns the approximate size, in bytes, of the text that `parts` yields. */
  about?(puzzle: Puzzle): number;
  /** Returns a sentence that says why the format can't hold a puzzle, or null if it can. */
  cannotHold?(puzzle: Puzzle): string | null;
  readBoard?(puzzle: EdgePuzzle, source: Source, options: ReadOptions): PartialBoard;
  writeBoard?(puzzle: EdgePuzzle, board: PartialBoard): string;
}
