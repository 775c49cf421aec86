/** Arranges a puzzle's tiles on a board for editing. */
import { boardOf, gridOf } from '../../src-core/puzzle/board.ts';
import { placementCode } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { looseBoard } from '../board-view/loose.ts';
import { openCells } from './operations.ts';

interface TileGrid {
  /** the puzzle whose board is drawn */
  readonly puzzle: EdgePuzzle;
  /** each cell's tile and rotation, as a placement code */
  readonly board: readonly number[];
  /** each tile's cell */
  readonly cells: readonly number[];
  /** the tile on each cell that has one */
  readonly tileOn: ReadonlyMap<number, number>;
  /**
   * True if the tiles are in their start arrangement. Then edges that touch in the drawing also touch on the puzzle's
   * board.
   */
  readonly fits: boolean;
}

/** Returns all tiles, in their start arrangement or, if there are more tiles than cells, row by row. */
export function tileGrid(puzzle: EdgePuzzle): TileGrid {
  const { tiles } = puzzle;
  const open = openCells(puzzle);
  const fits = tiles.length <= open.length;
  const columns = gridOf(puzzle.board).width;
  const shown = fits ? puzzle : bare(puzzle, columns, Math.ceil(tiles.length / columns));
  const cells = fits ? open.slice(0, tiles.length) : tiles.map((_, tile) => tile);
  const board = Array<number>(boardOf(shown.board).cells).fill(-1);
  cells.forEach((cell, tile) => (board[cell] = placementCode(tile, 0)));
  return { puzzle: shown, board, cells, tileOn: new Map(cells.map((cell, tile) => [cell, tile])), fits };
}

/** Returns a puzzle with just this tile, for showing it enlarged. */
export const oneTile = (puzzle: EdgePuzzle, tile: number): EdgePuzzle => ({
  ...bare(puzzle, 1, 1),
  tiles: puzzle.tiles.slice(tile, tile + 1),
});

const bare = (puzzle: EdgePuzzle, columns: number, rows: number): EdgePuzzle => ({
  ...puzzle,
  board: looseBoard(puzzle.board, columns, rows),
  hints: [],
  forbidden: [],
});
