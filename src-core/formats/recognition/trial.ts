import { openBoardOf } from '../../puzzle/open-board.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';

/** Maximum number of cells for the search, because the user is waiting. */
const MAX_CELLS = 36;
/** Maximum number of placed tiles, about 50 ms: enough to prove that a 4 × 4 with ten labels has no solution. */
const MAX_NODES = 120_000;
/** Maximum number of tiles for the check by counting. */
const MAX_COUNTED = 1_200;

/** Returns whether a puzzle has a solution, by counting labels and a short search. */
export function trial(puzzle: EdgePuzzle, maxNodes = MAX_NODES): 'solvable' | 'unsolvable' | 'unknown' {
  if (puzzle.tiles.length > MAX_COUNTED) return 'unknown';
  if (unsolvable(puzzle).length > 0) return 'unsolvable';
  const { openCells, board } = openBoardOf(puzzle);
  if (openCells.length > MAX_CELLS || puzzle.tiles.length > 2 * MAX_CELLS || puzzle.rim.kind === 'uniform')
    return 'unknown';
  const { across, sides } = board;
  const all = puzzle.tiles.flatMap((tile, number) =>
    orientationsOf(tile, puzzle.turns).map(({ edges, rotation }) => ({ number, edges, rotation })),
  );
  const order = fillOrder(openCells, across, sides);
  const shown = new Int32Array(board.cells * sides).fill(-1);
  const used = new Uint8Array(puzzle.tiles.length);
  const open = new Uint8Array(board.cells);
  for (const cell of openCells) open[cell] = 1;
  const hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
  const { rim } = puzzle;
  const mate = (label: number): number => (puzzle.mating === 'same' ? label : label ^ 1);
  // Oriented tiles by side and label.
  const bySide = Array.from({ length: sides }, (_, side) => {
    const lists = new Map<number, typeof all>();
    for (const way of all) {
      const label = way.edges[side]!;
      const list = lists.get(label);
      if (list) list.push(way);
      else lists.set(label, [way]);
    }
    return lists;
  });
  const none: typeof all = [];
  let nodes = 0;
  const fill = (depth: number): boolean | null => {
    if (depth === order.length) return true;
    const cell = order[depth]!;
    const hint = hints.get(cell);
    const wanted: number[] = [];
    let ways = all;
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      const shownThere = other === -1 ? -1 : shown[other]!;
      const label =
        other === -1 ? (rim.kind === 'colour' ? rim.colour : -1) : shownThere >= 0 ? mate(shownThere) : -1;
      if (label >= 0) {
        wanted.push(side, label);
        const list = bySide[side]!.get(label) ?? none;
        if (list.length < ways.length) ways = list;
      } else if (
        other !== -1 &&
        rim.kind === 'colour' &&
        !rim.inside &&
        open[Math.floor(other / sides)] === 1
      ) {
        wanted.push(side, -1 - rim.colour);
      }
    }
    for (const { number, edges, rotation } of ways) {
      if (used[number] === 1 || !fits(edges, wanted)) continue;
      if (hint?.tile !== undefined && hint.tile !== number) continue;
      if (hint?.rotation !== undefined && hint.rotation !== rotation) continue;
      if (++nodes > maxNodes) return null;
      used[number] = 1;
      for (let side = 0; side < sides; side++) shown[cell * sides + side] = edges[side]!;
      const found = fill(depth + 1);
      if (found !== false) return found;
      used[number] = 0;
      for (let side = 0; side < sides; side++) shown[cell * sides + side] = -1;
    }
    return false;
  };
  const found = fill(0);
  return found === null ? 'unknown' : found ? 'solvable' : 'unsolvable';
}

/** Returns whether edges satisfy `wanted`, which alternates sides and labels; -1 - label means any other label. */
function fits(edges: readonly number[], wanted: readonly number[]): boolean {
  for (let i = 0; i < wanted.length; i += 2) {
    const label = wanted[i + 1]!;
    const own = edges[wanted[i]!]!;
    if (label >= 0 ? own !== label : own === -1 - label) return false;
  }
  return true;
}

/** Returns the cells in an order in which each has as many filled neighbours and rim sides as possible. */
function fillOrder(cells: Int32Array, across: Int32Array, sides: number): number[] {
  const left = new Set(cells);
  const order: number[] = [];
  while (left.size > 0) {
    let best = -1;
    let most = -1;
    for (const cell of left) {
      let beside = 0;
      for (let side = 0; side < sides; side++) {
        const other = across[cell * sides + side]!;
        if (other === -1 || !left.has(Math.floor(other / sides))) beside++;
      }
      if (beside > most) [best, most] = [cell, beside];
    }
    left.delete(best);
    order.push(best);
  }
  return order;
}
