/**
 * How children are weighed and boards made of them, in the open: the reference for children-kernel.ts, and what works
 * for puzzles that the compiled code does not take, and where no tile fits.
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import { boardViews, useTile, type BoardShape, type BoardViews } from '../shared/boards.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from '../shared/instance.ts';
import { answerBytesOf, partBytesOf, type RowBatch } from './lookahead-interpreter.ts';
import { FACT, FACTS, NONE, OPEN, type OrderedCell } from './row-order.ts';
import { type TakeChild, type Weighed, chanceOf } from '../shared/child.ts';
import { paddedLabels } from '../shared/vectors.ts';
import { type LabelPrices, labelPricesOf } from '../shared/label-prices.ts';

/** Weighs children of boards and makes boards of them. */
export interface ChildMaker {
  /** Hands over the children with at most one mismatch, those that match first; boards were looked at just before. */
  weigh(cell: OrderedCell, looked: RowBatch, weighed: Weighed, take: TakeChild): void;
  /**
   * Makes boards from those that begin at the address `parents`, at most BATCH: `laid` has for each the number
   * of its parent and the orientation laid. They lie side by side from the address `first` on.
   */
  lay(cell: OrderedCell, parents: number, first: number, laid: Int32Array): void;
}

/** Of the random part of a key, in 1 / UNIT: too little to spoil the order, and enough that equal beams part. */
export const RANDOM_BITS = 2;

/** Labels met (OPEN: what the board shows in the slot; `labels`: anything) and their slots. */
interface Meeting {
  readonly up: number;
  readonly left: number;
  readonly upSlot: number;
  readonly leftSlot: number;
}

/** Larger weights are cut to this one where no child has fewer than two mismatches. */
export const MAX_WEIGHT = 8191;

export class ReferenceChildren implements ChildMaker {
  readonly #instance: RectangleInstance;
  readonly #shape: BoardShape;
  readonly #memory: WebAssembly.Memory;
  readonly #supply: LabelPrices;
  readonly #looks: boolean;
  #views: BoardViews;

  /** `looks`: answers of looks are in memory. */
  constructor(memory: WebAssembly.Memory, instance: RectangleInstance, shape: BoardShape, looks: boolean) {
    this.#memory = memory;
    this.#instance = instance;
    this.#shape = shape;
    this.#looks = looks;
    this.#supply = labelPricesOf(instance);
    this.#views = boardViews(memory, shape);
  }

  weigh(cell: OrderedCell, looked: RowBatch, weighed: Weighed, take: TakeChild): void {
    const { first, number, boards, answers: answersAt } = looked;
    const { weights, penalty, base, threshold, salt } = weighed;
    const looks = this.#looks;
    const { entries, facts, from, near, to, right, below } = cell.lists;
    const { labels } = this.#instance;
    const { small } = this.#fresh();
    const answers = new Int16Array(this.#memory.buffer);
    const lanes = paddedLabels(labels);
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(cell);
    const { pair, one } = this.#supply;
    const { bytes: stride, counts: countsAt, wide } = this.#shape;
    const saves = new Int32Array(4);
    for (let i = 0; i < boards; i++) {
      const at = first + i * stride;
      const smallBase = at / (wide ? 2 : 1);
      const counts = smallBase + countsAt;
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      const toRight = (answersAt + i * answerBytesOf(labels)) / 2;
      const toBelow = toRight + partBytesOf(labels) / 2;
      const seen = (entry: number): number =>
        looks
          ? answers[toRight + facts[entry * FACTS + FACT.right]!]! +
            answers[toBelow + facts[entry * FACTS + FACT.below]!]!
          : 0;
      // What a child must weigh less than, by what the look adds at least.
      const least = looks ? answers[toRight + lanes]! + answers[toBelow + lanes]! : 0;
      const limit = threshold + base - least;
      const offer = (entry: number, weight: number): void => {
        const key = weight - base + seen(entry);
        const orientation = entries[entry]!;
        if (key >= threshold || this.#isUsed(at, orientation)) return;
        const parent = number + i;
        take(
          Math.max(0, key + chanceOf(salt, parent, orientation, RANDOM_BITS)),
          weight,
          parent,
          orientation,
        );
      };

      const upN = up < labels ? small[counts + up]! : 0;
      const leftN = left < labels ? small[counts + left]! : 0;
      const rightN = right >= 0 ? small[counts + right]! : 0;
      const belowN = below >= 0 ? small[counts + below]! : 0;
      const others = weights[i]! + pair[upN]! + pair[rightN]! + pair[belowN]!;
      const list = left * (labels + 1) + up;

      // Children whose every side matches weigh the same, whichever tile it is. Where both sides take the same
      // label, the second edge finds two half-edges less.
      const cost = others + pair[Math.max(0, leftN - (left === up ? 2 : 0))]!;
      if (cost < limit) {
        for (let entry = from[list]!; entry < near[list]!; entry++) offer(entry, cost);
      }

      // Children with one side that does not match.
      const matching = others + pair[leftN]! + penalty;
      saves[TOP] = pair[upN]! - one[upN]!;
      saves[RIGHT] = pair[rightN]! - one[rightN]!;
      saves[BOTTOM] = pair[belowN]! - one[belowN]!;
      saves[LEFT] = pair[leftN]! - one[leftN]!;
      if (matching - Math.max(...saves) >= limit) continue;
      for (let entry = near[list]!; entry < to[list]!; entry++) {
        const missed = small[counts + facts[entry * FACTS + FACT.missed]!]!;
        offer(entry, matching - saves[facts[entry * FACTS + FACT.missedSide]!]! + one[missed]!);
      }
    }
  }

  /** Hands over children with any number of mismatches. */
  weighAnything(cell: OrderedCell, looked: RowBatch, { weights, penalty }: Weighed, take: TakeChild): void {
    const { first, number, boards } = looked;
    const { allowed, right, below } = cell.lists;
    const { sides, labels } = this.#instance;
    const { small } = this.#fresh();
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(cell);
    const offer = (weight: number, i: number, orientation: number): void => {
      const most = Math.min(MAX_WEIGHT, weight);
      take(most, most, number + i, orientation);
    };
    for (let i = 0; i < boards; i++) {
      const at = first + i * this.#shape.bytes;
      const smallBase = at / (this.#shape.wide ? 2 : 1);
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
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

  /** Lays an orientation on the board that begins at the word `base`. */
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
    const upMet = up === OPEN ? small[smallBase + upSlot]! : up;
    const leftMet = left === OPEN ? small[smallBase + leftSlot]! : left;
    if (upMet < labels) join(upMet, TOP);
    if (leftMet < labels) join(leftMet, LEFT);
    if (right >= 0) join(right, RIGHT);
    if (below >= 0) join(below, BOTTOM);
    // Labels that nobody will meet are wiped off, so that equal boards look equal.
    small[smallBase + upSlot] = cell.opensBelow ? takes(BOTTOM) : labels;
    small[smallBase + leftSlot] = cell.opensRight ? takes(RIGHT) : labels;
  }

  /** Memory may have grown since the views were made. */
  #fresh(): BoardViews {
    if (this.#views.words.buffer !== this.#memory.buffer) this.#views = boardViews(this.#memory, this.#shape);
    return this.#views;
  }

  #isUsed(board: number, orientation: number): boolean {
    const tile = this.#instance.tileOf[orientation]!;
    return ((this.#views.words[(board >> 2) + (tile >> 5)]! >>> (tile & 31)) & 1) !== 0;
  }

  /** The labels a cell meets above and to the left, and where boards keep them when OPEN. */
  #meeting({ up, left, column, row }: OrderedCell): Meeting {
    const any = this.#instance.labels;
    return {
      up: up === NONE ? any : up,
      left: left === NONE ? any : left,
      upSlot: this.#shape.frontier + column,
      leftSlot: this.#shape.left + (row & 1),
    };
  }
}
