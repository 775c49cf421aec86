/**
 * The beam for boards that are no plain rectangle: cells in the order of frontier-order.ts, children weighed by mismatches,
 * the price of labels (label-prices.ts) and the look along the frontier (frontier-beam/lookahead.ts).
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import type { Random } from '../../../random.ts';
import { Ancestry, unpacked } from '../shared/ancestry.ts';
import { BATCH, SAMPLED, sampleFirst } from '../shared/batches.ts';
import {
  boardViews,
  frontierShapeOf,
  giveBack,
  takeMemory,
  useTile,
  type BoardViews,
  type FrontierShape,
} from '../shared/boards.ts';
import type { BeamOptions, BeamState, Construction } from '../shared/construction.ts';
import { Selection, WORST } from '../shared/selection.ts';
import { answerBytesOf, ReferenceFrontier, type FrontierMaker, type FrontierBatch } from './children.ts';
import { FrontierKernel, frontierKernelTakes } from './frontier-kernel.ts';
import { FrontierLevels, type FrontierLevel } from './frontier-level.ts';
import type { FrontierOrder } from './frontier-order.ts';
import type { Instance } from '../shared/instance.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import { UNIT, labelPricesOf } from '../shared/label-prices.ts';

export interface FrontierOptions extends BeamOptions {
  /** all in the open, slowly; only to compare */
  readonly interpreted?: boolean;
  /** bytes of the kernel's tables of what may lie on cells; where they are too few for a level, it goes by the reference */
  readonly tables?: number;
}

/** How much longer a board takes where it is not compiled. */
const SLOWER_IN_THE_OPEN = 20;
const CLEAN_EVERY = 8;
const ROOM = 2;
/** A key this much above zero stands for the best board of a level as its parent has it. */
const MARGIN = 2048;
/** Bytes of the kernel's tables of what may lie on cells, at most. */
const MAX_TABLES = 2 ** 24;
/** Of boards in a memory, which the kernel's tables need as well. */
const MAX_BYTES = 2 ** 32 - 2 ** 26;

export class FrontierBeam implements Construction {
  nodes = 0;
  readonly #instance: Instance;
  readonly #order: FrontierOrder;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  readonly #shape: FrontierShape;
  readonly #memory: WebAssembly.Memory;
  readonly #views: BoardViews;
  readonly #open: ReferenceFrontier;
  readonly #kernel: FrontierKernel | null;
  /** what looks at the boards of the level, and what weighs and lays */
  #looker: FrontierMaker;
  #maker: FrontierMaker;
  /** bytes; where the answers of a batch begin, the boards of this level and those of the next */
  readonly #answers: number;
  #boardsAt: number;
  #nextAt: number;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;
  readonly #levels: FrontierLevels;
  #level: FrontierLevel | null = null;
  /** the order in which the batches of the level are weighed, how many of them have been, and how many boards */
  #visits: number[] = [];
  #visited = 0;
  #boardsWeighed = 0;
  #base = 0;
  /** of the random part of keys on this level */
  #salt = 0;
  readonly #children: Selection;
  readonly #take: TakeChild = (key, weight, parent, orientation) =>
    this.#children.add(key, weight, parent, orientation);
  readonly #laid = new Int32Array(2 * BATCH);
  readonly #ancestry = new Ancestry();
  #begun: Pick<BeamState, 'nodes' | 'random'> = { nodes: 0, random: [0, 0, 0, 0] };

  /** `from`: goes on there; `random` must be as it was then. */
  constructor(
    instance: Instance,
    order: FrontierOrder,
    random: Random,
    options: FrontierOptions,
    from?: BeamState,
  ) {
    this.#instance = instance;
    this.#order = order;
    this.#random = random;
    this.#width = options.width;
    this.#penalty = Math.round(options.penalty * UNIT);
    const supply = labelPricesOf(instance);
    const shape = (this.#shape = frontierShapeOf(instance, order.slots, supply));
    const compiled = options.interpreted !== true && frontierKernelTakes(instance, order);
    const tables = options.tables ?? MAX_TABLES;
    this.#answers = wholeVectors(compiled ? FrontierKernel.bytes(instance, shape, tables) : 0);
    this.#boardsAt = this.#answers + BATCH * answerBytesOf(instance);
    this.#nextAt = this.#boardsAt + this.#width * shape.bytes;
    // Vectors that the kernel loads may reach beyond the last board.
    this.#memory = takeMemory(this.#nextAt + this.#width * shape.bytes + 16);
    this.#views = boardViews(this.#memory, shape);
    this.#open = new ReferenceFrontier(this.#views, instance, shape);
    this.#kernel = compiled ? new FrontierKernel(this.#memory, instance, shape, tables) : null;
    this.#looker = this.#maker = this.#open;
    this.#weights = new Int32Array(this.#width);
    this.#nextWeights = new Int32Array(this.#width);
    const room = this.#width * ROOM + 2 * instance.orientations;
    this.#children = new Selection(this.#width, room, instance.orientations, random);
    this.#levels = new FrontierLevels(instance, order);

    const { words, small } = this.#views;
    words.fill(0, this.#boardsAt / 4, (this.#boardsAt + shape.bytes) / 4);
    small.set(supply.left, this.#boardsAt / (shape.wide ? 2 : 1) + shape.counts);
    for (const orientation of instance.pinned) {
      if (orientation >= 0) useTile(words, this.#boardsAt / 4, instance.tileOf[orientation]!);
    }
    if (from) this.#restore(from);
    this.#begin();
  }

  /** Tiles placed in a CPU second on a slow machine, about: each costs a look at all that lies open, by vectors of four labels. */
  static nodesPerSecond(instance: Instance, order: FrontierOrder): number {
    const vectors = paddedLabels(instance.labels) / 4;
    const microseconds = 0.2 + order.open * (0.012 + 0.008 * vectors);
    return 1e6 / (frontierKernelTakes(instance, order) ? microseconds : SLOWER_IN_THE_OPEN * microseconds);
  }

  /** Bytes for the kernel's tables, of so much memory for a beam. */
  static tableBytes(memory: number): number {
    return Math.min(MAX_TABLES, Math.floor(memory / 64) * 16);
  }

  /** How many boards so much memory holds beside the kernel and its tables; those of a beam lie in one WebAssembly memory of 4 GB at most. */
  static widest(instance: Instance, order: FrontierOrder, memory: number): number {
    const shape = frontierShapeOf(instance, order.slots, labelPricesOf(instance));
    const kernel = frontierKernelTakes(instance, order)
      ? FrontierKernel.bytes(instance, shape, FrontierBeam.tableBytes(memory))
      : 0;
    const boards = memory - kernel - BATCH * answerBytesOf(instance);
    const each = 2 * shape.bytes + 8 + ROOM * 12 + 4 + 2 * CLEAN_EVERY * 6;
    return Math.max(0, Math.floor(Math.min(boards / each, MAX_BYTES / (2 * shape.bytes))));
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

  /** Whether the boards of this level are looked at by compiled code. */
  get compiled(): boolean {
    return this.#looker === this.#kernel;
  }

  /** Weighs the children of so many boards, in whole batches. */
  step(parents: number): void {
    for (let weighed = 0; weighed < parents && this.#visited < this.#visits.length; weighed += BATCH) {
      const seen = this.#seen(this.#visits[this.#visited++]!);
      this.#looker.look(this.#level!, seen);
      this.#maker.weigh(this.#level!, seen, this.#weighed(seen), this.#take);
      this.#boardsWeighed += seen.boards;
      if (this.placed > 0) this.nodes += seen.boards;
      if (this.#visited === SAMPLED) this.#children.foresee(this.#boardsWeighed / this.#count);
    }
    if (this.#visited < this.#visits.length) return;
    if (this.#children.count === 0) this.#weighAnything();
    if (this.#children.count === 0) {
      for (let parent = 0; parent < this.#count; parent++) {
        const weight = Math.min(WORST - 1, this.#weights[parent]!);
        this.#children.add(weight, weight, parent, EMPTY);
      }
    }
    this.#goOn();
    this.#begin();
  }

  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    this.#ancestry.path(rank).forEach((placed, level) => (board[this.#order.cells[level]!.cell] = placed));
    return board;
  }

  release(): void {
    giveBack(this.#memory);
  }

  state(most: number): BeamState | null {
    const weights = this.#weights.slice(0, this.#count);
    const ancestry = this.#ancestry.packed(most - weights.byteLength);
    return ancestry && { ancestry, weights, ...this.#begun };
  }

  #restore({ ancestry, weights, nodes }: BeamState): void {
    unpacked(ancestry).forEach(({ parents, placed }) => {
      this.#level = this.#levels.after(this.placed);
      this.#layAll(parents, placed);
    });
    this.#weights.set(weights);
    this.nodes = nodes;
  }

  /** Makes ready for the next level, if there is one; a state taken after the last has its nodes and chance too. */
  #begin(): void {
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
    if (this.done) return;
    const level = (this.#level = this.#levels.after(this.placed));
    this.#visits = sampleFirst(Math.ceil(this.#count / BATCH));
    this.#visited = 0;
    this.#boardsWeighed = 0;
    this.#salt = this.#random.next() | 0;
    this.#children.begin(this.#width);
    const kernel = this.#kernel?.begin(level) ? this.#kernel : null;
    this.#looker = kernel ?? this.#open;
    // The compiled code knows no tile that touches itself.
    this.#maker = level.own.length === 0 && kernel ? kernel : this.#open;
    this.#looker.look(level, { ...this.#seen(0), boards: 1 });
    const common = this.#views.words[this.#answers / 4]! | 0;
    this.#base = this.#weights[0]! + common - MARGIN;
  }

  #seen(batch: number): FrontierBatch {
    const number = batch * BATCH;
    return {
      first: this.#boardsAt + number * this.#shape.bytes,
      number,
      boards: Math.min(BATCH, this.#count - number),
      answers: this.#answers,
    };
  }

  #weighed({ number, boards }: FrontierBatch): Weighed {
    return {
      weights: this.#weights.subarray(number, number + boards),
      penalty: this.#penalty,
      base: this.#base,
      threshold: this.#children.threshold,
      salt: this.#salt,
    };
  }

  #weighAnything(): void {
    for (let batch = 0; batch * BATCH < this.#count; batch++) {
      const seen = this.#seen(batch);
      this.#looker.look(this.#level!, seen);
      this.#open.weighAnything(this.#level!, seen, this.#weighed(seen), this.#take);
    }
  }

  /** Makes boards of the children, the best first. */
  #goOn(): void {
    const children = this.#children;
    const sorted = children.sorted();
    const parents = new Int32Array(sorted.length);
    const wide = this.#instance.orientations > 0x7fff;
    const placed = wide ? new Int32Array(sorted.length) : new Int16Array(sorted.length);
    const best = children.leastWeight();
    for (let i = 0; i < sorted.length; i++) {
      const child = sorted[i]!;
      parents[i] = children.parent[child]!;
      placed[i] = children.placed[child]!;
      this.#nextWeights[i] = children.weight[child]! - best;
    }
    this.#layAll(parents, placed);
    [this.#weights, this.#nextWeights] = [this.#nextWeights, this.#weights];
    if (this.done) this.nodes += this.#count;
    if (this.placed % CLEAN_EVERY === 0) this.#ancestry.forgetDead();
  }

  /** Goes on to the next level: parents with an orientation laid on each, or none on all. */
  #layAll(parents: Int32Array, placed: Int16Array | Int32Array): void {
    const isEmpty = placed[0] === EMPTY;
    const maker = isEmpty ? this.#open : this.#maker;
    for (let first = 0; first < parents.length; first += BATCH) {
      const boards = Math.min(BATCH, parents.length - first);
      const laid = this.#laid.subarray(0, 2 * boards);
      for (let i = 0; i < boards; i++) {
        laid[2 * i] = parents[first + i]!;
        laid[2 * i + 1] = placed[first + i]!;
      }
      maker.lay(this.#level!, this.#boardsAt, this.#nextAt + first * this.#shape.bytes, laid);
    }
    if (isEmpty) this.#levels.leaveEmpty(this.placed);
    [this.#boardsAt, this.#nextAt] = [this.#nextAt, this.#boardsAt];
    this.#count = parents.length;
    this.#ancestry.push(parents, placed);
  }
}
