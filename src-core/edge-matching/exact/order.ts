import { gridOf, isPlainRectangle } from '../../puzzle/board.ts';
import { labelsOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { frontierOrder } from './frontier-order.ts';

/** The orders of cells that users can choose by name. The published node counts are for `row`. */
export const orderNames = ['row', 'column', 'spiral', 'frame', 'constrained', 'frontier'] as const;
export type OrderName = (typeof orderNames)[number];

/** Returns the orders available on a board. Columns, spirals and frames need a rectangle. */
export const ordersOn = ({ board }: EdgePuzzle): readonly OrderName[] =>
  board.kind === 'rectangle' ? orderNames : ['row', 'constrained', 'frontier'];

/**
 * Returns the name of the default order for a board. On a plain rectangle, it is row by row, which keeps the frontier
 * small.
 */
export const usualOrder = ({ board }: EdgePuzzle): OrderName =>
  isPlainRectangle(board) ? 'row' : 'frontier';

/** for each order, a function that lists all open cells of a puzzle in this order */
export const orderBy: Record<OrderName, (puzzle: EdgePuzzle) => number[]> = {
  row: (puzzle) => [...openBoardOf(puzzle).openCells],
  column: (puzzle) => {
    const { width } = gridOf(puzzle.board);
    const key = (cell: number): number => (cell % width) * 64 + Math.floor(cell / width);
    return [...openBoardOf(puzzle).openCells].sort((a, b) => key(a) - key(b));
  },
  spiral: (puzzle) => openOnly(puzzle, ringsOf(puzzle).flat()),
  frame: (puzzle) => {
    const [frame = [], ...inner] = ringsOf(puzzle);
    return openOnly(puzzle, [...frame, ...inner.flat().sort((a, b) => a - b)]);
  },
  constrained: mostConstrainedFirst,
  frontier: frontierOrder,
};

const openOnly = (puzzle: EdgePuzzle, cells: readonly number[]): number[] => {
  const { open } = openBoardOf(puzzle);
  return cells.filter((cell) => open[cell]);
};

/**
 * Returns the rings of a rectangle from the outermost to the innermost. Each ring runs clockwise from its top-left
 * cell.
 */
function ringsOf({ board }: EdgePuzzle): number[][] {
  const { width, height } = gridOf(board);
  const rings: number[][] = [];
  for (let i = 0; 2 * i < Math.min(width, height); i++) {
    const [left, top, right, bottom] = [i, i, width - 1 - i, height - 1 - i];
    const ring: number[] = [];
    for (let x = left; x <= right; x++) ring.push(top * width + x);
    for (let y = top + 1; y <= bottom; y++) ring.push(y * width + right);
    if (bottom > top) for (let x = right - 1; x >= left; x--) ring.push(bottom * width + x);
    if (right > left) for (let y = bottom - 1; y > top; y--) ring.push(y * width + left);
    rings.push(ring);
  }
  return rings;
}

/**
 * Returns, for each cell, the expected number of placements on an empty board: the number of placements that obey the
 * cell's hint, divided by `labels` for each side on a rim of known colour. The faces of a tile are not counted
 * separately.
 */
function waysAtFirst(puzzle: EdgePuzzle, labels: number): Float64Array {
  const { board, openCells } = openBoardOf(puzzle);
  const { sides, across } = board;
  const hinted = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  const ways = new Float64Array(board.cells);
  for (const cell of openCells) {
    const rimSides = across.subarray(cell * sides, (cell + 1) * sides).filter((other) => other === -1).length;
    const hint = hinted.get(cell);
    const turns = hint?.rotation !== undefined || puzzle.turns === 'fixed' ? 1 : sides;
    ways[cell] = (hint?.tile === undefined ? puzzle.tiles.length : 1) * turns;
    if (puzzle.rim.kind === 'colour') ways[cell] /= labels ** rimSides;
  }
  return ways;
}

/**
 * Returns an order that always continues with a cell that has the fewest expected placements. Each filled neighbour
 * divides the expected placements by the number of labels.
 */
function mostConstrainedFirst(puzzle: EdgePuzzle): number[] {
  const { board, openCells, open } = openBoardOf(puzzle);
  const { sides, across } = board;
  const labels = Math.max(2, new Set(puzzle.tiles.flatMap(labelsOf)).size);
  const waysOf = waysAtFirst(puzzle, labels);
  const order: number[] = [];
  const left = new Set(openCells);
  while (left.size > 0) {
    let best = -1;
    for (const cell of left) if (best === -1 || waysOf[cell]! < waysOf[best]!) best = cell;
    order.push(best);
    left.delete(best);
    for (let side = 0; side < sides; side++) {
      const other = across[best * sides + side]!;
      if (other !== -1 && open[Math.floor(other / sides)]) waysOf[Math.floor(other / sides)]! /= labels;
    }
  }
  return order;
}

/**
 * Parses an order of cells such as `1 2 3, 7`, where cells are numbered from 1. Cells that are not mentioned follow
 * row by row. Throws RangeError if a cell does not exist, is closed or is repeated.
 */
export function orderFromText(puzzle: EdgePuzzle, text: string): number[] {
  const { open, openCells } = openBoardOf(puzzle);
  const order = new Set<number>();
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const cell = Number(word) - 1;
    if (!Number.isInteger(cell) || !open[cell]) {
      throw new RangeError(`the order lists cell “${word}”; expected an open cell, 1 to ${open.length}`);
    }
    if (order.has(cell)) throw new RangeError(`the order lists cell ${word} twice`);
    order.add(cell);
  }
  return [...order, ...[...openCells].filter((cell) => !order.has(cell))];
}
