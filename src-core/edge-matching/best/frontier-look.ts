/**
 * The look along the frontier: what the open cells beside tiles can still take, on a board of any kind. As in look.ts
 * tiles may be used again in it, as if drawn from what is left, and it orders the children of one level.
 *
 * Before a cell is filled, the other open cells that touch a tile or the cell are taken in the order in which they will be
 * filled. Where one touches the next they are summed over together, as a *stretch*, from its ends towards the cell that touches the one to be filled.
 */
import { neighbourAt, joinedSides, type FrontierOrder } from './frontier-order.ts';
import { fittingLists, type FittingLists } from './fitting.ts';
import type { Instance } from './instance.ts';
import { LOOK_SHARE, NONE_LEFT, SOFTENING } from './look.ts';
import { UNIT } from './supply.ts';

/** Keeps sums above zero. */
const LEAST = 1e-300;
/** A part of a key is at most this much above or below zero. */
const MOST = 8000;

/** An open cell that is summed over. */
interface Step {
  /** for each side at which a tile lies: where boards keep the label to be met, or -1 and the label itself */
  readonly slots: Int32Array;
  readonly labels: Int32Array;
  /** what fits there */
  readonly ways: Ways;
  /** whether a step or the cell to be filled comes after it */
  readonly leads: boolean;
}

/**
 * The ways to fill a cell, in numbers that lie side by side: WAY to a way. They are the tile; the labels by which the sums of
 * the steps before are taken, of which there may be none, one, or two where a last step is reached from both ends; and
 * the label that the next tile then has to show.
 */
class Ways {
  readonly #instance: Instance;
  readonly #lists: FittingLists;
  readonly #from: readonly number[];
  readonly #to: number;
  readonly #made = new Map<number, Int32Array>();

  /** `from`: sides towards the steps before; `to`: towards what comes after, or -1. */
  constructor(instance: Instance, lists: FittingLists, from: readonly number[], to: number) {
    this.#instance = instance;
    this.#lists = lists;
    this.#from = from;
    this.#to = to;
  }

  at(key: number, any: boolean): Int32Array {
    let ways = this.#made.get(key);
    if (!ways) this.#made.set(key, (ways = this.#make(this.#lists.at(key, any))));
    return ways;
  }

  #make(list: Int32Array): Int32Array {
    const { tileOf, sides, sideCount, mate } = this.#instance;
    const [one = 0, two = 0] = this.#from;
    const ways = new Int32Array(list.length * WAY);
    list.forEach((orientation, i) => {
      const shown = (side: number): number => sides[orientation * sideCount + side]!;
      const next = this.#to < 0 ? 0 : mate[shown(this.#to)]!;
      ways.set([tileOf[orientation]!, shown(one), shown(two), next], i * WAY);
    });
    return ways;
  }
}

const WAY = 4;

interface Stretch {
  /** the side of the cell to be filled that leads to the last step; -1: none, so all its children have this in common */
  readonly side: number;
  /** the steps to the last one, from one end and from the other */
  readonly ways: readonly (readonly Step[])[];
  readonly last: Step;
}

/** What is looked at before a cell is filled. */
interface Level {
  readonly stretches: readonly Stretch[];
  /** where boards keep the labels that are to be met */
  readonly frontier: readonly number[];
}

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
  readonly #order: FrontierOrder;
  readonly #lists: ReturnType<typeof fittingLists>;
  readonly #ways = new Map<FittingLists, Map<string, Ways>>();
  /** by cell: how many tiles lie before its own does; -1 where a hint has laid it */
  readonly #filledAt: Int32Array;
  /** by cell its sides that touch others, and by side the cell there */
  readonly #joined: readonly (readonly number[])[];
  readonly #neighbour: Int32Array;
  /** for each side that closes an edge: where the label is, or -1 and the label */
  readonly #slot: Int32Array;
  readonly #label: Int32Array;
  #level: Level = { stretches: [], frontier: [] };
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

  constructor(instance: Instance, order: FrontierOrder) {
    this.#instance = instance;
    this.#order = order;
    this.#lists = fittingLists(instance);
    const { cells, labels, sideCount, tiles } = instance;
    this.#filledAt = new Int32Array(cells).fill(-1);
    this.#neighbour = instance.across.map((_, side) => neighbourAt(instance, side));
    this.#joined = Array.from({ length: cells }, (_, cell) =>
      joinedSides(instance, cell).filter((side) => this.#neighbour[side] !== cell),
    );
    this.#slot = new Int32Array(cells * sideCount).fill(-1);
    this.#label = new Int32Array(cells * sideCount);
    order.cells.forEach(({ cell, closes }, place) => {
      this.#filledAt[cell] = place;
      for (const { side, slot, label } of closes) {
        this.#slot[cell * sideCount + side] = slot;
        this.#label[cell * sideCount + side] = label;
      }
    });
    this.#showing = new Float64Array(labels);
    this.#weight = new Float64Array(labels);
    this.#softening = new Float64Array(labels);
    this.#logs = Float64Array.from({ length: tiles * sideCount + 1 }, (_, n) => Math.log(n || NONE_LEFT));
    this.#sums = Array.from({ length: 5 }, () => ({ values: new Float64Array(labels), mean: 0 }));
    this.answers = new Int32Array(sideCount * labels);
  }

  /** Makes ready for the boards on which so many tiles were placed. */
  begin(placed: number): void {
    const { cell } = this.#order.cells[placed]!;
    const known = new Map<number, readonly number[]>();
    const runs: number[][] = [];
    for (let later = placed + 1; later < this.#order.cells.length; later++) {
      const open = this.#order.cells[later]!.cell;
      const sides = this.#known(open, placed);
      if (sides.length === 0 && this.#sideTowards(open, cell) < 0) continue;
      known.set(open, sides);
      const run = runs.at(-1);
      if (run && this.#sideTowards(open, run.at(-1)!) >= 0) run.push(open);
      else runs.push([open]);
    }
    const stretches = runs.flatMap((run) => {
      const ends = run.flatMap((open, i) => (this.#sideTowards(open, cell) >= 0 ? [i] : []));
      if (ends.length === 0) return [this.#stretch(run, run.length - 1, -1, known)];
      return ends.map((end, i) => {
        const from = i === 0 ? 0 : end;
        return this.#stretch(run.slice(from, ends[i + 1] ?? run.length), end - from, cell, known);
      });
    });
    const met = [...this.#known(cell, placed), ...[...known.values()].flat()];
    const frontier = met.map((side) => this.#slot[side]!).filter((slot) => slot >= 0);
    this.#level = { stretches, frontier };
  }

  /** Sides of an open cell that touch a tile. */
  #known(open: number, placed: number): readonly number[] {
    const isKnown = (side: number): boolean => this.#filledAt[this.#neighbour[side]!]! < placed;
    const sides = this.#joined[open]!;
    // Most cells touch none, and every one is asked at every level.
    return sides.some(isKnown) ? sides.filter(isKnown) : [];
  }

  #sideTowards(cell: number, other: number): number {
    const found = this.#joined[cell]!.find((side) => this.#neighbour[side] === other);
    return found === undefined ? -1 : found - cell * this.#instance.sideCount;
  }

  /** `end`: index of the last step among the cells; `filled`: the cell to be filled that it touches, or -1. */
  #stretch(
    cells: readonly number[],
    end: number,
    filled: number,
    known: ReadonlyMap<number, readonly number[]>,
  ): Stretch {
    const { allowed, sideCount } = this.#instance;
    const step = (cell: number, before: readonly number[], after: number): Step => {
      const sides = known.get(cell)!;
      const local = sides.map((side) => side - cell * sideCount);
      return {
        slots: Int32Array.from(sides, (side) => this.#slot[side]!),
        labels: Int32Array.from(sides, (side) => this.#label[side]!),
        ways: this.#waysOf(
          this.#lists(allowed[cell]!, local),
          before.map((other) => this.#sideTowards(cell, other)),
          after < 0 ? -1 : this.#sideTowards(cell, after),
        ),
        leads: after >= 0,
      };
    };
    const last = cells[end]!;
    const ways = [cells.slice(0, end), cells.slice(end + 1).reverse()].filter((way) => way.length > 0);
    return {
      side: filled < 0 ? -1 : this.#sideTowards(filled, last),
      ways: ways.map((way) =>
        way.map((cell, i) => step(cell, way.slice(Math.max(0, i - 1), i), way[i + 1] ?? last)),
      ),
      last: step(
        last,
        ways.map((way) => way.at(-1)!),
        filled,
      ),
    };
  }

  #waysOf(lists: FittingLists, from: readonly number[], to: number): Ways {
    const ofLists = this.#ways.get(lists) ?? new Map<string, Ways>();
    this.#ways.set(lists, ofLists);
    const name = `${from.join()} ${to}`;
    const ways = ofLists.get(name) ?? new Ways(this.#instance, lists, from, to);
    ofLists.set(name, ways);
    return ways;
  }

  /** Fills `answers` and `common` for a board. */
  look(board: SeenBoard): void {
    this.#count(board);
    const { labels } = this.#instance;
    const { answers } = this;
    answers.fill(0);
    this.common = 0;
    for (const { side, ways, last } of this.#level.stretches) {
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
    for (const slot of this.#level.frontier) {
      const label = words[met + slot]!;
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
    const { slots } = step;
    let key = 0;
    let digit = 1;
    let any = false;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      const label = slot < 0 ? step.labels[i]! : words[met + slot]!;
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
