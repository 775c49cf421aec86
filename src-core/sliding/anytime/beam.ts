/**
 * Beam search: of each layer's children, those with the lowest estimates are kept. Ties are broken at random. An
 * estimate is the mean of two lower bounds on the remaining moves: one from the position, the other from its
 * reflection. The mean works better than the larger of the two.
 */
import type { Random } from '../../random.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { tilesAlong, type Position } from '../state.ts';
import { DRAW_VALUES, select } from './beam-kernel.ts';
import { CHILD, ESTIMATE_VALUES, NONE, ROW_ENTRIES, TILE } from './beam-layout.ts';
import { borrowMemory, giveBack, type BeamMemory } from './beam-memory.ts';

/** Maximum number of layers in a beam. No useful solution of an 8 × 8 puzzle has this many moves. */
const MAX_LAYERS = 2000;

export class Beam {
  readonly #prepared: PreparedPatterns;
  readonly #start: Position;
  readonly #width: number;
  readonly #limit: number;
  readonly #random: Random;
  readonly #memory: BeamMemory;
  #present = 0;
  #count = 1;
  #parent = 0;
  #end: number;
  /** for each layer and position: the index of the parent */
  readonly #parents: Uint32Array[] = [];
  /** for each layer and position: the cell that the empty space moved to */
  readonly #moves: Uint8Array[] = [];
  #path: number[] | null = null;
  #over = false;

  /** Starts a beam that keeps `width` positions per layer. Solutions may have at most `limit` moves. */
  constructor(
    prepared: PreparedPatterns,
    start: Position,
    width: number,
    chance: Random,
    limit: number = MAX_LAYERS,
  ) {
    this.#prepared = prepared;
    this.#start = start;
    this.#width = width;
    this.#random = chance;
    this.#limit = Math.min(limit, MAX_LAYERS);
    this.#memory = borrowMemory(prepared, width);
    this.#end = this.#memory.addresses.children;
    this.#setRoot();
  }

  /** tiles that move on the way from the start to the goal; null until the goal is reached */
  get path(): readonly number[] | null {
    return this.#path;
  }

  get over(): boolean {
    return this.#over;
  }

  get depth(): number {
    return this.#parents.length;
  }

  /**
   * Creates at most `nodes` children and returns their number. If `nodes` is less than four, creates all children of
   * one position, which may be more.
   */
  run(nodes: number): number {
    if (this.#over) return 0;
    const { kernel, layout, addresses } = this.#memory;
    if (this.#parent === this.#count && !this.#select()) return 0;
    const first = this.#parent;
    // A position has at most four children.
    this.#parent = Math.min(this.#count, first + Math.max(1, Math.floor(nodes / 4)));
    const layer = addresses.layers[this.#present]!;
    const { bytes } = layout.record;
    const before = this.#end;
    this.#end = kernel.expand(layer + first * bytes, layer + this.#parent * bytes, before, first);
    return (this.#end - before) / CHILD.bytes;
  }

  #setRoot(): void {
    const { layout, bytes, view, addresses } = this.#memory;
    const { record, sides } = layout;
    const at = addresses.layers[0];
    bytes.fill(0, at, at + record.bytes);
    bytes.fill(0, layout.histogram, layout.histogram + 4 * ESTIMATE_VALUES);
    bytes.set(this.#start, at);
    bytes[at + record.blank] = this.#start.indexOf(0);
    bytes[at + record.before] = NONE;
    const add = (address: number, value: number): void =>
      view.setInt32(address, view.getInt32(address, true) + value, true);
    const values = new Map<number, number>();
    let steps = 0;
    let hash = 0;
    this.#start.forEach((tile, cell) => {
      if (tile === 0) return;
      steps += bytes[layout.steps + tile * ROW_ENTRIES + cell]!;
      hash ^= view.getInt32(layout.hashes + 4 * (tile * ROW_ENTRIES + cell), true);
      for (let side = 0; side < sides; side++) {
        const own = side === 0 ? cell : bytes[layout.mirror + cell]!;
        const entry = layout.tiles + (side * ROW_ENTRIES + tile) * TILE.bytes;
        add(at + view.getInt32(entry + TILE.number, true), view.getInt32(entry + TILE.weight, true) * own);
        values.set(at + view.getInt32(entry + TILE.value, true), entry);
      }
    });
    let estimate = steps;
    const databases = new Uint8Array(this.#prepared.memory.buffer);
    for (const [address, entry] of values) {
      const number = view.getInt32(at + view.getInt32(entry + TILE.number, true), true);
      const byte = databases[view.getInt32(entry + TILE.database, true) + (number >>> 1)]!;
      bytes[address] = number & 1 ? byte >> 4 : byte & 15;
      estimate += bytes[address] * (3 - sides);
    }
    view.setInt32(at + record.hash, hash, true);
    view.setUint16(at + record.steps, steps, true);
    view.setUint16(at + record.estimate, estimate, true);
  }

  #select(): boolean {
    const { kernel, layout, addresses, bytes, view } = this.#memory;
    const histogram = new Uint32Array(bytes.buffer, layout.histogram, ESTIMATE_VALUES);
    const most = Math.min(ESTIMATE_VALUES - 1, this.#limit - this.#parents.length - 1);
    let estimate = 0;
    let better = 0;
    while (estimate <= most && better + histogram[estimate]! <= this.#width) better += histogram[estimate++]!;
    const share = estimate <= most ? ((this.#width - better) / histogram[estimate]!) * DRAW_VALUES : 0;
    histogram.fill(0);
    bytes.fill(0, addresses.seen, addresses.seen + 4 * addresses.seenWords);
    this.#count = select(kernel, {
      child: addresses.children,
      end: this.#end,
      estimate,
      share: Math.floor(share),
      salt: this.#random.next(),
      width: this.#width,
      from: addresses.layers[this.#present]!,
      to: addresses.layers[1 - this.#present]!,
      parents: addresses.parents,
      moves: addresses.moves,
      seen: addresses.seen,
      mask: addresses.seenWords - 1,
    });
    this.#present = 1 - this.#present;
    this.#parent = 0;
    this.#end = addresses.children;
    this.#parents.push(new Uint32Array(bytes.buffer, addresses.parents, this.#count).slice());
    this.#moves.push(bytes.slice(addresses.moves, addresses.moves + this.#count));
    const goal = view.getInt32(layout.goal, true) - 1;
    if (goal !== -1) this.#path = this.#pathTo(goal);
    if (goal === -1 && this.#count > 0) return true;
    this.#over = true;
    giveBack(this.#prepared, this.#memory);
    return false;
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
