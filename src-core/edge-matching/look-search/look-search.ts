import { labelCount, labelsOf, mateOf } from '../../puzzle/labels.ts';
import { openBoardOf, type OpenBoard } from '../../puzzle/open-board.ts';
import { appearanceOf, orientationsOf, type Orientation } from '../../puzzle/appearance.ts';
import { EMPTY, emptyBoard, placementCode, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';
import { applySymmetry, distinctKey, symmetriesOf } from '../../puzzle/symmetry.ts';

/**
 * Counts how many solutions of a puzzle look different, up to a limit; two that are turns of each other,
 * or differ only in which of two identical tiles lies where, count once.
 *
 * It exists beside the exact engine because designing a puzzle asks for thousands of small counts: it
 * starts in well under a millisecond for a 3 × 3 board, where the exact engine first compiles a program.
 * About 5-10 million nodes a second. It is sliced like an engine: call `step` until `done`.
 */
export class LookSearch {
  /** one board for each look found so far */
  readonly found: PartialBoard[] = [];
  /** tiles placed so far */
  nodes = 0;
  done = false;
  private readonly keys = new Set<string>();
  private readonly walks: Walk[];
  private readonly puzzle: EdgePuzzle;
  private readonly limit: number;

  /**
   * The puzzle must be without errors (see `validate.ts`). `fixed` holds placements that a solution must
   * keep: "is this board still solvable?"
   */
  constructor(puzzle: EdgePuzzle, limit: number, fixed?: PartialBoard) {
    this.puzzle = puzzle;
    this.limit = limit;
    this.walks =
      puzzle.tiles.length < openBoardOf(puzzle).openCells.length
        ? []
        : rimColours(puzzle).map((rim) => new Walk(puzzle, rim, fixed ?? null));
    this.done = this.walks.length === 0;
  }

  /** Places about `budget` tiles; true when every look, or `limit` of them, is found. */
  step(budget: number): boolean {
    const stop = this.nodes + budget;
    while (!this.done && this.nodes < stop) {
      const walk = this.walks[0]!;
      const before = walk.nodes;
      const board = walk.next(stop - this.nodes);
      this.nodes += walk.nodes - before;
      if (board) this.keep(board);
      else if (walk.ended) this.walks.shift();
      if (this.walks.length === 0 || this.found.length >= this.limit) this.done = true;
    }
    return this.done;
  }

  private keep(board: PartialBoard): void {
    const key = distinctKey(this.puzzle, board);
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.found.push(board);
  }
}

/** Up to `limit` different-looking solutions, or null when `effort` nodes were not enough to know. */
export function differentLooks(puzzle: EdgePuzzle, limit: number, effort = Infinity): PartialBoard[] | null {
  const search = new LookSearch(puzzle, limit);
  return search.step(effort) ? search.found : null;
}

/** The colours the rim may have; undefined where it may have any on every side. */
function rimColours(puzzle: EdgePuzzle): (EdgeLabel | undefined)[] {
  if (puzzle.rim.kind === 'free') return [undefined];
  if (puzzle.rim.kind === 'colour') return [puzzle.rim.colour];
  return [...new Set(puzzle.tiles.flatMap(labelsOf))].sort((a, b) => a - b);
}

/** One way for a kind of tile to lie. */
interface Look extends Orientation {
  readonly kind: number;
}

/** Tiles that are the same but for their turning are one kind; with fixed rotations they must be equal as they are. */
function kindsOf(puzzle: EdgePuzzle): number[][] {
  const rotationHints = puzzle.hints.some((hint) => hint.rotation !== undefined);
  const kinds = new Map<string, number[]>();
  puzzle.tiles.forEach((tile, number) => {
    const looks = orientationsOf(tile, puzzle.turns).map(({ edges }) => edges.join());
    const name = rotationHints ? `${tile.edges.join()} ${tile.back?.join() ?? ''}` : looks.sort().join(' ');
    kinds.set(name, [...(kinds.get(name) ?? []), number]);
  });
  return [...kinds.values()];
}

/** Hinted cells first, then always a cell that touches most of those before it: row by row on a rectangle. */
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

/** A depth-first search for one rim colour, cell after cell in one fixed order. */
class Walk {
  nodes = 0;
  ended = false;
  private readonly layout: OpenBoard;
  private readonly puzzle: EdgePuzzle;
  private readonly fixed: PartialBoard | null;
  private readonly kinds: number[][];
  private readonly looks: Look[];
  private readonly order: Int32Array;
  private readonly size: number;
  /** with very many labels a table by two of them would be too large */
  private readonly keySides: 1 | 2;
  /** by look · sides + side: the label shown */
  private readonly edges: Int32Array;
  private readonly kindOf: Int32Array;
  private readonly mate: Int32Array;
  /** tiles of each kind not on the board */
  private readonly left: Int32Array;
  /** label shown by side of the board */
  private readonly shown: Int32Array;
  /** by depth: sides joined to earlier cells; the first ones make the key of `tables`, the others are checked */
  private readonly bound: Int32Array[] = [];
  /** by depth: start of each key's looks in `entries` */
  private readonly tables: Int32Array[] = [];
  private readonly entries: Int32Array[] = [];
  private readonly cursor: Int32Array;
  private readonly end: Int32Array;
  private readonly placed: Int32Array;
  /** the one tile whose placements stand for all symmetric ones, and the depth by which it must lie */
  private readonly anchor: number;
  private readonly deadline: number;
  private depth = 0;

  constructor(puzzle: EdgePuzzle, rim: EdgeLabel | undefined, fixed: PartialBoard | null) {
    this.puzzle = puzzle;
    this.fixed = fixed?.some((code) => code !== EMPTY) ? fixed : null;
    this.layout = openBoardOf(puzzle);
    const { board, openCells } = this.layout;
    this.kinds = kindsOf(puzzle);
    this.looks = this.kinds.flatMap((tiles, kind) =>
      orientationsOf(puzzle.tiles[tiles[0]!]!, puzzle.turns).map((look) => ({ ...look, kind })),
    );
    this.size = labelCount(puzzle);
    this.keySides = this.size > 128 ? 1 : 2;
    this.edges = Int32Array.from(this.looks.flatMap((look) => look.edges));
    this.kindOf = Int32Array.from(this.looks, (look) => look.kind);
    this.mate = Int32Array.from({ length: this.size }, (_, label) => mateOf(puzzle.mating, label));
    this.left = Int32Array.from(this.kinds, (tiles) => tiles.length);
    this.shown = new Int32Array(board.cells * board.sides);
    this.order = cellOrder(puzzle, this.layout, this.fixed);
    this.cursor = new Int32Array(openCells.length);
    this.end = new Int32Array(openCells.length);
    this.placed = new Int32Array(openCells.length).fill(-1);
    this.anchor = this.chooseAnchor();
    this.deadline = this.buildTables(rim);
    this.enter(0);
  }

  /** The next solution; null when the budget is used up or, with `ended`, when there is none left. */
  next(budget: number): PartialBoard | null {
    const { edges, kindOf, left, shown, order, bound, entries, cursor, end, placed, mate, keySides } = this;
    const { across, sides } = this.layout.board;
    const stop = this.nodes + budget;
    const last = order.length - 1;
    while (this.nodes < stop) {
      const at = this.depth;
      if (placed[at]! >= 0) {
        left[kindOf[placed[at]!]!]!++;
        placed[at] = -1;
      }
      const candidates = entries[at]!;
      const cell = order[at]!;
      const sidesBound = bound[at]!;
      let look = -1;
      search: while (cursor[at]! < end[at]!) {
        const candidate = candidates[cursor[at]!++]!;
        if (left[kindOf[candidate]!] === 0) continue;
        for (let i = keySides; i < sidesBound.length; i++) {
          const side = sidesBound[i]!;
          if (edges[candidate * sides + side] !== mate[shown[across[cell * sides + side]!]!]) continue search;
        }
        look = candidate;
        break;
      }
      if (look < 0) {
        if (at === 0) {
          this.ended = true;
          return null;
        }
        this.depth = at - 1;
        continue;
      }
      this.nodes++;
      placed[at] = look;
      left[kindOf[look]!]!--;
      if (at === this.deadline && left[this.anchor]! > 0) continue;
      if (at === last) return this.board();
      for (let side = 0; side < sides; side++) shown[cell * sides + side] = edges[look * sides + side]!;
      this.depth = at + 1;
      this.enter(at + 1);
    }
    return null;
  }

  private enter(depth: number): void {
    const { across, sides } = this.layout.board;
    const cell = this.order[depth]!;
    const bound = this.bound[depth]!;
    let key = 0;
    for (let i = 0; i < this.keySides; i++) {
      const label = i < bound.length ? this.mate[this.shown[across[cell * sides + bound[i]!]!]!]! : 0;
      key = key * this.size + label;
    }
    this.cursor[depth] = this.tables[depth]![key]!;
    this.end[depth] = this.tables[depth]![key + 1]!;
  }

  private board(): PartialBoard {
    const board = emptyBoard(this.layout.board.cells);
    const kept = new Map<number, number>();
    for (const { cell, tile } of this.puzzle.hints) if (tile !== undefined) kept.set(cell, tile);
    this.fixed?.forEach((code, cell) => code !== EMPTY && kept.set(cell, tileOf(code)));
    const spare = this.kinds.map((tiles) => tiles.filter((tile) => ![...kept.values()].includes(tile)));
    this.order.forEach((cell, depth) => {
      const look = this.looks[this.placed[depth]!]!;
      board[cell] = this.codeOf(kept.get(cell) ?? spare[look.kind]!.shift()!, look);
    });
    return board;
  }

  /** A kind of one tile that must be used, best one that fits few cells (a corner); -1 without symmetry. */
  private chooseAnchor(): number {
    if (this.fixed || symmetriesOf(this.puzzle).length === 1) return -1;
    if (this.puzzle.tiles.length !== this.layout.openCells.length) return -1;
    const { rim } = this.puzzle;
    let best = -1;
    let rimSides = -1;
    this.kinds.forEach((tiles, kind) => {
      if (tiles.length > 1) return;
      const { edges } = this.puzzle.tiles[tiles[0]!]!;
      const onRim =
        rim.kind === 'colour' && !rim.inside ? edges.filter((label) => label === rim.colour).length : 0;
      if (onRim > rimSides) [best, rimSides] = [kind, onRim];
    });
    return best;
  }

  /** Lists, by depth and by the labels its first two bound sides must show, the looks that may lie there. */
  private buildTables(rim: EdgeLabel | undefined): number {
    const { board } = this.layout;
    const { sides, across } = board;
    const { size } = this;
    const earlier = new Uint8Array(board.cells);
    let deadline = -1;
    this.order.forEach((cell, depth) => {
      const bound: number[] = [];
      for (let side = 0; side < sides; side++) {
        const other = across[cell * sides + side]!;
        if (other >= 0 && earlier[Math.floor(other / sides)]) bound.push(side);
      }
      earlier[cell] = 1;
      this.bound.push(Int32Array.from(bound));

      const keyed: number[][] = [];
      this.looks.forEach((look, number) => {
        if (!this.mayLie(look, cell, rim)) return;
        if (look.kind === this.anchor) deadline = depth;
        let key = 0;
        for (let i = 0; i < this.keySides; i++) {
          key = key * size + (i < bound.length ? look.edges[bound[i]!]! : 0);
        }
        (keyed[key] ??= []).push(number);
      });
      const keys = size ** this.keySides;
      const table = new Int32Array(keys + 1);
      const entries: number[] = [];
      for (let key = 0; key < keys; key++) {
        table[key] = entries.length;
        for (const look of keyed[key] ?? []) entries.push(look);
      }
      table[keys] = entries.length;
      this.tables.push(table);
      this.entries.push(Int32Array.from(entries));
    });
    return deadline;
  }

  private mayLie(look: Look, cell: number, rim: EdgeLabel | undefined): boolean {
    const { board, open } = this.layout;
    const framed = this.puzzle.rim.kind === 'colour' && !this.puzzle.rim.inside;
    for (let side = 0; side < board.sides; side++) {
      const other = board.across[cell * board.sides + side]!;
      const label = look.edges[side]!;
      if (other < 0) {
        if (rim !== undefined && label !== rim) return false;
      } else if (
        framed &&
        open[Math.floor(other / board.sides)] &&
        (label === rim || this.mate[label] === rim)
      ) {
        return false;
      }
      // On a cylinder or torus one cell wide a cell touches itself.
      if (other >= 0 && Math.floor(other / board.sides) === cell) {
        if (look.edges[other % board.sides] !== this.mate[label]) return false;
      }
    }
    return (
      this.keepsFixed(look, cell) &&
      this.keepsHints(look, cell) &&
      (look.kind !== this.anchor || this.standsForItsImages(look, cell))
    );
  }

  private keepsFixed(look: Look, cell: number): boolean {
    const code = this.fixed?.[cell] ?? EMPTY;
    if (code === EMPTY) return true;
    return (
      this.kinds[look.kind]!.includes(tileOf(code)) &&
      this.codeOf(tileOf(code), look) === appearanceOf(this.puzzle).own[code]
    );
  }

  private keepsHints(look: Look, cell: number): boolean {
    const tiles = this.kinds[look.kind]!;
    return this.puzzle.hints.every((hint) => {
      if (hint.cell !== cell) return tiles.length > 1 || tiles[0] !== hint.tile;
      const tile = hint.tile ?? tiles[0]!;
      return tiles.includes(tile) && keepsHint(this.puzzle, hint, this.codeOf(tile, look));
    });
  }

  /** How `tile` lies to look so. */
  private codeOf(tile: number, look: Look): number {
    const wanted = look.edges.join();
    const ways = orientationsOf(this.puzzle.tiles[tile]!, this.puzzle.turns);
    const way = ways.find(({ edges }) => edges.join() === wanted)!;
    return placementCode(tile, way.rotation, way.flipped);
  }

  private standsForItsImages(look: Look, cell: number): boolean {
    const tile = this.kinds[look.kind]![0]!;
    const board = emptyBoard(this.layout.board.cells);
    board[cell] = placementCode(tile, look.rotation, look.flipped);
    return symmetriesOf(this.puzzle).every((symmetry) => {
      const image = applySymmetry(this.puzzle, symmetry, board);
      const to = symmetry.to[cell]!;
      return to > cell || (to === cell && image[to]! >= board[cell]!);
    });
  }
}
