import type { PartialBoard } from '../puzzle/partial-board.ts';
import type { BoardShape, EdgePuzzle, MatingRule, Puzzle, Turns } from '../puzzle/puzzle.ts';
import type { GoalRequest } from '../puzzle/sliding-goal.ts';
import type { EdgeOrder } from './edge-order.ts';
import type { Size } from './size.ts';
import type { Source } from './text.ts';

/** What a reader cannot know from the text. Everything has a sensible default. */
export interface ReadOptions {
  /** default: from the text, else from its size */
  readonly name?: string;
  readonly size?: Size;
  /** numeric pieces: which edge each of the four numbers is */
  readonly edgeOrder?: EdgeOrder;
  /** the number of the first piece in links and board files */
  readonly pieceBase?: 0 | 1;
  /** what a text of bare tiles means (`meaning.ts`): the board, which labels may touch, the rim, the tiles' turns */
  readonly board?: BoardShape;
  readonly mating?: MatingRule;
  /** which labels are the two halves of a symbol: `sum`, `apart` or `next` for numbers, or a list such as "1=5,2=6" */
  readonly pairs?: string;
  /** "free", "uniform", "colour:C" or "frame:C", C as the text has it */
  readonly rim?: string;
  readonly turns?: Turns;
  /** sliding puzzles: the position to reach; default `auto` */
  readonly goal?: GoalRequest;
}

/** Asked before importing, when a text can be read in more than one way; the first choice was taken. */
export interface Question {
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface Choice {
  /** the options that read the text this way */
  readonly options: ReadOptions & { readonly format?: string };
  readonly title: string;
  /** the puzzle that this reading gives, to be drawn */
  readonly preview: Puzzle;
}

export interface ReadPuzzle {
  readonly puzzle: Puzzle;
  /** a text that shows a board (a link) gives it as well */
  readonly board?: PartialBoard;
  readonly questions?: readonly Question[];
}

export interface WrittenPuzzle {
  readonly text: string;
  /** what the format has no place for, for people: "the hints" */
  readonly lost: readonly string[];
  /** of that, what makes it another puzzle to a reader: "the board (a cube)", "the rule that tiles may be flipped" */
  readonly changed?: readonly string[];
}

/** What a writer is asked beside the puzzle. */
export interface WriteOptions {
  /** write although a reader will take it for another puzzle */
  readonly lossy?: boolean;
  /** numeric: say board and rules in lines before the tiles, even where they may go without saying */
  readonly head?: boolean;
  /** models for other solvers: leave out what is the image of another solution under the puzzle's symmetry */
  readonly breakSymmetry?: boolean;
}

/**
 * A text form of puzzles, boards, or both. To add one: a file of its own and a line in formats.ts.
 * Readers throw FormatError, writers CannotWrite.
 */
export interface Format {
  readonly name: string;
  /** for people, with an example */
  readonly title: string;
  /** for the name of a file, without the dot */
  readonly extension: string;
  /** How sure it is that the text is in this form: 0 no, 1 yes; between, the share that looks like it. */
  recognises(source: Source): number;
  /** what its `readPuzzle` asks of the options beside the name; the text itself says the rest */
  readonly heeds?: readonly (keyof ReadOptions)[];
  readPuzzle?(source: Source, options: ReadOptions): ReadPuzzle;
  writePuzzle?(puzzle: Puzzle, options?: WriteOptions): WrittenPuzzle;
  /** Large texts are written in parts instead. Nothing is lost in them. */
  parts?(puzzle: Puzzle, options?: WriteOptions): Iterable<string>;
  /** Returns about how many bytes the parts have, without writing them. */
  about?(puzzle: Puzzle): number;
  /** Returns why the parts can't hold a puzzle, as a sentence; null if they can. Writes nothing. */
  cannotHold?(puzzle: Puzzle): string | null;
  readBoard?(puzzle: EdgePuzzle, source: Source, options: ReadOptions): PartialBoard;
  writeBoard?(puzzle: EdgePuzzle, board: PartialBoard): string;
}
