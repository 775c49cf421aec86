import type { Board, BoardSymmetry } from './board-graph.ts';

type Adjacency = Pick<Board, 'cells' | 'sides' | 'across'>;

const MAX_SYMMETRIES_TIMES_CELLS = 4_000_000;
const MAX_SEARCH_STEPS = 40_000_000;

/**
 * Returns the symmetries of a board, the identity first. A symmetry preserves touching sides, the rim, and the cyclic
 * order of each cell's sides; a reflection reverses this order. Returns null if there are too many, as for a graph of
 * many equal components.
 */
export function automorphismsOf(board: Adjacency, mirrors: boolean): BoardSymmetry[] | null {
  const search = new Search(board);
  const found: BoardSymmetry[] = [];
  for (const mirrored of mirrors ? [false, true] : [false]) {
    if (!search.all(mirrored, found)) return null;
  }
  return found;
}

class Search {
  readonly #board: Adjacency;
  /** the cells of each connected component; the image of the first cell determines the images of the others */
  readonly #parts: readonly (readonly number[])[];
  #steps = 0;

  constructor(board: Adjacency) {
    this.#board = board;
    this.#parts = partsOf(board);
  }

  all(mirrored: boolean, found: BoardSymmetry[]): boolean {
    const { cells, sides } = this.#board;
    const to = new Int32Array(cells).fill(-1);
    const turn = new Int32Array(cells);
    const taken = new Uint8Array(cells);
    const move = (part: number): boolean => {
      if (part === this.#parts.length) {
        found.push({ to: to.slice(), turn: turn.slice(), mirrored });
        return found.length * cells <= MAX_SYMMETRIES_TIMES_CELLS;
      }
      const base = this.#parts[part]![0]!;
      for (let i = -1; i < cells; i++) {
        const target = i === -1 ? base : i; // try the cell itself first, so that the identity is found first
        if (taken[target] || i === base) continue;
        for (let turns = 0; turns < sides; turns++) {
          const moved = this.#spread(base, target, turns, mirrored, { to, turn, taken });
          if (this.#steps > MAX_SEARCH_STEPS) return false;
          if (moved.complete && !move(part + 1)) return false;
          for (const cell of moved.cells) {
            taken[to[cell]!] = 0;
            to[cell] = -1;
          }
        }
      }
      return true;
    };
    return move(0);
  }

  /**
   * Moves a cell and all cells of its component. The component is connected, so the first move determines the others.
   */
  #spread(
    base: number,
    target: number,
    turns: number,
    mirrored: boolean,
    { to, turn, taken }: { to: Int32Array; turn: Int32Array; taken: Uint8Array },
  ): { complete: boolean; cells: number[] } {
    const { sides, across } = this.#board;
    const cells = [base];
    to[base] = target;
    turn[base] = turns;
    taken[target] = 1;
    for (const cell of cells) {
      this.#steps += sides;
      for (let side = 0; side < sides; side++) {
        const image = (turn[cell]! + (mirrored ? sides - side : side)) % sides;
        const here = across[cell * sides + side]!;
        const there = across[to[cell]! * sides + image]!;
        if (here === -1 && there === -1) continue;
        if (here === -1 || there === -1) return { complete: false, cells };
        const next = Math.floor(here / sides);
        const nextTo = Math.floor(there / sides);
        const nextTurn = (there + (mirrored ? here : sides - (here % sides))) % sides;
        if (to[next] === -1 && !taken[nextTo]) {
          to[next] = nextTo;
          turn[next] = nextTurn;
          taken[nextTo] = 1;
          cells.push(next);
        } else if (to[next] !== nextTo || turn[next] !== nextTurn) return { complete: false, cells };
      }
    }
    return { complete: true, cells };
  }
}

/** Returns the connected components, each starting with the cell that has the most sides on the rim. */
function partsOf({ cells, sides, across }: Adjacency): number[][] {
  const rimSides = (cell: number): number =>
    across.subarray(cell * sides, (cell + 1) * sides).reduce((sum, other) => sum + (other === -1 ? 1 : 0), 0);
  const seen = new Uint8Array(cells);
  const parts: number[][] = [];
  for (let first = 0; first < cells; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    const part = [first];
    for (const cell of part) {
      for (let side = 0; side < sides; side++) {
        const other = across[cell * sides + side]!;
        if (other === -1 || seen[Math.floor(other / sides)]) continue;
        seen[Math.floor(other / sides)] = 1;
        part.push(Math.floor(other / sides));
      }
    }
    const base = part.reduce((best, cell) => (rimSides(cell) > rimSides(best) ? cell : best));
    parts.push([base, ...part.filter((cell) => cell !== base)]);
  }
  return parts;
}
