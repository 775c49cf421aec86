/**
 * The children of one level of a beam, the best so far: when there is no more room the worst are dropped,
 * equal ones at random.
 */
import type { Random } from '../../../random.ts';

/** Keys are 0 .. WORST - 1; a child with a worse one is never kept. */
export const WORST = 16_384;

export class Selection {
  readonly weight: Int32Array;
  readonly parent: Int32Array;
  readonly placed: Int16Array | Int32Array;
  readonly #key: Int16Array;
  readonly #random: Random;
  readonly #histogram = new Int32Array(WORST);
  #most: number;
  #count = 0;
  /** A key as large as this is not kept: `most` children have better ones. */
  threshold = WORST;
  /** children with a key below the threshold */
  #below = 0;

  /** Keeps at most `most` children, and needs room for more than that while they come. */
  constructor(most: number, room: number, orientations: number, random: Random) {
    this.#most = most;
    this.#random = random;
    this.#key = new Int16Array(room);
    this.weight = new Int32Array(room);
    this.parent = new Int32Array(room);
    this.placed = orientations <= 0x7fff ? new Int16Array(room) : new Int32Array(room);
  }

  get count(): number {
    return this.#count;
  }

  /** Begins a level that keeps at most `most` of its children. */
  begin(most: number): void {
    this.#most = most;
    this.#count = 0;
    this.#histogram.fill(0);
    this.threshold = WORST;
    this.#below = 0;
  }

  add(key: number, weight: number, parent: number, placed: number): void {
    if (key >= this.threshold) return;
    if (this.#count === this.#key.length) {
      this.#drop();
      if (key >= this.threshold) return;
    }
    const i = this.#count++;
    this.#histogram[key]!++;
    this.#below++;
    this.#tighten(this.#most);
    this.#key[i] = key;
    this.weight[i] = weight;
    this.parent[i] = parent;
    this.placed[i] = placed;
  }

  /**
   * To be said when the children of an even share of the parents (0 to 1) are there: keys that will hardly be among the
   * best in the end are kept no more. The margin is a few standard deviations; should it be too narrow, there are
   * somewhat fewer children.
   */
  foresee(share: number): void {
    const expected = this.#most * share;
    this.#tighten(expected * 1.1 + 6 * Math.sqrt(expected));
  }

  /** Lowers the threshold as long as so many children are below it. */
  #tighten(enough: number): void {
    const histogram = this.#histogram;
    while (this.#below - histogram[this.threshold - 1]! >= enough) {
      this.#below -= histogram[--this.threshold]!;
    }
  }

  /** Numbers of the children to keep, the best key first. */
  sorted(): Int32Array {
    this.#drop();
    const start = new Int32Array(WORST + 1);
    for (let key = 0; key < WORST; key++) start[key + 1] = start[key]! + this.#histogram[key]!;
    const order = new Int32Array(this.#count);
    for (let i = 0; i < this.#count; i++) order[start[this.#key[i]!]!++] = i;
    return order;
  }

  /** Of those to keep; after `sorted`. */
  leastWeight(): number {
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) least = Math.min(least, this.weight[i]!);
    return least;
  }

  #drop(): void {
    if (this.#count <= this.#most) return;
    const histogram = this.#histogram;
    let better = 0;
    let last = 0;
    while (better + histogram[last]! <= this.#most) better += histogram[last++]!;
    let places = this.#most - better;
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
    histogram[last] = this.#most - better;
    this.#count = kept;
    if (last >= this.threshold) return;
    this.threshold = last + 1;
    this.#below = kept;
  }
}
