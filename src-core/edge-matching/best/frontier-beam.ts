/**
 * The beam for boards that are no plain rectangle: cells in the order of frontier-order.ts, children weighed by mismatches,
 * the price of labels (supply.ts) and the look along the frontier (frontier-look.ts).
 */
import { EMPTY } from '../../puzzle/partial-board.ts';
import type { Random } from '../../random.ts';
import { Ancestry, unpacked } from './ancestry.ts';
import type { BeamOptions, BeamState, Construction } from './construction.ts';
import { Children, WORST } from './children.ts';
import { fittingOf, type Fitting, type FittingLists } from './fitting.ts';
import { FrontierLook, type SeenBoard } from './frontier-look.ts';
import type { FrontierCell, FrontierOrder } from './frontier-order.ts';
import type { Instance } from './instance.ts';
import { supplyOf, UNIT, type Supply } from './supply.ts';

const CLEAN_EVERY = 8;
const ROOM = 2;
/** A random part of a board's key reaches from 0 to this, so that beams from one symmetry differ. */
const NOISE = Math.round(0.2 * UNIT);
/** A key this much above zero stands for the best board of a level as its parent has it. */
const MARGIN = 2048;

/** Children of a board that are weighed: those that match all they meet, or all but one. */
interface Candidates {
  readonly lists: FittingLists;
  /** what they match, and what they don't: indices into the sides that close an edge */
  readonly matched: readonly number[];
  readonly missed: number;
}

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
  readonly #fitting: Fitting;
  readonly #look: FrontierLook;
  #candidates: readonly Candidates[] = [];
  #base = 0;
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
    this.#fitting = fittingOf(instance);
    this.#look = new FrontierLook(instance, order, this.#fitting);
    if (from) this.#restore(from);
    this.#begin();
    this.#begun = { nodes: this.nodes, random: random.state() };
  }

  /** Tiles placed in a CPU second on a slow machine, about: each costs a look at all that lies open. */
  static nodesPerSecond({ allowed, labels }: Instance, { open }: FrontierOrder): number {
    const tried = allowed.reduce((sum, { length }) => sum + length, 0) / allowed.length;
    const step = 0.2 + 0.01 * (labels + tried / labels);
    return 1e6 / (2 + open * step);
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
    for (let parent = this.#cursor; parent < end; parent++) this.#weigh(parent);
    if (this.placed > 0) this.nodes += end - this.#cursor;
    this.#cursor = end;
    if (end < this.#count) return;
    if (this.#children.count === 0) {
      for (let parent = 0; parent < this.#count; parent++) this.#weighAnything(parent);
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

  state(most: number): BeamState | null {
    const weights = this.#weights.slice(0, this.#count);
    const ancestry = this.#ancestry.packed(most - weights.byteLength);
    return ancestry && { ancestry, weights, ...this.#begun };
  }

  #restore({ ancestry, weights, nodes }: BeamState): void {
    unpacked(ancestry).forEach(({ parents, placed }, index) => {
      for (let i = 0; i < parents.length; i++)
        this.#lay(this.#order.cells[index]!, parents[i]!, i, placed[i]!);
      this.#swap(parents, placed);
    });
    this.#weights.set(weights);
    this.nodes = nodes;
  }

  #use(words: Uint16Array, base: number, orientation: number): void {
    const tile = this.#instance.tileOf[orientation]!;
    words[base + (tile >> 4)]! |= 1 << (tile & 15);
  }

  /** Makes ready for a level. */
  #begin(): void {
    if (this.done) return;
    const { cell, closes } = this.#order.cells[this.placed]!;
    const allowed = this.#instance.allowed[cell]!;
    const candidates = (missed: number): Candidates => {
      const matched = [...closes.keys()].filter((i) => i !== missed);
      const sides = matched.map((i) => closes[i]!.side);
      return { lists: this.#fitting(allowed, sides), matched, missed };
    };
    // A mismatch between two sides of one tile counts as well: such a tile is among the first.
    this.#candidates = [-1, ...closes.keys()].map(candidates);
    this.#look.begin(this.placed);
    this.#look.look(this.#seen(0));
    this.#base = this.#weights[0]! + this.#look.common - MARGIN;
  }

  #seen(board: number): SeenBoard {
    const used = board * this.#stride;
    return { words: this.#level, used, met: used + this.#met, counts: used + this.#counts };
  }

  /** Adds the children of a board that have at most one mismatch. */
  #weigh(parent: number): void {
    const { closes } = this.#order.cells[this.placed]!;
    const { labels } = this.#instance;
    const words = this.#level;
    const met = parent * this.#stride + this.#met;
    this.#look.look(this.#seen(parent));
    const best = this.#weights[parent]! + this.#look.common - this.#base;
    for (const { lists, matched, missed } of this.#candidates) {
      if (best + (missed < 0 ? 0 : this.#penalty) >= this.#children.threshold) return;
      let key = 0;
      let digit = 1;
      let any = false;
      for (const i of matched) {
        const { slot, label } = closes[i]!;
        const shown = slot < 0 ? label : words[met + slot]!;
        key += shown * digit;
        digit *= labels + 1;
        any ||= shown === labels;
      }
      const list = lists.at(key, any);
      for (let i = 0; i < list.length; i++) this.#add(parent, list[i]!, missed, 1);
    }
  }

  /** Adds all children of a board, where none has at most one mismatch. */
  #weighAnything(parent: number): void {
    this.#look.look(this.#seen(parent));
    const { cell } = this.#order.cells[this.placed]!;
    for (const orientation of this.#instance.allowed[cell]!) this.#add(parent, orientation, -1, Infinity);
  }

  /** Adds a child, unless it matches where it is to miss, or has too many mismatches. */
  #add(parent: number, orientation: number, missed: number, most: number): void {
    const { closes, opens, own } = this.#order.cells[this.placed]!;
    const { sides, sideCount, mate, tileOf, labels } = this.#instance;
    const { pair } = this.#supply;
    const words = this.#level;
    const base = parent * this.#stride;
    const counts = base + this.#counts;
    const tile = tileOf[orientation]!;
    if ((words[base + (tile >> 4)]! >> (tile & 15)) & 1) return;
    const at = orientation * sideCount;
    let cost = 0;
    let mismatches = 0;
    for (let i = 0; i < closes.length; i++) {
      const { side, slot, label } = closes[i]!;
      const met = slot < 0 ? label : words[base + this.#met + slot]!;
      const shown = sides[at + side]!;
      if (met === shown) {
        if (i === missed) return;
        cost += pair[words[counts + met]!]!;
      } else if (met < labels) {
        mismatches++;
        cost += this.#mismatch(counts, met, shown);
      } else if (i === missed) return;
    }
    for (const [a, b] of own) {
      const met = mate[sides[at + a]!]!;
      const shown = sides[at + b]!;
      if (met === shown) cost += pair[words[counts + met]!]!;
      else {
        mismatches++;
        cost += this.#mismatch(counts, met, shown);
      }
    }
    if (mismatches > most) return;
    const { answers, common } = this.#look;
    const weight = this.#weights[parent]! + cost;
    let key = weight + common - this.#base + (((this.#random.next() >>> 16) * NOISE) >> 16);
    for (let i = 0; i < opens.length; i++) {
      const { side } = opens[i]!;
      key += answers[side * labels + mate[sides[at + side]!]!]!;
    }
    const worst = most === Infinity ? WORST - 1 : WORST;
    this.#children.add(Math.max(0, Math.min(key, worst)), weight, parent, orientation);
  }

  #mismatch(counts: number, met: number, shown: number): number {
    const { one } = this.#supply;
    const words = this.#level;
    return this.#penalty + one[words[counts + met]!]! + one[words[counts + this.#instance.mate[shown]!]!]!;
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
    this.#begin();
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
