/**
 * The reference implementation of `children-kernel.ts`. It is also used for puzzles that are too large for the
 * kernel, and for cells that no tile fits.
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import { boardViews, useTile, type BoardShape, type BoardViews } from '../shared/boards.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from '../shared/instance.ts';
import { RANDOM_BITS, type ChildMaker, type RowBatch } from './row-contract.ts';
import { answerBytesOf, partBytesOf } from './row-memory.ts';
import { FACT, FACTS, UNCONSTRAINED, SET_BY_BOARD, type OrderedCell } from './row-order.ts';
import { type TakeChild, type Weighed, chanceOf } from '../shared/child.ts';
import { paddedLabels } from '../shared/vectors.ts';
import { type LabelPrices, labelPricesOf } from '../shared/label-prices.ts';

/**
 * The labels that a tile must match above and on the left, and the slots in which boards store these labels.
 * `SET_BY_BOARD` means that the label is in the board's slot. The number `labels` means that every label is allowed.
 */
interface Meeting {
  readonly up: number;
  readonly left: number;
  readonly upSlot: number;
  readonly leftSlot: number;
}

/**
 * Maximum weight of a child found by `weighAnything`, or of a child whose cell stays empty. Larger weights are reduced
 * to this number.
 */
export const MAX_WEIGHT = 8191;

/**
 * For each side of a cell: the number of half-edges left that could match the label required there, or 0 if every
 * label is allowed.
 */
interface CountsMet {
  readonly up: number;
  readonly left: number;
  readonly right: number;
  readonly below: number;
}

export class ReferenceChildren implements ChildMaker {
  readonly #instance: RectangleInstance;
  readonly #shape: BoardShape;
  readonly #memory: WebAssembly.Memory;
  readonly #supply: LabelPrices;
  readonly #hasLookahead: boolean;
  #views: BoardViews;

  /** `hasLookahead` is true if the memory contains results of the lookahead. */
  constructor(
    memory: WebAssembly.Memory,
    instance: RectangleInstance,
    shape: BoardShape,
    hasLookahead: boolean,
  ) {
    this.#memory = memory;
    this.#instance = instance;
    this.#shape = shape;
    this.#hasLookahead = hasLookahead;
    this.#supply = labelPricesOf(instance);
    this.#views = boardViews(memory, shape);
  }

  weigh(cell: OrderedCell, batch: RowBatch, weighed: Weighed, take: TakeChild): void {
    const { first, number, boards } = batch;
    const { weights, penalty, base, threshold, salt } = weighed;
    const { entries, facts, from, near, to, right, below } = cell.lists;
    const { labels } = this.#instance;
    const { small } = this.#fresh();
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(cell);
    const { pair, one } = this.#supply;
    const { bytes: stride, counts: countsAt, wide } = this.#shape;
    for (let i = 0; i < boards; i++) {
      const at = first + i * stride;
      const smallBase = at / (wide ? 2 : 1);
      const counts = smallBase + countsAt;
      const up = upGiven === SET_BY_BOARD ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === SET_BY_BOARD ? small[smallBase + leftSlot]! : leftGiven;
      const lookahead = this.#lookaheadOf(batch, i, facts);
      // The lookahead adds at least `lookahead.least` to a key, so a child with a weight of `limit` or more is not
      // kept.
      const limit = threshold + base - lookahead.least;
      const offer = (entry: number, weight: number): void => {
        const key = weight - base + lookahead.of(entry);
        const orientation = entries[entry]!;
        if (key >= threshold || this.#isUsed(at, orientation)) return;
        const parent = number + i;
        const chance = chanceOf(salt, parent, orientation, RANDOM_BITS);
        take(Math.max(0, key + chance), weight, parent, orientation);
      };

      const met: CountsMet = {
        up: up < labels ? small[counts + up]! : 0,
        left: left < labels ? small[counts + left]! : 0,
        right: right >= 0 ? small[counts + right]! : 0,
        below: below >= 0 ? small[counts + below]! : 0,
      };
      const others = weights[i]! + pair[met.up]! + pair[met.right]! + pair[met.below]!;
      const list = left * (labels + 1) + up;

      // All children without a mismatch have the same weight. If the tiles above and on the left require the same
      // label, the match above uses up two of its half-edges, so there are two fewer for the match on the left.
      const cost = others + pair[Math.max(0, met.left - (left === up ? 2 : 0))]!;
      if (cost < limit) {
        for (let entry = from[list]!; entry < near[list]!; entry++) offer(entry, cost);
      }

      const matching = others + pair[met.left]! + penalty;
      const saves = this.#savesOf(met);
      if (matching - Math.max(...saves) >= limit) continue;
      for (let entry = near[list]!; entry < to[list]!; entry++) {
        const missed = small[counts + facts[entry * FACTS + FACT.missed]!]!;
        offer(entry, matching - saves[facts[entry * FACTS + FACT.missedSide]!]! + one[missed]!);
      }
    }
  }

  /**
   * Returns the lookahead of board number `i` of the batch. The function `of` returns the amount to add to a
   * candidate's key. This amount is never below `least`.
   */
  #lookaheadOf({ answers: answersAt }: RowBatch, i: number, facts: Uint16Array) {
    if (!this.#hasLookahead) return { least: 0, of: () => 0 };
    const { labels } = this.#instance;
    const answers = new Int16Array(this.#memory.buffer);
    const lanes = paddedLabels(labels);
    const toRight = (answersAt + i * answerBytesOf(labels)) / 2;
    const toBelow = toRight + partBytesOf(labels) / 2;
    return {
      least: answers[toRight + lanes]! + answers[toBelow + lanes]!,
      of: (entry: number): number =>
        answers[toRight + facts[entry * FACTS + FACT.right]!]! +
        answers[toBelow + facts[entry * FACTS + FACT.below]!]!,
    };
  }

  /**
   * Returns, for each side, how much a mismatch there reduces the cost of labels. A match uses up two half-edges of
   * the label to match, a mismatch only one.
   */
  #savesOf({ up, left, right, below }: CountsMet): Int32Array {
    const { pair, one } = this.#supply;
    const saves = new Int32Array(4);
    saves[TOP] = pair[up]! - one[up]!;
    saves[RIGHT] = pair[right]! - one[right]!;
    saves[BOTTOM] = pair[below]! - one[below]!;
    saves[LEFT] = pair[left]! - one[left]!;
    return saves;
  }

  /** Calls `take` for every child, regardless of its mismatches. */
  weighAnything(cell: OrderedCell, batch: RowBatch, { weights, penalty }: Weighed, take: TakeChild): void {
    const { first, number, boards } = batch;
    const { allowed, right, below } = cell.lists;
    const { sides, labels } = this.#instance;
    const { small } = this.#fresh();
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(cell);
    const offer = (weight: number, i: number, orientation: number): void => {
      const limited = Math.min(MAX_WEIGHT, weight);
      take(limited, limited, number + i, orientation);
    };
    for (let i = 0; i < boards; i++) {
      const at = first + i * this.#shape.bytes;
      const smallBase = at / (this.#shape.wide ? 2 : 1);
      const up = upGiven === SET_BY_BOARD ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === SET_BY_BOARD ? small[smallBase + leftSlot]! : leftGiven;
      for (const orientation of allowed) {
        if (this.#isUsed(at, orientation)) continue;
        const side = orientation * 4;
        const mismatches =
          Number(up < labels && sides[side + TOP] !== up) +
          Number(left < labels && sides[side + LEFT] !== left) +
          Number(right >= 0 && sides[side + RIGHT] !== right) +
          Number(below >= 0 && sides[side + BOTTOM] !== below);
        offer(weights[i]! + mismatches * penalty, i, orientation);
      }
    }
  }

  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void {
    const { words } = this.#fresh();
    const stride = this.#shape.bytes / 4;
    const meeting = this.#meeting(cell);
    for (let i = 0; i < laid.length / 2; i++) {
      const from = parents / 4 + laid[2 * i]! * stride;
      const base = first / 4 + i * stride;
      for (let word = 0; word < stride; word++) words[base + word] = words[from + word]!;
      this.#layOne(cell, meeting, base, laid[2 * i + 1]!);
    }
  }

  /** Places an orientation on the board that starts at index `base` of `words`. */
  #layOne(cell: OrderedCell, { up, left, upSlot, leftSlot }: Meeting, base: number, orientation: number) {
    const { right, below } = cell.lists;
    const { tileOf, sides, mate, labels } = this.#instance;
    const { words, small } = this.#views;
    const { counts: countsAt, wide } = this.#shape;
    const smallBase = base * (wide ? 2 : 4);
    if (orientation === EMPTY) {
      small[smallBase + upSlot] = labels;
      small[smallBase + leftSlot] = labels;
      return;
    }
    useTile(words, base, tileOf[orientation]!);
    const counts = smallBase + countsAt;
    const takes = (side: number): number => mate[sides[orientation * 4 + side]!]!;
    const join = (met: number, side: number): void => {
      small[counts + met]!--;
      small[counts + takes(side)]!--;
    };
    const upMet = up === SET_BY_BOARD ? small[smallBase + upSlot]! : up;
    const leftMet = left === SET_BY_BOARD ? small[smallBase + leftSlot]! : left;
    if (upMet < labels) join(upMet, TOP);
    if (leftMet < labels) join(leftMet, LEFT);
    if (right >= 0) join(right, RIGHT);
    if (below >= 0) join(below, BOTTOM);
    // Clear the slot of a side if no later tile will touch it, so that equivalent boards are identical in memory.
    small[smallBase + upSlot] = cell.opensBelow ? takes(BOTTOM) : labels;
    small[smallBase + leftSlot] = cell.opensRight ? takes(RIGHT) : labels;
  }

  #fresh(): BoardViews {
    if (this.#views.words.buffer !== this.#memory.buffer) this.#views = boardViews(this.#memory, this.#shape);
    return this.#views;
  }

  #isUsed(board: number, orientation: number): boolean {
    const tile = this.#instance.tileOf[orientation]!;
    return ((this.#views.words[(board >> 2) + (tile >> 5)]! >>> (tile & 31)) & 1) !== 0;
  }

  #meeting({ up, left, column, row }: OrderedCell): Meeting {
    const any = this.#instance.labels;
    return {
      up: up === UNCONSTRAINED ? any : up,
      left: left === UNCONSTRAINED ? any : left,
      upSlot: this.#shape.frontier + column,
      leftSlot: this.#shape.left + (row & 1),
    };
  }
}
