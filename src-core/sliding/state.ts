/**
 * The rules of the sliding puzzle. A position lists the tiles row by row, with 0 for the empty space. A move is the
 * number of the tile that slides, so a path is a list of tile numbers.
 */
import type { SlidingPuzzle } from '../puzzle/puzzle.ts';
import {
  exchangesBetween,
  goalPosition,
  hasEqualTiles,
  reachableGoals,
  shownOn,
} from '../puzzle/sliding-goal.ts';
import type { Random } from '../random.ts';
import { counted } from '../text/counted.ts';

export { goalPosition } from '../puzzle/sliding-goal.ts';

export type Position = readonly number[];
export type SlidingGoal = SlidingPuzzle['goal'];

export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** Returns, for each cell, the adjacent cells in the order up, left, right, down. */
export function neighbours({ width, height }: BoardSize): number[][] {
  return Array.from({ length: width * height }, (_, cell) => {
    const beside: number[] = [];
    if (cell >= width) beside.push(cell - width);
    if (cell % width > 0) beside.push(cell - 1);
    if (cell % width < width - 1) beside.push(cell + 1);
    if (cell < width * (height - 1)) beside.push(cell + width);
    return beside;
  });
}

/** Returns the distance between two cells, in steps along rows and columns. */
export const distance = (width: number, a: number, b: number): number =>
  Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width));

/** Returns the Manhattan distance to the goal that has each tile t in cell t. */
export const manhattan = ({ width }: BoardSize, position: Position): number =>
  position.reduce((sum, tile, cell) => sum + (tile === 0 ? 0 : distance(width, cell, tile)), 0);

/** Returns the sum of the distances of all tiles to the nearest of their goal cells (`homes`, see `homesOf`). */
export const distanceHome = (
  { width }: BoardSize,
  position: Position,
  homes: readonly (readonly number[])[],
): number =>
  position.reduce(
    (sum, tile, cell) =>
      sum + (tile === 0 ? 0 : Math.min(...homes[tile]!.map((home) => distance(width, cell, home)))),
    0,
  );

/** Returns the tiles above, left of, right of and below the empty space. */
export const movableTiles = (size: BoardSize, position: Position): number[] =>
  neighbours(size)[position.indexOf(0)]!.map((cell) => position[cell]!);

/** Returns the position after `tile` slides into the empty space. Throws an error if the tile is not next to it. */
export function slide({ width }: BoardSize, position: Position, tile: number): number[] {
  const from = position.indexOf(tile);
  const to = position.indexOf(0);
  if (tile === 0 || from === -1) throw new Error(`there is no tile ${tile}`);
  if (distance(width, from, to) !== 1) throw new Error(`tile ${tile} is not beside the empty space`);
  const next = [...position];
  next[to] = tile;
  next[from] = 0;
  return next;
}

/** Returns the tiles that move when the empty space visits these cells in turn. */
export function tilesAlong(size: BoardSize, start: Position, cells: readonly number[]): number[] {
  let position = start;
  return cells.map((cell) => {
    const tile = position[cell]!;
    position = slide(size, position, tile);
    return tile;
  });
}

/**
 * Returns all positions along a path, starting with `start`. If a move is impossible, throws an error that names it.
 */
export function positionsAlong(size: BoardSize, start: Position, path: Iterable<number>): number[][] {
  const positions = [[...start]];
  for (const tile of path) {
    try {
      positions.push(slide(size, positions.at(-1)!, tile));
    } catch (error) {
      throw new Error(`move ${positions.length}: ${(error as Error).message}`, { cause: error });
    }
  }
  return positions;
}

/** Returns a sentence that says why a path does not solve a puzzle, or null if it does. */
export function pathProblem(puzzle: SlidingPuzzle, path: readonly number[]): string | null {
  try {
    const end = positionsAlong(puzzle, puzzle.start, path).at(-1)!;
    const goal = goalPosition(puzzle, puzzle.goal);
    const read = (tile: number): number => shownOn(puzzle, tile);
    const cell = end.findIndex((tile, at) => read(tile) !== read(goal[at]!));
    if (cell === -1) return null;
    return `after ${counted(path.length, 'move')}, cell ${cell + 1} has ${nameOf(read(end[cell]!))}, not ${nameOf(read(goal[cell]!))}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const nameOf = (tile: number): string => (tile === 0 ? 'the empty space' : `tile ${tile}`);

/** Returns a sentence that says why a list of tiles is not a valid position, or null if it is. */
export function positionProblem({ width, height }: BoardSize, position: Position): string | null {
  const cells = width * height;
  if (position.length !== cells) {
    return `A ${width} × ${height} board needs ${counted(cells, 'number')}, not ${position.length}.`;
  }
  for (let tile = 0; tile < cells; tile++) {
    const times = position.filter((other) => other === tile).length;
    if (times === 0) {
      const extra = position.find((other, at) => !(other < cells) || position.indexOf(other) !== at);
      return `${tile === 0 ? 'The empty space (0)' : `Tile ${tile}`} is missing; the extra number is ${extra}.`;
    }
  }
  return null;
}

function goalProblem({ goal, ...size }: Pick<SlidingPuzzle, 'width' | 'height' | 'goal'>): string | null {
  const problem = typeof goal === 'string' ? null : positionProblem(size, goal);
  return problem && `The goal is not a valid position. ${problem}`;
}

/**
 * Returns a sentence that says why the goal can't be reached, or null if it can (see `canReach`). A puzzle with
 * identical tiles can always reach its goal, because swapping two identical tiles makes no visible difference.
 */
export function unreachableReason(puzzle: SlidingPuzzle): string | null {
  const { width, height, start, goal } = puzzle;
  const problem = positionProblem(puzzle, start) ?? goalProblem(puzzle);
  if (problem) return problem;
  if (hasEqualTiles(puzzle)) return null;
  const target = goalPosition(puzzle, goal);
  const exchanges = exchangesBetween(start, target);
  const steps = distance(width, start.indexOf(0), target.indexOf(0));
  if (exchanges % 2 === steps % 2) return null;
  const reachable = reachableGoals(puzzle, start);
  const last = width * height - 1;
  const goals = reachable.length > 0 ? `Goals that can be reached: ${reachable.join(', ')}. ` : '';
  const instead = `${goals}Swap any two tiles, such as ${last - 1} and ${last}, to make this goal reachable.`;
  return (
    `The goal can't be reached: sorting the tiles takes an ${parity(exchanges)} number of exchanges ` +
    `(${exchanges}), but the empty space is an ${parity(steps)} number of steps from its place (${steps}). ${instead}`
  );
}

const parity = (count: number): string => (count % 2 === 0 ? 'even' : 'odd');

/** Returns a random position, chosen uniformly among those that can reach the goal. */
export function randomPosition(size: BoardSize, goal: SlidingGoal, random: Random): number[] {
  const start = random.shuffle(goalPosition(size, goal));
  const puzzle = { kind: 'sliding', name: 'random', ...size, start, goal } as const;
  if (unreachableReason(puzzle)) {
    // If the position can't reach the goal, swapping tiles 1 and 2 makes it reachable.
    const [one, two] = [start.indexOf(1), start.indexOf(2)];
    [start[one], start[two]] = [2, 1];
  }
  return start;
}

/** Returns the position after this many random moves from the goal. No move undoes the previous one. */
export function randomWalk(size: BoardSize, goal: SlidingGoal, moves: number, random: Random): number[] {
  let position = goalPosition(size, goal);
  let before = 0;
  for (let i = 0; i < moves; i++) {
    const tiles = movableTiles(size, position).filter((tile) => tile !== before);
    before = tiles[random.below(tiles.length)]!;
    position = slide(size, position, before);
  }
  return position;
}

/** Converts paths between the puzzle's own tile numbers and the numbers that the engines use. */
interface Names {
  pathBack: (path: Iterable<number>) => number[];
  pathForth: (path: Iterable<number>) => number[];
}

/**
 * Returns converters between the two kinds of tile numbers. `nameOf` maps the puzzle's own numbers to those of the
 * engines.
 */
function converters(nameOf: ReadonlyMap<number, number>): Names {
  const tileOf = new Map([...nameOf].map(([tile, name]) => [name, tile]));
  return {
    pathBack: (path) => Array.from(path, (name) => tileOf.get(name)!),
    pathForth: (path) => Array.from(path, (tile) => nameOf.get(tile)!),
  };
}

/**
 * Returns the start in the form used by the engines: the board is mirrored so that the goal's empty space is in the
 * first cell, and each tile has the number of its goal cell. Throws an error if the goal's empty space is not in a
 * corner.
 */
export function withBlankFirst(puzzle: SlidingPuzzle): { start: number[] } & Names {
  const problem = cornerProblem(puzzle);
  if (problem) throw new Error(problem);
  const { width, height, start } = puzzle;
  const goal = goalPosition(puzzle, puzzle.goal);
  const blank = goal.indexOf(0);
  const [mirrorX, mirrorY] = [blank % width > 0, blank >= width];
  const seen = (cell: number): number => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    return (mirrorY ? height - 1 - y : y) * width + (mirrorX ? width - 1 - x : x);
  };
  const nameOf = new Map(goal.map((tile, cell) => [tile, seen(cell)]));
  return { start: start.map((_, cell) => nameOf.get(start[seen(cell)]!)!), ...converters(nameOf) };
}

/**
 * Like `withBlankFirst`, but accepts any goal. If the goal's empty space is in a corner, `blankHome` is 0. Otherwise,
 * `blankHome` is the goal cell of the empty space, and the tile that belongs in cell 0 gets the number `blankHome`.
 */
export function withHomes(puzzle: SlidingPuzzle): ReturnType<typeof withBlankFirst> & { blankHome: number } {
  if (cornerProblem(puzzle) === null) return { ...withBlankFirst(puzzle), blankHome: 0 };
  const goal = goalPosition(puzzle, puzzle.goal);
  const blankHome = goal.indexOf(0);
  const nameOf = new Map(goal.map((tile, cell) => [tile, tile === 0 ? 0 : cell === 0 ? blankHome : cell]));
  return { start: puzzle.start.map((tile) => nameOf.get(tile)!), ...converters(nameOf), blankHome };
}

/**
 * Returns the possible goal cells of each tile. Tiles have the numbers that `withHomes` returns. Identical tiles have
 * several goal cells, because they can exchange places.
 */
export function homesOf(puzzle: SlidingPuzzle): number[][] {
  const { pathBack, blankHome } = withHomes(puzzle);
  const tiles = puzzle.start.map((_, name) => (name === 0 ? 0 : shownOn(puzzle, pathBack([name])[0]!)));
  const homeOf = (name: number): number => (name === 0 ? blankHome : name === blankHome ? 0 : name);
  return tiles.map((shown) => tiles.flatMap((other, name) => (other === shown ? [homeOf(name)] : [])));
}

/**
 * Returns a lower bound on the number of moves in any solution: the sum over all tiles of the distance to the nearest
 * goal cell (see `homesOf`). A move changes only one of these distances, by one.
 */
export const distanceToGoal = (puzzle: SlidingPuzzle): number =>
  distanceHome(puzzle, withHomes(puzzle).start, homesOf(puzzle));

/** Returns a sentence that says why engines with pattern databases refuse a puzzle, or null if they accept it. */
export function databaseProblem(puzzle: SlidingPuzzle): string | null {
  return hasEqualTiles(puzzle)
    ? 'Several tiles are equal, which this engine does not support. Choose the engine “branch-and-bound” or “anytime”.'
    : cornerProblem(puzzle);
}

function cornerProblem(puzzle: SlidingPuzzle): string | null {
  const { width, height } = puzzle;
  const blank = goalPosition(puzzle, puzzle.goal).indexOf(0);
  const isCorner =
    [0, width - 1].includes(blank % width) && [0, height - 1].includes(Math.floor(blank / width));
  return isCorner
    ? null
    : 'In the goal, the empty space is not in a corner, which this engine does not support. Choose the engine “branch-and-bound” or “anytime”.';
}
