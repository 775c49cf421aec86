import { openBoardOf } from '../../puzzle/open-board.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { mates } from '../../puzzle/labels.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';

/** Boards of more cells are not searched: a reading is chosen while somebody waits. */
const MAX_CELLS = 36;
/** Tiles placed at most; a few milliseconds. */
const MAX_NODES = 20_000;
/** Puzzles of more tiles are not even counted. */
const MAX_COUNTED = 1_200;

/** Whether a puzzle has a solution, by counting and a short search: a fact that decides between two readings. */
export function trial(puzzle: EdgePuzzle): 'solvable' | 'unsolvable' | 'unknown' {
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
  let nodes = 0;
  const fill = (depth: number): boolean | null => {
    if (depth === order.length) return true;
    const cell = order[depth]!;
    const hint = hints.get(cell);
    const checks: ((edges: readonly number[]) => boolean)[] = [];
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      if (other === -1) {
        if (rim.kind === 'colour') checks.push((edges) => edges[side] === rim.colour);
        continue;
      }
      const label = shown[other]!;
      if (label >= 0) checks.push((edges) => mates(puzzle, edges[side]!, label));
      else if (rim.kind === 'colour' && !rim.inside && open[Math.floor(other / sides)] === 1) {
        checks.push((edges) => edges[side] !== rim.colour);
      }
    }
    for (const { number, edges, rotation } of all) {
      if (used[number] === 1 || !checks.every((check) => check(edges))) continue;
      if (hint?.tile !== undefined && hint.tile !== number) continue;
      if (hint?.rotation !== undefined && hint.rotation !== rotation) continue;
      if (++nodes > MAX_NODES) return null;
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

/** Always a cell beside as many filled ones as possible. */
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
