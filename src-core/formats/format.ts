import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle, MatingRule, Puzzle, Turns } from '../puzzle/puzzle.ts';
import type { GoalRequest } from '../puzzle/sliding-goal.ts';
import type { EdgeOrder } from './edge-order.ts';
import type { Size } from './size.ts';
import type { Source } from './text.ts';

/** Facts that a text can leave out. Every option has a default. */
export interface ReadOptions {
  /** the puzzle's name; the default is the name in the text or, if the text has none, a name made from the size */
  readonly name?: string;
  readonly size?: Size;
  /** the edge order: which edge each of a tile's four numbers belongs to */
  readonly edgeOrder?: EdgeOrder;
  /** the number of the first piece in links and board files */
  readonly pieceBase?: 0 | 1;
  /** the board and rules of a text that lists only tiles (see `meaning.ts`) */
  readonly board?: BoardShape;
  readonly mating?: MatingRule;
  /**
   * which labels are the two halves of a symbol: `sum`, `apart` or `next` for numbers (halves-naming.ts), or a list
   * such as "1=5,2=6"
   */
  readonly pairs?: string;
  /** the rim rule: "free", "uniform", "colour:C" or "frame:C", where C is a label of the text */
  readonly rim?: string;
  readonly turns?: Turns;
  /** the goal of a sliding puzzle; default `auto` */
  readonly goal?: GoalRequest;
}

/** A question to the user about a text that has several readings. The first choice is the default. */
export interface Question {
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface Choice {
  /** the options that lead to this reading */
  readonly options: ReadOptions & { readonly format?: string };
  readonly title: string;
  /** the puzzle as read with these options */
  readonly preview: Puzzle;
}

export interface ReadPuzzle {
  readonly puzzle: Puzzle;
  /** the board, if the text shows one, as a link does */
  readonly board?: PartialBoard;
  readonly questions?: readonly Question[];
  /**
   * names and notes in which the reader replaced characters, as in `Reading.cleaned`; absent if the caller must check
   * them
   */
  readonly cleaned?: readonly string[];
}

export interface WrittenPuzzle {
  readonly text: string;
  /** user-visible phrases for what the format can't hold, such as "the hints" */
  readonly lost: readonly string[];
  /**
   * user-visible phrases for losses that change the puzzle itself, such as "the board (a cube)" or "the rule that tiles
   * may be flipped"
   */
  readonly changed?: readonly string[];
}

/** Options of a writer. */
export interface WriteOptions {
  /** write the text even if it would be read as a different puzzle */
  readonly lossy?: boolean;
  /** format `numeric`: write the board and rules in lines before the tiles, even if they could be omitted */
  readonly head?: boolean;
  /** models for other solvers: add constraints that exclude symmetric copies of solutions */
  readonly breakSymmetry?: boolean;
}

/**
 * A text format of puzzles, boards or both. To add one, write a file for it and list it in formats.ts. Readers
 * throw FormatError, writers CannotWrite.
 */
export interface Format {
  readonly name: string;
  /** title for users, with an example */
  readonly title: string;
  /** file name extension, without the dot */
  readonly extension: string;
  /** Returns how likely it is that the text is in this format, from 0 (no) to 1 (yes). */
  recognises(source: Source): number;
  /** names of the options, besides `name`, that `readPuzzle` uses */
  readonly usesOptions?: readonly (keyof ReadOptions)[];
  readPuzzle?(source: Source, options: ReadOptions): ReadPuzzle;
  writePuzzle?(puzzle: Puzzle, options?: WriteOptions): WrittenPuzzle;
  /**
   * Yields the text of a puzzle in parts, because it can be long. Unlike `writePuzzle`, this function never loses
   * information. A format that writes puzzles has either this function or `writePuzzle`.
   */
  parts?(puzzle: Puzzle, options?: WriteOptions): Iterable<string>;
  /** Returns an estimate of the size, in bytes, of the text that `parts` yields, without writing it. */
  about?(puzzle: Puzzle): number;
  /** Returns why `parts` can't write a puzzle, as a sentence, or null if it can. */
  cannotHold?(puzzle: Puzzle): string | null;
  readBoard?(puzzle: EdgePuzzle, source: Source, options: ReadOptions): PartialBoard;
  writeBoard?(puzzle: EdgePuzzle, board: PartialBoard): string;
}
