/**
 * Beam search: layer by layer of moves, of all children of the survivors the best are kept, equal ones
 * drawn at random. A child's worth is the sum of both bounds on what it still needs, from its position and
 * from its reflection, which orders better than the larger of the two alone.
 */
import type { Random } from '../../random.ts';
import { tilesAlong, type Position } from '../state.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { tablesOf, valueAt, type Tables } from './beam-tables.ts';

/** Survivors of a layer: their records one after another. */
class Layer {
  count = 0;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly words: Int32Array;

  constructor(width: number, recordBytes: number) {
    const buffer = new ArrayBuffer(width * recordBytes);
    this.bytes = new Uint8Array(buffer);
    this.halves = new Uint16Array(buffer);
    this.words = new Int32Array(buffer);
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
  readonly #limit: number;
  readonly #tables: Tables;
  readonly #random: Random;
  #layer: Layer;
  #next: Layer;
  /** of each layer made: the number of the parent, and the cell the empty space moved to */
  readonly #parents: Uint32Array[] = [];
  readonly #moves: Uint8Array[] = [];
  // Children of the present layer: what selecting them needs, and the new values of the moved tile's groups,
  // half a byte each.
  readonly #childParent: Uint32Array;
  readonly #childCell: Uint8Array;
  readonly #childValues: Uint8Array;
  readonly #childWorth: Uint16Array;
  readonly #childHash: Int32Array;
  #children = 0;
  /** the parent whose children come next */
  #parent = 0;
  readonly #histogram = new Uint32Array(MOST_WORTH);
  readonly #seen: Int32Array;
  #path: number[] | null = null;
  #over = false;

  /** Keeps `width` positions a layer; gives up when no answer of at most `limit` moves can come. */
  constructor(
    prepared: PreparedPatterns,
    start: Position,
    width: number,
    chance: Random,
    limit: number = MOST_LAYERS,
  ) {
    this.#prepared = prepared;
    this.#start = start;
    this.#width = width;
    this.#tables = tablesOf(prepared);
    this.#random = chance;
    this.#limit = Math.min(limit, MOST_LAYERS);
    const { bytes } = this.#tables.record;
    this.#layer = new Layer(width, bytes);
    this.#next = new Layer(width, bytes);
    const most = width * 3 + 4;
    this.#childParent = new Uint32Array(most);
    this.#childCell = new Uint8Array(most);
    this.#childValues = new Uint8Array(most);
    this.#childWorth = new Uint16Array(most);
    this.#childHash = new Int32Array(most);
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
    const { record, cells } = t;
    const { bytes, halves, words } = this.#layer;
    bytes.set(this.#start);
    bytes[record.blank] = this.#start.indexOf(0);
    bytes[record.before] = NONE;
    let steps = 0;
    this.#start.forEach((tile, cell) => {
      if (tile === 0) return;
      steps += t.steps[tile * cells + cell]!;
      words[record.hash >> 2]! ^= t.hashes[tile * cells + cell]!;
      for (let side = 0; side < t.sides; side++) {
        const own = side === 0 ? cell : t.mirror[cell]!;
        const group = t.groupOf[side * cells + tile]!;
        words[(record.numbers >> 2) + group]! += t.weightOf[side * cells + tile]! * own;
      }
    });
    let worth = steps;
    for (let group = 0; group < t.groups * t.sides; group++) {
      const value = valueAt(t, group, words[(record.numbers >> 2) + group]!);
      bytes[record.excess + group] = value;
      worth += value * (3 - t.sides);
    }
    halves[record.steps >> 1] = steps;
    halves[record.worth >> 1] = worth;
    this.#layer.count = 1;
  }

  #addChildren(parent: number): void {
    const t = this.#tables;
    const { cells, sides, record, steps, mirror, groupOf, weightOf } = t;
    const { bytes, halves, words } = this.#layer;
    const at = parent * record.bytes;
    const excess = at + record.excess;
    const numbers = (at + record.numbers) >> 2;
    const parentWorth = halves[(at + record.worth) >> 1]!;
    const parentHash = words[(at + record.hash) >> 2]!;
    const blank = bytes[at + record.blank]!;
    const before = bytes[at + record.before]!;
    const factor = 3 - sides;
    const beside = t.beside[blank]!;
    for (let i = 0; i < beside.length; i++) {
      const cell = beside[i]!;
      if (cell === before) continue;
      const tile = bytes[at + cell]!;
      let worth = parentWorth + steps[tile * cells + blank]! - steps[tile * cells + cell]!;
      let group = groupOf[tile]!;
      let values = valueAt(t, group, words[numbers + group]! + weightOf[tile]! * (blank - cell));
      worth += factor * (values - bytes[excess + group]!);
      if (sides === 2) {
        group = groupOf[cells + tile]!;
        const shift = mirror[blank]! - mirror[cell]!;
        const value = valueAt(t, group, words[numbers + group]! + weightOf[cells + tile]! * shift);
        worth += value - bytes[excess + group]!;
        values |= value << 4;
      }
      const child = this.#children++;
      this.#childParent[child] = parent;
      this.#childCell[child] = cell;
      this.#childValues[child] = values;
      this.#childWorth[child] = worth;
      this.#childHash[child] = parentHash ^ t.hashes[tile * cells + cell]! ^ t.hashes[tile * cells + blank]!;
      this.#histogram[worth]!++;
    }
  }

  /** Keeps the best children as the next layer. */
  #select(): void {
    const histogram = this.#histogram;
    let worth = 0;
    while (worth < MOST_WORTH && histogram[worth] === 0) worth++;
    // Half the sum of two bounds is a bound.
    if (this.#parents.length + 1 + worth / 2 > this.#limit) {
      this.#over = true;
      return;
    }
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
      if (this.#keep(child, next.count)) goal = next.count;
      next.count++;
    }
    this.#parents.push(parents.slice(0, next.count));
    this.#moves.push(moves.slice(0, next.count));
    [this.#layer, this.#next] = [next, this.#layer];
    this.#children = 0;
    this.#parent = 0;
    if (goal !== -1) this.#path = this.#pathTo(goal);
    if (goal !== -1 || next.count === 0) this.#over = true;
  }

  /** Whether no child with that hash was kept in this layer. */
  #isNew(hash: number): boolean {
    const seen = this.#seen;
    const mask = seen.length - 1;
    const key = hash === 0 ? 1 : hash;
    for (let at = Math.imul(key, 0x9e3779b1) >>> 3; ; at++) {
      const held = seen[at & mask]!;
      if (held === key) return false;
      if (held === 0) {
        seen[at & mask] = key;
        return true;
      }
    }
  }

  /** Writes a child as a survivor of the next layer. Whether it is the goal. */
  #keep(child: number, index: number): boolean {
    const t = this.#tables;
    const { cells, record } = t;
    const { bytes, halves, words } = this.#next;
    const from = this.#layer.words;
    const length = record.bytes >> 2;
    const at = index * record.bytes;
    for (
      let i = index * length, j = this.#childParent[child]! * length, end = i + length;
      i < end;
      i++, j++
    ) {
      words[i] = from[j]!;
    }
    const cell = this.#childCell[child]!;
    const blank = bytes[at + record.blank]!;
    const tile = bytes[at + cell]!;
    bytes[at + blank] = tile;
    bytes[at + cell] = 0;
    const numbers = (at + record.numbers) >> 2;
    const values = this.#childValues[child]!;
    for (let side = 0; side < t.sides; side++) {
      const group = t.groupOf[side * cells + tile]!;
      const shift = side === 0 ? blank - cell : t.mirror[blank]! - t.mirror[cell]!;
      words[numbers + group]! += t.weightOf[side * cells + tile]! * shift;
      bytes[at + record.excess + group] = side === 0 ? values & 15 : values >> 4;
    }
    bytes[at + record.blank] = cell;
    bytes[at + record.before] = blank;
    halves[(at + record.worth) >> 1] = this.#childWorth[child]!;
    words[(at + record.hash) >> 2] = this.#childHash[child]!;
    const nearer = t.steps[tile * cells + blank]! - t.steps[tile * cells + cell]!;
    return (halves[(at + record.steps) >> 1]! += nearer) === 0;
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
