/**
 * A beam: a set of partial boards with the same number of filled cells. On each level, the beam *weighs* every child of
 * every board and keeps the `width` children with the lowest keys. To weigh a child is to compute its weight and its
 * key. The weight is the cost of its mismatches and of the labels it used up (`label-prices.ts`). The key is the weight
 * plus the lookahead.
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import type { Random } from '../../../random.ts';
import { Ancestry, unpacked, type PackedAncestry } from './ancestry.ts';
import { BATCH, SAMPLED, sampleFirst } from './batches.ts';
import { EqualBoards, giveBack, useTile, type BoardViews, type FrontierShape } from './boards.ts';
import type { TakeChild, Weighed } from './child.ts';
import type { Instance } from './instance.ts';
import { labelPricesOf, UNIT } from './label-prices.ts';
import { Selection } from './selection.ts';

export interface BeamOptions {
  /** maximum number of boards kept on each level */
  readonly width: number;
  /** cost of a mismatch, in units of the natural logarithm */
  readonly penalty: number;
}

/** A beam at the beginning of a level, as milestones store it. */
export interface BeamState {
  readonly ancestry: PackedAncestry;
  /** for each board of the level: its weight */
  readonly weights: Int32Array;
  readonly nodes: number;
  readonly random: readonly [number, number, number, number];
}

/** Boards of one level that are adjacent in memory. */
export interface Batch {
  /** byte address of the first board */
  readonly first: number;
  /** index of the first board on its level */
  readonly number: number;
  readonly boards: number;
}

/** The part of a beam that depends on the kind of board. Each level fills one cell on every board. */
export interface BeamLevels {
  /** the cells to fill, in order; their number never changes */
  readonly cells: readonly { readonly cell: number }[];
  readonly memory: WebAssembly.Memory;
  /** views of `memory`, replaced when it grows */
  readonly views: BoardViews;
  readonly shape: FrontierShape;
  /** byte addresses of the two areas that hold the boards of the current and of the next level */
  readonly areas: readonly [number, number];
  /** number of children selected for each board kept; above 1 if equal boards are removed afterwards */
  readonly spare: number;
  /** maximum weight of a child that leaves its cell empty */
  readonly maxEmptyWeight: number;
  /** Returns whether equal boards are removed on this level. */
  removesEquals(level: number): boolean;
  /**
   * Prepares a level. Returns the smallest amount that the lookahead adds to the key of a child of the first board;
   * null without lookahead.
   */
  begin(level: number, boards: Batch): number | null;
  /**
   * Prepares a level once more when an interrupted run resumes, so that `lay` can make the boards of the next level.
   * `last`: the level that the run had reached. Yields now and then, so that the caller can stop.
   */
  repeat(level: number, last: number, boards: Batch): Iterable<void>;
  /** Calls `take` for each child with at most one mismatch. */
  weigh(batch: Batch, weighed: Weighed, take: TakeChild): void;
  /** Calls `take` for every child, however many mismatches it has. */
  weighAnything(batch: Batch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most BATCH boards of the next level, beginning at the byte address `to`. `parents`: byte address of the
   * current level's boards. `laid`: for each new board, the index of its parent and the orientation to place.
   * `reference`: true to use the reference implementation instead of the kernel.
   */
  lay(parents: number, to: number, laid: Int32Array, reference: boolean): void;
  /**
   * Moves on to the next level. `parents`: for each board of that level, the index of the parent. `empty`: true if the
   * cell stayed empty on all boards.
   */
  advance(parents: Int32Array, empty: boolean): void;
  /** Drops the candidates whose tiles are used on every board. */
  clean(level: number, boards: Batch): void;
}

type Orientations = Int16Array | Int32Array;

/**
 * Keys are shifted so that the best child of a level's first board gets about this key. Children of other boards can
 * have smaller keys, and negative keys become 0. So this key must be well above 0.
 */
const MARGIN = 2048;
/** number of levels between two calls of `clean` */
export const CLEAN_EVERY = 8;
/**
 * The beam has memory for `ROOM` times as many children as it keeps. When this memory is full, the worst children are
 * dropped.
 */
export const ROOM = 2;
/** Number of boards that a beam makes before the search may stop again: about 50 ms of work. */
export const BOARDS_PER_PART = 512 * BATCH;
/**
 * Number of batches that the reference implementation weighs before the search may stop again. Each batch takes
 * milliseconds.
 */
const BATCHES_WITHOUT_KERNEL = 8;
/** Maximum size of a beam's boards in bytes. Memory ends at 4 GB, and the rest is for the kernel's tables. */
export const MAX_BYTES = 2 ** 32 - 2 ** 26;

export class Beam {
  /** number of tiles placed on all boards so far */
  nodes = 0;
  readonly #levels: BeamLevels;
  readonly #instance: Instance;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  readonly #selection: Selection;
  readonly #ancestry = new Ancestry();
  readonly #take: TakeChild = (key, weight, parent, orientation) =>
    this.#selection.add(key, weight, parent, orientation);
  /** for each board being made: the index of its parent, and the orientation to place */
  readonly #laid = new Int32Array(2 * BATCH);
  #equals: EqualBoards | null = null;
  /** byte addresses of the boards of this level and of the next */
  #boardsAt: number;
  #nextAt: number;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;
  /** indices of the level's batches, in the order in which their children are weighed */
  #visits: number[] = [];
  #visited = 0;
  #boardsWeighed = 0;
  /** subtracted from every key of the level, so that keys are small numbers */
  #base = 0;
  /** seed of the random part of the level's keys */
  #salt = 0;
  /** the values of `nodes` and of `random.state()` at the beginning of the level */
  #begun: Pick<BeamState, 'nodes' | 'random'> = { nodes: 0, random: [0, 0, 0, 0] };
  /** unfinished work: a unit, or making the boards of a resumed beam again */
  #unit: Generator<void, void> | null = null;

  /**
   * `from`: the state to resume from. `random` must then be in the state that it had when `from` was saved. Call
   * `finishPart` until it returns true before using the beam.
   */
  constructor(
    levels: BeamLevels,
    instance: Instance,
    random: Random,
    { width, penalty }: BeamOptions,
    from?: BeamState,
  ) {
    this.#levels = levels;
    this.#instance = instance;
    this.#random = random;
    this.#width = width;
    this.#penalty = Math.round(penalty * UNIT);
    [this.#boardsAt, this.#nextAt] = levels.areas;
    this.#weights = new Int32Array(width);
    this.#nextWeights = new Int32Array(width);
    const kept = Math.ceil(width * levels.spare);
    const { orientations } = instance;
    this.#selection = new Selection(kept, kept * ROOM + 2 * orientations, orientations, random);
    this.#layHints();
    if (from) this.#unit = this.#resume(from);
    else this.#begin();
  }

  /** number of cells that the beam has passed: filled, or left empty on all boards */
  get placed(): number {
    return this.#ancestry.length;
  }

  get boards(): number {
    return this.#count;
  }

  /** true if all cells have been passed, or if no board is left */
  get done(): boolean {
    return this.placed === this.#levels.cells.length || this.#count === 0;
  }

  /**
   * Does a unit of work: weighs the children of at least `parents` boards (in whole batches), or of all remaining
   * boards of the level. After the last batch, makes the boards of the next level.
   */
  step(parents: number): void {
    while (!this.finishPart()); // a resumed beam first makes its boards again
    this.begin(parents);
    while (!this.finishPart());
  }

  /** Begins the same unit of work as `step`, to be done in parts. Call `finishPart` until it returns true. */
  begin(parents: number): void {
    this.#unit = this.#weighParents(parents);
  }

  /** Does a part of the unfinished work. Returns true when all of it is done. */
  finishPart(): boolean {
    if (this.#unit?.next().done === false) return false;
    this.#unit = null;
    return true;
  }

  *#weighParents(parents: number): Generator<void, void> {
    for (let weighed = 0; weighed < parents && this.#visited < this.#visits.length; weighed += BATCH) {
      this.#weigh(this.#visits[this.#visited++]!);
    }
    if (this.#visited < this.#visits.length) return;
    if (this.#selection.count === 0) yield* this.#weighAnything();
    if (this.#selection.count === 0) this.#leaveEmpty();
    yield* this.#makeNextLevel();
    this.#begin();
  }

  /**
   * Returns a board of the current level: its orientations by cell, hints included; -1 for an empty cell. `rank`: 0 for
   * the best board.
   */
  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    this.#ancestry.path(rank).forEach((placed, level) => (board[this.#levels.cells[level]!.cell] = placed));
    return board;
  }

  /**
   * Returns the state of the beam at the beginning of the current level; null if that takes more than `maxBytes` bytes.
   */
  state(maxBytes: number): BeamState | null {
    const weights = this.#weights.slice(0, this.#count);
    const ancestry = this.#ancestry.packed(maxBytes - weights.byteLength);
    return ancestry && { ancestry, weights, ...this.#begun };
  }

  /** Gives the memory back for the next beam. Afterwards `board` still works, but `step` does not. */
  release(): void {
    giveBack(this.#levels.memory);
  }

  #layHints(): void {
    const { views, shape } = this.#levels;
    const { pinned, tileOf } = this.#instance;
    views.words.fill(0, this.#boardsAt / 4, (this.#boardsAt + shape.bytes) / 4);
    const { left } = labelPricesOf(this.#instance);
    views.small.set(left, this.#boardsAt / (shape.wide ? 2 : 1) + shape.counts);
    for (const orientation of pinned) {
      if (orientation >= 0) useTile(views.words, this.#boardsAt / 4, tileOf[orientation]!);
    }
  }

  *#resume({ ancestry, weights, nodes }: BeamState): Generator<void, void> {
    const levels = unpacked(ancestry);
    for (const [level, { parents, placed }] of levels.entries()) {
      yield* this.#levels.repeat(level, levels.length, this.#batch(0, this.#count));
      for (let first = 0; first < parents.length; first += BATCH) {
        this.#lay(parents, placed, first, Math.min(BATCH, parents.length - first), true);
        if ((first + BATCH) % BOARDS_PER_PART === 0) yield;
      }
      this.#advance(parents, placed);
    }
    this.#weights.set(weights);
    this.nodes = nodes;
    this.#clean();
    this.#begin();
  }

  /** Begins a level. If the beam is done, only records what `state` needs. */
  #begin(): void {
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
    if (this.done) return;
    this.#visits = sampleFirst(Math.ceil(this.#count / BATCH));
    this.#visited = 0;
    this.#boardsWeighed = 0;
    this.#salt = this.#random.next() | 0;
    const spare = this.#levels.removesEquals(this.placed) ? this.#levels.spare : 1;
    this.#selection.begin(Math.ceil(this.#width * spare));
    const least = this.#levels.begin(this.placed, this.#batch(0, this.#count));
    this.#base = least === null ? 0 : this.#weights[0]! + least - MARGIN;
  }

  #batch(number: number, boards: number): Batch {
    return { first: this.#boardsAt + number * this.#levels.shape.bytes, number, boards };
  }

  #batchAt(index: number): Batch {
    return this.#batch(index * BATCH, Math.min(BATCH, this.#count - index * BATCH));
  }

  #weighed({ number, boards }: Batch): Weighed {
    return {
      weights: this.#weights.subarray(number, number + boards),
      penalty: this.#penalty,
      base: this.#base,
      threshold: this.#selection.threshold,
      salt: this.#salt,
    };
  }

  #weigh(index: number): void {
    const batch = this.#batchAt(index);
    this.#levels.weigh(batch, this.#weighed(batch), this.#take);
    this.#boardsWeighed += batch.boards;
    if (this.placed > 0) this.nodes += batch.boards;
    if (this.#visited === SAMPLED && !this.#levels.removesEquals(this.placed)) {
      this.#selection.foresee(this.#boardsWeighed / this.#count);
    }
  }

  /** Weighs all children, however many mismatches they have. Needed if every child has at least two. */
  *#weighAnything(): Generator<void, void> {
    for (let index = 0; index * BATCH < this.#count; index++) {
      const batch = this.#batchAt(index);
      this.#levels.weighAnything(batch, this.#weighed(batch), this.#take);
      if ((index + 1) % BATCHES_WITHOUT_KERNEL === 0) yield;
    }
  }

  /** Leaves the cell empty on all boards, because no unused tile is allowed there. */
  #leaveEmpty(): void {
    for (let parent = 0; parent < this.#count; parent++) {
      const weight = Math.min(this.#levels.maxEmptyWeight, this.#weights[parent]!);
      this.#selection.add(weight, weight, parent, EMPTY);
    }
  }

  /** Makes the boards of the next level from the selected children, best first. */
  *#makeNextLevel(): Generator<void, void> {
    const selected = this.#selection.sorted();
    const max = Math.min(this.#width, selected.length);
    const parents = new Int32Array(max);
    const placed: Orientations =
      this.#instance.orientations <= 0x7fff ? new Int16Array(max) : new Int32Array(max);
    const equals = this.#levels.removesEquals(this.placed) ? this.#clearedEquals() : null;
    const best = this.#selection.leastWeight();
    let kept = 0;
    for (let i = 0; i < selected.length && kept < max;) {
      const first = kept;
      const boards = Math.min(BATCH, selected.length - i, max - first);
      for (let j = first; j < first + boards; j++) {
        const child = selected[i++]!;
        placed[j] = this.#selection.placed[child]!;
        parents[j] = this.#selection.parent[child]!;
        this.#nextWeights[j] = this.#selection.weight[child]! - best;
      }
      this.#lay(parents, placed, first, boards, placed[first] === EMPTY);
      if (i % BOARDS_PER_PART === 0) yield;
      kept += equals ? this.#keepDifferent(equals, parents, placed, first, boards) : boards;
    }
    [this.#weights, this.#nextWeights] = [this.#nextWeights, this.#weights];
    this.#advance(parents.slice(0, kept), placed.slice(0, kept));
    if (this.done) this.nodes += kept;
    if (this.placed % CLEAN_EVERY === 0) this.#clean();
  }

  #clearedEquals(): EqualBoards {
    this.#equals ??= new EqualBoards(this.#width, this.#levels.shape);
    this.#equals.clear();
    return this.#equals;
  }

  /**
   * Removes each board that equals an earlier board, and closes the gaps. Checks `boards` boards, from index `first`
   * on. Returns how many of them remain.
   */
  #keepDifferent(
    equals: EqualBoards,
    parents: Int32Array,
    placed: Orientations,
    first: number,
    boards: number,
  ): number {
    const { words } = this.#levels.views;
    const stride = this.#levels.shape.bytes / 4;
    const next = this.#nextAt / 4;
    let kept = first;
    for (let i = first; i < first + boards; i++) {
      if (i !== kept) {
        words.copyWithin(next + kept * stride, next + i * stride, next + (i + 1) * stride);
        for (const list of [parents, placed, this.#nextWeights]) list[kept] = list[i]!;
      }
      if (equals.isNew(words, next, stride, kept)) kept++;
    }
    return kept - first;
  }

  #lay(parents: Int32Array, placed: Orientations, first: number, boards: number, reference: boolean): void {
    const laid = this.#laid.subarray(0, 2 * boards);
    for (let i = 0; i < boards; i++) {
      laid[2 * i] = parents[first + i]!;
      laid[2 * i + 1] = placed[first + i]!;
    }
    this.#levels.lay(this.#boardsAt, this.#nextAt + first * this.#levels.shape.bytes, laid, reference);
  }

  #advance(parents: Int32Array, placed: Orientations): void {
    this.#levels.advance(parents, placed[0] === EMPTY);
    [this.#boardsAt, this.#nextAt] = [this.#nextAt, this.#boardsAt];
    this.#ancestry.push(parents, placed);
    this.#count = parents.length;
  }

  #clean(): void {
    this.#ancestry.forgetDead();
    this.#levels.clean(this.placed, this.#batch(0, this.#count));
  }
}
