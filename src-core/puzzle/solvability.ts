import { orientationsOf } from './appearance.ts';
import type { Board } from './board.ts';
import { mateOf } from './labels.ts';
import { openBoardOf } from './open-board.ts';
import type { EdgePuzzle, Hint, Puzzle } from './puzzle.ts';
import { unsolvable } from './unsolvable.ts';

/** Maximum number of cells to search, because the user is waiting */
const MAX_SEARCHED_CELLS = 36;
/** Maximum number of nodes, about 50 ms; enough to prove that a 4 × 4 puzzle with ten labels has no solution */
const MAX_NODES = 120_000;
/** Maximum number of tiles for a proof by counting labels */
const MAX_TILES_FOR_COUNTING = 1_200;

type Solvability = 'solvable' | 'unsolvable' | 'unknown';

const cache = new WeakMap<Puzzle, Solvability>();

/**
 * Returns whether a puzzle has a solution, if counting labels or a short search can tell. The result is cached, so a
 * later call with a higher `maxNodes` doesn't search again.
 */
export function solvabilityOf(puzzle: Puzzle, maxNodes = MAX_NODES): Solvability {
  if (puzzle.kind === 'sliding') return 'unknown';
  const known = cache.get(puzzle);
  if (known) return known;
  const solvability = decide(puzzle, maxNodes);
  cache.set(puzzle, solvability);
  return solvability;
}

/** Returns whether counting labels proves that a puzzle has no solution. */
export const countingRefutes = (puzzle: Puzzle): boolean =>
  puzzle.kind !== 'sliding' && puzzle.tiles.length <= MAX_TILES_FOR_COUNTING && unsolvable(puzzle).length > 0;

function decide(puzzle: EdgePuzzle, maxNodes: number): Solvability {
  if (countingRefutes(puzzle)) return 'unsolvable';
  const { openCells, board } = openBoardOf(puzzle);
  if (
    openCells.length > MAX_SEARCHED_CELLS ||
    puzzle.tiles.length > 2 * MAX_SEARCHED_CELLS ||
    puzzle.rim.kind === 'uniform'
  )
    return 'unknown';
  const found = new Filling(puzzle, fillOrder(openCells, board), maxNodes).fill(0);
  return found === null ? 'unknown' : found ? 'solvable' : 'unsolvable';
}

interface Way {
  readonly number: number;
  readonly rotation: number;
  readonly edges: readonly number[];
}

const ANY_LABEL = -(2 ** 30);

class Filling {
  readonly #mating: EdgePuzzle['mating'];
  readonly #sides: number;
  readonly #order: readonly number[];
  readonly #ways: readonly Way[];
  /** for each side and label: the placements with that label on that side */
  readonly #bySide: readonly ReadonlyMap<number, readonly Way[]>[];
  /** for each side, the side it touches if that side's cell is filled earlier; otherwise -1 */
  readonly #earlier: Int32Array;
  /** For each side, the label that it must show. `-1 - n` means any label except `n`; `ANY_LABEL` means any label. */
  readonly #wanted: Int32Array;
  readonly #shown: Int32Array;
  readonly #used: Uint8Array;
  readonly #hints: ReadonlyMap<number, Hint>;
  #nodesLeft: number;

  constructor(puzzle: EdgePuzzle, order: readonly number[], maxNodes: number) {
    const { board, open } = openBoardOf(puzzle);
    const { across, cells, sides } = board;
    const frame = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : null;
    const isFrameInside = puzzle.rim.kind !== 'colour' || puzzle.rim.inside;
    this.#mating = puzzle.mating;
    this.#sides = sides;
    this.#order = order;
    this.#ways = puzzle.tiles.flatMap((tile, number) =>
      orientationsOf(tile, puzzle.turns).map(({ edges, rotation }) => ({ number, edges, rotation })),
    );
    this.#bySide = Array.from({ length: sides }, (_, side) =>
      Map.groupBy(this.#ways, ({ edges }) => edges[side]!),
    );
    const cellOf = (side: number): number => Math.floor(side / sides);
    const placeOf = new Int32Array(cells).fill(order.length);
    order.forEach((cell, place) => (placeOf[cell] = place));
    this.#earlier = across.map((other, side) =>
      other !== -1 && placeOf[cellOf(other)]! < placeOf[cellOf(side)]! ? other : -1,
    );
    this.#wanted = across.map((other) => {
      if (other === -1) return frame ?? ANY_LABEL;
      return frame !== null && !isFrameInside && open[cellOf(other)] === 1 ? -1 - frame : ANY_LABEL;
    });
    this.#shown = new Int32Array(cells * sides);
    this.#used = new Uint8Array(puzzle.tiles.length);
    this.#hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
    this.#nodesLeft = maxNodes;
  }

  /**
   * Fills the cells from index `depth` of the order. Returns whether that is possible, or null if the search reached
   * its node limit.
   */
  fill(depth: number): boolean | null {
    if (depth === this.#order.length) return true;
    const cell = this.#order[depth]!;
    const hint = this.#hints.get(cell);
    const from = cell * this.#sides;
    for (const { number, edges, rotation } of this.#waysAt(from)) {
      if (this.#used[number] === 1 || !this.#fits(edges, from)) continue;
      if (hint?.tile !== undefined && hint.tile !== number) continue;
      if (hint?.rotation !== undefined && hint.rotation !== rotation) continue;
      if (this.#nodesLeft-- === 0) return null;
      this.#used[number] = 1;
      for (let side = 0; side < edges.length; side++) this.#shown[from + side] = edges[side]!;
      const found = this.fill(depth + 1);
      if (found !== false) return found;
      this.#used[number] = 0;
    }
    return false;
  }

  /**
   * Returns the placements that fit a cell, given the cells filled so far. `from` is the index of the cell's first
   * side.
   */
  #waysAt(from: number): readonly Way[] {
    let ways = this.#ways;
    for (let side = 0; side < this.#sides; side++) {
      const other = this.#earlier[from + side]!;
      if (other !== -1) this.#wanted[from + side] = mateOf(this.#mating, this.#shown[other]!);
      const label = this.#wanted[from + side]!;
      if (label < 0) continue;
      const list = this.#bySide[side]!.get(label) ?? [];
      if (list.length < ways.length) ways = list;
    }
    return ways;
  }

  #fits(edges: readonly number[], from: number): boolean {
    for (let side = 0; side < edges.length; side++) {
      const label = this.#wanted[from + side]!;
      const own = edges[side]!;
      if (label >= 0 ? own !== label : own === -1 - label) return false;
    }
    return true;
  }
}

/**
 * Returns the order in which cells are filled. The next cell is always the one with the most filled neighbours and rim
 * sides.
 */
function fillOrder(cells: Int32Array, { across, sides }: Board): number[] {
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
