/**
 * Pattern databases give lower bounds on the distance to a goal whose empty space is in the first cell. If the board is
 * reflected and the tiles are renumbered, any position with its empty space in a corner becomes that goal. So the same
 * databases can search for a path to such a position.
 */
import type { BoardSize, Position } from '../state.ts';

export const cornersOf = ({ width, height }: BoardSize): number[] => [
  0,
  width - 1,
  (height - 1) * width,
  height * width - 1,
];

/**
 * Returns the reflection of the board that swaps a corner with the first cell. It reverses the rows, the columns or
 * both, and is its own inverse.
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

/**
 * Mirrors and renumbers a position so that `goal` becomes the goal of the databases, whose empty space is in the first
 * cell.
 */
export function seenFrom(size: BoardSize, goal: Position, position: Position): number[] {
  const reflect = reflection(size, goal.indexOf(0));
  const names = new Array<number>(goal.length).fill(0);
  goal.forEach((tile, cell) => (names[tile] = tile === 0 ? 0 : reflect(cell)));
  const seen = new Array<number>(goal.length).fill(0);
  position.forEach((tile, cell) => (seen[reflect(cell)] = names[tile]!));
  return seen;
}

/** Converts the tiles moved on a path, as numbered by `seenFrom`, back to their numbers in `goal`. */
export function namesBack(size: BoardSize, goal: Position, path: Iterable<number>): number[] {
  const reflect = reflection(size, goal.indexOf(0));
  return Array.from(path, (tile) => goal[reflect(tile)]!);
}
