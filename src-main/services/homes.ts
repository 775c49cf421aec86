import type { CheckedInput, Output } from '../../src-core/contract.ts';
import { readBoard, readPuzzle, type Reading } from '../../src-core/formats/formats.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { EMPTY, tileOf, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { keepsHint } from '../../src-core/puzzle/score.ts';
import type { Context } from './context.ts';

/** Answers at once, so that the command line can use it as well. */
export interface HomesApi {
  readonly 'library.homes': (input: CheckedInput<'library.homes'>) => Output<'library.homes'>;
}

/** Fewer tiles than these say too little of which puzzle they belong to. */
const TELLING_TILES = 4;

interface Home {
  readonly id: number;
  readonly name: string;
  readonly board: PartialBoard;
}

/** Puzzles of the library that a text shows a board of, the likeliest first: that keeps most hints, then one's own. */
function homesOf({ store }: Pick<Context, 'store'>, text: string, reading: Reading): Output<'library.homes'> {
  if (!reading.board || reading.puzzle.kind !== 'edge-matching') return [];
  const size = shapeName(reading.puzzle.board);
  const homes: (Home & { rank: number })[] = [];
  for (const summary of store.puzzles.list()) {
    if (summary.kind !== 'edge-matching' || summary.size !== size) continue;
    const { puzzle } = store.puzzles.get(summary.id);
    if (puzzle.kind !== 'edge-matching') continue;
    const board = boardOf(puzzle, text, reading.format);
    if (!board) continue;
    // A puzzle whose hints the board breaks is less likely than one without.
    const told = puzzle.hints.filter(({ cell }) => board[cell] !== EMPTY);
    const kept = told.filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!)).length;
    homes.push({ id: summary.id, name: summary.name, board, rank: kept - 2 * (told.length - kept) });
  }
  return homes
    .sort((a, b) => b.rank - a.rank)
    .map(({ id, name, board }) => ({ id, name, board: [...board] }));
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

export function homesService(context: Context): HomesApi {
  return {
    'library.homes': ({ text, options }) => {
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      return homesOf(context, text, readPuzzle(text, given));
    },
  };
}
