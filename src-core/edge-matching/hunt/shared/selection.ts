/**
 * Collects the best children of one level of a beam. When its arrays are full, it drops the worst children. Ties are
 * broken at random.
 */
import type { Random } from '../../../random.ts';

/** Children with a key of `KEY_LIMIT` or more are never kept. Smaller keys are better. */
export const KEY_LIMIT = 16_384;

export class Selection {
  /** for each child: its weight, the index of its parent, and the orientation to place */
  readonly weight: Int32Array;
  readonly parent: Int32Array;
  readonly placed: Int16Array | Int32Array;
  readonly #key: Int16Array;
  readonly #random: Random;
  readonly #histogram = new Int32Array(KEY_LIMIT);
  #max: number;
  #count = 0;
  /**
   * Only children with a key below this threshold are kept. It falls as soon as enough children with smaller keys are
   * known.
   */
  threshold = KEY_LIMIT;
  /** number of collected children with a key below the threshold */
  #below = 0;

  /**
   * At most `max` children are kept in the end. There is memory for `room` children, which must be more than `max`.
   */
  constructor(max: number, room: number, orientations: number, random: Random) {
    this.#max = max;
    this.#random = random;
    this.#key = new Int16Array(room);
    this.weight = new Int32Array(room);
    this.parent = new Int32Array(room);
    this.placed = orientations <= 0x7fff ? new Int16Array(room) : new Int32Array(room);
  }

  get count(): number {
    return this.#count;
  }

  /** Starts a level that keeps at most `max` children. */
  begin(max: number): void {
    this.#max = max;
    this.#count = 0;
    this.#histogram.fill(0);
    this.threshold = KEY_LIMIT;
    this.#below = 0;
  }

  /** Adds a child unless its key is too large. */
  add(key: number, weight: number, parent: number, placed: number): void {
    if (key >= this.threshold) return;
    if (this.#count === this.#key.length) {
      this.#drop();
      if (key >= this.threshold) return;
    }
    const i = this.#count++;
    this.#histogram[key]!++;
    this.#below++;
    this.#tighten(this.#max);
    this.#key[i] = key;
    this.weight[i] = weight;
    this.parent[i] = parent;
    this.placed[i] = placed;
  }

  /**
   * Lowers the threshold early, to the value expected at the end of the level. The caller must first add all children
   * of an evenly spaced sample of the parents. `share` is the size of this sample as a fraction of all parents. A
   * margin of ten percent plus six standard deviations makes it unlikely that too few children remain in the end.
   */
  foresee(share: number): void {
    const expected = this.#max * share;
    this.#tighten(expected * 1.1 + 6 * Math.sqrt(expected));
  }

  /** Lowers the threshold as far as possible while keeping at least `enough` children below it. */
  #tighten(enough: number): void {
    const histogram = this.#histogram;
    while (this.#below - histogram[this.threshold - 1]! >= enough) {
      this.#below -= histogram[--this.threshold]!;
    }
  }

  /** Returns the indices of the children to keep, best first. */
  sorted(): Int32Array {
    this.#drop();
    const start = new Int32Array(KEY_LIMIT + 1);
    for (let key = 0; key < KEY_LIMIT; key++) start[key + 1] = start[key]! + this.#histogram[key]!;
    const order = new Int32Array(this.#count);
    for (let i = 0; i < this.#count; i++) order[start[this.#key[i]!]!++] = i;
    return order;
  }

  /** Returns the smallest weight among the children to keep. `sorted` must have been called first. */
  leastWeight(): number {
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) least = Math.min(least, this.weight[i]!);
    return least;
  }

  #drop(): void {
    if (this.#count <= this.#max) return;
    const histogram = this.#histogram;
    let better = 0;
    let last = 0;
    while (better + histogram[last]! <= this.#max) better += histogram[last++]!;
    let places = this.#max - better;
    let tied = histogram[last]!;
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const key = this.#key[i]!;
      if (key > last) continue;
      if (key === last) {
        const chosen = this.#random.below(tied--) < places;
        if (!chosen) continue;
        places--;
      }
      this.#key[kept] = key;
      this.weight[kept] = this.weight[i]!;
      this.parent[kept] = this.parent[i]!;
      this.placed[kept++] = this.placed[i]!;
    }
    histogram.fill(0, last);
    histogram[last] = this.#max - better;
    this.#count = kept;
    if (last >= this.threshold) return;
    this.threshold = last + 1;
    this.#below = kept;
  }
}
