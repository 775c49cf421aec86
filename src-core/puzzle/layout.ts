import { boardOf, type Board } from './board.ts';
import { EMPTY, emptyBoard, placementCode, type PartialBoard } from './partial-board.ts';
import type { EdgePuzzle } from './puzzle.ts';

/** What is left of a board when the forbidden cells are taken out. */
export interface Layout {
  readonly board: Board;
  /** cells to fill, ascending */
  readonly openCells: Int32Array;
  /** by cell: 1 open, 0 forbidden */
  readonly open: Uint8Array;
  /** joints between two open cells, as pairs of sides; these are the edges that a score counts */
  readonly joints: Int32Array;
  /** sides of open cells on the outer rim, ascending; a side that faces a forbidden cell is not rim but free */
  readonly rim: Int32Array;
}

const cache = new WeakMap<EdgePuzzle, Layout>();

/**
 * Worked out once for each puzzle object, then shared: treat it as read-only, and never change a puzzle
 * in place. A changed puzzle is a new object.
 */
export function layoutOf(puzzle: EdgePuzzle): Layout {
  let layout = cache.get(puzzle);
  if (!layout) cache.set(puzzle, (layout = build(puzzle)));
  return layout;
}

function build(puzzle: EdgePuzzle): Layout {
  const board = boardOf(puzzle.board);
  const { cells, sides, across } = board;
  const open = new Uint8Array(cells).fill(1);
  for (const cell of puzzle.forbidden) if (cell < cells) open[cell] = 0;
  const isOpen = (side: number): boolean => open[Math.floor(side / sides)] === 1;
  const joints: number[] = [];
  for (let i = 0; i < board.joints.length; i += 2) {
    const a = board.joints[i]!;
    const b = board.joints[i + 1]!;
    if (isOpen(a) && isOpen(b)) joints.push(a, b);
  }
  const rim: number[] = [];
  for (let side = 0; side < cells * sides; side++) if (across[side] === -1 && isOpen(side)) rim.push(side);
  return {
    board,
    open,
    openCells: Int32Array.from([...open.keys()].filter((cell) => open[cell] === 1)),
    joints: Int32Array.from(joints),
    rim: Int32Array.from(rim),
  };
}

/** The start arrangement: tile i, unturned, on the i-th open cell. */
export function startBoard(puzzle: EdgePuzzle): PartialBoard {
  const { board, openCells } = layoutOf(puzzle);
  const start = emptyBoard(board.cells);
  openCells.forEach((cell, tile) => {
    start[cell] = tile < puzzle.tiles.length ? placementCode(tile, 0) : EMPTY;
  });
  return start;
}

/** The tiles that hints name, where they belong, and nothing else. */
export function hintBoard(puzzle: EdgePuzzle): PartialBoard {
  const hints = emptyBoard(layoutOf(puzzle).board.cells);
  for (const { cell, tile, rotation } of puzzle.hints) {
    if (tile !== undefined) hints[cell] = placementCode(tile, rotation ?? 0);
  }
  return hints;
}
