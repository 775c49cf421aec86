/**
 * Beam search: layer by layer of moves, of all children of the survivors the best are kept, equal ones
 * drawn at random. A child's worth is the sum of both bounds on what it still needs, from its position and
 * from its reflection, which orders better than the larger of the two alone.
 */
import { random, type Random } from '../../random.ts';
import { distance, neighbours, tilesAlong, type Position } from '../state.ts';
import type { PreparedPatterns } from '../optimal/pattern-search.ts';

/** What does not change during a search. */
interface Tables {
  readonly cells: number;
  readonly groups: number;
  readonly sides: number;
  readonly beside: readonly Uint8Array[];
  readonly mirror: Uint8Array;
  /** tile · cells + cell: steps to its place */
  readonly steps: Uint8Array;
  /** side · cells + tile: its group on that side, and what one cell adds to the group's number */
  readonly groupOf: Uint8Array;
  readonly weightOf: Uint32Array;
  /** tile · cells + cell: random bits */
  readonly hashes: Int32Array;
  readonly values: Uint8Array;
  readonly databases: readonly number[];
}

/** Survivors of a layer, field by field. */
class Layer {
  count = 0;
  readonly boards: Uint8Array;
  readonly blanks: Uint8Array;
  readonly before: Uint8Array;
  /** numbers and values of each group */
  readonly numbers: Uint32Array;
  readonly excess: Uint8Array;
  readonly worth: Uint16Array;
  readonly steps: Uint16Array;
  readonly hashes: Int32Array;

  constructor(width: number, cells: number, groups: number) {
    this.boards = new Uint8Array(width * cells);
    this.blanks = new Uint8Array(width);
    this.before = new Uint8Array(width);
    this.numbers = new Uint32Array(width * groups);
    this.excess = new Uint8Array(width * groups);
    this.worth = new Uint16Array(width);
    this.steps = new Uint16Array(width);
    this.hashes = new Int32Array(width);
  }
}

const NONE = 255;
const MOST_WORTH = 4096;
/** More moves than any sensible answer on 8 × 8. */
const MOST_LAYERS = 2000;

export class Beam {
  readonly #prepared: PreparedPatterns;
  readonly #start: Position;
  readonly #width: number;
  readonly #tables: Tables;
  readonly #random: Random;
  #layer: Layer;
  #next: Layer;
  /** of each layer made: the number of the parent, and the cell the empty space moved to */
  readonly #parents: Uint32Array[] = [];
  readonly #moves: Uint8Array[] = [];
  // children of the present layer
  readonly #childParent: Uint32Array;
  readonly #childCell: Uint8Array;
  readonly #childWorth: Uint16Array;
  readonly #childHash: Int32Array;
  #children = 0;
  /** the parent whose children come next */
  #parent = 0;
  readonly #histogram = new Uint32Array(MOST_WORTH);
  readonly #seen: Int32Array;
  #path: number[] | null = null;
  #over = false;

  /** Keeps `width` positions a layer. */
  constructor(prepared: PreparedPatterns, start: Position, width: number, seed: number, stream: number) {
    this.#prepared = prepared;
    this.#start = start;
    this.#width = width;
    this.#tables = tablesOf(prepared);
    this.#random = random(seed, stream);
    const { cells, groups, sides } = this.#tables;
    this.#layer = new Layer(width, cells, groups * sides);
    this.#next = new Layer(width, cells, groups * sides);
    this.#childParent = new Uint32Array(width * 3 + 4);
    this.#childCell = new Uint8Array(width * 3 + 4);
    this.#childWorth = new Uint16Array(width * 3 + 4);
    this.#childHash = new Int32Array(width * 3 + 4);
    this.#seen = new Int32Array(2 ** Math.ceil(Math.log2(width * 2 + 2)));
    this.#setRoot();
  }

  /** tiles moved, once the goal was reached */
  get path(): readonly number[] | null {
    return this.#path;
  }

  get over(): boolean {
    return this.#over;
  }

  get depth(): number {
    return this.#parents.length;
  }

  /** Makes at most so many moves (at least the children of one position) and returns how many. */
  run(nodes: number): number {
    const before = this.#children;
    let made = 0;
    while (!this.#over && made + 4 <= Math.max(nodes, 4)) {
      if (this.#parent < this.#layer.count) {
        const had = this.#children;
        this.#addChildren(this.#parent++);
        made += this.#children - had;
      } else {
        this.#select();
        if (made > 0) break; // selecting takes a while: be heard before the next layer
      }
    }
    return made || (this.#over ? 0 : Math.max(0, this.#children - before));
  }

  #setRoot(): void {
    const t = this.#tables;
    const layer = this.#layer;
    layer.boards.set(this.#start);
    layer.blanks[0] = this.#start.indexOf(0);
    layer.before[0] = NONE;
    let steps = 0;
    this.#start.forEach((tile, cell) => {
      if (tile === 0) return;
      steps += t.steps[tile * t.cells + cell]!;
      layer.hashes[0]! ^= t.hashes[tile * t.cells + cell]!;
      for (let side = 0; side < t.sides; side++) {
        const own = side === 0 ? cell : t.mirror[cell]!;
        layer.numbers[t.groupOf[side * t.cells + tile]!]! += t.weightOf[side * t.cells + tile]! * own;
      }
    });
    let worth = steps;
    for (let group = 0; group < t.groups * t.sides; group++) {
      layer.excess[group] = valueAt(t, group, layer.numbers[group]!);
      worth += layer.excess[group]! * (3 - t.sides);
    }
    layer.steps[0] = steps;
    layer.worth[0] = worth;
    layer.count = 1;
  }

  #addChildren(parent: number): void {
    const t = this.#tables;
    const layer = this.#layer;
    const { cells } = t;
    const blank = layer.blanks[parent]!;
    const board = parent * cells;
    const firstGroup = parent * t.groups * t.sides;
    const factor = 3 - t.sides;
    for (const cell of t.beside[blank]!) {
      if (cell === layer.before[parent]) continue;
      const tile = layer.boards[board + cell]!;
      let worth = layer.worth[parent]! + t.steps[tile * cells + blank]! - t.steps[tile * cells + cell]!;
      for (let side = 0; side < t.sides; side++) {
        const group = t.groupOf[side * cells + tile]!;
        const shift = side === 0 ? blank - cell : t.mirror[blank]! - t.mirror[cell]!;
        const number = layer.numbers[firstGroup + group]! + t.weightOf[side * cells + tile]! * shift;
        worth += factor * (valueAt(t, group, number) - layer.excess[firstGroup + group]!);
      }
      const child = this.#children++;
      this.#childParent[child] = parent;
      this.#childCell[child] = cell;
      this.#childWorth[child] = worth;
      this.#childHash[child] =
        layer.hashes[parent]! ^ t.hashes[tile * cells + cell]! ^ t.hashes[tile * cells + blank]!;
      this.#histogram[worth]!++;
    }
  }

  /** Keeps the best children as the next layer. */
  #select(): void {
    const histogram = this.#histogram;
    let worth = 0;
    let better = 0;
    while (worth < MOST_WORTH && better + histogram[worth]! <= this.#width) better += histogram[worth++]!;
    // All better than `worth` survive; of those equal to it a random share does.
    const room = this.#width - better;
    const share = worth < MOST_WORTH ? room / histogram[worth]! : 0;
    histogram.fill(0);
    this.#seen.fill(0);
    const next = this.#next;
    next.count = 0;
    const parents = new Uint32Array(Math.min(this.#children, this.#width));
    const moves = new Uint8Array(parents.length);
    let goal = -1;
    for (let child = 0; child < this.#children && next.count < this.#width; child++) {
      const own = this.#childWorth[child]!;
      if (own > worth || (own === worth && this.#random.fraction() >= share)) continue;
      if (!this.#isNew(this.#childHash[child]!)) continue;
      parents[next.count] = this.#childParent[child]!;
      moves[next.count] = this.#childCell[child]!;
      this.#keep(child);
      if (next.steps[next.count - 1] === 0) goal = next.count - 1;
    }
    this.#parents.push(parents.slice(0, next.count));
    this.#moves.push(moves.slice(0, next.count));
    [this.#layer, this.#next] = [next, this.#layer];
    this.#children = 0;
    this.#parent = 0;
    if (goal !== -1) this.#path = this.#pathTo(goal);
    if (goal !== -1 || next.count === 0 || this.#parents.length >= MOST_LAYERS) this.#over = true;
  }

  /** Whether no child with that hash was kept in this layer. */
  #isNew(hash: number): boolean {
    const mask = this.#seen.length - 1;
    const key = hash === 0 ? 1 : hash;
    for (let at = Math.imul(key, 0x9e3779b1) >>> 3; ; at++) {
      const held = this.#seen[at & mask]!;
      if (held === key) return false;
      if (held === 0) {
        this.#seen[at & mask] = key;
        return true;
      }
    }
  }

  #keep(child: number): void {
    const t = this.#tables;
    const { cells } = t;
    const groups = t.groups * t.sides;
    const layer = this.#layer;
    const next = this.#next;
    const parent = this.#childParent[child]!;
    const cell = this.#childCell[child]!;
    const blank = layer.blanks[parent]!;
    const at = next.count++;
    for (let i = 0; i < cells; i++) next.boards[at * cells + i] = layer.boards[parent * cells + i]!;
    for (let i = 0; i < groups; i++) {
      next.numbers[at * groups + i] = layer.numbers[parent * groups + i]!;
      next.excess[at * groups + i] = layer.excess[parent * groups + i]!;
    }
    const tile = next.boards[at * cells + cell]!;
    next.boards[at * cells + blank] = tile;
    next.boards[at * cells + cell] = 0;
    for (let side = 0; side < t.sides; side++) {
      const group = t.groupOf[side * cells + tile]!;
      const shift = side === 0 ? blank - cell : t.mirror[blank]! - t.mirror[cell]!;
      const number = (next.numbers[at * groups + group]! += t.weightOf[side * cells + tile]! * shift);
      next.excess[at * groups + group] = valueAt(t, group, number);
    }
    next.blanks[at] = cell;
    next.before[at] = blank;
    next.worth[at] = this.#childWorth[child]!;
    next.steps[at] = layer.steps[parent]! + t.steps[tile * cells + blank]! - t.steps[tile * cells + cell]!;
    next.hashes[at] = this.#childHash[child]!;
  }

  #pathTo(index: number): number[] {
    const cells: number[] = [];
    for (let layer = this.#parents.length - 1; layer >= 0; layer--) {
      cells.push(this.#moves[layer]![index]!);
      index = this.#parents[layer]![index]!;
    }
    return tilesAlong(this.#prepared.size, this.#start, cells.reverse());
  }
}

function valueAt(t: Tables, group: number, number: number): number {
  const byte = t.values[t.databases[group]! + (number >>> 1)]!;
  return number & 1 ? byte >> 4 : byte & 15;
}

function tablesOf({
  size,
  patterns,
  databases,
  withoutDatabase,
  mirrored,
  memory,
  ranked,
}: PreparedPatterns): Tables {
  if (ranked.length > 0) throw new Error('beam search reads plainly numbered databases only');
  const cells = size.width * size.height;
  const sides = mirrored ? 2 : 1;
  const mirror = Uint8Array.from({ length: cells }, (_, cell) =>
    mirrored ? (cell % size.width) * size.width + Math.floor(cell / size.width) : cell,
  );
  const steps = new Uint8Array(cells * cells);
  const hashes = new Int32Array(cells * cells);
  const chance = random(0x5eed);
  for (let tile = 1; tile < cells; tile++) {
    for (let cell = 0; cell < cells; cell++) {
      steps[tile * cells + cell] = distance(size.width, cell, tile);
      hashes[tile * cells + cell] = chance.next();
    }
  }
  const groupOf = new Uint8Array(sides * cells);
  const weightOf = new Uint32Array(sides * cells);
  for (let side = 0; side < sides; side++) {
    patterns.forEach((tiles, p) => {
      const without = withoutDatabase > 0 && p === patterns.length - 1;
      tiles.forEach((tile, i) => {
        const player = side === 0 ? tile : mirror[tile]!;
        groupOf[side * cells + player] = side * patterns.length + p;
        weightOf[side * cells + player] = without ? 0 : cells ** i;
      });
    });
  }
  return {
    cells,
    groups: patterns.length,
    sides,
    beside: neighbours(size).map((beside) => Uint8Array.from(beside)),
    mirror,
    steps,
    groupOf,
    weightOf,
    hashes,
    values: new Uint8Array(memory.buffer),
    databases: sides === 2 ? [...databases, ...databases] : databases,
  };
}
