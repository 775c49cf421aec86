/** Finds the puzzle to which a board in a text belongs. Texts are read in a background thread (background-work.ts). */
import type { Output } from '../../src-core/contract.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { keepsHint } from '../../src-core/puzzle/score.ts';

/** Fewer tiles on a board don't identify the puzzle. */
const MIN_TILES = 4;

export interface Incoming {
  readonly text: string;
  readonly options: object;
}

/** The size and the format of the board that a text contains. */
export interface ShownBoard {
  /** size of the board, written as in a puzzle's library entry, such as "4 × 4" */
  readonly size: string;
  readonly format: string;
}

/** A puzzle that the board might belong to. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly puzzle: EdgePuzzle;
}

/** Returns the board that a text shows; null if it contains no edge-matching board. Throws FormatError. */
export function shownBoard({ text, options }: Incoming): ShownBoard | null {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { puzzle, board, format } = readPuzzle(text, given);
  return board && puzzle.kind === 'edge-matching' ? { size: shapeName(puzzle.board), format } : null;
}

/**
 * Returns the puzzles that the board in the text fits, best first. A kept hint raises a puzzle's rank, and a broken
 * hint lowers it.
 */
export function matchesAmong(
  candidates: readonly Candidate[],
  { text, format }: { readonly text: string; readonly format: string },
): Output<'library.matchingPuzzles'> {
  return candidates
    .flatMap(({ id, name, puzzle }) => {
      const board = boardOf(puzzle, text, format);
      if (!board) return [];
      // A kept hint counts 1, and a broken hint counts −2. So if the board breaks more than a third of a puzzle's
      // hints, the puzzle ranks below puzzles that have no hints (rank 0).
      const told = puzzle.hints.filter(({ cell }) => board[cell] !== EMPTY);
      const kept = told.filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!)).length;
      return [{ id, name, board, rank: kept - 2 * (told.length - kept) }];
    })
    .sort((a, b) => b.rank - a.rank)
    .map(({ id, name, board }) => ({ id, name, board }));
}

/**
 * Returns the board of the text as a board of this puzzle. Returns null if a tile doesn't belong to the puzzle or is
 * used twice, or if there are too few tiles.
 */
function boardOf(puzzle: EdgePuzzle, text: string, format: string): PartialBoard | null {
  try {
    const board = readBoard(puzzle, text, { format });
    const tiles = Array.from(board).filter((code) => code !== EMPTY);
    const enough = tiles.length >= Math.min(MIN_TILES, puzzle.tiles.length);
    return enough && new Set(tiles.map(tileOf)).size === tiles.length ? board : null;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return null;
    throw error;
  }
}
