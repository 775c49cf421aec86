import { boardOf, type Board } from './board.ts';
import { EMPTY, emptyBoard, placementCode, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';

/** A board without its forbidden cells. */
export interface OpenBoard {
  readonly board: Board;
  /** numbers of the open cells, in ascending order */
  readonly openCells: Int32Array;
  /** for each cell: 1 if it is open, 0 if it is forbidden */
  readonly open: Uint8Array;
  /** pairs of touching sides of open cells; each pair is an edge that counts in scores */
  readonly edges: Int32Array;
  /** sides of open cells on the outer rim, in ascending order; sides next to a forbidden cell are not part of it */
  readonly rim: Int32Array;
}

const cache = new WeakMap<EdgePuzzle, OpenBoard>();

/**
 * Returns the open board of a puzzle. Cached by puzzle object: don't modify it, and never modify a puzzle in place.
 */
export function openBoardOf(puzzle: EdgePuzzle): OpenBoard {
  let openBoard = cache.get(puzzle);
  if (!openBoard) cache.set(puzzle, (openBoard = build(puzzle)));
  return openBoard;
}

function build(puzzle: EdgePuzzle): OpenBoard {
  const board = boardOf(puzzle.board);
  const { cells, sides, across } = board;
  const open = new Uint8Array(cells).fill(1);
  for (const cell of puzzle.forbidden) if (cell < cells) open[cell] = 0;
  const isOpen = (side: number): boolean => open[Math.floor(side / sides)] === 1;
  const edges: number[] = [];
  for (let i = 0; i < board.edges.length; i += 2) {
    const a = board.edges[i]!;
    const b = board.edges[i + 1]!;
    if (isOpen(a) && isOpen(b)) edges.push(a, b);
  }
  const rim: number[] = [];
  for (let side = 0; side < cells * sides; side++) if (across[side] === -1 && isOpen(side)) rim.push(side);
  return {
    board,
    open,
    openCells: Int32Array.from([...open.keys()].filter((cell) => open[cell] === 1)),
    edges: Int32Array.from(edges),
    rim: Int32Array.from(rim),
  };
}

/** Returns the start arrangement: tile i, unrotated, on the i-th open cell. */
export function startBoard(puzzle: EdgePuzzle): PartialBoard {
  const { board, openCells } = openBoardOf(puzzle);
  const start = emptyBoard(board.cells);
  openCells.forEach((cell, tile) => {
    start[cell] = tile < puzzle.tiles.length ? placementCode(tile, 0) : EMPTY;
  });
  return start;
}

/** Returns a board with only the hinted tiles. */
export function hintBoard(puzzle: EdgePuzzle): PartialBoard {
  const hints = emptyBoard(openBoardOf(puzzle).board.cells);
  for (const { cell, tile, rotation } of puzzle.hints) {
    if (tile !== undefined) hints[cell] = placementCode(tile, rotation ?? 0);
  }
  return hints;
}
