/** Operations and metrics for a board played by hand. They don't depend on the view. */
import { boardOf } from '../../src-core/puzzle/board.ts';
import { mates } from '../../src-core/puzzle/labels.ts';
import { hintBoard, openBoardOf } from '../../src-core/puzzle/open-board.ts';
import { orientationsOf } from '../../src-core/puzzle/appearance.ts';
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
import { EDGE, placesOf } from '../board-view/geometry.ts';

/**
 * Returns the board after moving a tile from the tray or another cell to this cell. The cell's previous tile goes where
 * the new one came from.
 */
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

/** Returns a placement rotated clockwise by this many steps, or unchanged if tiles may not be rotated. */
export function turnedCode(puzzle: EdgePuzzle, code: number, steps: number): number {
  if (puzzle.turns === 'fixed') return code;
  const { sides } = boardOf(puzzle.board);
  return placementCode(tileOf(code), (rotationOf(code) + steps + sides) % sides, flippedOf(code));
}

/** Returns a placement flipped about its vertical axis, or unchanged if tiles may not be flipped. */
export function flippedCode(puzzle: EdgePuzzle, code: number): number {
  if (puzzle.turns !== 'flip') return code;
  const { sides } = boardOf(puzzle.board);
  return placementCode(tileOf(code), (sides - rotationOf(code)) % sides, !flippedOf(code));
}

/** Returns the placements fixed by hints, by cell. Their tiles can't be moved. */
export const fixedOf = (puzzle: EdgePuzzle): ReadonlyMap<number, number> =>
  new Map([...hintBoard(puzzle).entries()].filter(([, code]) => code !== EMPTY));

/**
 * Returns the board after every fixed tile (see `fixedOf`) has been moved to its cell. The cell's previous tile goes
 * where the new one came from.
 */
export function withFixed(puzzle: EdgePuzzle, board: PartialBoard): PartialBoard {
  let next = board;
  for (const [cell, code] of fixedOf(puzzle)) {
    const turns = puzzle.hints.find((hint) => hint.cell === cell)?.rotation === undefined;
    const lies = next[cell]!;
    // A hint that doesn't fix the rotation allows every rotation of its tile.
    if (lies === code || (turns && lies !== EMPTY && tileOf(lies) === tileOf(code))) continue;
    next = put(next, code, cell);
  }
  return next;
}

/** How far tiles are moved, in drawing units. An edge is 100 units long. */
export type Step = readonly [right: number, down: number];

export const stepBetween = (puzzle: EdgePuzzle, from: number, to: number): Step => {
  const { centres } = placesOf(puzzle.board);
  return [centres[to]![0] - centres[from]![0], centres[to]![1] - centres[from]![1]];
};

/**
 * Returns, for each of these cells, the cell one step away. It is -1 if that cell is closed, missing or oriented
 * differently: a triangle that points up can't move to a cell that points down, for example.
 */
export function movedCells(puzzle: EdgePuzzle, cells: readonly number[], [right, down]: Step): number[] {
  const { board: shape } = puzzle;
  const places = placesOf(shape);
  const { open } = openBoardOf(puzzle);
  const wrap = shape.kind === 'rectangle' ? (shape.wrap ?? 'none') : 'none';
  const [across, along] =
    shape.kind === 'rectangle' ? [shape.width * EDGE, shape.height * EDGE] : [Infinity, Infinity];
  const around = (value: number, first: number, length: number): number =>
    first + ((((value - first) % length) + length) % length);
  const key = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;
  const at = new Map(places.centres.map(([x, y], cell) => [key(x, y), cell]));
  const [left, top] = places.centres[0]!;
  return cells.map((cell) => {
    const [x, y] = places.centres[cell]!;
    const to = at.get(
      key(
        wrap === 'none' ? x + right : around(x + right, left, across),
        wrap === 'torus' ? around(y + down, top, along) : y + down,
      ),
    );
    if (to === undefined || !open[to]) return -1;
    return places.cells[to]!.form === places.cells[cell]!.form ? to : -1;
  });
}

/**
 * Returns the board after moving several tiles by one step, without rotating them. Displaced tiles go to the cells
 * that become free. Returns null for a solid, or if a tile can't move (see `movedCells`) or would cover a hint.
 */
export function moveBlock(
  puzzle: EdgePuzzle,
  board: PartialBoard,
  cells: readonly number[],
  step: Step,
): PartialBoard | null {
  if (puzzle.board.kind === 'solid') return null;
  const fixed = fixedOf(puzzle);
  const moving = cells.filter((cell) => board[cell] !== EMPTY);
  const goals = movedCells(puzzle, moving, step);
  if (moving.some((cell) => fixed.has(cell)) || goals.some((cell) => cell < 0 || fixed.has(cell)))
    return null;
  const next = board.slice();
  const left = moving.filter((cell) => !goals.includes(cell));
  const met = goals.filter((cell) => !moving.includes(cell)).map((cell) => board[cell]!);
  left.forEach((cell, i) => (next[cell] = met[i] ?? EMPTY));
  goals.forEach((cell, i) => (next[cell] = board[moving[i]!]!));
  return next;
}

/** Returns the numbers of the tiles that aren't on the board. */
export function trayOf(puzzle: EdgePuzzle, board: PartialBoard): number[] {
  const used = new Set(Array.from(board, (code) => (code === EMPTY ? EMPTY : tileOf(code))));
  return [...puzzle.tiles.keys()].filter((tile) => !used.has(tile));
}

export type Measures = Score & Conflicts;

export const measure = (puzzle: EdgePuzzle, board: PartialBoard): Measures => ({
  ...scoreOf(puzzle, board),
  ...conflictsOf(puzzle, board),
});

/**
 * Returns the tiles from the tray that fit an empty cell without a mismatch, each in every rotation that fits, as
 * placement codes.
 */
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

/** Returns how many tiles in the tray fit each empty cell; -1 for other cells. */
export function fitCounts(puzzle: EdgePuzzle, board: PartialBoard): Int32Array {
  const tray = trayOf(puzzle, board);
  const { open } = openBoardOf(puzzle);
  return board.map((code, cell) =>
    code !== EMPTY || !open[cell] ? -1 : new Set(fitting(puzzle, board, cell, tray).map(tileOf)).size,
  );
}

/** Returns the stored board, or an empty one if it no longer fits the puzzle. */
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
