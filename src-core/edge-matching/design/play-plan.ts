/**
 * How to get from one arrangement of all tiles to another by hand: exchange two tiles, turn one by a
 * step clockwise, flip one over. Cells are counted from 0, row by row, as in Hoglan 2005.
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
  /** over the axis through its first side (of a square, the top), which stays where it is */
  | { readonly type: 'flip'; readonly cell: number };

export interface PlayPlan {
  readonly operations: readonly Operation[];
  readonly swaps: number;
  /** clockwise steps (quarter turns on a rectangle) */
  readonly rotations: number;
  readonly flips: number;
  /** no plan that ends in the same look is shorter; false only where identical tiles left too many ways to try */
  readonly shortest: boolean;
}

/** Thrown when there is no plan: a cell is empty, a tile is missing, or a tile would have to turn that may not. */
export class NoPlan extends Error {}

/**
 * Hoglan's own list: go through the cells in order, swap the wanted tile in, turn it into place.
 * Its swaps are as few as can be for those very tiles (see `shortestPlan`).
 */
export function cellByCellPlan(puzzle: EdgePuzzle, goal: PartialBoard, start = startBoard(puzzle)): PlayPlan {
  checkFull(puzzle, start, goal);
  const { plan } = planTo(puzzle, start, goal, sameTiles(goal));
  return { ...plan, shortest: false };
}

/**
 * A plan with the fewest operations that makes the start look like the goal.
 *
 * Why it is shortest. Swaps do not turn tiles and turns do not move them, so the two add up. *Turns*: a
 * tile's turns act on that tile alone; the fewest for it are found by trying every way it can show the
 * wanted edges (`turnsTo`). *Swaps*: let each cell point to the cell its wanted tile lies on. That is a
 * permutation; a swap joins two of its cycles or splits one, so it adds at most one cycle, and the goal
 * has one cycle for each cell: at least cells − cycles swaps are needed, and swapping the wanted tile in
 * cell by cell needs no more. Where tiles are identical, which of them goes where is a choice that
 * changes both sums; all choices are searched, by branch and bound (a choice closes at most one cycle),
 * up to `effort` steps. Beyond that the best one found is given and `shortest` is false: finding the
 * most cycles is NP-hard in general.
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

/** Carries out one operation on a board, in place. */
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

/** `SWAP(1,6)`, `ROTATE(3)`, `FLIP(3)`: Hoglan's notation, cells from 0. */
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
          ? `cell ${cell + 1} is empty on the board; swaps and turns need a tile on every cell`
          : `cell ${cell + 1} has no tile in the start arrangement: the puzzle has fewer tiles than cells`,
      );
    }
    if (code === EMPTY) continue;
    if (wanted.has(tileOf(code))) throw new NoPlan(`tile ${tileOf(code) + 1} lies on the board twice`);
    wanted.add(tileOf(code));
  }
  for (const code of start) wanted.delete(code === EMPTY ? EMPTY : tileOf(code));
  for (const tile of wanted) {
    throw new NoPlan(
      `tile ${tile + 1} is not on a cell in the start arrangement: the puzzle has more tiles (${puzzle.tiles.length}) than cells`,
    );
  }
}

const sameTiles = (goal: PartialBoard): Int32Array =>
  goal.map((code) => (code === EMPTY ? EMPTY : tileOf(code)));

type Turn = 'rotate' | 'flip';

/** The fewest turns that make `tile`, lying as `from` says, show `edges`; null when it never does. */
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

/** Turning before a flip turns the other way round after it, so at most half a turn is ever needed with one. */
function turnsBetween(from: number, to: number, flips: boolean, sides: number): Turn[] {
  const rotate = (times: number): Turn[] => Array<Turn>(times).fill('rotate');
  if (!flips) return rotate((to - from + sides) % sides);
  const after = (to + from) % sides;
  return after <= sides - after ? ['flip', ...rotate(after)] : [...rotate(sides - after), 'flip'];
}

/** The plan that brings tile `tiles[cell]` to every cell, cell by cell. */
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
    const turns = turnsTo(puzzle, tile, board[cell]!, lookOf(puzzle, goal[cell]!));
    if (!turns)
      throw new NoPlan(`tile ${tile + 1} would have to turn on cell ${cell + 1}, but tiles may not`);
    for (const type of turns) {
      const turn: Operation = { type, cell };
      apply(board, turn, sides);
      operations.push(turn);
      if (type === 'flip') flips++;
    }
  }
  return { plan: { operations, swaps, flips, rotations: operations.length - swaps - flips } };
}

const lookOf = (puzzle: EdgePuzzle, code: number): number[] =>
  turned(puzzle.tiles[tileOf(code)]!, rotationOf(code), flippedOf(code));

/** For each cell, the tile to bring there so that swaps and turns together are fewest. */
function bestAssignment(puzzle: EdgePuzzle, start: PartialBoard, goal: PartialBoard, effort: number) {
  const cells = [...goal.keys()].filter((cell) => goal[cell] !== EMPTY);
  const tiles = sameTiles(goal);
  /** choices[c]: which start cells' tiles can show what cell c wants, with the turns it takes */
  const choices = new Map<number, { from: number; turns: number }[]>();
  for (const cell of cells) {
    const edges = lookOf(puzzle, goal[cell]!);
    const options: { from: number; turns: number }[] = [];
    for (const from of cells) {
      const turns = turnsTo(puzzle, tileOf(start[from]!), start[from]!, edges);
      if (turns) options.push({ from, turns: turns.length });
    }
    choices.set(cell, options);
  }
  // A cell with one choice is settled; `end` of a chain of settled cells is where it is still open.
  const open = cells.filter((cell) => choices.get(cell)!.length > 1);
  if (open.length === 0) return { tiles, proven: true };

  const source = new Int32Array(goal.length).fill(EMPTY);
  for (const cell of cells) if (choices.get(cell)!.length === 1) source[cell] = choices.get(cell)![0]!.from;
  // Tiles printed on both sides can share one face and be no twins: what is settled is not free for others.
  const taken = new Set<number>([...source].filter((from) => from !== EMPTY));
  const cheapest = open.map((cell) => Math.min(...choices.get(cell)!.map((choice) => choice.turns)) - 1);
  const rest = new Int32Array(open.length + 1);
  for (let i = open.length - 1; i >= 0; i--) rest[i] = rest[i + 1]! + cheapest[i]!;

  /** Does pointing `cell` at `from` close a cycle? Follows the chain that starts at `from`. */
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
