/**
 * A beam: a set of partial boards with the same number of filled cells. On each level, the beam *weighs* every child of
 * every board: it computes the child's *weight* and *key*. It keeps the children with the lowest keys, at most `width`
 * of them.
 *
 * The weight is the cost of the board's mismatches and of the labels it has used up (`label-prices.ts`). The key is
 * the weight plus an estimate from the lookahead.
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import type { Random } from '../../../random.ts';
import { Ancestry, unpacked, type PackedAncestry } from './ancestry.ts';
import { MAX_BOARDS_PER_BATCH, SAMPLED_BATCHES, sampleFirst } from './batches.ts';
import { EquivalentBoards, giveBack, useTile, type BoardViews, type FrontierShape } from './boards.ts';
import type { TakeChild, Weighed } from './child.ts';
import type { Instance } from './instance.ts';
import { labelPricesOf, UNITS_PER_NAT } from './label-prices.ts';
import { Selection } from './selection.ts';

export interface BeamOptions {
  /** maximum number of boards kept per level */
  readonly width: number;
  /** cost of a mismatch, as a natural logarithm */
  readonly penalty: number;
}

/** A beam at the start of a level, as stored in milestones. */
export interface BeamState {
  readonly ancestry: PackedAncestry;
  /** weight of each board on the level */
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
  /** views of `memory`, replaced when the memory grows */
  readonly views: BoardViews;
  readonly shape: FrontierShape;
  /** byte addresses of two areas: the boards of the current level, and those of the next level */
  readonly areas: readonly [number, number];
  /** number of children selected per board kept; more than 1 if equivalent boards are removed afterwards */
  readonly spare: number;
  /** maximum weight of a child whose cell stays empty */
  readonly maxEmptyWeight: number;
  /** Returns whether equivalent boards are removed on a level. */
  removesEquals(level: number): boolean;
  /**
   * Prepares a level. Returns the smallest amount that the lookahead adds to the key of any child of the first board,
   * or null if there is no lookahead.
   */
  begin(level: number, boards: Batch): number | null;
  /**
   * Prepares a level again when an interrupted run resumes, so that `lay` can make the boards of the next level.
   * `last` is the level that the run had reached. Yields often, so that the caller can stop.
   */
  repeat(level: number, last: number, boards: Batch): Iterable<void>;
  /** Calls `take` for each child with at most one mismatch. */
  weigh(batch: Batch, weighed: Weighed, take: TakeChild): void;
  /** Calls `take` for every child, regardless of its mismatches. */
  weighAnything(batch: Batch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes at most MAX_BOARDS_PER_BATCH boards of the next level. They are written from the byte address `to` on, and
   * their parents start at the byte address `parents`. `laid` holds two numbers per new board: the index of its parent
   * and the orientation to place. If `reference` is true, the reference implementation does the work instead of the
   * kernel.
   */
  lay(parents: number, to: number, laid: Int32Array, reference: boolean): void;
  /**
   * Moves on to the next level. `parents` holds the index of the parent for each board of the next level. `empty` is
   * true if the cell stayed empty on all boards.
   */
  advance(parents: Int32Array, empty: boolean): void;
  /** Drops the candidates whose tiles have been used on every board. */
  clean(level: number, boards: Batch): void;
}

type Orientations = Int16Array | Int32Array;

/**
 * The keys of a level are shifted so that the best child of the first board has about this key. Other boards can have
 * children with smaller keys, and negative keys become 0, so this number must be well above 0.
 */
const KEY_MARGIN = 2048;
/** number of levels between two calls of `clean` */
export const LEVELS_PER_CLEAN = 8;
/**
 * Ratio of the children that fit into the beam's memory to the children that it keeps. When the memory is full, the
 * worst children are dropped.
 */
export const CHILDREN_PER_KEPT = 2;
/** Number of boards made between two points at which the search can stop. Making them takes about 50 ms. */
export const BOARDS_PER_PART = 512 * MAX_BOARDS_PER_BATCH;
/**
 * Number of batches that the reference implementation weighs between two points at which the search can stop. A batch
 * takes a few milliseconds.
 */
const BATCHES_WITHOUT_KERNEL = 8;
/**
 * Maximum size of a beam's boards in bytes. A WebAssembly memory has at most 4 GB, and the rest is left for the
 * kernel's tables.
 */
export const MAX_BEAM_BYTES = 2 ** 32 - 2 ** 26;

export class Beam {
  /** number of tiles placed so far on all boards together */
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
  /** for each board to make: the index of its parent, and the orientation to place */
  readonly #laid = new Int32Array(2 * MAX_BOARDS_PER_BATCH);
  #equals: EquivalentBoards | null = null;
  /** byte addresses of the current level's boards and the next level's boards */
  #boardsAt: number;
  #nextAt: number;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;
  /** indices of the current level's batches, in the order in which their children are weighed */
  #visits: number[] = [];
  #visited = 0;
  #boardsWeighed = 0;
  /** subtracted from all keys of the level to keep the numbers small */
  #base = 0;
  /** seed for the random part of the level's keys */
  #salt = 0;
  /** `nodes` and `random.state()` at the start of the level */
  #begun: Pick<BeamState, 'nodes' | 'random'> = { nodes: 0, random: [0, 0, 0, 0] };
  /** the work that `finishPart` continues: weighing children, or rebuilding the boards of a resumed beam */
  #unit: Generator<void, void> | null = null;

  /**
   * To resume a saved beam, pass the saved state as `from`, and a `random` in the state that it had when `from` was
   * saved. Then call `finishPart` until it returns true before using the beam.
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
    this.#penalty = Math.round(penalty * UNITS_PER_NAT);
    [this.#boardsAt, this.#nextAt] = levels.areas;
    this.#weights = new Int32Array(width);
    this.#nextWeights = new Int32Array(width);
    const kept = Math.ceil(width * levels.spare);
    const { orientations } = instance;
    this.#selection = new Selection(kept, kept * CHILDREN_PER_KEPT + 2 * orientations, orientations, random);
    this.#layHints();
    if (from) this.#unit = this.#resume(from);
    else this.#begin();
  }

  /** number of cells that the beam has finished: filled cells, and cells left empty on all boards */
  get placed(): number {
    return this.#ancestry.length;
  }

  get boards(): number {
    return this.#count;
  }

  /** true if the beam has filled all cells or has no boards left */
  get done(): boolean {
    return this.placed === this.#levels.cells.length || this.#count === 0;
  }

  /**
   * Does a unit of work: weighs the children of at least `parents` boards (in whole batches), or of all boards left on
   * the level. After the last batch, also makes the boards of the next level.
   */
  step(parents: number): void {
    while (!this.finishPart()); // a resumed beam must first rebuild its boards
    this.begin(parents);
    while (!this.finishPart());
  }

  /**
   * Starts the same unit of work as `step`, to be done in parts: the caller then calls `finishPart` until it returns
   * true.
   */
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
    for (
      let weighed = 0;
      weighed < parents && this.#visited < this.#visits.length;
      weighed += MAX_BOARDS_PER_BATCH
    ) {
      this.#weigh(this.#visits[this.#visited++]!);
    }
    if (this.#visited < this.#visits.length) return;
    if (this.#selection.count === 0) yield* this.#weighAnything();
    if (this.#selection.count === 0) this.#leaveEmpty();
    yield* this.#makeNextLevel();
    this.#begin();
  }

  /**
   * Returns a board of the current level: the orientation in each cell, including hinted tiles, or -1 if the cell is
   * empty. The best board has rank 0.
   */
  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    this.#ancestry.path(rank).forEach((placed, level) => (board[this.#levels.cells[level]!.cell] = placed));
    return board;
  }

  /**
   * Returns the state of the beam at the start of the current level, or null if it takes more than `maxBytes` bytes.
   */
  state(maxBytes: number): BeamState | null {
    const weights = this.#weights.slice(0, this.#count);
    const ancestry = this.#ancestry.packed(maxBytes - weights.byteLength);
    return ancestry && { ancestry, weights, ...this.#begun };
  }

  /** Gives the memory back for use by the next beam. Afterwards, `board` still works, but `step` doesn't. */
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
      for (let first = 0; first < parents.length; first += MAX_BOARDS_PER_BATCH) {
        this.#lay(parents, placed, first, Math.min(MAX_BOARDS_PER_BATCH, parents.length - first), true);
        if ((first + MAX_BOARDS_PER_BATCH) % BOARDS_PER_PART === 0) yield;
      }
      this.#advance(parents, placed);
    }
    this.#weights.set(weights);
    this.nodes = nodes;
    this.#clean();
    this.#begin();
  }

  /** Starts a level. If the beam is done, only stores what `state` needs. */
  #begin(): void {
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
    if (this.done) return;
    this.#visits = sampleFirst(Math.ceil(this.#count / MAX_BOARDS_PER_BATCH));
    this.#visited = 0;
    this.#boardsWeighed = 0;
    this.#salt = this.#random.next() | 0;
    const spare = this.#levels.removesEquals(this.placed) ? this.#levels.spare : 1;
    this.#selection.begin(Math.ceil(this.#width * spare));
    const least = this.#levels.begin(this.placed, this.#batch(0, this.#count));
    this.#base = least === null ? 0 : this.#weights[0]! + least - KEY_MARGIN;
  }

  #batch(number: number, boards: number): Batch {
    return { first: this.#boardsAt + number * this.#levels.shape.bytes, number, boards };
  }

  #batchAt(index: number): Batch {
    return this.#batch(
      index * MAX_BOARDS_PER_BATCH,
      Math.min(MAX_BOARDS_PER_BATCH, this.#count - index * MAX_BOARDS_PER_BATCH),
    );
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
    if (this.#visited === SAMPLED_BATCHES && !this.#levels.removesEquals(this.placed)) {
      this.#selection.foresee(this.#boardsWeighed / this.#count);
    }
  }

  /** Weighs all children, regardless of their mismatches. Needed if every child has at least two mismatches. */
  *#weighAnything(): Generator<void, void> {
    for (let index = 0; index * MAX_BOARDS_PER_BATCH < this.#count; index++) {
      const batch = this.#batchAt(index);
      this.#levels.weighAnything(batch, this.#weighed(batch), this.#take);
      if ((index + 1) % BATCHES_WITHOUT_KERNEL === 0) yield;
    }
  }

  /** Leaves the cell empty on all boards, because none of the unused tiles is allowed there. */
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
      const boards = Math.min(MAX_BOARDS_PER_BATCH, selected.length - i, max - first);
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
    if (this.placed % LEVELS_PER_CLEAN === 0) this.#clean();
  }

  #clearedEquals(): EquivalentBoards {
    this.#equals ??= new EquivalentBoards(this.#width, this.#levels.shape);
    this.#equals.clear();
    return this.#equals;
  }

  /**
   * Removes every board that equals an earlier one, and closes the gaps. Checks `boards` boards from index `first` on.
   * Returns how many of them are left.
   */
  #keepDifferent(
    equals: EquivalentBoards,
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
