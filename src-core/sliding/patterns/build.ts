/**
 * Builds a pattern database. For each placement of the pattern's tiles, the database holds the minimum number of moves
 * that these tiles make on the way to the goal.
 *
 * - The other tiles and the empty space may be anywhere, and only moves of the pattern's tiles are counted. So the
 *   values of disjoint patterns can be added up (Korf and Felner, "Disjoint pattern database heuristics", 2002).
 * - The method is a breadth-first search from the goal. Within a *zone*, a connected set of cells that the pattern
 *   doesn't cover, the empty space moves for free. A *block* belongs to one set of covered cells and one zone of the
 *   empty space. It has one bit for each order of the tiles on the covered cells. Sliding a pattern tile leads from
 *   one block to another.
 * - A value takes half a byte: (moves - Manhattan distance) / 2, at most 15.
 */
import { distance, neighbours, type BoardSize } from '../state.ts';
import {
  binomial,
  cellSets,
  factorial,
  orderFromNumber,
  orderNumber,
  positionCount,
  setNumber,
} from './numbering.ts';

const patternBytes = (cells: number, tiles: number): number => Math.ceil(positionCount(cells, tiles) / 2);

/** Number of blocks processed between two yields, about 10 ms of work */
const BLOCKS_PER_STEP = 512;

/**
 * Builds the database of a pattern. Yields the fraction of the work that is done. Returns the 4-bit values, two
 * per byte, the first one in the low bits. `tiles` must be in ascending order.
 */
export function* buildPattern(
  size: BoardSize,
  tiles: readonly number[],
): Generator<number, Uint8Array, void> {
  const search = new PatternSearch(size, tiles);
  for (let moves = 0; yield* search.recordReached(moves); moves++) yield* search.slide();
  return search.values;
}

/**
 * Performs the breadth-first search. Sets of positions are bit sets, which are divided into blocks (see above). A block
 * has one bit for each order of the pattern's tiles, rounded up to whole words.
 */
class PatternSearch {
  readonly values: Uint8Array;
  readonly #graph: SlideGraph;
  readonly #orders: number;
  readonly #words: number;
  #frontier: Uint32Array;
  #reached: Uint32Array;
  readonly #seen: Uint32Array;
  /**
   * for each block: 1 if it contains a position of the frontier (`#active`), or if a slide has led to it (`#touched`)
   */
  readonly #active: Uint8Array;
  readonly #touched: Uint8Array;
  readonly #distances: DistanceOfOrder;
  readonly #set: Uint8Array;
  #recorded = 0;

  constructor(size: BoardSize, tiles: readonly number[]) {
    const cells = size.width * size.height;
    const graph = slideGraph(size, tiles.length);
    const blocks = graph.blockOf.at(-1)!;
    this.#graph = graph;
    this.#orders = factorial(tiles.length);
    this.#words = Math.ceil(this.#orders / 32);
    const bitSet = (): Uint32Array => new Uint32Array(blocks * this.#words);
    [this.#frontier, this.#reached, this.#seen] = [bitSet(), bitSet(), bitSet()];
    this.#active = new Uint8Array(blocks);
    this.#touched = new Uint8Array(blocks);
    this.values = new Uint8Array(patternBytes(cells, tiles.length)).fill(0xff);
    this.#distances = new DistanceOfOrder(size, tiles);
    this.#set = new Uint8Array(tiles.length);
    // The goal: every tile in its place, and the empty space in cell 0.
    const goalSet = setNumber(tiles);
    const goalBlock = graph.blockOf[goalSet]! + graph.zoneOf[goalSet * cells]!;
    this.#reached[goalBlock * this.#words] = 1;
    this.#touched[goalBlock] = 1;
  }

  /** Records the new positions and returns whether there were any. Yields the fraction of the work that is done. */
  *recordReached(moves: number): Generator<number, boolean, void> {
    let any = false;
    for (let setIndex = 0; setIndex < this.#graph.sets; setIndex++) {
      if (this.#recordSet(setIndex, moves)) any = true;
      if (setIndex % BLOCKS_PER_STEP === 0) yield this.#share();
    }
    this.#touched.fill(0);
    [this.#frontier, this.#reached] = [this.#reached, this.#frontier];
    return any;
  }

  /** Slides tiles into the zone of the empty space. Yields the fraction of the work that is done. */
  *slide(): Generator<number, void, void> {
    const blocks = this.#active.length;
    for (let block = 0; block < blocks; block++) {
      if (this.#active[block] === 0) continue;
      this.#slideBlock(block);
      if (block % BLOCKS_PER_STEP === 0) yield this.#share();
    }
    this.#active.fill(0);
  }

  #share(): number {
    return this.#recorded / (this.#graph.sets * this.#orders);
  }

  #isTouched(first: number, last: number): boolean {
    for (let block = first; block < last; block++) if (this.#touched[block] !== 0) return true;
    return false;
  }

  #recordSet(setIndex: number, moves: number): boolean {
    const words = this.#words;
    const reached = this.#reached;
    const seen = this.#seen;
    const first = this.#graph.blockOf[setIndex]!;
    const last = this.#graph.blockOf[setIndex + 1]!;
    if (!this.#isTouched(first, last)) return false;
    let any = false;
    for (let word = 0; word < words; word++) {
      let before = 0;
      let fresh = 0;
      for (let block = first; block < last; block++) {
        const at = block * words + word;
        before |= seen[at]!;
        const now = reached[at]! & ~seen[at]!;
        if (reached[at] !== now) reached[at] = now;
        if (now === 0) continue;
        seen[at]! |= now;
        fresh |= now;
        this.#active[block] = 1;
      }
      if ((fresh & ~before) !== 0) this.#record(setIndex, word, fresh & ~before, moves);
      if (fresh !== 0) any = true;
    }
    return any;
  }

  #record(setIndex: number, word: number, bits: number, moves: number): void {
    const distances = this.#distances;
    if (distances.set !== setIndex) distances.use(setIndex, this.#graph.cellsOf(setIndex, this.#set));
    for (; bits !== 0; bits &= bits - 1) {
      const order = word * 32 + 31 - Math.clz32(bits & -bits);
      const value = Math.min(15, (moves - distances.of(order)) >> 1);
      const entry = setIndex * this.#orders + order;
      this.values[entry >> 1]! &= entry & 1 ? (value << 4) | 0x0f : 0xf0 | value;
      this.#recorded++;
    }
  }

  #slideBlock(block: number): void {
    const graph = this.#graph;
    const words = this.#words;
    const frontier = this.#frontier;
    const reached = this.#reached;
    const from = block * words;
    for (let s = graph.slideOf[block]!; s < graph.slideOf[block + 1]!; s++) {
      const target = graph.target[s]!;
      const into = target * words;
      const map = graph.mapOf(graph.map[s]!);
      this.#touched[target] = 1;
      if (map === null) {
        for (let word = 0; word < words; word++) reached[into + word]! |= frontier[from + word]!;
        continue;
      }
      for (let word = 0; word < words; word++) {
        for (let bits = frontier[from + word]!; bits !== 0; bits &= bits - 1) {
          const order = map[word * 32 + 31 - Math.clz32(bits & -bits)]!;
          reached[into + (order >> 5)]! |= 1 << (order & 31);
        }
      }
    }
    frontier.fill(0, from, from + words);
  }
}

/**
 * Computes the sum of the distances of a pattern's tiles from their goal cells, given the covered cells and the order
 * of the tiles on them.
 */
class DistanceOfOrder {
  readonly #width: number;
  readonly #tiles: readonly number[];
  /** for each order of the tiles: the place of each tile among the covered cells, 3 bits each */
  readonly #places: Uint32Array;
  readonly #steps: Uint8Array;
  set = -1;

  constructor({ width }: BoardSize, tiles: readonly number[]) {
    this.#width = width;
    this.#tiles = tiles;
    this.#steps = new Uint8Array(64);
    const places = new Uint8Array(tiles.length);
    this.#places = Uint32Array.from({ length: factorial(tiles.length) }, (_, number) => {
      orderFromNumber(number, places);
      return places.reduce((packed, place, i) => packed | (place << (3 * i)), 0);
    });
  }

  use(setIndex: number, cells: Uint8Array): void {
    this.set = setIndex;
    for (let i = 0; i < cells.length; i++) {
      for (let place = 0; place < cells.length; place++) {
        this.#steps[i * 8 + place] = distance(this.#width, cells[place]!, this.#tiles[i]!);
      }
    }
  }

  of(order: number): number {
    const steps = this.#steps;
    const end = this.#tiles.length * 8;
    let packed = this.#places[order]!;
    let sum = 0;
    for (let row = 0; row < end; row += 8, packed >>= 3) sum += steps[row + (packed & 7)]!;
    return sum;
  }
}

/**
 * The slides that lead from each block to other blocks. A block is a set of covered cells together with the zone of
 * the empty space.
 */
interface SlideGraph {
  readonly sets: number;
  /** index of each set's first block, followed by the number of blocks */
  readonly blockOf: Uint32Array;
  /** for each set and cell: the number of the cell's zone, or 255 if the cell is covered */
  readonly zoneOf: Uint8Array;
  /** index of each block's first slide, followed by the number of slides */
  readonly slideOf: Uint32Array;
  readonly target: Uint32Array;
  /** for each slide: the number of its map (see `mapOf`) */
  readonly map: Uint8Array;
  /**
   * Returns a table that maps the order of the tiles before a slide to their order after it, or null if the slide
   * doesn't change it.
   */
  mapOf(map: number): Uint16Array | null;
  cellsOf(setIndex: number, into: Uint8Array): Uint8Array;
}

/** The sets of cells that a pattern can cover, and the zones formed by the uncovered cells of each set. */
interface ZonedSets {
  readonly tiles: number;
  readonly beside: readonly (readonly number[])[];
  readonly sets: number;
  /** cells of each set in ascending order, one set after another */
  readonly members: Uint8Array;
  readonly zoneOf: Uint8Array;
  readonly blockOf: Uint32Array;
}

function zonedSets(size: BoardSize, tiles: number): ZonedSets {
  const beside = neighbours(size);
  const cells = beside.length;
  const sets = binomial(cells, tiles);
  const members = new Uint8Array(sets * tiles);
  const zoneOf = new Uint8Array(sets * cells).fill(255);
  const blockOf = new Uint32Array(sets + 1);
  let setIndex = 0;
  for (const set of cellSets(cells, tiles)) {
    members.set(set, setIndex * tiles);
    const zones = zoneOf.subarray(setIndex * cells, (setIndex + 1) * cells);
    for (const cell of set) zones[cell] = 254;
    blockOf[setIndex + 1] = blockOf[setIndex]! + numberZones(beside, zones);
    setIndex++;
  }
  return { tiles, beside, sets, members, zoneOf, blockOf };
}

/**
 * Numbers the connected parts of the cells marked 255, and marks each of these cells with the number of its part.
 * Returns the number of parts.
 */
function numberZones(beside: readonly (readonly number[])[], zones: Uint8Array): number {
  const stack: number[] = [];
  let zone = 0;
  for (let cell = 0; cell < zones.length; cell++) {
    if (zones[cell] !== 255) continue;
    zones[cell] = zone;
    stack.push(cell);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (const other of beside[at]!) {
        if (zones[other] !== 255) continue;
        zones[other] = zone;
        stack.push(other);
      }
    }
    zone++;
  }
  return zone;
}

function slidesOf({ tiles, beside, sets, members, zoneOf, blockOf }: ZonedSets) {
  const cells = beside.length;
  const slideOf = new Uint32Array(blockOf[sets]! + 1);
  const target: number[] = [];
  const map: number[] = [];
  const moved = new Uint8Array(tiles);
  for (let s = 0; s < sets; s++) {
    const set = members.subarray(s * tiles, (s + 1) * tiles);
    for (let block = blockOf[s]!; block < blockOf[s + 1]!; block++) {
      const zone = block - blockOf[s]!;
      for (let place = 0; place < tiles; place++) {
        for (const cell of beside[set[place]!]!) {
          if (zoneOf[s * cells + cell] !== zone) continue;
          const placeAfter = replace(set, place, cell, moved);
          const after = setNumberOf(moved);
          target.push(blockOf[after]! + zoneOf[after * cells + set[place]!]!);
          map.push(place * tiles + placeAfter);
        }
      }
      slideOf[block + 1] = target.length;
    }
  }
  return { slideOf, target: Uint32Array.from(target), map: Uint8Array.from(map) };
}

function slideGraph(size: BoardSize, tiles: number): SlideGraph {
  const zoned = zonedSets(size, tiles);
  const { sets, members, zoneOf, blockOf } = zoned;
  const maps = new Map<number, Uint16Array>();
  return {
    sets,
    blockOf,
    zoneOf,
    ...slidesOf(zoned),
    mapOf(index) {
      const [before, after] = [Math.floor(index / tiles), index % tiles];
      if (before === after) return null;
      let orders = maps.get(index);
      if (!orders) maps.set(index, (orders = orderMap(tiles, before, after)));
      return orders;
    },
    cellsOf(index, into) {
      into.set(members.subarray(index * tiles, (index + 1) * tiles));
      return into;
    },
  };
}

const BINOMIALS = Array.from({ length: 65 }, (_, n) => Array.from({ length: 10 }, (_, k) => binomial(n, k)));

/** Computes the same as `setNumber`, but allocates no memory. */
function setNumberOf(set: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < set.length; i++) sum += BINOMIALS[set[i]!]![i + 1]!;
  return sum;
}

/**
 * Replaces the cell at index `place` of a set with another cell, and keeps the set in ascending order. Returns the
 * index of the new cell.
 */
function replace(set: Uint8Array, place: number, cell: number, into: Uint8Array): number {
  into.set(set);
  let at = place;
  for (; at + 1 < set.length && into[at + 1]! < cell; at++) into[at] = into[at + 1]!;
  for (; at > 0 && into[at - 1]! > cell; at--) into[at] = into[at - 1]!;
  into[at] = cell;
  return at;
}

/**
 * Returns the table for a slide that moves a tile from place `from` to place `to`, past the tiles in between. The table
 * maps the number of the tiles' order before the slide to the number of their order after it.
 */
function orderMap(tiles: number, from: number, to: number): Uint16Array {
  const places = new Uint8Array(tiles);
  const after = new Uint8Array(tiles);
  return Uint16Array.from({ length: factorial(tiles) }, (_, number) => {
    orderFromNumber(number, places);
    for (let i = 0; i < tiles; i++) {
      const place = places[i]!;
      if (place === from) after[i] = to;
      else if (from < place && place <= to) after[i] = place - 1;
      else if (to <= place && place < from) after[i] = place + 1;
      else after[i] = place;
    }
    return orderNumber(after);
  });
}
