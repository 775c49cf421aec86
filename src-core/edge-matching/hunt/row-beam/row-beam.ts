/**
 * The beam search for rectangles. Cells are filled row by row, and the lookahead follows the rows (`lookahead.ts`).
 */
import type { Random } from '../../../random.ts';
import { MAX_BOARDS_PER_BATCH } from '../shared/batches.ts';
import {
  Beam,
  BOARDS_PER_PART,
  LEVELS_PER_CLEAN,
  MAX_BEAM_BYTES,
  CHILDREN_PER_KEPT,
  type Batch,
  type BeamLevels,
  type BeamOptions,
  type BeamState,
} from '../shared/beam.ts';
import { boardShapeOf, boardViews, takeMemory, type BoardShape, type BoardViews } from '../shared/boards.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import type { RectangleInstance } from '../shared/instance.ts';
import { labelPricesOf } from '../shared/label-prices.ts';
import { BOARD_FRACTION_UNITS } from '../shared/lookahead-scale.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';
import { MAX_WEIGHT, ReferenceChildren } from './children.ts';
import { ReferenceLookahead } from './lookahead-interpreter.ts';
import { lookaheadLevelsOf } from './lookahead.ts';
import { kernelTakes, lookaheadShapeOf, RowKernel } from './row-kernel.ts';
import type { ChildMaker, RowBatch, RowLookahead } from './row-contract.ts';
import { answerBytesOf, partBytesOf, rightsBytesOf, stateBytesOf } from './row-memory.ts';
import { withoutTiles, type OrderedCell } from './row-order.ts';

export interface RowBeamOptions extends BeamOptions {
  /** true: use the slow reference implementation instead of the kernel, so that tests can compare the two */
  readonly interpreted?: boolean;
}

/**
 * Number of rows at the end of the board in which equivalent boards are removed. In earlier rows, few boards are
 * equivalent, so this would not pay off.
 */
const DEDUPLICATED_ROWS = 3;
/**
 * Number of cells at the end of the board. While the beam fills these cells, it doesn't remove equivalent boards.
 * Equivalent boards can be completed in the same ways, but their filled cells differ, so each of them is worth
 * improving. If all but one were removed, a finished beam would consist of a single board.
 */
const NOT_DEDUPLICATED_CELLS = 6;
/** number of children selected per board kept, above 1 because equivalent boards are removed afterwards */
const SELECTED_PER_KEPT = 1.4;
/** number of boards examined to estimate which tiles the boards of a level have used */
const SAMPLED_BOARDS = 256;

export class RowBeam extends Beam {
  /**
   * Number of tiles placed per CPU second on a slow machine. It is used to choose the width of beams, not to measure
   * time.
   */
  static readonly NODES_PER_SECOND = 1_400_000;

  /**
   * To resume a saved beam, pass the saved state as `from`, and a `random` in the state that it had when `from` was
   * saved.
   */
  constructor(
    instance: RectangleInstance,
    order: readonly OrderedCell[],
    random: Random,
    options: RowBeamOptions,
    from?: BeamState,
  ) {
    super(new RowBeamLevels(instance, order, options), instance, random, options, from);
  }

  /** Returns the maximum number of boards per level if the beam may take `bytes` bytes of memory. */
  static widest(instance: RectangleInstance, bytes: number): number {
    const shape = boardShapeOf(instance, labelPricesOf(instance));
    const { labels } = instance;
    const lookahead = kernelTakes(instance) ? rightsBytesOf(labels) + 2 * stateBytesOf(labels) + 4 : 0;
    const shared = 2 * shape.bytes + lookahead;
    const each =
      shared + 8 + SELECTED_PER_KEPT * (CHILDREN_PER_KEPT * 12 + 4) + 2 * LEVELS_PER_CLEAN * 6 + 16;
    return Math.floor(Math.min(bytes / each, MAX_BEAM_BYTES / shared));
  }
}

class RowBeamLevels implements BeamLevels {
  readonly memory: WebAssembly.Memory;
  readonly shape: BoardShape;
  readonly areas: readonly [number, number];
  readonly spare = SELECTED_PER_KEPT;
  readonly maxEmptyWeight = MAX_WEIGHT;
  readonly #instance: RectangleInstance;
  readonly #lookahead: RowLookahead | null;
  readonly #reference: ReferenceChildren;
  readonly #maker: ChildMaker;
  /** byte addresses of the lookahead's results and states (see `row-contract.ts`) */
  readonly #answersAt: number;
  readonly #rightsAt: number;
  readonly #parentsAt: number;
  #statesAt: number;
  #statesBeforeAt: number;
  #views: BoardViews;
  #order: readonly OrderedCell[];
  #cell: OrderedCell;
  #row = -1;
  #firstOfRow = 0;
  /** for each tile: 1 if every board had used it at the last call of `clean` */
  readonly #gone: Uint8Array;

  constructor(
    instance: RectangleInstance,
    order: readonly OrderedCell[],
    { width, interpreted = false }: RowBeamOptions,
  ) {
    this.#instance = instance;
    this.#order = order;
    this.#cell = order[0]!;
    const { labels } = instance;
    this.shape = boardShapeOf(instance, labelPricesOf(instance));
    const kernelShape = lookaheadShapeOf(instance, this.shape);
    let end = RowKernel.bytes(kernelShape);
    const take = (bytes: number): number => {
      const at = end;
      end += wholeVectors(bytes);
      return at;
    };
    const hasLookahead = interpreted || kernelTakes(instance);
    const kept = hasLookahead ? width : 0;
    this.#answersAt = take(MAX_BOARDS_PER_BATCH * answerBytesOf(labels));
    this.areas = [take(width * this.shape.bytes), take(width * this.shape.bytes)];
    this.#rightsAt = take(kept * rightsBytesOf(labels));
    this.#statesAt = take(kept * stateBytesOf(labels));
    this.#statesBeforeAt = take(kept * stateBytesOf(labels));
    this.#parentsAt = take(kept * 4);
    this.memory = takeMemory(end);
    const kernel =
      hasLookahead && !interpreted ? new RowKernel(this.memory, instance, kernelShape, end) : null;
    this.#lookahead = interpreted ? new ReferenceLookahead(this.memory, instance, this.shape) : kernel;
    this.#reference = new ReferenceChildren(this.memory, instance, this.shape, hasLookahead);
    this.#maker = kernel ?? this.#reference;
    this.#views = boardViews(this.memory, this.shape);
    this.#gone = new Uint8Array(instance.tiles);
    for (const orientation of instance.pinned) {
      if (orientation >= 0) this.#gone[instance.tileOf[orientation]!] = 1;
    }
  }

  get cells(): readonly OrderedCell[] {
    return this.#order;
  }

  get views(): BoardViews {
    return this.#views;
  }

  removesEquals(level: number): boolean {
    const { row } = this.#order[level]!;
    return (
      row >= this.#instance.height - DEDUPLICATED_ROWS && level < this.#order.length - NOT_DEDUPLICATED_CELLS
    );
  }

  begin(level: number, boards: Batch): number | null {
    this.#cell = this.#order[level]!;
    if (!this.#lookahead) return null;
    this.#beginLookahead(level, boards);
    this.#evaluate({ ...boards, boards: 1 });
    const { labels } = this.#instance;
    const answers = new Int16Array(this.memory.buffer);
    const least = this.#answersAt / 2 + paddedLabels(labels);
    return answers[least]! + answers[least + partBytesOf(labels) / 2]!;
  }

  *repeat(level: number, last: number, boards: Batch): Generator<void, void> {
    this.#cell = this.#order[level]!;
    // A lookahead reuses results only within a row, so it is recomputed only for the row in which the beam resumes.
    if (!this.#lookahead || this.#cell.row !== this.#order[last]?.row) return;
    this.#beginLookahead(level, boards);
    for (let skipped = 0; skipped < boards.boards; skipped += MAX_BOARDS_PER_BATCH) {
      this.#evaluate({
        first: boards.first + skipped * this.shape.bytes,
        number: skipped,
        boards: Math.min(MAX_BOARDS_PER_BATCH, boards.boards - skipped),
      });
      if ((skipped + MAX_BOARDS_PER_BATCH) % BOARDS_PER_PART === 0) yield;
    }
  }

  weigh(batch: Batch, weighed: Weighed, take: TakeChild): void {
    this.#evaluate(batch);
    this.#maker.weigh(this.#cell, this.#rowBatch(batch), weighed, take);
  }

  weighAnything(batch: Batch, weighed: Weighed, take: TakeChild): void {
    this.#reference.weighAnything(this.#cell, this.#rowBatch(batch), weighed, take);
  }

  lay(parents: number, to: number, laid: Int32Array, reference: boolean): void {
    (reference ? this.#reference : this.#maker).lay(this.#cell, parents, to, laid);
  }

  advance(parents: Int32Array): void {
    if (this.#lookahead) this.#views.words.set(parents, this.#parentsAt / 4);
    [this.#statesAt, this.#statesBeforeAt] = [this.#statesBeforeAt, this.#statesAt];
  }

  clean(level: number, { first, boards }: Batch): void {
    const { words } = this.#views;
    const gone = this.#gone;
    for (let word = 0; word * 32 < gone.length; word++) {
      let common = -1;
      for (let i = 0; i < boards && common !== 0; i++) {
        common &= words[(first + i * this.shape.bytes) / 4 + word]!;
      }
      for (let tile = word * 32; tile < Math.min(gone.length, word * 32 + 32); tile++) {
        gone[tile] = (common >>> (tile & 31)) & 1;
      }
    }
    this.#order = withoutTiles(this.#instance, this.#order, gone, level);
  }

  #beginLookahead(level: number, boards: Batch): void {
    const { row } = this.#cell;
    if (this.#row !== row) {
      this.#row = row;
      this.#firstOfRow = this.#order.findIndex((ordered) => ordered.row === row);
      this.#lookahead!.begin(
        lookaheadLevelsOf(this.#instance, this.#order, row, this.#gone),
        this.#order.filter((ordered) => ordered.row === row),
      );
      this.#views = boardViews(this.memory, this.shape);
    }
    this.#lookahead!.beginLevel(level - this.#firstOfRow, this.#share(boards));
  }

  #evaluate(batch: Batch): void {
    this.#lookahead?.evaluate(this.#rowBatch(batch));
  }

  #rowBatch(batch: Batch): RowBatch {
    return {
      ...batch,
      answers: this.#answersAt,
      rights: this.#rightsAt,
      states: this.#statesAt,
      statesBefore: this.#statesBeforeAt,
      parents: this.#parentsAt,
    };
  }

  /**
   * Estimates, for each tile, the fraction of boards that have not used it, in units of 1 / BOARD_FRACTION_UNITS. Only
   * evenly spaced boards are examined.
   */
  #share({ first, boards }: Batch): Uint8Array {
    const { tiles } = this.#instance;
    const { words } = this.#views;
    const sample = Math.min(SAMPLED_BOARDS, boards);
    const used = new Int32Array(tiles);
    for (let i = 0; i < sample; i++) {
      const board = Math.floor((i * boards) / sample);
      const base = (first + board * this.shape.bytes) / 4;
      for (let tile = 0; tile < tiles; tile++) {
        used[tile]! += (words[base + (tile >> 5)]! >>> (tile & 31)) & 1;
      }
    }
    return Uint8Array.from(used, (n) => Math.round((BOARD_FRACTION_UNITS * (sample - n)) / sample));
  }
}
