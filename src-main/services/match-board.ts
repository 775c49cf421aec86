/** Which puzzle a board in a text belongs to: the reading of it, done in the thread beside the host (background-work.ts). */
import type { Output } from '../../src-core/contract.ts';
import { readBoard, readPuzzle } from '../../src-core/formats/formats.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { keepsHint } from '../../src-core/puzzle/score.ts';

/** Fewer tiles than these say too little of which puzzle they belong to. */
const TELLING_TILES = 4;

/** A text and what its reader is told beside it. */
export interface Incoming {
  readonly text: string;
  readonly options: object;
}

/** A text that shows a board. */
export interface ShownBoard {
  /** of the board, as the library names it */
  readonly size: string;
  readonly format: string;
}

/** A puzzle that the board may belong to. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly puzzle: EdgePuzzle;
}

/** Null when the text shows no board of an edge-matching puzzle. Throws FormatError. */
export function shownBoard({ text, options }: Incoming): ShownBoard | null {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { puzzle, board, format } = readPuzzle(text, given);
  return board && puzzle.kind === 'edge-matching' ? { size: shapeName(puzzle.board), format } : null;
}

/** Those that the text shows a board of, the likeliest first: that keeps most hints, then one's own. */
export function matchesAmong(
  candidates: readonly Candidate[],
  { text, format }: { readonly text: string; readonly format: string },
): Output<'library.matchingPuzzles'> {
  return candidates
    .flatMap(({ id, name, puzzle }) => {
      const board = boardOf(puzzle, text, format);
      if (!board) return [];
      // A puzzle whose hints the board breaks is less likely than one without.
      const told = puzzle.hints.filter(({ cell }) => board[cell] !== EMPTY);
      const kept = told.filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!)).length;
      return [{ id, name, board, rank: kept - 2 * (told.length - kept) }];
    })
    .sort((a, b) => b.rank - a.rank)
    .map(({ id, name, board }) => ({ id, name, board }));
}

/** The board of this puzzle that the text shows, if each of its tiles is one of the puzzle's, and lies there once. */
function boardOf(puzzle: EdgePuzzle, text: string, format: string): PartialBoard | null {
  try {
    const board = readBoard(puzzle, text, { format });
    const tiles = Array.from(board).filter((code) => code !== EMPTY);
    const enough = tiles.length >= Math.min(TELLING_TILES, puzzle.tiles.length);
    return enough && new Set(tiles.map(tileOf)).size === tiles.length ? board : null;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return null;
    throw error;
  }
}
