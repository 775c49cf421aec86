/**
 * Finds the puzzle that an imported board belongs to. Imported text is parsed in a background thread
 * (background-work.ts).
 */
import type { Output } from '../../src-core/contract.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { keepsHint } from '../../src-core/puzzle/score.ts';

/** A board with fewer tiles doesn't identify its puzzle. */
const MIN_TILES = 4;

export interface Incoming {
  readonly text: string;
  readonly options: object;
}

/** Size and format of an imported board. */
export interface ShownBoard {
  /** size of the board, written as in the library's list of puzzles, such as "4 × 4" */
  readonly size: string;
  readonly format: string;
}

/** A puzzle that the board might belong to. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly puzzle: EdgePuzzle;
}

/** Returns the board in the imported text, or null if it contains no edge-matching board. Throws FormatError. */
export function shownBoard({ text, options }: Incoming): ShownBoard | null {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { puzzle, board, format } = readPuzzle(text, given);
  return board && puzzle.kind === 'edge-matching' ? { size: shapeName(puzzle.board), format } : null;
}

/**
 * Returns the puzzles that the board in the text fits, best match first. Each hint that the board keeps raises the
 * puzzle's rank, and each hint that it breaks lowers it.
 */
export function matchesAmong(
  candidates: readonly Candidate[],
  { text, format }: { readonly text: string; readonly format: string },
): Output<'library.matchingPuzzles'> {
  return candidates
    .flatMap(({ id, name, puzzle }) => {
      const board = boardOf(puzzle, text, format);
      if (!board) return [];
      // Each kept hint adds 1 to the rank, and each broken hint subtracts 2. A puzzle without hints has rank 0, so it
      // comes before a puzzle with more than a third of its hints broken.
      const told = puzzle.hints.filter(({ cell }) => board[cell] !== EMPTY);
      const kept = told.filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!)).length;
      return [{ id, name, board, rank: kept - 2 * (told.length - kept) }];
    })
    .sort((a, b) => b.rank - a.rank)
    .map(({ id, name, board }) => ({ id, name, board }));
}

/**
 * Converts the board in the text to a board of this puzzle. Returns null if the board has too few tiles, uses a tile
 * twice or has a tile that isn't in the puzzle.
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
