/**
 * Pattern databases give lower bounds only for a goal with the empty space in the first cell. Any position with the
 * empty space in a corner becomes such a goal when the board is reflected and the tiles are renumbered.
 */
import type { BoardSize, Position } from '../state.ts';

export const cornersOf = ({ width, height }: BoardSize): number[] => [
  0,
  width - 1,
  (height - 1) * width,
  height * width - 1,
];

/**
 * Returns a reflection of the board that swaps this corner with the first cell. Applying it twice restores the board.
 */
export function reflection({ width, height }: BoardSize, corner: number): (cell: number) => number {
  const right = corner % width !== 0;
  const bottom = corner >= width;
  return (cell) => {
    const column = cell % width;
    const row = Math.floor(cell / width);
    return (bottom ? height - 1 - row : row) * width + (right ? width - 1 - column : column);
  };
}

/** Reflects and renumbers a position in the way that turns `goal` into the goal of the databases. */
export function seenFrom(size: BoardSize, goal: Position, position: Position): number[] {
  const reflect = reflection(size, goal.indexOf(0));
  const names = new Array<number>(goal.length).fill(0);
  goal.forEach((tile, cell) => (names[tile] = tile === 0 ? 0 : reflect(cell)));
  const seen = new Array<number>(goal.length).fill(0);
  position.forEach((tile, cell) => (seen[reflect(cell)] = names[tile]!));
  return seen;
}

/** Converts tile numbers from `seenFrom` back to the numbers used in `goal`. */
export function namesBack(size: BoardSize, goal: Position, path: Iterable<number>): number[] {
  const reflect = reflection(size, goal.indexOf(0));
  return Array.from(path, (tile) => goal[reflect(tile)]!);
}
