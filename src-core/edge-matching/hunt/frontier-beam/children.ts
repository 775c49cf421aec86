/**
 * The reference implementation of the frontier kernel (`frontier-kernel.ts`), for boards that are not plain
 * rectangles. It is also used for puzzles that are too large for the kernel, for cells that touch themselves, and for
 * cells that no tile fits.
 */
import { EMPTY } from '../../../puzzle/partial-board.ts';
import { useTile, type BoardViews, type FrontierShape } from '../shared/boards.ts';
import { KEY_LIMIT } from '../shared/selection.ts';
import { RANDOM_BITS, type FrontierBatch, type FrontierMaker } from './frontier-contract.ts';
import type { FrontierLevel } from './frontier-level.ts';
import { answerBytesOf, partBytesOf, PARTS_OFFSET } from './frontier-memory.ts';
import { FrontierLookahead, type FrontierBoard } from './lookahead.ts';
import type { Met } from './frontier-order.ts';
import type { Instance } from '../shared/instance.ts';
import { type TakeChild, type Weighed, chanceOf } from '../shared/child.ts';
import { type LabelPrices, labelPricesOf } from '../shared/label-prices.ts';

export class ReferenceFrontier implements FrontierMaker {
  readonly #instance: Instance;
  readonly #shape: FrontierShape;
  readonly #views: BoardViews;
  readonly #answers: Int16Array;
  readonly #supply: LabelPrices;
  readonly #lookahead: FrontierLookahead;

  /** `views` are views of the boards' memory. The memory must not grow, because that would invalidate them. */
  constructor(views: BoardViews, instance: Instance, shape: FrontierShape) {
    this.#instance = instance;
    this.#shape = shape;
    this.#views = views;
    this.#answers = new Int16Array(views.words.buffer);
    this.#supply = labelPricesOf(instance);
    this.#lookahead = new FrontierLookahead(instance);
  }

  evaluate(level: FrontierLevel, { first, boards, answers }: FrontierBatch): void {
    const { labels } = this.#instance;
    for (let i = 0; i < boards; i++) {
      const { common, parts } = this.#lookahead.evaluate(level, this.#board(first + i * this.#shape.bytes));
      const answer = answers + i * answerBytesOf(this.#instance);
      this.#views.words[answer / 4] = common;
      parts.forEach((part, number) =>
        this.#answers.set(part, (answer + PARTS_OFFSET + number * partBytesOf(labels)) / 2),
      );
    }
  }

  weigh(level: FrontierLevel, seen: FrontierBatch, weighed: Weighed, take: TakeChild): void {
    const { penalty, base, threshold, salt } = weighed;
    const { pair, one } = this.#supply;
    const { labels } = this.#instance;
    this.#each(seen, (i, board, answer) => {
      const n = ({ label, slot }: Met): number => board.left(slot < 0 ? label : board.met(slot));
      const spent = level.closes.reduce((sum, closed) => sum + pair[n(closed)]!, weighed.weights[i]!);
      const common = this.#common(answer);
      for (const { lists, matched, missed } of level.candidates) {
        const cost = missed ? spent - pair[n(missed)]! + one[n(missed)]! + penalty : spent;
        if (cost - base + common >= threshold) continue;
        let key = 0;
        let digit = 1;
        for (const { slot, label } of matched) {
          key += (slot < 0 ? label : board.met(slot)) * digit;
          digit *= labels;
        }
        for (const orientation of lists.at(key)) {
          const weight = this.#weight(level, board, orientation, missed, cost, penalty);
          if (weight === null) continue;
          const childKey = weight - base + common + this.#parts(level, answer, orientation);
          if (childKey >= threshold) continue;
          const parent = seen.number + i;
          const chance = chanceOf(salt, parent, orientation, RANDOM_BITS);
          take(Math.max(0, childKey + chance), weight, parent, orientation);
        }
      }
    });
  }

  /** Calls `take` for every child, regardless of its mismatches. */
  weighAnything(level: FrontierLevel, seen: FrontierBatch, weighed: Weighed, take: TakeChild): void {
    const { penalty, base, weights } = weighed;
    const { sides, sideCount } = this.#instance;
    this.#each(seen, (i, board, answer) => {
      for (const orientation of this.#instance.allowed[level.cell]!) {
        if (board.isUsed(this.#instance.tileOf[orientation]!)) continue;
        const { weight } = this.#ownEdges(level, board, orientation, penalty);
        const all = level.closes.reduce((sum, { side, slot, label }) => {
          const met = slot < 0 ? label : board.met(slot);
          return sum + this.#edge(board, met, sides[orientation * sideCount + side]!, penalty);
        }, weights[i]! + weight);
        const key = all - base + this.#common(answer) + this.#parts(level, answer, orientation);
        take(Math.max(0, Math.min(key, KEY_LIMIT - 1)), all, seen.number + i, orientation);
      }
    });
  }

  lay(level: FrontierLevel, parents: number, first: number, laid: Int32Array): void {
    const stride = this.#shape.bytes / 4;
    const { words } = this.#views;
    for (let i = 0; i < laid.length / 2; i++) {
      const from = parents / 4 + laid[2 * i]! * stride;
      const base = first / 4 + i * stride;
      for (let word = 0; word < stride; word++) words[base + word] = words[from + word]!;
      if (laid[2 * i + 1] !== EMPTY) this.#layOne(level, base, laid[2 * i + 1]!);
    }
  }

  /** Places an orientation on the board that begins at word `base`. */
  #layOne({ closes, opens, own }: FrontierLevel, base: number, orientation: number): void {
    const { tileOf, sides, sideCount, mate } = this.#instance;
    const { words, small } = this.#views;
    const begin = base * (this.#shape.wide ? 2 : 4);
    const counts = begin + this.#shape.counts;
    const shown = (side: number): number => sides[orientation * sideCount + side]!;
    // The count must not fall below 0, which could happen if a hint breaks the rim rule and uses up half-edges that
    // were never counted.
    const take = (label: number): void => {
      if (small[counts + label]! > 0) small[counts + label]!--;
    };
    const close = (met: number, side: number): void => {
      take(met);
      take(mate[shown(side)]!);
    };
    useTile(words, base, tileOf[orientation]!);
    for (const { side, slot, label } of closes)
      close(slot < 0 ? label : small[begin + this.#shape.frontier + slot]!, side);
    for (const [a, b] of own) close(mate[shown(a)]!, b);
    for (const { side, slot } of opens) small[begin + this.#shape.frontier + slot] = mate[shown(side)]!;
  }

  /**
   * Returns the weight of a child whose only mismatch is on the side `missed`. If `missed` is null, returns the weight
   * of a child that has no mismatch, or one mismatch where the tile touches itself. Returns null for other children
   * and for used tiles.
   */
  #weight(
    level: FrontierLevel,
    board: FrontierBoard,
    orientation: number,
    missed: (Met & { readonly side: number }) | null,
    cost: number,
    penalty: number,
  ): number | null {
    const { tileOf, sides, sideCount, mate } = this.#instance;
    if (board.isUsed(tileOf[orientation]!)) return null;
    const own = this.#ownEdges(level, board, orientation, penalty);
    if (own.mismatches > (missed ? 0 : 1)) return null;
    if (!missed) return cost + own.weight;
    const shown = sides[orientation * sideCount + missed.side]!;
    if (shown === (missed.slot < 0 ? missed.label : board.met(missed.slot))) return null;
    return cost + own.weight + this.#supply.one[board.left(mate[shown]!)]!;
  }

  /** Returns the total cost of the edges between two sides of the same tile, and how many of them are mismatches. */
  #ownEdges({ own }: FrontierLevel, board: FrontierBoard, orientation: number, penalty: number) {
    const { sides, sideCount, mate } = this.#instance;
    let weight = 0;
    let mismatches = 0;
    for (const [a, b] of own) {
      const met = mate[sides[orientation * sideCount + a]!]!;
      const shown = sides[orientation * sideCount + b]!;
      weight += this.#edge(board, met, shown, penalty);
      if (met !== shown) mismatches++;
    }
    return { weight, mismatches };
  }

  /** Returns the cost of an edge. `met` is the label to match, and `shown` is the label that the tile shows. */
  #edge(board: FrontierBoard, met: number, shown: number, penalty: number): number {
    const { pair, one } = this.#supply;
    if (met === shown) return pair[board.left(met)]!;
    return penalty + one[board.left(met)]! + one[board.left(this.#instance.mate[shown]!)]!;
  }

  #common(answer: number): number {
    return this.#views.words[answer / 4]! | 0;
  }

  /** Returns the amount that the lookahead adds to a child's key because of the labels on its open sides. */
  #parts({ opens }: FrontierLevel, answer: number, orientation: number): number {
    const { sides, sideCount, mate, labels } = this.#instance;
    let sum = 0;
    for (const { side, part } of opens) {
      if (part < 0) continue;
      const at = (answer + PARTS_OFFSET + part * partBytesOf(labels)) / 2;
      sum += this.#answers[at + mate[sides[orientation * sideCount + side]!]!]!;
    }
    return sum;
  }

  #each(
    { first, boards, answers }: FrontierBatch,
    visit: (i: number, board: FrontierBoard, answer: number) => void,
  ): void {
    for (let i = 0; i < boards; i++) {
      visit(i, this.#board(first + i * this.#shape.bytes), answers + i * answerBytesOf(this.#instance));
    }
  }

  #board(at: number): FrontierBoard {
    const { words, small } = this.#views;
    const { wide, frontier, counts } = this.#shape;
    const begin = at / (wide ? 2 : 1);
    return {
      isUsed: (tile) => ((words[at / 4 + (tile >> 5)]! >>> (tile & 31)) & 1) === 1,
      met: (slot) => small[begin + frontier + slot]!,
      left: (label) => small[begin + counts + label]!,
    };
  }
}
