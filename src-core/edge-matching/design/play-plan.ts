/**
 * Plans how a player can turn one arrangement of all tiles into another. An operation swaps two tiles, rotates a tile
 * clockwise by one step, or flips a tile. As in Hoglan (2005), cells are numbered row by row from 0.
 */
import { turned } from '../../puzzle/labels.ts';
import {
  EMPTY,
  flippedOf,
  placementCode,
  rotationOf,
  tileOf,
  type PartialBoard,
} from '../../puzzle/partial-board.ts';
import { startBoard } from '../../puzzle/open-board.ts';
import { boardOf } from '../../puzzle/board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';

export type Operation =
  | { readonly type: 'swap'; readonly cell: number; readonly other: number }
  | { readonly type: 'rotate'; readonly cell: number }
  /** flipping keeps the tile's first side in place (the top of a square) */
  | { readonly type: 'flip'; readonly cell: number };

export interface PlayPlan {
  readonly operations: readonly Operation[];
  readonly swaps: number;
  /** number of rotations by one step (on a rectangle, a quarter turn) */
  readonly rotations: number;
  readonly flips: number;
  /** true if it was proved that no shorter plan leads to a board that looks the same */
  readonly shortest: boolean;
}

/** Thrown if there is no plan because a cell is empty, a tile is missing, or a tile would have to rotate but can't. */
export class NoPlan extends Error {}

/**
 * Returns the plan of Hoglan (2005): for each cell in order, swap the correct tile in, then rotate it. If no two tiles
 * are identical, no plan needs fewer swaps (see `shortestPlan`).
 */
export function cellByCellPlan(puzzle: EdgePuzzle, goal: PartialBoard, start = startBoard(puzzle)): PlayPlan {
  checkFull(puzzle, start, goal);
  const { plan } = planTo(puzzle, start, goal, sameTiles(goal));
  return { ...plan, shortest: false };
}

/**
 * Returns a plan with the fewest operations that makes the start look like the goal.
 *
 * Proof. Swaps don't rotate tiles, and rotations don't move them. So swaps and rotations can be minimised separately.
 *
 * - *Rotations* affect one tile each. `turnsTo` finds the minimum for a tile by trying every orientation that shows
 *   the required edges.
 * - *Swaps*: map each cell to the cell that now contains its required tile. This is a permutation, and a swap adds at
 *   most one cycle to it. At the goal, every cell is a cycle of its own. So at least cells − cycles swaps are needed.
 *   Swapping the required tile into each cell in turn needs no more than that.
 *
 * If tiles are identical, branch and bound searches all choices among them, up to `effort` steps. If this is not
 * enough, the plan is the best one found, and `shortest` is false. No fast method can be expected, because maximising
 * the number of cycles is NP-hard in general.
 */
export function shortestPlan(
  puzzle: EdgePuzzle,
  goal: PartialBoard,
  start = startBoard(puzzle),
  effort = 2_000_000,
): PlayPlan {
  checkFull(puzzle, start, goal);
  const { tiles, proven } = bestAssignment(puzzle, start, goal, effort);
  const { plan } = planTo(puzzle, start, goal, tiles);
  return { ...plan, shortest: proven };
}

/** Applies one operation to a board in place. */
export function apply(board: PartialBoard, operation: Operation, sides = 4): void {
  const code = board[operation.cell]!;
  if (operation.type === 'swap') {
    board[operation.cell] = board[operation.other]!;
    board[operation.other] = code;
  } else if (operation.type === 'rotate') {
    board[operation.cell] = placementCode(tileOf(code), (rotationOf(code) + 1) % sides, flippedOf(code));
  } else {
    board[operation.cell] = placementCode(tileOf(code), (sides - rotationOf(code)) % sides, !flippedOf(code));
  }
}

/** Returns an operation in Hoglan's notation: `SWAP(1,6)`, `ROTATE(3)` or `FLIP(3)`. Cells are numbered from 0. */
export function operationText(operation: Operation): string {
  return operation.type === 'swap'
    ? `SWAP(${operation.cell},${operation.other})`
    : `${operation.type.toUpperCase()}(${operation.cell})`;
}

function checkFull(puzzle: EdgePuzzle, start: PartialBoard, goal: PartialBoard): void {
  const wanted = new Set<number>();
  for (let cell = 0; cell < goal.length; cell++) {
    const code = goal[cell]!;
    if ((code === EMPTY) !== (start[cell] === EMPTY)) {
      throw new NoPlan(
        code === EMPTY
          ? `cell ${cell + 1} is empty on the board; swaps and rotations need a tile in every cell`
          : `cell ${cell + 1} has no tile in the start arrangement: the puzzle has fewer tiles than cells`,
      );
    }
    if (code === EMPTY) continue;
    if (wanted.has(tileOf(code))) throw new NoPlan(`tile ${tileOf(code) + 1} is on the board twice`);
    wanted.add(tileOf(code));
  }
  for (const code of start) wanted.delete(code === EMPTY ? EMPTY : tileOf(code));
  for (const tile of wanted) {
    throw new NoPlan(
      `tile ${tile + 1} is not on the board in the start arrangement: the puzzle has more tiles (${puzzle.tiles.length}) than cells`,
    );
  }
}

const sameTiles = (goal: PartialBoard): Int32Array =>
  goal.map((code) => (code === EMPTY ? EMPTY : tileOf(code)));

type Turn = 'rotate' | 'flip';

/**
 * Returns the fewest rotations and flips that make `tile`, placed as in `from`, show `edges`. Returns null if it can't
 * show them.
 */
function turnsTo(puzzle: EdgePuzzle, tile: number, from: number, edges: readonly number[]): Turn[] | null {
  const piece = puzzle.tiles[tile]!;
  const sides = piece.edges.length;
  const rotation = rotationOf(from);
  let best: Turn[] | null = null;
  for (const flipped of [false, true]) {
    for (let r = 0; r < sides; r++) {
      const flips = flipped !== flippedOf(from);
      if (puzzle.turns !== 'flip' && flips) continue;
      if (puzzle.turns === 'fixed' && r !== rotation) continue;
      if (turned(piece, r, flipped).some((label, side) => label !== edges[side])) continue;
      const turns = turnsBetween(rotation, r, flips, sides);
      if (!best || turns.length < best.length) best = turns;
    }
  }
  return best;
}

/**
 * Returns the fewest turns from one rotation to another. `flips` is true if the tile must also be flipped. Rotating it
 * before the flip has the opposite effect of rotating it after the flip, so half a turn is always enough.
 */
function turnsBetween(from: number, to: number, flips: boolean, sides: number): Turn[] {
  const rotate = (times: number): Turn[] => Array<Turn>(times).fill('rotate');
  if (!flips) return rotate((to - from + sides) % sides);
  const after = (to + from) % sides;
  return after <= sides - after ? ['flip', ...rotate(after)] : [...rotate(sides - after), 'flip'];
}

/** Returns the plan that places `tiles[cell]` in each cell. */
function planTo(puzzle: EdgePuzzle, start: PartialBoard, goal: PartialBoard, tiles: Int32Array) {
  const board = start.slice();
  const where = new Map<number, number>();
  board.forEach((code, cell) => code !== EMPTY && where.set(tileOf(code), cell));
  const operations: Operation[] = [];
  let swaps = 0;
  let flips = 0;
  const sides = boardOf(puzzle.board).sides;
  for (let cell = 0; cell < goal.length; cell++) {
    if (goal[cell] === EMPTY) continue;
    const tile = tiles[cell]!;
    const other = where.get(tile)!;
    if (other !== cell) {
      const swap: Operation = { type: 'swap', cell, other };
      where.set(tileOf(board[cell]!), other);
      where.set(tile, cell);
      apply(board, swap);
      operations.push(swap);
      swaps++;
    }
    const turns = turnsTo(puzzle, tile, board[cell]!, edgesShown(puzzle, goal[cell]!));
    if (!turns)
      throw new NoPlan(
        `tile ${tile + 1} would have to rotate in cell ${cell + 1}, but this puzzle's tiles may not be rotated`,
      );
    for (const type of turns) {
      const turn: Operation = { type, cell };
      apply(board, turn, sides);
      operations.push(turn);
      if (type === 'flip') flips++;
    }
  }
  return { plan: { operations, swaps, flips, rotations: operations.length - swaps - flips } };
}

const edgesShown = (puzzle: EdgePuzzle, code: number): number[] =>
  turned(puzzle.tiles[tileOf(code)]!, rotationOf(code), flippedOf(code));

/** Chooses the tile to place in each cell so that the plan needs as few swaps and turns as possible. */
function bestAssignment(puzzle: EdgePuzzle, start: PartialBoard, goal: PartialBoard, effort: number) {
  const cells = [...goal.keys()].filter((cell) => goal[cell] !== EMPTY);
  const tiles = sameTiles(goal);
  /**
   * for each cell: the tiles that could be placed there; `from` is the cell where such a tile is now, and `turns` is
   * the number of turns after which it shows the required edges
   */
  const choices = new Map<number, { from: number; turns: number }[]>();
  for (const cell of cells) {
    const edges = edgesShown(puzzle, goal[cell]!);
    const options: { from: number; turns: number }[] = [];
    for (const from of cells) {
      const turns = turnsTo(puzzle, tileOf(start[from]!), start[from]!, edges);
      if (turns) options.push({ from, turns: turns.length });
    }
    choices.set(cell, options);
  }
  const open = cells.filter((cell) => choices.get(cell)!.length > 1);
  if (open.length === 0) return { tiles, proven: true };

  const source = new Int32Array(goal.length).fill(EMPTY);
  for (const cell of cells) if (choices.get(cell)!.length === 1) source[cell] = choices.get(cell)![0]!.from;
  // A tile that is the only choice for one cell is not available to other cells, even if it would fit there too.
  // (Two-sided tiles can have one face in common without being identical.)
  const taken = new Set<number>([...source].filter((from) => from !== EMPTY));
  const cheapest = open.map((cell) => Math.min(...choices.get(cell)!.map((choice) => choice.turns)) - 1);
  const rest = new Int32Array(open.length + 1);
  for (let i = open.length - 1; i >= 0; i--) rest[i] = rest[i + 1]! + cheapest[i]!;

  /** returns whether the swaps form a new cycle if the tile for `cell` is taken from `from` */
  const closes = (cell: number, from: number): boolean => {
    for (let at = from; at !== EMPTY; at = source[at]!) if (at === cell) return true;
    return false;
  };
  let best = Infinity;
  let steps = 0;
  let proven = true;
  const search = (i: number, cost: number): void => {
    if (cost + rest[i]! >= best) return;
    if (i === open.length) {
      best = cost;
      for (const cell of open) tiles[cell] = tileOf(start[source[cell]!]!);
      return;
    }
    if (++steps > effort) {
      proven = false;
      return;
    }
    const cell = open[i]!;
    const ways = choices
      .get(cell)!
      .filter(({ from }) => !taken.has(from))
      .map(({ from, turns }) => ({ from, added: turns - (closes(cell, from) ? 1 : 0) }))
      .sort((a, b) => a.added - b.added || a.from - b.from);
    for (const { from, added } of ways) {
      source[cell] = from;
      taken.add(from);
      search(i + 1, cost + added);
      taken.delete(from);
      source[cell] = EMPTY;
    }
  };
  search(0, 0);
  return { tiles, proven };
}
