/** What may lie on a cell, by the labels that some of its sides have to show. */
import type { Instance } from '../shared/instance.ts';

/** The orientations of one class of cells, by the labels on so many of their sides. */
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

  /** `key`: the labels to be shown, in the order of `sides`, the first counting 1 and each next one `labels` times as much as the one before. */
  at(key: number): readonly number[] {
    return this.#lists.get(key) ?? NOTHING;
  }

  /** Orientations in the longest list. */
  get longest(): number {
    let longest = 0;
    for (const list of this.#lists.values()) longest = Math.max(longest, list.length);
    return longest;
  }

  /** All lists that are not empty, and the labels that each shows, in the order of `sides`. */
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

const NOTHING: readonly number[] = [];

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
