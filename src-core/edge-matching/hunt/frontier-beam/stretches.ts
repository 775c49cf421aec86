/**
 * Lists the cells that the lookahead covers before a cell is filled. The lookahead doesn't cover this cell itself. It
 * covers each cell that will be filled later and touches either a tile or the cell to fill now.
 *
 * A *stretch* is a sequence of such cells in which each cell touches the next. Each cell of a stretch is a *step* of
 * the lookahead, which proceeds from the ends of the stretch to the last step. If the stretch touches the cell to
 * fill now, the step that touches it is the last one.
 */
import type { Fitting, FittingLists } from './fitting.ts';
import { joinedSides, neighbourAt, type FrontierOrder, type Met } from './frontier-order.ts';
import type { Instance } from '../shared/instance.ts';

/** A cell that the lookahead covers. */
export interface Step {
  /** the labels that the cell's tile must match, on all sides where it touches another tile */
  readonly met: readonly Met[];
  readonly ways: Ways;
  /** true if the cell touches the next cell of its stretch or, for the last cell, the cell to fill */
  readonly leads: boolean;
}

/** Number of array entries per way (see `Ways`). */
export const WAY_ENTRIES = 4;

/**
 * The ways to fill a cell: the tiles that fit there, with their rotations. In an array, each way takes `WAY_ENTRIES`
 * numbers:
 *
 * - the tile
 * - the label that the tile must match on its side towards the previous cell of the stretch; 0 if there is none
 * - the label that the tile must match on its side towards a second previous cell; 0 if there is none. Only the last
 *   cell of a stretch can have two previous cells.
 * - the label that the tile shows to the next cell; 0 if there is no next cell
 */
export class Ways {
  readonly lists: FittingLists;
  /** number of previous cells of the stretch that touch the cell: 0, 1 or 2 */
  readonly before: number;
  readonly #instance: Instance;
  readonly #from: readonly number[];
  readonly #to: number;
  readonly #made = new Map<number, Int32Array>();

  /**
   * `from` lists the sides that touch previous cells of the stretch. `to` is the side that touches the next cell, or
   * -1 if there is none.
   */
  constructor(instance: Instance, lists: FittingLists, from: readonly number[], to: number) {
    this.#instance = instance;
    this.lists = lists;
    this.before = from.length;
    this.#from = from;
    this.#to = to;
  }

  /** Returns the ways that match the labels in `key` (see `FittingLists.at`). */
  at(key: number): Int32Array {
    let ways = this.#made.get(key);
    if (!ways) this.#made.set(key, (ways = this.of(this.lists.at(key))));
    return ways;
  }

  of(list: readonly number[]): Int32Array {
    const { tileOf, sides, sideCount, mate } = this.#instance;
    const [one = -1, two = -1] = this.#from;
    const ways = new Int32Array(list.length * WAY_ENTRIES);
    list.forEach((orientation, i) => {
      const shown = (side: number): number => sides[orientation * sideCount + side]!;
      const asked = (side: number): number => (side < 0 ? 0 : mate[shown(side)]!);
      ways.set(
        [tileOf[orientation]!, asked(one), asked(two), this.#to < 0 ? 0 : shown(this.#to)],
        i * WAY_ENTRIES,
      );
    });
    return ways;
  }
}

export interface Stretch {
  /**
   * The side of the cell to fill that touches the cell of the last step. It is -1 if no side touches that cell; the
   * stretch then affects all children in the same way.
   */
  readonly side: number;
  /**
   * For each end of the stretch, the steps that lead from this end to `last`, without `last` itself. Ends without steps
   * are omitted.
   */
  readonly ways: readonly (readonly Step[])[];
  readonly last: Step;
}

/** The cells that the lookahead covers when a certain cell is about to be filled. */
export interface Lookahead {
  /** single-cell stretches that don't touch the cell to fill */
  readonly singles: readonly Step[];
  readonly stretches: readonly Stretch[];
  /** labels to match on all cells that the lookahead covers */
  readonly met: readonly Met[];
}

export class Stretches {
  readonly #instance: Instance;
  readonly #order: FrontierOrder;
  readonly #fitting: Fitting;
  readonly #ways = new Map<FittingLists, Map<string, Ways>>();
  /** index of each cell in the filling order; -1 if it is not in the order */
  readonly #filledAt: Int32Array;
  /** sides of each cell that touch another cell */
  readonly #joined: readonly (readonly number[])[];
  readonly #neighbour: Int32Array;
  /**
   * The label that each side must match (see `ClosedSide`). Sides that touch no tile when their cell is filled are
   * absent.
   */
  readonly #met = new Map<number, Met>();

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
    order.cells.forEach(({ cell, closes }, place) => {
      this.#filledAt[cell] = place;
      for (const closed of closes) this.#met.set(cell * sideCount + closed.side, closed);
    });
  }

  /**
   * Returns the lookahead for boards with the first `placed` cells of the order filled, except the cells in `empty`.
   */
  after(placed: number, empty: ReadonlySet<number>): Lookahead {
    const { cell } = this.#order.cells[placed]!;
    const known = new Map<number, readonly number[]>();
    const runs: number[][] = [];
    for (let later = placed + 1; later < this.#order.cells.length; later++) {
      const open = this.#order.cells[later]!.cell;
      const sides = this.#known(open, placed, empty);
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
    const isSingle = ({ side, ways }: Stretch): boolean => side < 0 && ways.length === 0;
    return {
      singles: stretches.filter(isSingle).map(({ last }) => last),
      stretches: stretches.filter((stretch) => !isSingle(stretch)),
      met: [...known.values()].flat().map((side) => this.#met.get(side)!),
    };
  }

  /** Returns the sides of an unfilled cell that touch a tile. */
  #known(open: number, placed: number, empty: ReadonlySet<number>): readonly number[] {
    const isKnown = (side: number): boolean => {
      const neighbour = this.#neighbour[side]!;
      return this.#filledAt[neighbour]! < placed && !empty.has(neighbour);
    };
    const sides = this.#joined[open]!;
    // Most cells touch no tile. `some` avoids creating an array for them, which matters because this code runs for
    // every cell on every level.
    return sides.some(isKnown) ? sides.filter(isKnown) : [];
  }

  #sideTowards(cell: number, other: number): number {
    const found = this.#joined[cell]!.find((side) => this.#neighbour[side] === other);
    return found === undefined ? -1 : found - cell * this.#instance.sideCount;
  }

  /**
   * Returns the stretch that consists of these adjacent cells. `end` is the index of the cell for its last step.
   * `filled` is the cell to fill, or -1 if the last step's cell doesn't touch it.
   */
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
        met: sides.map((side) => this.#met.get(side)!),
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
