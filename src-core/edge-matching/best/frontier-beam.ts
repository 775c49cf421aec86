/**
 * The beam for boards without rows: cells in the order of frontier-order.ts, children weighed by mismatches
 * and the price of labels (supply.ts). Every tile that may lie on a cell is tried.
 */
import { EMPTY } from '../../puzzle/partial-board.ts';
import type { Random } from '../../random.ts';
import { Ancestry } from './ancestry.ts';
import type { BeamOptions, BeamState, Construction } from './construction.ts';
import { Children, WORST } from './children.ts';
import type { FrontierCell, FrontierOrder } from './frontier-order.ts';
import type { Instance } from './instance.ts';
import { supplyOf, UNIT, type Supply } from './supply.ts';

const CLEAN_EVERY = 8;
const ROOM = 2;
/** A random part of a board's key reaches from 0 to this: no look along the row tells boards apart here. */
const NOISE = Math.round(0.5 * UNIT);
/** Mismatches of one tile at most, where fewer can be had. */
const MOST_MISMATCHES = 1;

export class FrontierBeam implements Construction {
  nodes = 0;
  readonly #instance: Instance;
  readonly #order: FrontierOrder;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  readonly #supply: Supply;
  // A board, in 16-bit numbers: its used tiles as bits, the labels to be met, half-edges left by label.
  readonly #met: number;
  readonly #counts: number;
  readonly #stride: number;
  #level: Uint16Array;
  #next: Uint16Array;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;
  #cursor = 0;
  readonly #children: Children;
  readonly #ancestry = new Ancestry();
  #begun: Pick<BeamState, 'nodes' | 'random'>;

  constructor(
    instance: Instance,
    order: FrontierOrder,
    random: Random,
    options: BeamOptions,
    from?: BeamState,
  ) {
    this.#instance = instance;
    this.#order = order;
    this.#random = random;
    this.#width = options.width;
    this.#penalty = Math.round(options.penalty * UNIT);
    this.#supply = supplyOf(instance);
    this.#met = Math.ceil(instance.tiles / 16);
    this.#counts = this.#met + order.slots;
    this.#stride = this.#counts + instance.labels;
    this.#level = new Uint16Array(this.#width * this.#stride);
    this.#next = new Uint16Array(this.#width * this.#stride);
    this.#weights = new Int32Array(this.#width);
    this.#nextWeights = new Int32Array(this.#width);
    const room = this.#width * ROOM + 2 * instance.orientations;
    this.#children = new Children(this.#width, room, instance.orientations, random);
    this.#level.set(this.#supply.left, this.#counts);
    for (const orientation of instance.pinned) if (orientation >= 0) this.#use(this.#level, 0, orientation);
    if (from) this.#restore(from);
    this.#begun = { nodes: this.nodes, random: random.state() };
  }

  /** Tiles placed in a CPU second on a slow machine: each costs a look at all that may lie on a cell. */
  static nodesPerSecond({ allowed }: Instance): number {
    const tried = allowed.reduce((sum, { length }) => sum + length, 0) / allowed.length;
    return 20_000_000 / (tried + 20);
  }

  /** How many boards so much memory holds. */
  static widest(instance: Instance, order: FrontierOrder, memory: number): number {
    const numbers = Math.ceil(instance.tiles / 16) + order.slots + instance.labels;
    return Math.floor(memory / (2 * (2 * numbers + 4) + ROOM * 12 + 4 + 2 * CLEAN_EVERY * 6));
  }

  get placed(): number {
    return this.#ancestry.length;
  }

  get boards(): number {
    return this.#count;
  }

  get done(): boolean {
    return this.placed === this.#order.cells.length || this.#count === 0;
  }

  step(parents: number): void {
    const end = Math.min(this.#count, this.#cursor + parents);
    for (let parent = this.#cursor; parent < end; parent++) this.#weigh(parent, MOST_MISMATCHES);
    if (this.placed > 0) this.nodes += end - this.#cursor;
    this.#cursor = end;
    if (end < this.#count) return;
    if (this.#children.count === 0) {
      for (let parent = 0; parent < this.#count; parent++) this.#weigh(parent, Infinity);
    }
    if (this.#children.count === 0) {
      for (let parent = 0; parent < this.#count; parent++) {
        const weight = Math.min(WORST - 1, this.#weights[parent]!);
        this.#children.add(weight, weight, parent, EMPTY);
      }
    }
    this.#goOn();
  }

  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    this.#ancestry.path(rank).forEach((placed, level) => (board[this.#order.cells[level]!.cell] = placed));
    return board;
  }

  release(): void {
    this.#level = this.#next = new Uint16Array(0);
  }

  state(): BeamState {
    const { nodes, random } = this.#begun;
    return { levels: this.#ancestry.levels(), weights: this.#weights.slice(0, this.#count), nodes, random };
  }

  #restore({ levels, weights, nodes }: BeamState): void {
    levels.forEach(({ parents, placed }, index) => {
      for (let i = 0; i < parents.length; i++)
        this.#lay(this.#order.cells[index]!, parents[i]!, i, placed[i]!);
      this.#swap(parents.slice(), placed.slice());
    });
    this.#weights.set(weights);
    this.nodes = nodes;
  }

  #use(words: Uint16Array, base: number, orientation: number): void {
    const tile = this.#instance.tileOf[orientation]!;
    words[base + (tile >> 4)]! |= 1 << (tile & 15);
  }

  /** Adds the children of a board that have at most so many mismatches. */
  #weigh(parent: number, mostMismatches: number): void {
    const { cell, closes, own } = this.#order.cells[this.placed]!;
    const { allowed, sides, sideCount, mate, tileOf, labels } = this.#instance;
    const { pair, one } = this.#supply;
    const words = this.#level;
    const base = parent * this.#stride;
    const counts = base + this.#counts;
    const children = this.#children;
    const weight = this.#weights[parent]!;
    for (const orientation of allowed[cell]!) {
      const tile = tileOf[orientation]!;
      if ((words[base + (tile >> 4)]! >> (tile & 15)) & 1) continue;
      const at = orientation * sideCount;
      let cost = weight;
      let mismatches = 0;
      const close = (met: number, shown: number): void => {
        if (met === shown) {
          cost += pair[words[counts + met]!]!;
        } else {
          mismatches++;
          cost += this.#penalty + one[words[counts + met]!]! + one[words[counts + mate[shown]!]!]!;
        }
      };
      for (const { side, slot, label } of closes) {
        const met = slot < 0 ? label : words[base + this.#met + slot]!;
        if (met < labels) close(met, sides[at + side]!);
      }
      for (const [a, b] of own) close(mate[sides[at + a]!]!, sides[at + b]!);
      if (mismatches > mostMismatches) continue;
      const key = cost + Math.floor(((this.#random.next() >>> 16) * NOISE) / 65536);
      const least = mostMismatches === Infinity ? WORST - 1 : WORST;
      children.add(Math.min(key, least), Math.min(cost, WORST - 1), parent, orientation);
    }
  }

  #goOn(): void {
    const children = this.#children;
    const sorted = children.sorted();
    const parents = new Int32Array(sorted.length);
    const wide = this.#instance.orientations > 0x7fff;
    const placed = wide ? new Int32Array(sorted.length) : new Int16Array(sorted.length);
    let best = Infinity;
    for (const child of sorted) best = Math.min(best, children.weight[child]!);
    const cell = this.#order.cells[this.placed]!;
    sorted.forEach((child, i) => {
      parents[i] = children.parent[child]!;
      placed[i] = children.placed[child]!;
      this.#lay(cell, parents[i], i, placed[i]);
      this.#nextWeights[i] = children.weight[child]! - best;
    });
    this.#swap(parents, placed);
    if (this.done) this.nodes += this.#count;
    if (this.placed % CLEAN_EVERY === 0) this.#ancestry.forgetDead();
    this.#cursor = 0;
    children.begin(this.#width);
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
  }

  #swap(parents: Int32Array, placed: Int16Array | Int32Array): void {
    [this.#level, this.#next] = [this.#next, this.#level];
    [this.#weights, this.#nextWeights] = [this.#nextWeights, this.#weights];
    this.#count = parents.length;
    this.#ancestry.push(parents, placed);
  }

  /** Makes board `target` of the next level: board `source` of this one with an orientation laid. */
  #lay({ closes, opens, own }: FrontierCell, source: number, target: number, orientation: number): void {
    const { sides, sideCount, mate, labels } = this.#instance;
    const words = this.#next;
    const base = target * this.#stride;
    const counts = base + this.#counts;
    const from = source * this.#stride;
    words.set(this.#level.subarray(from, from + this.#stride), base);
    if (orientation === EMPTY) {
      for (const { slot } of opens) words[base + this.#met + slot] = labels; // anything
      return;
    }
    this.#use(words, base, orientation);
    const at = orientation * sideCount;
    const close = (met: number, shown: number): void => {
      words[counts + met]!--;
      words[counts + mate[shown]!]!--;
    };
    for (const { side, slot, label } of closes) {
      const met = slot < 0 ? label : words[base + this.#met + slot]!;
      if (met < labels) close(met, sides[at + side]!);
    }
    for (const [a, b] of own) close(mate[sides[at + a]!]!, sides[at + b]!);
    for (const { side, slot } of opens) words[base + this.#met + slot] = mate[sides[at + side]!]!;
  }
}
