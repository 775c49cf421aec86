import { appearanceOf, orientationsOf, type Orientation } from '../../puzzle/appearance.ts';
import { labelCount, mateOf } from '../../puzzle/labels.ts';
import { openBoardOf, type OpenBoard } from '../../puzzle/open-board.ts';
import { EMPTY, emptyBoard, placementCode, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';
import { applySymmetry, symmetriesOf } from '../../puzzle/symmetry.ts';

interface KindOrientation extends Orientation {
  readonly kind: number;
}

/**
 * Groups the tiles into kinds. Tiles that are identical up to rotation are of the same kind. However, if any hint
 * specifies a rotation, tiles are of the same kind only if their edges are equal without rotation.
 */
function kindsOf(puzzle: EdgePuzzle): number[][] {
  const rotationHints = puzzle.hints.some((hint) => hint.rotation !== undefined);
  const kinds = new Map<string, number[]>();
  puzzle.tiles.forEach((tile, number) => {
    const orientations = orientationsOf(tile, puzzle.turns).map(({ edges }) => edges.join());
    const name = rotationHints
      ? `${tile.edges.join()} ${tile.back?.join() ?? ''}`
      : orientations.sort().join(' ');
    kinds.set(name, [...(kinds.get(name) ?? []), number]);
  });
  return [...kinds.values()];
}

/**
 * Returns the order in which cells are filled. Cells with a hint or a fixed placement come first. After them, the next
 * cell is always one with the most neighbours already in the order.
 */
function cellOrder(
  puzzle: EdgePuzzle,
  { board, openCells }: OpenBoard,
  fixed: PartialBoard | null,
): Int32Array {
  const { sides, across } = board;
  const hinted = puzzle.hints.filter(({ tile }) => tile !== undefined).map(({ cell }) => cell);
  const order = Array.from(openCells).filter(
    (cell) => hinted.includes(cell) || (fixed && fixed[cell] !== EMPTY),
  );
  const rest = new Set(openCells);
  const touching = new Int32Array(board.cells);
  const take = (cell: number): void => {
    rest.delete(cell);
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      if (other >= 0) touching[Math.floor(other / sides)]!++;
    }
  };
  order.forEach(take);
  while (rest.size > 0) {
    const next = [...rest].reduce((best, cell) => (touching[cell]! > touching[best]! ? cell : best));
    order.push(next);
    take(next);
  }
  return Int32Array.from(order);
}

/** A depth-first search in a fixed order of cells, for one colour of the rim. */
export class FixedOrderWalk {
  nodes = 0;
  ended = false;
  readonly #layout: OpenBoard;
  readonly #puzzle: EdgePuzzle;
  readonly #fixed: PartialBoard | null;
  readonly #kinds: number[][];
  readonly #orientations: KindOrientation[];
  readonly #order: Int32Array;
  readonly #size: number;
  /**
   * Number of sides whose labels form a key (see `#bound`): 2, or 1 if there are more than 128 labels, because the
   * table of keys would otherwise be too large.
   */
  readonly #keySides: 1 | 2;
  /** labels of all orientations, indexed by `orientation * sides + side` */
  readonly #edges: Int32Array;
  readonly #kindOf: Int32Array;
  readonly #mate: Int32Array;
  /** for each kind: the number of tiles not on the board */
  readonly #left: Int32Array;
  /** for each side of each cell, at index `cell * sides + side`: the label on that side */
  readonly #shown: Int32Array;
  /**
   * For each depth: the sides of the cell that touch cells filled earlier. The labels required on the first
   * `#keySides` of them form the *key*.
   */
  readonly #bound: Int32Array[] = [];
  /** for each depth and key: the index in `#entries` where the fitting orientations start */
  readonly #tables: Int32Array[] = [];
  readonly #entries: Int32Array[] = [];
  readonly #cursor: Int32Array;
  readonly #end: Int32Array;
  readonly #placed: Int32Array;
  /**
   * The kind used for symmetry breaking, which has a single tile; -1 if there is none. The tile is not placed in a
   * cell if a symmetry would move it to a cell with a lower number, or give it a lower code in the same cell.
   */
  readonly #anchor: number;
  /** last depth at which the tile of kind `#anchor` can be placed */
  readonly #deadline: number;
  #depth = 0;

  constructor(puzzle: EdgePuzzle, rim: EdgeLabel | undefined, fixed: PartialBoard | null) {
    this.#puzzle = puzzle;
    this.#fixed = fixed?.some((code) => code !== EMPTY) ? fixed : null;
    this.#layout = openBoardOf(puzzle);
    const { board, openCells } = this.#layout;
    this.#kinds = kindsOf(puzzle);
    this.#orientations = this.#kinds.flatMap((tiles, kind) =>
      orientationsOf(puzzle.tiles[tiles[0]!]!, puzzle.turns).map((orientation) => ({ ...orientation, kind })),
    );
    this.#size = labelCount(puzzle);
    this.#keySides = this.#size > 128 ? 1 : 2;
    this.#edges = Int32Array.from(this.#orientations.flatMap((orientation) => orientation.edges));
    this.#kindOf = Int32Array.from(this.#orientations, (orientation) => orientation.kind);
    this.#mate = Int32Array.from({ length: this.#size }, (_, label) => mateOf(puzzle.mating, label));
    this.#left = Int32Array.from(this.#kinds, (tiles) => tiles.length);
    this.#shown = new Int32Array(board.cells * board.sides);
    this.#order = cellOrder(puzzle, this.#layout, this.#fixed);
    this.#cursor = new Int32Array(openCells.length);
    this.#end = new Int32Array(openCells.length);
    this.#placed = new Int32Array(openCells.length).fill(-1);
    this.#anchor = this.#chooseAnchor();
    this.#deadline = this.#buildTables(rim);
    this.#enter(0);
  }

  /** Returns the next solution, or null if the budget is used up or the search has `ended`. */
  next(budget: number): PartialBoard | null {
    const { sides } = this.#layout.board;
    const edges = this.#edges;
    const kindOf = this.#kindOf;
    const left = this.#left;
    const shown = this.#shown;
    const order = this.#order;
    const placed = this.#placed;
    const stop = this.nodes + budget;
    const last = order.length - 1;
    while (this.nodes < stop) {
      const at = this.#depth;
      if (placed[at]! >= 0) {
        left[kindOf[placed[at]!]!]!++;
        placed[at] = -1;
      }
      const cell = order[at]!;
      const orientation = this.#nextCandidate(at);
      if (orientation < 0) {
        if (at === 0) {
          this.ended = true;
          return null;
        }
        this.#depth = at - 1;
        continue;
      }
      this.nodes++;
      placed[at] = orientation;
      left[kindOf[orientation]!]!--;
      if (at === this.#deadline && left[this.#anchor]! > 0) continue;
      if (at === last) return this.#board();
      for (let side = 0; side < sides; side++)
        shown[cell * sides + side] = edges[orientation * sides + side]!;
      this.#depth = at + 1;
      this.#enter(at + 1);
    }
    return null;
  }

  #nextCandidate(depth: number): number {
    const { across, sides } = this.#layout.board;
    const edges = this.#edges;
    const kindOf = this.#kindOf;
    const left = this.#left;
    const shown = this.#shown;
    const mate = this.#mate;
    const cursor = this.#cursor;
    const end = this.#end[depth]!;
    const candidates = this.#entries[depth]!;
    const bound = this.#bound[depth]!;
    const firstSide = this.#order[depth]! * sides;
    search: while (cursor[depth]! < end) {
      const candidate = candidates[cursor[depth]!++]!;
      if (left[kindOf[candidate]!] === 0) continue;
      for (let i = this.#keySides; i < bound.length; i++) {
        const side = bound[i]!;
        if (edges[candidate * sides + side] !== mate[shown[across[firstSide + side]!]!]) continue search;
      }
      return candidate;
    }
    return -1;
  }

  #enter(depth: number): void {
    const { across, sides } = this.#layout.board;
    const cell = this.#order[depth]!;
    const bound = this.#bound[depth]!;
    let key = 0;
    for (let i = 0; i < this.#keySides; i++) {
      const label = i < bound.length ? this.#mate[this.#shown[across[cell * sides + bound[i]!]!]!]! : 0;
      key = key * this.#size + label;
    }
    this.#cursor[depth] = this.#tables[depth]![key]!;
    this.#end[depth] = this.#tables[depth]![key + 1]!;
  }

  #board(): PartialBoard {
    const board = emptyBoard(this.#layout.board.cells);
    const kept = new Map<number, number>();
    for (const { cell, tile } of this.#puzzle.hints) if (tile !== undefined) kept.set(cell, tile);
    this.#fixed?.forEach((code, cell) => code !== EMPTY && kept.set(cell, tileOf(code)));
    const spare = this.#kinds.map((tiles) => tiles.filter((tile) => ![...kept.values()].includes(tile)));
    this.#order.forEach((cell, depth) => {
      const orientation = this.#orientations[this.#placed[depth]!]!;
      board[cell] = this.#codeOf(kept.get(cell) ?? spare[orientation.kind]!.shift()!, orientation);
    });
    return board;
  }

  /**
   * Returns a kind with a single tile that every solution uses, or -1 if there is none. Prefers the tile with the most
   * rim sides, because it has the fewest placements.
   */
  #chooseAnchor(): number {
    if (this.#fixed || symmetriesOf(this.#puzzle).length === 1) return -1;
    if (this.#puzzle.tiles.length !== this.#layout.openCells.length) return -1;
    const { rim } = this.#puzzle;
    let best = -1;
    let rimSides = -1;
    this.#kinds.forEach((tiles, kind) => {
      if (tiles.length > 1) return;
      const { edges } = this.#puzzle.tiles[tiles[0]!]!;
      const onRim =
        rim.kind === 'colour' && !rim.inside ? edges.filter((label) => label === rim.colour).length : 0;
      if (onRim > rimSides) [best, rimSides] = [kind, onRim];
    });
    return best;
  }

  #buildTables(rim: EdgeLabel | undefined): number {
    const { board } = this.#layout;
    const { sides, across } = board;
    const size = this.#size;
    const earlier = new Uint8Array(board.cells);
    let deadline = -1;
    this.#order.forEach((cell, depth) => {
      const bound: number[] = [];
      for (let side = 0; side < sides; side++) {
        const other = across[cell * sides + side]!;
        if (other >= 0 && earlier[Math.floor(other / sides)]) bound.push(side);
      }
      earlier[cell] = 1;
      this.#bound.push(Int32Array.from(bound));

      const keyed: number[][] = [];
      this.#orientations.forEach((orientation, number) => {
        if (!this.#mayLie(orientation, cell, rim)) return;
        if (orientation.kind === this.#anchor) deadline = depth;
        let key = 0;
        for (let i = 0; i < this.#keySides; i++) {
          key = key * size + (i < bound.length ? orientation.edges[bound[i]!]! : 0);
        }
        (keyed[key] ??= []).push(number);
      });
      const keys = size ** this.#keySides;
      const table = new Int32Array(keys + 1);
      const entries: number[] = [];
      for (let key = 0; key < keys; key++) {
        table[key] = entries.length;
        for (const orientation of keyed[key] ?? []) entries.push(orientation);
      }
      table[keys] = entries.length;
      this.#tables.push(table);
      this.#entries.push(Int32Array.from(entries));
    });
    return deadline;
  }

  #mayLie(orientation: KindOrientation, cell: number, rim: EdgeLabel | undefined): boolean {
    return (
      orientation.edges.every((_, side) => this.#mayShow(orientation, cell, side, rim)) &&
      this.#keepsFixed(orientation, cell) &&
      this.#keepsHints(orientation, cell) &&
      (orientation.kind !== this.#anchor || this.#isMinimalImage(orientation, cell))
    );
  }

  /**
   * Returns whether the label on this side obeys the rim rule. If the side touches another side of the same cell, the
   * two labels must also match.
   */
  #mayShow(orientation: KindOrientation, cell: number, side: number, rim: EdgeLabel | undefined): boolean {
    const { board, open } = this.#layout;
    const label = orientation.edges[side]!;
    const opposite = board.across[cell * board.sides + side]!;
    if (opposite < 0) return rim === undefined || label === rim;
    const neighbour = Math.floor(opposite / board.sides);
    const isFramed = this.#puzzle.rim.kind === 'colour' && !this.#puzzle.rim.inside;
    if (isFramed && open[neighbour] && (label === rim || this.#mate[label] === rim)) return false;
    // On a cylinder or torus that is one cell wide, a cell touches itself.
    return neighbour !== cell || orientation.edges[opposite % board.sides] === this.#mate[label];
  }

  #keepsFixed(orientation: KindOrientation, cell: number): boolean {
    const code = this.#fixed?.[cell] ?? EMPTY;
    if (code === EMPTY) return true;
    return (
      this.#kinds[orientation.kind]!.includes(tileOf(code)) &&
      this.#codeOf(tileOf(code), orientation) === appearanceOf(this.#puzzle).own[code]
    );
  }

  #keepsHints(orientation: KindOrientation, cell: number): boolean {
    const tiles = this.#kinds[orientation.kind]!;
    return this.#puzzle.hints.every((hint) => {
      if (hint.cell !== cell) return tiles.length > 1 || tiles[0] !== hint.tile;
      const tile = hint.tile ?? tiles[0]!;
      return tiles.includes(tile) && keepsHint(this.#puzzle, hint, this.#codeOf(tile, orientation));
    });
  }

  #codeOf(tile: number, orientation: KindOrientation): number {
    const wanted = orientation.edges.join();
    const ways = orientationsOf(this.#puzzle.tiles[tile]!, this.#puzzle.turns);
    const way = ways.find(({ edges }) => edges.join() === wanted)!;
    return placementCode(tile, way.rotation, way.flipped);
  }

  #isMinimalImage(orientation: KindOrientation, cell: number): boolean {
    const tile = this.#kinds[orientation.kind]![0]!;
    const board = emptyBoard(this.#layout.board.cells);
    board[cell] = placementCode(tile, orientation.rotation, orientation.flipped);
    return symmetriesOf(this.#puzzle).every((symmetry) => {
      const image = applySymmetry(this.#puzzle, symmetry, board);
      const to = symmetry.to[cell]!;
      return to > cell || (to === cell && image[to]! >= board[cell]!);
    });
  }
}
