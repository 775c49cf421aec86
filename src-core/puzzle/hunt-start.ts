/** The board that a hunt starts from. */
import * as v from 'valibot';
import { counted } from '../text/counted.ts';
import { sentence } from '../text/sentence.ts';
import { boardOf } from './board.ts';
import { openBoardOf } from './open-board.ts';
import { boardFromNumbers, EMPTY, tileOf, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';
import { boardFault, brokenRimSides, keepsHint, mismatchedEdges, scoreOf } from './score.ts';

export const HuntStart = v.strictObject({
  /** a partial board, as described in partial-board.ts */
  board: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(EMPTY))), v.readonly()),
  /** cells whose tiles are removed and searched again; empty cells are always searched */
  free: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.readonly()),
});
export type HuntStart = Readonly<v.InferOutput<typeof HuntStart>>;

/** Returns the start board with the cells in `free` emptied. */
export function keptTiles({ board, free }: HuntStart): PartialBoard {
  const kept = boardFromNumbers(board);
  for (const cell of free) kept[cell] = EMPTY;
  return kept;
}

/** Returns the number of cells that a hunt from this board searches. */
export function searchedCells(puzzle: EdgePuzzle, start: HuntStart): number {
  const kept = keptTiles(start);
  return openBoardOf(puzzle).openCells.filter((cell) => kept[cell] === EMPTY).length;
}

/**
 * Returns the cells to empty on a board, parsed from a text. Cells and rows are numbered from 1. The text can be:
 * - `mismatches`: cells with a mismatch, and their neighbours.
 * - `rows:A-B`
 * - cells and ranges, such as `1 2 17-20`
 *
 * Never returns forbidden cells, or cells where the board keeps a hint. Throws RangeError for other texts, for cells
 * or rows that don't exist, and for rows on a board that isn't a rectangle.
 */
export function freedCells(puzzle: EdgePuzzle, board: PartialBoard, text: string): number[] {
  const { open } = openBoardOf(puzzle);
  const kept = new Set(
    puzzle.hints.filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!)).map(({ cell }) => cell),
  );
  const named = cellsNamed(puzzle, board, text.trim());
  return [...new Set(named)].filter((cell) => open[cell] && !kept.has(cell)).sort((a, b) => a - b);
}

function cellsNamed(puzzle: EdgePuzzle, board: PartialBoard, text: string): number[] {
  if (text === 'mismatches') return cellsAroundMismatches(puzzle, board);
  const rows = /^rows:(.*)$/.exec(text);
  if (!rows) return rangesIn(text, 'cell', openBoardOf(puzzle).open.length);
  if (puzzle.board.kind !== 'rectangle') {
    throw new RangeError('“rows” works only on rectangles; list cells instead, such as 1-16');
  }
  const { width, height } = puzzle.board;
  return rangesIn(rows[1]!, 'row', height).flatMap((row) =>
    Array.from({ length: width }, (_, column) => row * width + column),
  );
}

function cellsAroundMismatches(puzzle: EdgePuzzle, board: PartialBoard): number[] {
  const { sides, across } = boardOf(puzzle.board);
  const wrong = [...mismatchedEdges(puzzle, board), ...brokenRimSides(puzzle, board)].map((side) =>
    Math.floor(side / sides),
  );
  return wrong.flatMap((cell) => [
    cell,
    ...Array.from({ length: sides }, (_, side) => across[cell * sides + side]!)
      .filter((facing) => facing >= 0)
      .map((facing) => Math.floor(facing / sides)),
  ]);
}

/** Parses numbers and ranges from 1 to `max`. Returns the numbers counted from 0. */
function rangesIn(text: string, what: 'cell' | 'row', max: number): number[] {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) throw new RangeError(`no ${what} is given; expected ${what}s from 1 to ${max}`);
  return words.flatMap((word) => {
    const range = /^(\d+)(?:-(\d+))?$/.exec(word);
    const [from, to] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    if (!(from >= 1 && to <= max && from <= to)) {
      throw new RangeError(`found ${what} “${word}”; expected ${what}s from 1 to ${max}, such as 3 or 3-5`);
    }
    return Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
  });
}

/** Returns a sentence that says why a hunt can't start from this board, or null if it can. */
export function startError(puzzle: EdgePuzzle, start: HuntStart): string | null {
  const board = boardFromNumbers(start.board);
  try {
    const fault = boardFault(scoreOf(puzzle, board), 'improved');
    if (fault !== null) return `The start is ${fault}.`;
  } catch (error) {
    return sentence(`The start board does not fit the puzzle: ${(error as Error).message}`);
  }
  const unknown = start.free.find((cell) => cell >= board.length);
  if (unknown !== undefined)
    return `Cell ${unknown + 1} can’t be freed: the board has only ${counted(board.length, 'cell')}.`;
  const kept = keptTiles(start);
  if (openBoardOf(puzzle).openCells.every((cell) => kept[cell] !== EMPTY)) {
    return 'All tiles of the start board are kept, so there is nothing to search. Free some cells.';
  }
  return hintError(puzzle, kept);
}

function hintError({ hints, ...puzzle }: EdgePuzzle, kept: PartialBoard): string | null {
  for (const hint of hints) {
    const code = kept[hint.cell]!;
    if (code !== EMPTY && !keepsHint({ ...puzzle, hints }, hint, code)) {
      return `The start board contradicts the hint on cell ${hint.cell + 1}. Free that cell or leave the hint out.`;
    }
    const at = kept.findIndex((each) => each !== EMPTY && tileOf(each) === hint.tile);
    if (at >= 0 && at !== hint.cell) {
      return `Tile ${hint.tile! + 1} lies on cell ${at + 1} of the start board, but a hint requires it on cell ${hint.cell + 1}. Free cell ${at + 1}.`;
    }
  }
  return null;
}
