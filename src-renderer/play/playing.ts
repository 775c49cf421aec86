/** Playing by hand without a screen: what can be done to a board, and what is measured on it. */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { mates } from '../../src-core/puzzle/labels.ts';
import { openBoardOf } from '../../src-core/puzzle/open-board.ts';
import { orientationsOf } from '../../src-core/puzzle/looks.ts';
import {
  EMPTY,
  emptyBoard,
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import {
  conflictsOf,
  scoreOf,
  shownLabels,
  type Conflicts,
  type Score,
} from '../../src-core/puzzle/score.ts';

/** Puts a tile on a cell, from the tray or from another cell; what lay there goes where it came from. */
export function put(board: PartialBoard, code: number, cell: number): PartialBoard {
  const next = board.slice();
  const from = next.findIndex((each) => each !== EMPTY && tileOf(each) === tileOf(code));
  if (from >= 0) next[from] = from === cell ? EMPTY : next[cell]!;
  next[cell] = code;
  return next;
}

export function lift(board: PartialBoard, cell: number): PartialBoard {
  return board[cell] === EMPTY ? board : board.with(cell, EMPTY);
}

/** A placement turned by steps clockwise; as it was where tiles may not be turned. */
export function turnedCode(puzzle: EdgePuzzle, code: number, steps: number): number {
  if (puzzle.turns === 'fixed') return code;
  const { sides } = boardOf(puzzle.board);
  return placementCode(tileOf(code), (rotationOf(code) + steps + sides) % sides, flippedOf(code));
}

/** A placement turned over its vertical axis; as it was where tiles may not be flipped. */
export function flippedCode(puzzle: EdgePuzzle, code: number): number {
  if (puzzle.turns !== 'flip') return code;
  const { sides } = boardOf(puzzle.board);
  return placementCode(tileOf(code), (sides - rotationOf(code)) % sides, !flippedOf(code));
}

/**
 * Everything on the board one step over; null when a tile would leave the board or meet a forbidden cell,
 * and on a board that is no rectangle.
 */
export function moveBlock(
  puzzle: EdgePuzzle,
  board: PartialBoard,
  right: number,
  down: number,
): PartialBoard | null {
  if (puzzle.board.kind !== 'rectangle') return null;
  const { width, height, wrap = 'none' } = puzzle.board;
  const { open } = openBoardOf(puzzle);
  const moved = emptyBoard(board.length);
  for (const [cell, code] of board.entries()) {
    if (code === EMPTY) continue;
    let column = (cell % width) + right;
    let row = Math.floor(cell / width) + down;
    if (wrap !== 'none') column = (column + width) % width;
    if (wrap === 'torus') row = (row + height) % height;
    const to = row * width + column;
    if (column < 0 || column >= width || row < 0 || row >= height || !open[to]) return null;
    moved[to] = code;
  }
  return moved;
}

/** Numbers of the tiles that are not on the board. */
export function trayOf(puzzle: EdgePuzzle, board: PartialBoard): number[] {
  const used = new Set(Array.from(board, (code) => (code === EMPTY ? EMPTY : tileOf(code))));
  return [...puzzle.tiles.keys()].filter((tile) => !used.has(tile));
}

export type Measures = Score & Conflicts;

export const measure = (puzzle: EdgePuzzle, board: PartialBoard): Measures => ({
  ...scoreOf(puzzle, board),
  ...conflictsOf(puzzle, board),
});

/** The ways in which tiles of the tray can lie on an empty cell without a mismatch: placement codes. */
export function fitting(
  puzzle: EdgePuzzle,
  board: PartialBoard,
  cell: number,
  tray: readonly number[] = trayOf(puzzle, board),
): number[] {
  const { board: shape, open } = openBoardOf(puzzle);
  if (board[cell] !== EMPTY || !open[cell]) return [];
  const shown = shownLabels(puzzle, board);
  const { sides, across } = shape;
  const { rim } = puzzle;
  const fits = (edges: readonly number[]): boolean =>
    edges.every((label, side) => {
      const other = across[cell * sides + side]!;
      if (other < 0) return rim.kind !== 'colour' || label === rim.colour;
      if (!open[Math.floor(other / sides)]) return true;
      const opposite = shown[other]!;
      if (opposite >= 0) return mates(puzzle, label, opposite);
      return rim.kind !== 'colour' || rim.inside || label !== rim.colour;
    });
  return tray.flatMap((tile) =>
    orientationsOf(puzzle.tiles[tile]!, puzzle.turns)
      .filter(({ edges }) => fits(edges))
      .map(({ rotation, flipped }) => placementCode(tile, rotation, flipped)),
  );
}

/** For each empty cell how many tiles of the tray fit it; -1 for cells that are not empty. */
export function fitCounts(puzzle: EdgePuzzle, board: PartialBoard): Int32Array {
  const tray = trayOf(puzzle, board);
  const { open } = openBoardOf(puzzle);
  return board.map((code, cell) =>
    code !== EMPTY || !open[cell] ? -1 : new Set(fitting(puzzle, board, cell, tray).map(tileOf)).size,
  );
}

/** The board that a stored one stands for; empty where it no longer fits the puzzle. */
export function fittingBoard(puzzle: EdgePuzzle, stored: ArrayLike<number> | undefined): PartialBoard {
  const { cells } = boardOf(puzzle.board);
  const { open } = openBoardOf(puzzle);
  const board = emptyBoard(cells);
  if (stored?.length !== cells) return board;
  const used = new Set<number>();
  for (let cell = 0; cell < cells; cell++) {
    const code = stored[cell]!;
    if (code < 0 || !open[cell] || tileOf(code) >= puzzle.tiles.length || used.has(tileOf(code))) continue;
    used.add(tileOf(code));
    board[cell] = code;
  }
  return board;
}
