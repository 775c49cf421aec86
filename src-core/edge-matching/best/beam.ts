/**
 * A wide beam. All partial boards of one length are kept side by side, every child of every one is
 * weighed, and the `width` best of them go on. A board weighs what its mismatches cost and what the
 * labels it used up cost (supply.ts); the way back to the first tile is kept as a chain of parents.
 */
import type { Random } from '../../random.ts';
import { EMPTY } from '../../puzzle/partial-board.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type Instance } from './instance.ts';
import { NONE, OPEN, withoutTiles, type OrderedCell } from './order.ts';
import { supplyOf, UNIT, type Supply } from './supply.ts';

export interface BeamOptions {
  /** boards kept at each length */
  readonly width: number;
  /** what one mismatch costs, in natural-log units */
  readonly penalty: number;
  /** the random part of a weight reaches from 0 to this, in natural-log units */
  readonly noise: number;
}

/** Weights count from the best board of a level, in `UNIT`s. A board this much worse is never kept. */
const WORST = 8192;
/** Levels between two clean-ups of what no living board needs. */
const CLEAN_EVERY = 8;
/** Children held for each place in the next level before the worst are dropped. */
const ROOM = 2;

export class Beam {
  /** tiles placed on all boards so far */
  nodes = 0;
  readonly #instance: Instance;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  readonly #noise: number;
  readonly #supply: Supply;
  #order: readonly OrderedCell[];

  // A board is `#stride` words: its used tiles as bits; then, in small numbers, the label to be met
  // below each column and right of the last two rows, and how many half-edges of each label are left.
  readonly #stride: number;
  readonly #perWord: number;
  readonly #frontier: number;
  readonly #counts: number;
  #level: Generation;
  #next: Generation;

  // Children of this level, the best so far; the worst are dropped when there is no more room.
  readonly #room: number;
  readonly #childWeight: Int32Array;
  readonly #childKey: Int32Array;
  readonly #childParent: Int32Array;
  readonly #childPlaced: Int32Array;
  readonly #histogram = new Int32Array(WORST + 1);
  #children = 0;
  #threshold = WORST;

  /** For every level past: each board's parent in the level before and the orientation it placed. */
  readonly #history: { parents: Int32Array; placed: Int32Array }[] = [];
  #mismatching = false;
  #cursor = 0;

  constructor(instance: Instance, order: readonly OrderedCell[], random: Random, options: BeamOptions) {
    this.#instance = instance;
    this.#order = order;
    this.#random = random;
    this.#width = options.width;
    this.#penalty = Math.round(options.penalty * UNIT);
    this.#noise = Math.round(options.noise * UNIT);
    this.#supply = supplyOf(instance);

    const wide = needsWide(instance, this.#supply);
    this.#perWord = wide ? 2 : 4;
    this.#frontier = Math.ceil(instance.tiles / 32) * this.#perWord;
    this.#counts = this.#frontier + instance.width + 2;
    this.#stride = Math.ceil((this.#counts + instance.labels) / this.#perWord);
    this.#level = new Generation(this.#width, this.#stride, wide);
    this.#next = new Generation(this.#width, this.#stride, wide);
    this.#room = this.#width * ROOM + 2 * instance.orientations;
    this.#childWeight = new Int32Array(this.#room);
    this.#childKey = new Int32Array(this.#room);
    this.#childParent = new Int32Array(this.#room);
    this.#childPlaced = new Int32Array(this.#room);

    this.#level.count = 1;
    this.#level.small.set(this.#supply.left, this.#counts);
    for (const orientation of instance.pinned) {
      if (orientation >= 0) use(this.#level.words, 0, instance.tileOf[orientation]!);
    }
  }

  /** Bytes for each board of the beam's width, roughly: what a memory limit is divided by. */
  static bytesPerBoard(instance: Instance): number {
    const small = needsWide(instance, supplyOf(instance)) ? 2 : 1;
    const state = instance.tiles / 8 + small * (instance.width + 2 + instance.labels) + 4;
    return 2 * state + ROOM * 16 + 4 + 3 * CLEAN_EVERY * 8;
  }

  get placed(): number {
    return this.#history.length;
  }

  /** Boards alive, the best first. */
  get boards(): number {
    return this.#level.count;
  }

  /** True when every board is full, or when none can go on. */
  get done(): boolean {
    return this.#history.length === this.#order.length || this.#level.count === 0;
  }

  /** Weighs the children of at most `parents` boards; at the end of a level, goes on to the next. */
  step(parents: number): void {
    const end = Math.min(this.#level.count, this.#cursor + parents);
    if (this.#mismatching) this.#addMismatching(this.#cursor, end);
    else {
      this.#addMatching(this.#cursor, end);
      if (this.#history.length > 0) this.nodes += end - this.#cursor;
    }
    this.#cursor = end;
    if (end < this.#level.count) return;
    this.#cursor = 0;
    this.#mismatching = !this.#mismatching;
    if (this.#mismatching) return;
    if (this.#children === 0) this.#addAnything();
    this.#goOn();
  }

  /** Orientations by cell of the i-th best board, hinted tiles among them, -1 where nothing lies. */
  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    let index = rank;
    for (let level = this.#history.length - 1; level >= 0; level--) {
      const { parents, placed } = this.#history[level]!;
      board[this.#order[level]!.cell] = placed[index]!;
      index = parents[index]!;
    }
    return board;
  }

  /** Children whose every side matches. They cost the same, whichever tile it is. */
  #addMatching(begin: number, end: number): void {
    const variable = this.#order[this.#history.length]!;
    const { entries, from, near, right, below } = variable.lists;
    const { tileOf, labels } = this.#instance;
    const { words, small, weights } = this.#level;
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(variable);
    const { pair } = this.#supply;
    for (let parent = begin; parent < end; parent++) {
      const base = parent * this.#stride;
      const smallBase = base * this.#perWord;
      const counts = smallBase + this.#counts;
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      let cost = weights[parent]!;
      if (up < labels) cost += pair[small[counts + up]!]!;
      if (left < labels) cost += pair[Math.max(0, small[counts + left]! - (left === up ? 2 : 0))]!;
      if (right >= 0) cost += pair[small[counts + right]!]!;
      if (below >= 0) cost += pair[small[counts + below]!]!;
      if (cost >= this.#threshold) continue;
      const key = left * (labels + 1) + up;
      const stop = near[key]!;
      for (let i = from[key]!; i < stop; i++) {
        const tile = tileOf[entries[i]!]!;
        if (((words[base + (tile >> 5)]! >>> (tile & 31)) & 1) === 0) this.#add(cost, parent, entries[i]!);
      }
    }
  }

  /** Children with one side that does not match. */
  #addMismatching(begin: number, end: number): void {
    const variable = this.#order[this.#history.length]!;
    const { entries, near, to, right, below } = variable.lists;
    const { tileOf, sides, labels, mate } = this.#instance;
    const { words, small, weights } = this.#level;
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(variable);
    const { pair, one } = this.#supply;
    for (let parent = begin; parent < end; parent++) {
      const start = weights[parent]! + this.#penalty;
      if (start >= this.#threshold) return; // and so it is for all after it
      const base = parent * this.#stride;
      const smallBase = base * this.#perWord;
      const counts = smallBase + this.#counts;
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      // All sides matching, and what each saves when it does not (the tile's own side apart).
      const upN = up < labels ? small[counts + up]! : 0;
      const leftN = left < labels ? small[counts + left]! : 0;
      const rightN = right >= 0 ? small[counts + right]! : 0;
      const belowN = below >= 0 ? small[counts + below]! : 0;
      const matching = start + pair[upN]! + pair[leftN]! + pair[rightN]! + pair[belowN]!;
      const upSaves = pair[upN]! - one[upN]!;
      const leftSaves = pair[leftN]! - one[leftN]!;
      const rightSaves = pair[rightN]! - one[rightN]!;
      const belowSaves = pair[belowN]! - one[belowN]!;
      const most = Math.max(upSaves, leftSaves, rightSaves, belowSaves);
      if (matching - most >= this.#threshold) continue;
      const key = left * (labels + 1) + up;
      const stop = to[key]!;
      for (let i = near[key]!; i < stop; i++) {
        const orientation = entries[i]!;
        const tile = tileOf[orientation]!;
        if ((words[base + (tile >> 5)]! >>> (tile & 31)) & 1) continue;
        const at = orientation * 4;
        let shown: number;
        let saves: number;
        if (up < labels && sides[at + TOP] !== up) {
          shown = sides[at + TOP]!;
          saves = upSaves;
        } else if (left < labels && sides[at + LEFT] !== left) {
          shown = sides[at + LEFT]!;
          saves = leftSaves;
        } else if (right >= 0 && sides[at + RIGHT] !== right) {
          shown = sides[at + RIGHT]!;
          saves = rightSaves;
        } else {
          shown = sides[at + BOTTOM]!;
          saves = belowSaves;
        }
        const cost = matching - saves + one[small[counts + mate[shown]!]!]!;
        if (cost < this.#threshold) this.#add(cost, parent, orientation);
      }
    }
  }

  /**
   * Where no child has fewer than two mismatches: any tile that may lie here, and where there is none
   * (its rim or its hint ask for a tile that is gone) no tile at all.
   */
  #addAnything(): void {
    const variable = this.#order[this.#history.length]!;
    const { allowed, right, below } = variable.lists;
    const { tileOf, sides, labels } = this.#instance;
    const { words, small, weights, count } = this.#level;
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(variable);
    for (let parent = 0; parent < count; parent++) {
      const base = parent * this.#stride;
      const smallBase = base * this.#perWord;
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      for (const orientation of allowed) {
        const tile = tileOf[orientation]!;
        if ((words[base + (tile >> 5)]! >>> (tile & 31)) & 1) continue;
        const at = orientation * 4;
        const mismatches =
          Number(up < labels && sides[at + TOP] !== up) +
          Number(left < labels && sides[at + LEFT] !== left) +
          Number(right >= 0 && sides[at + RIGHT] !== right) +
          Number(below >= 0 && sides[at + BOTTOM] !== below);
        const cost = Math.min(WORST - 1, weights[parent]! + mismatches * this.#penalty);
        if (cost < this.#threshold) this.#add(cost, parent, orientation);
      }
    }
    if (this.#children > 0) return;
    for (let parent = 0; parent < count; parent++) this.#add(weights[parent]!, parent, EMPTY);
  }

  #add(weight: number, parent: number, placed: number): void {
    const key = weight + Math.floor(((this.#random.next() >>> 16) * this.#noise) / 65536);
    if (key >= this.#threshold) return;
    if (this.#children === this.#room) {
      this.#drop();
      if (key >= this.#threshold) return;
    }
    const i = this.#children++;
    this.#histogram[key]!++;
    this.#childWeight[i] = weight;
    this.#childKey[i] = key;
    this.#childParent[i] = parent;
    this.#childPlaced[i] = placed;
  }

  /** Drops all but the `width` best children, ties at random, and admits no worse ones from now on. */
  #drop(): void {
    if (this.#children <= this.#width) return;
    const histogram = this.#histogram;
    let better = 0;
    let last = 0;
    while (better + histogram[last]! <= this.#width) better += histogram[last++]!;
    let places = this.#width - better;
    let tied = histogram[last]!;
    let kept = 0;
    for (let i = 0; i < this.#children; i++) {
      const key = this.#childKey[i]!;
      if (key > last) continue;
      if (key === last) {
        const chosen = this.#random.below(tied--) < places;
        if (!chosen) continue;
        places--;
      }
      this.#childKey[kept] = key;
      this.#childWeight[kept] = this.#childWeight[i]!;
      this.#childParent[kept] = this.#childParent[i]!;
      this.#childPlaced[kept++] = this.#childPlaced[i]!;
    }
    histogram.fill(0, last);
    histogram[last] = this.#width - better;
    this.#children = kept;
    this.#threshold = last + 1;
  }

  /** Makes boards of the children, the best first, and goes on to the next level. */
  #goOn(): void {
    this.#drop();
    const variable = this.#order[this.#history.length]!;
    const { right, below } = variable.lists;
    const { up, left, upSlot, leftSlot } = this.#meeting(variable);
    const { tileOf, sides, mate, labels } = this.#instance;
    const order = this.#byWeight();
    const count = order.length;
    const parents = new Int32Array(count);
    const placed = new Int32Array(count);
    const source = this.#level.words;
    const { words, small, weights } = this.#next;
    const stride = this.#stride;
    const best = count > 0 ? this.#childWeight[order[0]!]! : 0;
    for (let i = 0; i < count; i++) {
      const child = order[i]!;
      const orientation = (placed[i] = this.#childPlaced[child]!);
      const from = (parents[i] = this.#childParent[child]!) * stride;
      weights[i] = this.#childWeight[child]! - best;
      const base = i * stride;
      for (let word = 0; word < stride; word++) words[base + word] = source[from + word]!;
      const smallBase = base * this.#perWord;
      if (orientation === EMPTY) {
        small[smallBase + upSlot] = labels;
        small[smallBase + leftSlot] = labels;
        continue;
      }
      use(words, base, tileOf[orientation]!);
      const counts = smallBase + this.#counts;
      const at = orientation * 4;
      const upMet = up === OPEN ? small[smallBase + upSlot]! : up;
      const leftMet = left === OPEN ? small[smallBase + leftSlot]! : left;
      if (upMet < labels) {
        small[counts + upMet]!--;
        small[counts + mate[sides[at + TOP]!]!]!--;
      }
      if (leftMet < labels) {
        small[counts + leftMet]!--;
        small[counts + mate[sides[at + LEFT]!]!]!--;
      }
      if (right >= 0) {
        small[counts + right]!--;
        small[counts + mate[sides[at + RIGHT]!]!]!--;
      }
      if (below >= 0) {
        small[counts + below]!--;
        small[counts + mate[sides[at + BOTTOM]!]!]!--;
      }
      small[smallBase + upSlot] = mate[sides[at + BOTTOM]!]!;
      small[smallBase + leftSlot] = mate[sides[at + RIGHT]!]!;
    }
    [this.#level, this.#next] = [this.#next, this.#level];
    this.#level.count = count;
    this.#history.push({ parents, placed });
    if (this.done) this.nodes += count;
    this.#children = 0;
    this.#threshold = WORST;
    this.#histogram.fill(0);
    if (this.#history.length % CLEAN_EVERY === 0) this.#clean();
  }

  /** Children in order of weight. */
  #byWeight(): Int32Array {
    const start = new Int32Array(WORST + 1);
    for (let i = 0; i < this.#children; i++) start[this.#childWeight[i]! + 1]!++;
    for (let weight = 0; weight < WORST; weight++) start[weight + 1]! += start[weight]!;
    const order = new Int32Array(this.#children);
    for (let i = 0; i < this.#children; i++) order[start[this.#childWeight[i]!]!++] = i;
    return order;
  }

  /** The labels a variable meets above and to the left, and where boards keep them when OPEN. */
  #meeting({ up, left, column, row }: OrderedCell) {
    const any = this.#instance.labels;
    return {
      up: up === NONE ? any : up,
      left: left === NONE ? any : left,
      upSlot: this.#frontier + column,
      leftSlot: this.#frontier + this.#instance.width + (row & 1),
    };
  }

  /** Forgets boards without living descendants, and candidates whose tile every board has used. */
  #clean(): void {
    let alive: Uint8Array | null = null;
    for (let level = this.#history.length - 1; level > 0; level--) {
      const entry = this.#history[level]!;
      if (alive) {
        const number = new Int32Array(alive.length);
        let kept = 0;
        for (let i = 0; i < alive.length; i++) {
          number[i] = kept;
          if (!alive[i]) continue;
          entry.parents[kept] = entry.parents[i]!;
          entry.placed[kept++] = entry.placed[i]!;
        }
        if (kept === alive.length) break;
        entry.parents = entry.parents.slice(0, kept);
        entry.placed = entry.placed.slice(0, kept);
        const { parents } = this.#history[level + 1]!;
        for (let i = 0; i < parents.length; i++) parents[i] = number[parents[i]!]!;
      }
      alive = new Uint8Array(this.#history[level - 1]!.parents.length);
      for (const parent of entry.parents) alive[parent] = 1;
    }
    const { words, count } = this.#level;
    const used = new Uint8Array(this.#instance.tiles);
    for (let word = 0; word * 32 < used.length; word++) {
      let common = -1;
      for (let i = 0; i < count && common !== 0; i++) common &= words[i * this.#stride + word]!;
      for (let tile = word * 32; tile < Math.min(used.length, word * 32 + 32); tile++) {
        used[tile] = (common >>> (tile & 31)) & 1;
      }
    }
    this.#order = withoutTiles(this.#instance, this.#order, used, this.#history.length);
  }
}

/** The boards of one length, in order of weight. */
class Generation {
  count = 0;
  readonly words: Uint32Array;
  readonly small: Uint8Array | Uint16Array;
  readonly weights: Int32Array;
  constructor(width: number, stride: number, wide: boolean) {
    this.words = new Uint32Array(width * stride);
    this.small = wide ? new Uint16Array(this.words.buffer) : new Uint8Array(this.words.buffer);
    this.weights = new Int32Array(width);
  }
}

function use(words: Uint32Array, base: number, tile: number): void {
  words[base + (tile >> 5)]! |= 1 << (tile & 31);
}

/** Whether labels and their counts need two bytes. */
const needsWide = (instance: Instance, { left }: Supply): boolean =>
  instance.labels >= 256 || Math.max(0, ...left) >= 256;
