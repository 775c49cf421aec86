import { isPlainRectangle } from './board.ts';
import { openBoardOf } from './open-board.ts';
import type { EdgePuzzle } from './puzzle.ts';

/**
 * Returns a copy of a puzzle that keeps all tiles, but only the given cells. The other cells are forbidden, and sides
 * next to them may show any label. A plain rectangle is also trimmed to the area of the given cells, plus a margin of
 * one cell. Throws RangeError if none of the given cells is open.
 */
export function regionOf(puzzle: EdgePuzzle, cells: readonly number[]): EdgePuzzle {
  const { open, board } = openBoardOf(puzzle);
  const kept = new Set(cells.filter((cell) => open[cell] === 1));
  if (kept.size === 0) throw new RangeError('No open cell is chosen. Choose at least one.');
  const cut = isPlainRectangle(puzzle.board)
    ? cutTo(puzzle.board, [...kept])
    : { board: puzzle.board, cells: Array.from({ length: board.cells }, (_, cell) => cell) };
  const forbidden = cut.cells.flatMap((cell, at) => (kept.has(cell) ? [] : [at]));
  const hints = puzzle.hints
    .filter(({ cell }) => kept.has(cell))
    .map((hint) => ({ ...hint, cell: cut.cells.indexOf(hint.cell) }));
  return { ...puzzle, board: cut.board, forbidden, hints };
}

type Rectangle = Extract<EdgePuzzle['board'], { kind: 'rectangle' }>;

/** Returns the smallest rectangle around the cells, with a margin of one cell where the board allows it. */
function cutTo(
  { width, height, ...shape }: Rectangle,
  kept: readonly number[],
): { board: Rectangle; cells: number[] } {
  const [left, right] = withMargins(
    kept.map((cell) => cell % width),
    width,
  );
  const [top, bottom] = withMargins(
    kept.map((cell) => Math.floor(cell / width)),
    height,
  );
  const board = { ...shape, width: right - left + 1, height: bottom - top + 1 };
  const cells = Array.from(
    { length: board.width * board.height },
    (_, at) => (top + Math.floor(at / board.width)) * width + left + (at % board.width),
  );
  return { board, cells };
}

const withMargins = (places: readonly number[], length: number): readonly [first: number, last: number] => [
  Math.max(0, Math.min(...places) - 1),
  Math.min(length - 1, Math.max(...places) + 1),
];
