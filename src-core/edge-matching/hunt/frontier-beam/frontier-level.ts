/**
 * A level of a beam on a board that is not a plain rectangle: the cell to fill, and everything else that all boards of
 * the level have in common.
 */
import { fittingOf, type Fitting, type FittingLists } from './fitting.ts';
import { neighbourAt, type ClosedSide, type FrontierOrder } from './frontier-order.ts';
import { Stretches, type Lookahead } from './stretches.ts';
import type { Instance } from '../shared/instance.ts';

/** Candidates that match all tiles touching the cell, or all but one of them. */
export interface Candidates {
  /** orientations, grouped by their labels on the sides that must match */
  readonly lists: FittingLists;
  readonly matched: readonly ClosedSide[];
  /** the side that must not match, or null if all sides must match */
  readonly missed: ClosedSide | null;
}

export interface FrontierLevel {
  readonly cell: number;
  /** sides of the cell that touch a tile, each with the label to match there */
  readonly closes: readonly ClosedSide[];
  /**
   * The sides that later tiles will touch. `slot` is the place where a board stores the label to match. `part` is the
   * number of the stretch of lookahead cells (`stretches.ts`) that touches the side, or -1 if there is none.
   */
  readonly opens: readonly { readonly side: number; readonly slot: number; readonly part: number }[];
  /** pairs of sides of the cell that touch each other */
  readonly own: readonly (readonly [number, number])[];
  readonly candidates: readonly Candidates[];
  readonly lookahead: Lookahead;
  /** number of stretches of lookahead cells (`stretches.ts`) that touch the cell to fill */
  readonly parts: number;
}

export class FrontierLevels {
  readonly #instance: Instance;
  readonly #order: FrontierOrder;
  readonly #fitting: Fitting;
  readonly #stretches: Stretches;
  readonly #empty = new Set<number>();

  constructor(instance: Instance, order: FrontierOrder) {
    this.#instance = instance;
    this.#order = order;
    this.#fitting = fittingOf(instance);
    this.#stretches = new Stretches(instance, order, this.#fitting);
  }

  /** Marks a cell as empty on all boards, so that later tiles need not match anything there. */
  leaveEmpty(placed: number): void {
    this.#empty.add(this.#order.cells[placed]!.cell);
  }

  /** Returns the level that fills cell number `placed` (counted from 0) of the filling order. */
  after(placed: number): FrontierLevel {
    const { cell, closes, opens, own } = this.#order.cells[placed]!;
    const { sideCount, allowed } = this.#instance;
    const closed = closes.filter(
      ({ side }) => !this.#empty.has(neighbourAt(this.#instance, cell * sideCount + side)),
    );
    const candidates = (missed: ClosedSide | null): Candidates => {
      const matched = closed.filter((other) => other !== missed);
      const sides = matched.map(({ side }) => side);
      return { lists: this.#fitting(allowed[cell]!, sides), matched, missed };
    };
    const lookahead = this.#stretches.after(placed, this.#empty);
    const sides = lookahead.stretches.flatMap(({ side }) => (side < 0 ? [] : [side]));
    return {
      cell,
      closes: closed,
      opens: opens.map((open) => ({ ...open, part: sides.indexOf(open.side) })),
      own,
      // Here, `null` represents the candidates without a mismatch. These include tiles that mismatch only where they
      // touch themselves.
      candidates: [null, ...closed].map(candidates),
      lookahead,
      parts: sides.length,
    };
  }
}
