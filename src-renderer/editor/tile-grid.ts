/** The tiles of a puzzle as a board to work on. */
import { gridOf } from '../../src-core/puzzle/board.ts';
import { placementCode } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { openCells } from './operations.ts';

export interface TileGrid {
  /** what is drawn */
  readonly puzzle: EdgePuzzle;
  /** one placement code a cell */
  readonly board: readonly number[];
  /** the cell of each tile */
  readonly cells: readonly number[];
  /** the tile on each cell that has one */
  readonly tileOn: ReadonlyMap<number, number>;
  /** The tiles lie in their start arrangement: what touches here touches there. */
  readonly fits: boolean;
}

/** All tiles: in their start arrangement or, where there are more of them than cells, row by row. */
export function tileGrid(puzzle: EdgePuzzle): TileGrid {
  const { tiles } = puzzle;
  const open = openCells(puzzle);
  const fits = tiles.length <= open.length;
  const shown = fits ? puzzle : bare(puzzle, Math.ceil(tiles.length / gridOf(puzzle.board).width));
  const cells = fits ? open.slice(0, tiles.length) : tiles.map((_, tile) => tile);
  const board = Array<number>(gridOf(shown.board).width * gridOf(shown.board).height).fill(-1);
  cells.forEach((cell, tile) => (board[cell] = placementCode(tile, 0)));
  return { puzzle: shown, board, cells, tileOn: new Map(cells.map((cell, tile) => [cell, tile])), fits };
}

/** A puzzle of this tile alone, to be shown large. */
export const oneTile = (puzzle: EdgePuzzle, tile: number): EdgePuzzle => ({
  ...bare(puzzle, 1, 1),
  tiles: puzzle.tiles.slice(tile, tile + 1),
});

const bare = (puzzle: EdgePuzzle, height: number, width = gridOf(puzzle.board).width): EdgePuzzle => ({
  ...puzzle,
  board: { kind: 'rectangle', width, height },
  hints: [],
  forbidden: [],
});
