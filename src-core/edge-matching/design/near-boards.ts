import { firstIdentical, orientationsOf } from '../../puzzle/appearance.ts';
import { labelCount, mateOf, turned } from '../../puzzle/labels.ts';
import { openBoardOf, type OpenBoard } from '../../puzzle/open-board.ts';
import { emptyBoard, placementCode, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgeLabel, EdgePuzzle, Hint } from '../../puzzle/puzzle.ts';
import type { Random } from '../../random.ts';

/** A way to fill a cell: a tile in one orientation. */
interface Way {
  readonly tile: number;
  readonly code: number;
  readonly edges: readonly EdgeLabel[];
}

/** A list of ways. A full board has one way for each cell, in the order in which the cells are filled. */
type Ways = readonly Way[];

interface Filling {
  readonly ways: Ways;
  /** for each way: the part of its cost that doesn't depend on other cells; sorted in ascending order */
  readonly own: Int32Array;
  readonly byTile: ReadonlyMap<number, Ways>;
}

interface Place extends Filling {
  readonly cell: number;
  readonly hinted: boolean;
  /** sides of the cell that touch cells filled earlier */
  readonly touching: Int32Array;
  /** for each side in `touching`: the side on the other cell */
  readonly opposite: Int32Array;
}

/**
 * Temperatures at the start and the end of annealing, in units of the cost of one edge. At the start, most moves are
 * accepted. At the end, a move that costs one more edge is almost never accepted.
 */
const [HOT, COLD] = [1.2, 0.15];

/**
 * Finds full boards of low cost that keep all hints. `rim` is the required colour of the rim, or undefined if every
 * label is allowed there. The cost is the number of edges that must be repainted before everything matches:
 *
 * - one for each side on the rim that doesn't have the rim's colour
 * - one for each side inside the board with a label that is allowed only on the rim
 * - one for each other mismatch
 */
export class NearBoards {
  readonly rim: EdgeLabel | undefined;
  /** number of times that `upTo` has tried to place a tile in an orientation */
  nodes = 0;
  readonly #openBoard: OpenBoard;
  readonly #places: readonly Place[];
  readonly #mate: Int32Array;
  /** for each label: 1 if it may not be shown inside the board */
  readonly #outside: Uint8Array;
  /**
   * For each tile: the previous identical tile, or -1 if there is none. A tile is placed only if the previous identical
   * tile is on the board, so that no board is found twice.
   */
  readonly #twin: Int32Array;

  constructor(puzzle: EdgePuzzle, rim: EdgeLabel | undefined) {
    const framed = puzzle.rim.kind === 'colour' && !puzzle.rim.inside;
    this.rim = rim;
    this.#openBoard = openBoardOf(puzzle);
    this.#mate = Int32Array.from({ length: labelCount(puzzle) }, (_, label) => mateOf(puzzle.mating, label));
    this.#outside = Uint8Array.from(this.#mate, (mate, label) =>
      framed && (label === rim || mate === rim) ? 1 : 0,
    );
    this.#twin = twinsOf(puzzle);
    this.#places = this.#placesOf(puzzle);
  }

  /** Returns the labels that may be shown inside the board. */
  get inside(): EdgeLabel[] {
    return [...this.#mate.keys()].filter((label) => !this.#outside[label]);
  }

  /**
   * Returns whether a label is allowed only on the rim. A side inside the board that shows it must be repainted, even
   * if it matches its neighbour.
   */
  isOutside(label: EdgeLabel): boolean {
    return this.#outside[label] === 1;
  }

  pairCost(a: EdgeLabel, b: EdgeLabel): number {
    const outside = this.#outside[a]! + this.#outside[b]!;
    if (outside > 0) return outside;
    return this.#mate[a] === b ? 0 : 1;
  }

  boardOf(ways: Ways): PartialBoard {
    const board = emptyBoard(this.#openBoard.board.cells);
    ways.forEach(({ code }, i) => (board[this.#places[i]!.cell] = code));
    return board;
  }

  /**
   * Yields every full board that costs at most `most`. Also yields null about every `slice` nodes, so that the caller
   * can stop.
   */
  *upTo(most: number, slice: number): Generator<Ways | null, void> {
    const places = this.#places;
    const used = new Uint8Array(this.#twin.length);
    const cursor = new Int32Array(places.length);
    const left = new Float64Array(places.length + 1).fill(most);
    const placed: Way[] = [];
    const shown = this.#blank();
    let stop = this.nodes + slice;
    for (;;) {
      if (this.nodes >= stop) {
        yield null;
        stop = this.nodes + slice;
      }
      const depth = placed.length;
      const place = places[depth];
      if (!place) yield [...placed];
      const i = place ? this.#next(place, cursor[depth]!, used, shown, left[depth]!) : -1;
      if (place && i >= 0) {
        const way = place.ways[i]!;
        cursor[depth] = i + 1;
        if (depth + 1 < places.length) cursor[depth + 1] = 0;
        left[depth + 1] = left[depth]! - this.#costAt(place, i, shown, Infinity);
        this.#show(shown, place, way);
        used[way.tile] = 1;
        placed.push(way);
        continue;
      }
      const last = placed.pop();
      if (!last) return;
      used[last.tile] = 0;
    }
  }

  /**
   * Looks for the next way to fill `place`, starting at index `from` of its list. Returns the index of the first way
   * with an unused tile and a cost of at most `left`, or -1 if the rest of the list has none.
   */
  #next(place: Place, from: number, used: Uint8Array, shown: Int32Array, left: number): number {
    const { ways, own, hinted } = place;
    for (let i = from; i < ways.length && own[i]! <= left; i++) {
      const { tile } = ways[i]!;
      if (used[tile] === 1) continue;
      const twin = this.#twin[tile]!;
      if (twin >= 0 && !hinted && used[twin] === 0) continue;
      this.nodes++;
      if (this.#costAt(place, i, shown, left) <= left) return i;
    }
    return -1;
  }

  /**
   * Returns the cost of filling a cell with the tile and orientation `ways[way]`, given the labels shown by the cells
   * filled earlier. Stops adding once the cost exceeds `most`, so a result above `most` may be too low.
   */
  #costAt({ ways, own, touching, opposite }: Place, way: number, shown: Int32Array, most: number): number {
    const { edges } = ways[way]!;
    let cost = own[way]!;
    for (let i = 0; i < touching.length && cost <= most; i++)
      cost += this.pairCost(edges[touching[i]!]!, shown[opposite[i]!]!);
    return cost;
  }

  /**
   * Finds a full board of low cost by simulated annealing. A move puts another tile into a cell, or the same tile in
   * another orientation. If the new tile was in another cell, the two tiles are exchanged. Returns null if no full
   * board keeps the hints.
   */
  anneal(moves: number, chance: Random): { ways: Ways; cost: number } | null {
    const first = this.upTo(Infinity, Infinity).next();
    if (!first.value) return null;
    const places = this.#places;
    const ways = [...first.value];
    const shown = this.#blank();
    const put = (i: number, way: Way): void => {
      ways[i] = way;
      this.#show(shown, places[i]!, way);
    };
    ways.forEach((way, i) => put(i, way));
    let cost = this.#costOf(shown);
    let best = { ways: [...ways], cost };
    for (let move = 0; move < moves && best.cost > 1; move++) {
      const i = chance.below(places.length);
      const [old, next] = [ways[i]!, places[i]!.ways[chance.below(places[i]!.ways.length)]!];
      const j = next.tile === old.tile ? -1 : ways.findIndex(({ tile }) => tile === next.tile);
      const others = j < 0 ? [] : (places[j]!.byTile.get(old.tile) ?? []);
      if (j >= 0 && others.length === 0) continue;
      const replaced = ways[j];
      put(i, next);
      if (j >= 0) put(j, others[chance.below(others.length)]!);
      const changed = this.#costOf(shown);
      const warmth = HOT * (COLD / HOT) ** (move / moves);
      if (changed > cost && chance.fraction() >= Math.exp((cost - changed) / warmth)) {
        put(i, old);
        if (replaced) put(j, replaced);
        continue;
      }
      cost = changed;
      if (cost < best.cost) best = { ways: [...ways], cost };
    }
    return best;
  }

  #blank(): Int32Array {
    const { cells, sides } = this.#openBoard.board;
    return new Int32Array(cells * sides);
  }

  #show(shown: Int32Array, { cell }: Place, { edges }: Way): void {
    for (let side = 0; side < edges.length; side++) shown[cell * edges.length + side] = edges[side]!;
  }

  #costOf(shown: Int32Array): number {
    const { edges, rim } = this.#openBoard;
    let cost = 0;
    for (let i = 0; i < edges.length; i += 2) cost += this.pairCost(shown[edges[i]!]!, shown[edges[i + 1]!]!);
    if (this.rim !== undefined) for (const side of rim) if (shown[side] !== this.rim) cost++;
    return cost;
  }

  #placesOf(puzzle: EdgePuzzle): Place[] {
    const { board, openCells } = this.#openBoard;
    const { sides, across } = board;
    const tileHint = new Map(
      puzzle.hints.flatMap(({ cell, tile }) => (tile === undefined ? [] : [[cell, tile] as const])),
    );
    const order = fillOrder(openCells, tileHint, across, sides);
    const position = new Map(order.map((cell, i) => [cell, i]));
    const fillings = new Map<string, Filling>();
    return order.map((cell, i) => {
      const touching: number[] = [];
      /**
       * what each side touches: undefined for the rim, -1 for another cell, or the index of another side of the same
       * cell
       */
      const alone = Array.from({ length: sides }, (_, side): number | undefined => {
        const opposite = across[cell * sides + side]!;
        const other = Math.floor(opposite / sides);
        if (opposite < 0) return undefined;
        if ((position.get(other) ?? Infinity) < i) touching.push(side);
        return other === cell ? opposite % sides : -1;
      });
      const hints = puzzle.hints.filter((hint) => hint.cell === cell);
      const name = JSON.stringify([alone, hints]);
      const filling = fillings.get(name) ?? this.#fillingOf(puzzle, alone, hints, new Set(tileHint.values()));
      fillings.set(name, filling);
      return {
        ...filling,
        cell,
        hinted: tileHint.has(cell),
        touching: Int32Array.from(touching),
        opposite: Int32Array.from(touching, (side) => across[cell * sides + side]!),
      };
    });
  }

  #fillingOf(
    puzzle: EdgePuzzle,
    alone: readonly (number | undefined)[],
    hints: readonly Hint[],
    hinted: ReadonlySet<number>,
  ): Filling {
    const tile = hints.find((hint) => hint.tile !== undefined)?.tile;
    const rotation = hints.find((hint) => hint.rotation !== undefined)?.rotation;
    const costs = waysOf(puzzle, rotation)
      .filter((way) => (tile === undefined ? !hinted.has(way.tile) : way.tile === tile))
      .map((way) => ({ way, own: this.#costAlone(way.edges, alone) }))
      .sort((a, b) => a.own - b.own);
    const ways = costs.map(({ way }) => way);
    const own = Int32Array.from(costs, (cost) => cost.own);
    return { ways, own, byTile: Map.groupBy(ways, (way) => way.tile) };
  }

  #costAlone(edges: readonly EdgeLabel[], alone: readonly (number | undefined)[]): number {
    let cost = 0;
    alone.forEach((other, side) => {
      if (other === undefined) cost += this.rim === undefined || edges[side] === this.rim ? 0 : 1;
      else if (other > side) cost += this.pairCost(edges[side]!, edges[other]!);
    });
    return cost;
  }
}

/**
 * Returns the previous identical tile for each tile, or -1 if there is none. If a hint specifies a rotation, returns
 * -1 for every tile, because exchanging identical tiles might break the hint.
 */
function twinsOf(puzzle: EdgePuzzle): Int32Array {
  const twins = new Int32Array(puzzle.tiles.length).fill(-1);
  if (puzzle.hints.some(({ rotation }) => rotation !== undefined)) return twins;
  const latest = new Map<number, number>();
  firstIdentical(puzzle).forEach((first, tile) => {
    twins[tile] = latest.get(first) ?? -1;
    latest.set(first, tile);
  });
  return twins;
}

/**
 * Returns all ways to place the tiles of the puzzle. If `rotation` is given, only this rotation is allowed. Otherwise,
 * every orientation that looks different is returned.
 */
const waysOf = ({ tiles, turns }: EdgePuzzle, rotation?: number): Way[] =>
  tiles.flatMap((each, tile): Way[] => {
    if (rotation === undefined) {
      return orientationsOf(each, turns).map((way) => ({
        tile,
        code: placementCode(tile, way.rotation, way.flipped),
        edges: way.edges,
      }));
    }
    if (turns === 'fixed' && rotation !== 0) return [];
    return (turns === 'flip' ? [false, true] : [false]).map((flipped) => ({
      tile,
      code: placementCode(tile, rotation, flipped),
      edges: turned(each, rotation, flipped),
    }));
  });

function fillOrder(
  openCells: Int32Array,
  hinted: ReadonlyMap<number, number>,
  across: Int32Array,
  sides: number,
): number[] {
  const rest = new Set(openCells);
  const order: number[] = [];
  const touching = new Map<number, number>();
  const take = (cell: number): void => {
    order.push(cell);
    rest.delete(cell);
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      const neighbour = Math.floor(other / sides);
      if (other >= 0) touching.set(neighbour, (touching.get(neighbour) ?? 0) + 1);
    }
  };
  for (const cell of openCells) if (hinted.has(cell)) take(cell);
  while (rest.size > 0) {
    const count = (cell: number): number => touching.get(cell) ?? 0;
    take([...rest].reduce((best, cell) => (count(cell) > count(best) ? cell : best)));
  }
  return order;
}
