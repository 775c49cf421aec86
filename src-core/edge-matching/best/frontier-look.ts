/**
 * The look along the frontier: what the open cells beside tiles can still take, on a board of any kind. As in look.ts
 * tiles may be used again in it, as if drawn from what is left, and it orders the children of one level.
 * frontier-stretches.ts says which cells are summed over.
 */
import type { Fitting } from './fitting.ts';
import type { FrontierOrder } from './frontier-order.ts';
import { Stretches, WAY, type FrontierLevel, type Step } from './frontier-stretches.ts';
import type { Instance } from './instance.ts';
import { LOOK_SHARE, NONE_LEFT, SOFTENING } from './look.ts';
import { UNIT } from './supply.ts';

/** Keeps sums above zero. */
const LEAST = 1e-300;
/** A part of a key is at most this much above or below zero. */
const MOST = 8000;

/** A board: where, in `words`, its used tiles, the labels to be met and the half-edges left of each label begin. */
export interface SeenBoard {
  readonly words: Uint16Array;
  readonly used: number;
  readonly met: number;
  readonly counts: number;
}

/** By the label that the next tile has to show: the ways up to here. */
interface Sums {
  readonly values: Float64Array;
  /** of the values, weighed by how often tiles that are left show the label */
  mean: number;
}

export class FrontierLook {
  /** By side of the cell and label that a child shows to its neighbour there: what is added to the child's key. */
  readonly answers: Int32Array;
  /** what is added to the keys of all children of the board */
  common = 0;
  readonly #instance: Instance;
  readonly #stretches: Stretches;
  #level: FrontierLevel | null = null;
  /** by label: half-edges on tiles that are left; the weight of an edge; logarithms by number */
  readonly #showing: Float64Array;
  readonly #weight: Float64Array;
  /** by label that the next tile has to show: what a mismatch above adds, for a mean of 1 */
  readonly #softening: Float64Array;
  readonly #logs: Float64Array;
  #all = 1;
  /** logarithms of the half-edges left of the labels met so far in a stretch */
  #expected = 0;
  readonly #sums: readonly Sums[];

  constructor(instance: Instance, order: FrontierOrder, fitting: Fitting) {
    this.#instance = instance;
    this.#stretches = new Stretches(instance, order, fitting);
    const { labels, sideCount, tiles } = instance;
    this.#showing = new Float64Array(labels);
    this.#weight = new Float64Array(labels);
    this.#softening = new Float64Array(labels);
    this.#logs = Float64Array.from({ length: tiles * sideCount + 1 }, (_, n) => Math.log(n || NONE_LEFT));
    this.#sums = Array.from({ length: 5 }, () => ({ values: new Float64Array(labels), mean: 0 }));
    this.answers = new Int32Array(sideCount * labels);
  }

  /** Makes ready for the boards on which so many tiles were placed. */
  begin(placed: number): void {
    this.#level = this.#stretches.after(placed);
  }

  /** Fills `answers` and `common` for a board. */
  look(board: SeenBoard): void {
    this.#count(board);
    const { labels } = this.#instance;
    const { answers } = this;
    answers.fill(0);
    this.common = 0;
    for (const { side, ways, last } of this.#level!.stretches) {
      this.#expected = 0;
      const [result] = this.#sums as [Sums];
      const reached = ways.map((way, i) => this.#walk(board, way, i));
      const total = this.#step(board, last, reached[0] ?? null, reached[1] ?? null, result);
      if (side < 0) {
        this.common += this.#part(total);
        continue;
      }
      // The least is common to all, so that what is left for a child is never below zero.
      let least = MOST;
      for (let label = 0; label < labels; label++) {
        const part = this.#part(result.values[label]!);
        answers[side * labels + label] = part;
        least = Math.min(least, part);
      }
      this.common += least;
      for (let label = 0; label < labels; label++) answers[side * labels + label]! -= least;
    }
  }

  /** What is added to a key for so many ways. */
  #part(ways: number): number {
    const part = Math.round(LOOK_SHARE * UNIT * (this.#expected - Math.log(ways)));
    return Math.max(-MOST, Math.min(MOST, part));
  }

  /** Half-edges that tiles which are left show, and what an edge of a label weighs. */
  #count({ words, met, counts }: SeenBoard): void {
    const { labels, mate } = this.#instance;
    const showing = this.#showing;
    for (let label = 0; label < labels; label++) {
      const left = words[counts + label]!;
      showing[mate[label]!] = left;
      this.#weight[label] = left === 0 ? 0 : 1 / Math.max(1, left - 1);
    }
    const { slots, labels: given } = this.#level!.frontier;
    for (let i = 0; i < slots.length; i++) {
      const label = slots[i]! < 0 ? given[i]! : words[met + slots[i]!]!;
      if (label < labels && showing[mate[label]!]! > 0) showing[mate[label]!]!--;
    }
    let all = 0;
    for (let label = 0; label < labels; label++) {
      all += showing[label]!;
      this.#softening[label] = SOFTENING * showing[mate[label]!]!;
    }
    this.#all = Math.max(1, all);
  }

  /** The sums after the steps of a way; `number`: 0 or 1, so that two ways don't share their buffers. */
  #walk(board: SeenBoard, way: readonly Step[], number: number): Sums {
    let from: Sums | null = null;
    for (let i = 0; i < way.length; i++) {
      const into = this.#sums[1 + 2 * number + (i & 1)]!;
      this.#step(board, way[i]!, from, null, into);
      from = into;
    }
    return from!;
  }

  /** Sums over what may lie on a cell, by the label it then shows to the next one; returns the sum of all. */
  #step({ words, used, met }: SeenBoard, step: Step, one: Sums | null, two: Sums | null, into: Sums): number {
    const { labels } = this.#instance;
    const showing = this.#showing;
    const { slots, labels: given } = step.met;
    let key = 0;
    let digit = 1;
    let any = false;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      const label = slot < 0 ? given[i]! : words[met + slot]!;
      key += label * digit;
      digit *= labels + 1;
      if (label === labels) any = true;
      else this.#expected += this.#logs[showing[label]!]!;
    }
    const ways = step.ways.at(key, any);
    const { values } = into;
    values.fill(0);
    let total = 0;
    for (let i = 0; i < ways.length; i += WAY) {
      const tile = ways[i]!;
      if ((words[used + (tile >> 4)]! >> (tile & 15)) & 1) continue;
      let value = 1;
      if (one) value = one.values[ways[i + 1]!]!;
      if (two) value *= two.values[ways[i + 2]!]!;
      total += value;
      values[ways[i + 3]!]! += value;
    }
    const mean = (one ? one.mean : 1) * (two ? two.mean : 1);
    if (!step.leads) return total + SOFTENING * this.#all * mean + LEAST;
    const weights = this.#weight;
    const softening = this.#softening;
    const floor = SOFTENING * total;
    let weighed = 0;
    for (let label = 0; label < labels; label++) {
      const value = (values[label]! + floor + softening[label]! * mean) * weights[label]! + LEAST;
      values[label] = value;
      weighed += value * showing[label]!;
    }
    into.mean = weighed / this.#all;
    return total;
  }
}
