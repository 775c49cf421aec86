/**
 * A framed puzzle as the scan sees it. The scan fills rows from the top left, but it can look at the board from eight
 * directions: four turns, each with or without a mirror. A view is the puzzle in one of these directions.
 */
import { gridOf } from '../../puzzle/board.ts';
import { boardFrom, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';

/** The direction in which the board is scanned. The board is turned first, then mirrored left to right. */
export interface Direction {
  /** number of clockwise quarter turns */
  readonly turn: number;
  readonly mirrored: boolean;
}

/** Labels of a cell or tile: top, right, bottom, left. They are numbered from 1; 0 is the frame. */
export type Sides = readonly [number, number, number, number];

interface Hinted {
  /** the cell's number in the view */
  readonly cell: number;
  readonly tile: number;
  readonly sides: Sides;
}

export interface View {
  readonly width: number;
  readonly cells: number;
  /** number of labels, including the frame */
  readonly labels: number;
  /** the sides of each tile as it appears in this direction at rotation 0 */
  readonly tiles: readonly Sides[];
  readonly hints: readonly Hinted[];
  /**
   * Returns a board of the puzzle. `tiles` and `shown` are the tiles in the first cells of the view, and the sides that
   * they show there.
   */
  board(tiles: readonly number[], shown: readonly Sides[]): PartialBoard;
}

const STEPS = [0, 1, 2, 3];

/** Returns the sides after a number of clockwise quarter turns. */
export const rotated = (sides: Sides, steps: number): Sides =>
  STEPS.map((side) => sides[(side - steps + 4) % 4]!) as unknown as Sides;
const mirror = ([top, right, bottom, left]: Sides): Sides => [top, left, bottom, right];

/** Returns the view of a puzzle from a direction. The engine must support the puzzle. */
export function viewOf(puzzle: EdgePuzzle, { turn, mirrored }: Direction): View {
  const { width, height } = gridOf(puzzle.board);
  const numbers = labelNumbers(puzzle);
  const own = puzzle.tiles.map(({ edges }) => edges.map((label) => numbers.get(label)!) as unknown as Sides);
  const inView = (sides: Sides): Sides => (mirrored ? mirror(rotated(sides, turn)) : rotated(sides, turn));
  const cellOf = cellsInView(width, height, turn, mirrored);
  return {
    width: turn % 2 === 0 ? width : height,
    cells: width * height,
    labels: numbers.size,
    tiles: own.map(inView),
    hints: puzzle.hints.map(({ cell, tile, rotation }) => ({
      cell: cellOf[cell]!,
      tile: tile!,
      sides: inView(rotated(own[tile!]!, rotation!)),
    })),
    board: (tiles, shown) =>
      boardFrom(
        width * height,
        cellOf.flatMap((inside, cell) => {
          const tile = tiles[inside];
          if (tile === undefined) return [];
          const sides = rotated(mirrored ? mirror(shown[inside]!) : shown[inside]!, 4 - turn);
          const rotation = STEPS.find((steps) => isEqual(rotated(own[tile]!, steps), sides))!;
          return { cell, tile, rotation, flipped: false };
        }),
      ),
  };
}

export const isEqual = (one: Sides, other: Sides): boolean =>
  one.every((label, side) => label === other[side]);

/** Numbers the labels of a puzzle in the order of the tiles. The label of the frame is 0. */
function labelNumbers({ tiles, rim }: EdgePuzzle): Map<number, number> {
  const numbers = new Map<number, number>(rim.kind === 'colour' ? [[rim.colour, 0]] : []);
  for (const { edges } of tiles) {
    for (const label of edges) if (!numbers.has(label)) numbers.set(label, numbers.size);
  }
  return numbers;
}

/** Returns, for each cell of the puzzle, its number in the view. */
function cellsInView(width: number, height: number, turn: number, mirrored: boolean): number[] {
  return Array.from({ length: width * height }, (_, cell) => {
    let [x, y, across, down] = [cell % width, Math.floor(cell / width), width, height];
    for (let i = 0; i < turn; i++) [x, y, across, down] = [down - 1 - y, x, down, across];
    return y * across + (mirrored ? across - 1 - x : x);
  });
}
