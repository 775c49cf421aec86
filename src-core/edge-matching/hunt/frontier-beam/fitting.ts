import type { Instance } from '../shared/instance.ts';

/** The orientations allowed in a cell, grouped by their labels on `sides`. */
export class FittingLists {
  readonly sides: readonly number[];
  readonly #labels: number;
  readonly #lists = new Map<number, number[]>();

  constructor({ labels, sides: shown, sideCount }: Instance, allowed: Int32Array, sides: readonly number[]) {
    this.sides = sides;
    this.#labels = labels;
    for (const orientation of allowed) {
      let key = 0;
      let digit = 1;
      for (const side of sides) {
        key += shown[orientation * sideCount + side]! * digit;
        digit *= labels;
      }
      const list = this.#lists.get(key);
      if (list) list.push(orientation);
      else this.#lists.set(key, [orientation]);
    }
  }

  /**
   * Returns the orientations with the given labels on `sides`. The labels are the digits of `key` in base `labels`,
   * from the lowest digit (first side) to the highest.
   */
  at(key: number): readonly number[] {
    return this.#lists.get(key) ?? EMPTY_LIST;
  }

  get longest(): number {
    let longest = 0;
    for (const list of this.#lists.values()) longest = Math.max(longest, list.length);
    return longest;
  }

  /**
   * Returns all non-empty lists of orientations. `labels` are the labels that a list's orientations show on `sides`, in
   * the same order.
   */
  all(): { labels: number[]; list: readonly number[] }[] {
    return [...this.#lists].map(([key, list]) => {
      let rest = key;
      const labels = this.sides.map(() => {
        const label = rest % this.#labels;
        rest = Math.floor(rest / this.#labels);
        return label;
      });
      return { labels, list };
    });
  }
}

const EMPTY_LIST: readonly number[] = [];

/** Returns the orientations allowed in a cell, grouped by their labels on the given sides. */
export type Fitting = (allowed: Int32Array, sides: readonly number[]) => FittingLists;

/** Returns a function that groups the orientations of an instance. Cells with the same rules share their lists. */
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
