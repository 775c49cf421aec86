/** Goals of sliding puzzles, and which of them can be reached. */
import { inRows } from './rectangle.ts';
import type { SlidingPuzzle } from './puzzle.ts';

export type Goal = SlidingPuzzle['goal'];

export const goalNames = ['blank-last', 'blank-first', 'snail'] as const;
export type GoalName = (typeof goalNames)[number];

/** A goal as the user gives it. `auto` is blank-last if it can be reached, otherwise blank-first. */
export type GoalRequest = 'auto' | GoalName | readonly number[];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the position of a goal in row-major order, with 0 for the empty space. */
export function goalPosition({ width, height }: Size, goal: Goal | GoalName): number[] {
  const cells = width * height;
  if (typeof goal !== 'string') return [...goal];
  if (goal === 'snail') return snail({ width, height });
  return Array.from({ length: cells }, (_, cell) => (goal === 'blank-first' ? cell : (cell + 1) % cells));
}

/** Returns the number printed on a tile, or 0 for the empty space. */
export const shownOn = ({ shown }: Pick<SlidingPuzzle, 'shown'>, tile: number): number =>
  shown?.[tile] ?? tile;

/** Returns whether several tiles show the same number. */
export const hasEqualTiles = ({ shown }: Pick<SlidingPuzzle, 'shown'>): boolean =>
  shown !== undefined && new Set(shown).size < shown.length;

function snail({ width, height }: Size): number[] {
  const position = new Array<number>(width * height).fill(0);
  let [top, left, bottom, right] = [0, 0, height - 1, width - 1];
  const cells: number[] = [];
  while (top <= bottom && left <= right) {
    for (let x = left; x <= right; x++) cells.push(top * width + x);
    for (let y = top + 1; y <= bottom; y++) cells.push(y * width + right);
    if (top < bottom) for (let x = right - 1; x >= left; x--) cells.push(bottom * width + x);
    if (left < right) for (let y = bottom - 1; y > top; y--) cells.push(y * width + left);
    [top, left, bottom, right] = [top + 1, left + 1, bottom - 1, right - 1];
  }
  cells.forEach((cell, i) => (position[cell] = i + 1 === cells.length ? 0 : i + 1));
  return position;
}

/** Returns a goal by name if it is `blank-last` or `blank-first`; otherwise as a position. */
export function goalOf(size: Size, goal: GoalName | readonly number[]): Goal {
  const position = goalPosition(size, goal);
  for (const name of ['blank-last', 'blank-first'] as const) {
    if (goalPosition(size, name).every((tile, cell) => tile === position[cell])) return name;
  }
  return position;
}

/** Returns the name of a puzzle's goal, or `custom` if it has none. */
export function goalNameOf({
  goal,
  ...size
}: Pick<SlidingPuzzle, 'width' | 'height' | 'goal'>): GoalName | 'custom' {
  if (typeof goal === 'string') return goal;
  const name = goalNames.find((each) => goalPosition(size, each).every((tile, cell) => tile === goal[cell]));
  return name ?? 'custom';
}

/**
 * Returns whether moves lead from one position to another. Each move swaps a tile with the empty space, so the number
 * of swaps that sort the tiles and the number of steps of the empty space must be both even or both odd. This is also
 * sufficient (Wilson, 1974). With two identical tiles, every position can be reached.
 */
export function canReach(
  { width }: Pick<Size, 'width'>,
  start: readonly number[],
  goal: readonly number[],
): boolean {
  if (start.length !== goal.length) return false;
  const sorted = (list: readonly number[]): string => [...list].sort((a, b) => a - b).join();
  if (sorted(start) !== sorted(goal)) return false;
  if (new Set(start).size < start.length) return true;
  const [from, to] = [start.indexOf(0), goal.indexOf(0)];
  const steps =
    Math.abs((from % width) - (to % width)) + Math.abs(Math.floor(from / width) - Math.floor(to / width));
  return exchangesBetween(start, goal) % 2 === steps % 2;
}

/** Returns the minimum number of swaps that turn one position into another. All tiles must be different. */
export function exchangesBetween(from: readonly number[], to: readonly number[]): number {
  const cellOf = new Map(to.map((tile, cell) => [tile, cell]));
  const seen = new Set<number>();
  let exchanges = 0;
  for (let cell = 0; cell < from.length; cell++) {
    for (let at = cell, length = 0; !seen.has(at); length++, at = cellOf.get(from[at]!)!) {
      seen.add(at);
      if (length > 0) exchanges++;
    }
  }
  return exchanges;
}

/** Returns the named goals that can be reached from a position. */
export const reachableGoals = (size: Size, start: readonly number[]): GoalName[] =>
  goalNames.filter((name) => canReach(size, start, goalPosition(size, name)));

/** Returns blank-first if it can be reached and blank-last can't; otherwise blank-last. */
export const autoGoal = (size: Size, start: readonly number[]): 'blank-last' | 'blank-first' =>
  canReach(size, start, goalPosition(size, 'blank-last')) ||
  !canReach(size, start, goalPosition(size, 'blank-first'))
    ? 'blank-last'
    : 'blank-first';

/** Returns a goal as text for the user: rows of numbers, with `_` for the empty space. */
export function goalText(puzzle: Pick<SlidingPuzzle, 'width' | 'height' | 'goal' | 'shown'>): string {
  const position = goalPosition(puzzle, puzzle.goal);
  const shown = position.map((tile) => (tile === 0 ? '_' : String(shownOn(puzzle, tile))));
  return inRows(shown, puzzle.width)
    .map((row) => row.join(' '))
    .join(' / ');
}
