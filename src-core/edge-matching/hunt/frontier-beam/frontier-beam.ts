/**
 * The beam search for boards that are not plain rectangles. Cells are filled in the order chosen by
 * `frontier-order.ts`, and the lookahead follows the frontier (`lookahead.ts`).
 */
import type { Random } from '../../../random.ts';
import { MAX_BOARDS_PER_BATCH } from '../shared/batches.ts';
import {
  Beam,
  LEVELS_PER_CLEAN,
  MAX_BEAM_BYTES,
  CHILDREN_PER_KEPT,
  type Batch,
  type BeamLevels,
  type BeamOptions,
  type BeamState,
} from '../shared/beam.ts';
import {
  boardViews,
  frontierShapeOf,
  takeMemory,
  type BoardViews,
  type FrontierShape,
} from '../shared/boards.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { Instance } from '../shared/instance.ts';
import { labelPricesOf } from '../shared/label-prices.ts';
import { KEY_LIMIT } from '../shared/selection.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';
import { ReferenceFrontier } from './children.ts';
import type { FrontierBatch, FrontierMaker } from './frontier-contract.ts';
import { FrontierKernel, frontierKernelTakes } from './frontier-kernel.ts';
import { FrontierLevels, type FrontierLevel } from './frontier-level.ts';
import { answerBytesOf } from './frontier-memory.ts';
import type { FrontierOrder } from './frontier-order.ts';

export interface FrontierOptions extends BeamOptions {
  /** true: use the slow reference implementation instead of the kernel, so that tests can compare the two */
  readonly interpreted?: boolean;
  /**
   * Maximum size in bytes of the kernel's tables (`frontier-tables.ts`). Levels that need larger tables are computed by
   * the reference implementation.
   */
  readonly tables?: number;
}

const REFERENCE_SLOWDOWN = 20;
const MAX_TABLE_BYTES = 2 ** 24;

export class FrontierBeam extends Beam {
  readonly #levels: FrontierBeamLevels;

  /**
   * To resume a saved beam, pass the saved state as `from`, and a `random` in the state that it had when `from` was
   * saved.
   */
  constructor(
    instance: Instance,
    order: FrontierOrder,
    random: Random,
    options: FrontierOptions,
    from?: BeamState,
  ) {
    const levels = new FrontierBeamLevels(instance, order, options);
    super(levels, instance, random, options, from);
    this.#levels = levels;
  }

  /**
   * Returns the approximate number of tiles placed per CPU second on a slow machine, including the time for the
   * lookahead.
   */
  static nodesPerSecond(instance: Instance, order: FrontierOrder): number {
    const vectors = paddedLabels(instance.labels) / 4;
    const microseconds = 0.2 + order.open * (0.012 + 0.008 * vectors);
    return 1e6 / (frontierKernelTakes(instance, order) ? microseconds : REFERENCE_SLOWDOWN * microseconds);
  }

  /** Returns the maximum size in bytes of the kernel's tables if the whole beam may take `bytes` bytes of memory. */
  static tableBytes(bytes: number): number {
    return Math.min(MAX_TABLE_BYTES, Math.floor(bytes / 64) * 16);
  }

  /** Returns the maximum number of boards per level if the whole beam may take `bytes` bytes of memory. */
  static widest(instance: Instance, order: FrontierOrder, bytes: number): number {
    const shape = frontierShapeOf(instance, order.slots, labelPricesOf(instance));
    const kernel = frontierKernelTakes(instance, order)
      ? FrontierKernel.bytes(instance, shape, FrontierBeam.tableBytes(bytes))
      : 0;
    const boards = bytes - kernel - MAX_BOARDS_PER_BATCH * answerBytesOf(instance);
    const each = 2 * shape.bytes + 8 + CHILDREN_PER_KEPT * 12 + 4 + 2 * LEVELS_PER_CLEAN * 6;
    return Math.max(0, Math.floor(Math.min(boards / each, MAX_BEAM_BYTES / (2 * shape.bytes))));
  }

  /** true if the kernel computes the lookahead of this level; false if the reference implementation does */
  get compiled(): boolean {
    return this.#levels.compiled;
  }
}

class FrontierBeamLevels implements BeamLevels {
  readonly cells: FrontierOrder['cells'];
  readonly memory: WebAssembly.Memory;
  readonly views: BoardViews;
  readonly shape: FrontierShape;
  readonly areas: readonly [number, number];
  readonly spare = 1;
  readonly maxEmptyWeight = KEY_LIMIT - 1;
  readonly #levels: FrontierLevels;
  readonly #reference: ReferenceFrontier;
  readonly #kernel: FrontierKernel | null;
  readonly #answersAt: number;
  /**
   * For the current level, `#lookahead` computes the lookahead, and `#maker` weighs children and makes boards. Each is
   * either the kernel or the reference implementation.
   */
  #lookahead: FrontierMaker;
  #maker: FrontierMaker;
  #number = 0;
  #level!: FrontierLevel;

  constructor(
    instance: Instance,
    order: FrontierOrder,
    { width, interpreted = false, tables = MAX_TABLE_BYTES }: FrontierOptions,
  ) {
    this.cells = order.cells;
    this.shape = frontierShapeOf(instance, order.slots, labelPricesOf(instance));
    const { bytes } = this.shape;
    const compiled = !interpreted && frontierKernelTakes(instance, order);
    this.#answersAt = wholeVectors(compiled ? FrontierKernel.bytes(instance, this.shape, tables) : 0);
    const boardsAt = this.#answersAt + MAX_BOARDS_PER_BATCH * answerBytesOf(instance);
    this.areas = [boardsAt, boardsAt + width * bytes];
    // The memory has spare bytes at the end, because the kernel loads whole vectors and may read past the last board.
    this.memory = takeMemory(boardsAt + 2 * width * bytes + 16);
    this.views = boardViews(this.memory, this.shape);
    this.#reference = new ReferenceFrontier(this.views, instance, this.shape);
    this.#kernel = compiled ? new FrontierKernel(this.memory, instance, this.shape, tables) : null;
    this.#lookahead = this.#maker = this.#reference;
    this.#levels = new FrontierLevels(instance, order);
  }

  get compiled(): boolean {
    return this.#lookahead === this.#kernel;
  }

  removesEquals(): boolean {
    return false;
  }

  begin(level: number, boards: Batch): number {
    this.#prepare(level);
    const kernel = this.#kernel?.begin(this.#level) ? this.#kernel : null;
    this.#lookahead = kernel ?? this.#reference;
    // If two sides of the cell touch each other, as on a torus one cell wide, the kernel can't weigh its tiles.
    this.#maker = this.#level.own.length === 0 && kernel ? kernel : this.#reference;
    this.#lookahead.evaluate(this.#level, this.#answered({ ...boards, boards: 1 }));
    return this.views.words[this.#answersAt / 4]! | 0;
  }

  repeat(level: number): readonly undefined[] {
    this.#prepare(level);
    return [];
  }

  #prepare(level: number): void {
    this.#number = level;
    this.#level = this.#levels.after(level);
  }

  weigh(batch: Batch, weighed: Weighed, take: TakeChild): void {
    const answered = this.#answered(batch);
    this.#lookahead.evaluate(this.#level, answered);
    this.#maker.weigh(this.#level, answered, weighed, take);
  }

  weighAnything(batch: Batch, weighed: Weighed, take: TakeChild): void {
    const answered = this.#answered(batch);
    this.#lookahead.evaluate(this.#level, answered);
    this.#reference.weighAnything(this.#level, answered, weighed, take);
  }

  lay(parents: number, to: number, laid: Int32Array, reference: boolean): void {
    (reference ? this.#reference : this.#maker).lay(this.#level, parents, to, laid);
  }

  advance(_parents: Int32Array, empty: boolean): void {
    if (empty) this.#levels.leaveEmpty(this.#number);
  }

  /** Nothing to do, because each level determines its own candidates. */
  clean(): void {}

  #answered(batch: Batch): FrontierBatch {
    return { ...batch, answers: this.#answersAt };
  }
}
