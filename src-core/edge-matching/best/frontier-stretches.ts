/**
 * What is looked at before a cell of a board without plain rows is filled (frontier-look.ts): the other open cells that touch a
 * tile or the cell, in the order in which they will be filled. Where one touches the next they make a *stretch*, which is
 * summed over from its ends towards the cell that touches the one to be filled.
 */
import type { Fitting, FittingLists } from './fitting.ts';
import { joinedSides, neighbourAt, type FrontierOrder } from './frontier-order.ts';
import type { Instance } from './instance.ts';

/** Labels to be met: for each where boards keep it, or -1 and the label itself, which a hint gives. */
export interface Met {
  readonly slots: Int32Array;
  readonly labels: Int32Array;
}

/** An open cell that is summed over. */
export interface Step {
  /** at its sides that touch a tile */
  readonly met: Met;
  /** what fits there */
  readonly ways: Ways;
  /** whether a step or the cell to be filled comes after it */
  readonly leads: boolean;
}

/** Numbers to a way. */
export const WAY = 4;

/**
 * The ways to fill a cell, in numbers that lie side by side: WAY to a way. They are the tile; the labels by which the sums of
 * the steps before are taken, of which there may be none, one, or two where a last step is reached from both ends; and
 * the label that the next tile then has to show.
 */
export class Ways {
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

export interface Stretch {
  /** the side of the cell to be filled that leads to the last step; -1: none, so all its children have this in common */
  readonly side: number;
  /** the steps to the last one, from one end and from the other */
  readonly ways: readonly (readonly Step[])[];
  readonly last: Step;
}

/** What is looked at before a cell is filled. */
export interface FrontierLevel {
  readonly stretches: readonly Stretch[];
  /** all that is to be met */
  readonly frontier: Met;
}

export class Stretches {
  readonly #instance: Instance;
  readonly #order: FrontierOrder;
  readonly #fitting: Fitting;
  readonly #ways = new Map<FittingLists, Map<string, Ways>>();
  /** by cell: how many tiles lie before its own does; -1 where a hint has laid it */
  readonly #filledAt: Int32Array;
  /** by cell its sides that touch others, and by side the cell there */
  readonly #joined: readonly (readonly number[])[];
  readonly #neighbour: Int32Array;
  /** for each side that closes an edge: where the label is, or -1 and the label */
  readonly #slot: Int32Array;
  readonly #label: Int32Array;

  constructor(instance: Instance, order: FrontierOrder, fitting: Fitting) {
    this.#instance = instance;
    this.#order = order;
    this.#fitting = fitting;
    const { cells, sideCount } = instance;
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
  }

  /** Of the boards on which so many tiles were placed. */
  after(placed: number): FrontierLevel {
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
    const sides = [...this.#known(cell, placed), ...[...known.values()].flat()];
    return { stretches, frontier: this.#met(sides) };
  }

  /** Sides of an open cell that touch a tile. */
  #known(open: number, placed: number): readonly number[] {
    const isKnown = (side: number): boolean => this.#filledAt[this.#neighbour[side]!]! < placed;
    const sides = this.#joined[open]!;
    // Most cells touch none, and every one is asked at every level.
    return sides.some(isKnown) ? sides.filter(isKnown) : [];
  }

  #met(sides: readonly number[]): Met {
    return {
      slots: Int32Array.from(sides, (side) => this.#slot[side]!),
      labels: Int32Array.from(sides, (side) => this.#label[side]!),
    };
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
        met: this.#met(sides),
        ways: this.#waysOf(
          this.#fitting(allowed[cell]!, local),
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
}
