/** What may lie on a cell, by the labels that some of its sides have to show. */
import type { Instance } from './instance.ts';

/** The orientations of one class of cells, by the labels on so many of their sides. */
export class FittingLists {
  readonly sides: readonly number[];
  readonly #instance: Instance;
  readonly #allowed: Int32Array;
  /** by key, those that show just these labels */
  readonly #exact = new Map<number, Int32Array>();
  /** by key, where some label may be any; made when first asked for */
  readonly #open = new Map<number, Int32Array>();

  constructor(instance: Instance, allowed: Int32Array, sides: readonly number[]) {
    this.#instance = instance;
    this.#allowed = allowed;
    this.sides = sides;
    const made = new Map<number, number[]>();
    for (const orientation of allowed) {
      const key = this.#keyOf(orientation);
      const list = made.get(key);
      if (list) list.push(orientation);
      else made.set(key, [orientation]);
    }
    made.forEach((list, key) => this.#exact.set(key, Int32Array.from(list)));
  }

  /**
   * `key`: the labels to be shown, in the order of `sides`, the first counting 1 and each next one `labels` + 1 times
   * as much as the one before. `labels` itself stands for any; `any` says whether the key has one.
   */
  at(key: number, any: boolean): Int32Array {
    const list = this.#exact.get(key);
    if (list !== undefined || !any) return list ?? NOTHING;
    let open = this.#open.get(key);
    if (!open) {
      open = this.#allowed.filter((orientation) => this.#fits(orientation, key));
      this.#open.set(key, open);
    }
    return open;
  }

  #keyOf(orientation: number): number {
    const { labels, sides, sideCount } = this.#instance;
    let key = 0;
    let digit = 1;
    for (const side of this.sides) {
      key += sides[orientation * sideCount + side]! * digit;
      digit *= labels + 1;
    }
    return key;
  }

  #fits(orientation: number, key: number): boolean {
    const { labels, sides, sideCount } = this.#instance;
    let rest = key;
    return this.sides.every((side) => {
      const label = rest % (labels + 1);
      rest = Math.floor(rest / (labels + 1));
      return label === labels || sides[orientation * sideCount + side] === label;
    });
  }
}

const NOTHING = new Int32Array();

/** The lists of the orientations that a cell allows, by their labels on some sides. */
export type Fitting = (allowed: Int32Array, sides: readonly number[]) => FittingLists;

/** Makes lists; cells of one class and the same sides share them. */
export function fittingOf(instance: Instance): Fitting {
  const made = new Map<Int32Array, Map<string, FittingLists>>();
  return (allowed, sides) => {
    const ofClass = made.get(allowed) ?? new Map<string, FittingLists>();
    made.set(allowed, ofClass);
    const name = sides.join();
    const lists = ofClass.get(name) ?? new FittingLists(instance, allowed, sides);
    ofClass.set(name, lists);
    return lists;
  };
}
