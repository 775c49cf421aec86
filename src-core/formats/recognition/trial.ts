import type { Board } from '../../puzzle/board.ts';
import { mateOf } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import type { EdgePuzzle, Hint, Puzzle } from '../../puzzle/puzzle.ts';
import { unsolvable } from '../../puzzle/unsolvable.ts';

/** Maximum number of cells for the search, because the user is waiting. */
const MAX_CELLS = 36;
/**
 * Maximum number of tiles placed by the search, about 50 ms of work. This is enough to prove that a 4 × 4 puzzle with
 * ten labels has no solution.
 */
const MAX_NODES = 120_000;
/** Maximum number of tiles for which a proof by counting is tried. */
const MAX_COUNTED = 1_200;

type Fact = 'solvable' | 'unsolvable' | 'unknown';

const facts = new WeakMap<Puzzle, Fact>();

/**
 * Returns whether a puzzle has a solution, if counting labels or a short search can tell. The result is cached, because
 * readings are compared more than once.
 */
export function factOf(puzzle: Puzzle, maxNodes = MAX_NODES): Fact {
  if (puzzle.kind === 'sliding') return 'unknown';
  const known = facts.get(puzzle);
  if (known) return known;
  const fact = trial(puzzle, maxNodes);
  facts.set(puzzle, fact);
  return fact;
}

function trial(puzzle: EdgePuzzle, maxNodes: number): Fact {
  if (puzzle.tiles.length > MAX_COUNTED) return 'unknown';
  if (unsolvable(puzzle).length > 0) return 'unsolvable';
  const { openCells, board } = openBoardOf(puzzle);
  if (openCells.length > MAX_CELLS || puzzle.tiles.length > 2 * MAX_CELLS || puzzle.rim.kind === 'uniform')
    return 'unknown';
  const found = new Filling(puzzle, fillOrder(openCells, board), maxNodes).fill(0);
  return found === null ? 'unknown' : found ? 'solvable' : 'unsolvable';
}

interface Way {
  readonly number: number;
  readonly rotation: number;
  readonly edges: readonly number[];
}

/** Searches for a solution by filling the cells in a given order. */
class Filling {
  readonly #puzzle: EdgePuzzle;
  readonly #board: Board;
  readonly #order: readonly number[];
  readonly #ways: readonly Way[];
  /** the placements that show a label on a side, by side and label */
  readonly #bySide: readonly ReadonlyMap<number, readonly Way[]>[];
  readonly #isOpen: Uint8Array;
  /** the label on each side of each filled cell, or -1 */
  readonly #shown: Int32Array;
  readonly #used: Uint8Array;
  readonly #hints: ReadonlyMap<number, Hint>;
  #nodesLeft: number;

  constructor(puzzle: EdgePuzzle, order: readonly number[], maxNodes: number) {
    const { board, open } = openBoardOf(puzzle);
    this.#puzzle = puzzle;
    this.#board = board;
    this.#order = order;
    this.#ways = puzzle.tiles.flatMap((tile, number) =>
      orientationsOf(tile, puzzle.turns).map(({ edges, rotation }) => ({ number, edges, rotation })),
    );
    this.#bySide = Array.from({ length: board.sides }, (_, side) =>
      Map.groupBy(this.#ways, ({ edges }) => edges[side]!),
    );
    this.#isOpen = open;
    this.#shown = new Int32Array(board.cells * board.sides).fill(-1);
    this.#used = new Uint8Array(puzzle.tiles.length);
    this.#hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
    this.#nodesLeft = maxNodes;
  }

  /**
   * Fills the cells from index `depth` of the order on. Returns whether this is possible, or null if the limit on nodes
   * was reached first.
   */
  fill(depth: number): boolean | null {
    if (depth === this.#order.length) return true;
    const cell = this.#order[depth]!;
    const hint = this.#hints.get(cell);
    const { wanted, ways } = this.#wantedAt(cell);
    for (const { number, edges, rotation } of ways) {
      if (this.#used[number] === 1 || !fits(edges, wanted)) continue;
      if (hint?.tile !== undefined && hint.tile !== number) continue;
      if (hint?.rotation !== undefined && hint.rotation !== rotation) continue;
      if (this.#nodesLeft-- === 0) return null;
      this.#used[number] = 1;
      this.#shown.set(edges, cell * this.#board.sides);
      const found = this.fill(depth + 1);
      if (found !== false) return found;
      this.#used[number] = 0;
      this.#shown.fill(-1, cell * this.#board.sides, (cell + 1) * this.#board.sides);
    }
    return false;
  }

  /**
   * Returns the labels that a cell's neighbours and the rim require, in the form that `fits` expects. Also returns the
   * shortest list that contains all placements with these labels.
   */
  #wantedAt(cell: number): { wanted: readonly number[]; ways: readonly Way[] } {
    const { sides } = this.#board;
    const wanted: number[] = [];
    let ways = this.#ways;
    for (let side = 0; side < sides; side++) {
      const label = this.#labelAt(cell * sides + side);
      if (label === null) continue;
      wanted.push(side, label);
      const list = label < 0 ? ways : (this.#bySide[side]!.get(label) ?? []);
      if (list.length < ways.length) ways = list;
    }
    return { wanted, ways };
  }

  /**
   * Returns the label that a side must show. Returns -1 - n if every label except n is allowed, and null if every label
   * is.
   */
  #labelAt(at: number): number | null {
    const { rim, mating } = this.#puzzle;
    const other = this.#board.across[at]!;
    const frame = rim.kind === 'colour' ? rim.colour : null;
    if (other === -1) return frame;
    const shown = this.#shown[other]!;
    if (shown >= 0) return mateOf(mating, shown);
    const isInner = this.#isOpen[Math.floor(other / this.#board.sides)] === 1;
    return frame !== null && rim.kind === 'colour' && !rim.inside && isInner ? -1 - frame : null;
  }
}

/**
 * Returns whether edges satisfy `wanted`, a list of alternating sides and labels. A label of -1 - n means any label but
 * n.
 */
function fits(edges: readonly number[], wanted: readonly number[]): boolean {
  for (let i = 0; i < wanted.length; i += 2) {
    const label = wanted[i + 1]!;
    const own = edges[wanted[i]!]!;
    if (label >= 0 ? own !== label : own === -1 - label) return false;
  }
  return true;
}

/** Returns the cells in an order in which each has as many filled neighbours and rim sides as possible. */
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
