/**
 * The ancestry of a beam's boards: for every board of every level, its parent and the tile added to the parent. With
 * it, each board can be rebuilt from the empty board. Boards without descendants on the last level are dropped.
 */

export interface AncestryLevel {
  /** for each board: the index of its parent on the previous level */
  readonly parents: Int32Array;
  /** for each board: the orientation placed last */
  readonly placed: Int16Array | Int32Array;
}

/**
 * An ancestry as stored in milestones, in about two bytes per board.
 *
 * On every level but the last, each board has a child, and the boards are sorted by parent. So one bit per board is
 * enough to mark where the children of the next parent start. On the last level, the order of the boards must be kept,
 * so the indices of their parents are stored.
 */
export interface PackedAncestry {
  readonly levels: readonly {
    readonly placed: Int16Array | Int32Array;
    /** one bit per board: 1 if it is the first child of its parent */
    readonly first: Uint8Array;
  }[];
  readonly last: AncestryLevel | null;
}

/** Returns the levels of a packed ancestry. */
export function unpacked({ levels, last }: PackedAncestry): AncestryLevel[] {
  const before = levels.map(({ placed, first }) => {
    let parent = -1;
    const parents = new Int32Array(placed.length);
    for (let i = 0; i < parents.length; i++) parents[i] = parent += (first[i >> 3]! >> (i & 7)) & 1;
    return { parents, placed: placed.slice() };
  });
  return last ? [...before, { parents: last.parents.slice(), placed: last.placed.slice() }] : before;
}

export class Ancestry {
  readonly #levels: { parents: Int32Array; placed: Int16Array | Int32Array }[] = [];
  /** number of levels when `forgetDead` last ran; on all of these but the last, every board has a child */
  #tidy = 0;

  /**
   * Drops boards without descendants. Returns the ancestry for a milestone, or null if it takes more than `maxBytes`
   * bytes.
   */
  packed(maxBytes: number): PackedAncestry | null {
    this.forgetDead();
    const last = this.#levels.at(-1);
    if (!last) return { levels: [], last: null };
    const before = this.#levels.slice(0, -1);
    const bytes = before.reduce((sum, { placed }) => sum + placed.byteLength + placed.length / 8, 0);
    if (bytes + last.parents.byteLength + last.placed.byteLength > maxBytes) return null;
    // for each board of the previous level: its index after sorting the boards by parent
    let place: Int32Array = Int32Array.of(0);
    const levels = before.map(({ parents, placed }) => {
      const next = new Int32Array(place.length + 1);
      for (const parent of parents) next[place[parent]! + 1]!++;
      for (let i = 1; i < next.length; i++) next[i]! += next[i - 1]!;
      const first = new Uint8Array(Math.ceil(parents.length / 8));
      for (let i = 0; i + 1 < next.length; i++) first[next[i]! >> 3]! |= 1 << (next[i]! & 7);
      const own = new Int32Array(parents.length);
      const sorted = placed.slice();
      for (let i = 0; i < parents.length; i++) {
        own[i] = next[place[parents[i]!]!]!++;
        sorted[own[i]!] = placed[i]!;
      }
      place = own;
      return { placed: sorted, first };
    });
    const parents = last.parents.map((parent) => place[parent]!);
    return { levels, last: { parents, placed: last.placed.slice() } };
  }

  get length(): number {
    return this.#levels.length;
  }

  /**
   * Adds a level. For each of its boards, `parents` holds the index of the parent on the previous level, and `placed`
   * holds the orientation placed last.
   */
  push(parents: Int32Array, placed: Int16Array | Int32Array): void {
    this.#levels.push({ parents, placed });
  }

  /** Returns the orientations on board number `index` of the last level, in the order in which they were placed. */
  path(index: number): Int32Array {
    const path = new Int32Array(this.#levels.length);
    for (let level = path.length - 1, at = index; level >= 0; level--) {
      const { parents, placed } = this.#levels[level]!;
      path[level] = placed[at]!;
      at = parents[at]!;
    }
    return path;
  }

  /** Drops boards without descendants on the last level. */
  forgetDead(): void {
    for (let level = this.#levels.length - 1; level > 0; level--) {
      const { parents } = this.#levels[level]!;
      const before = this.#levels[level - 1]!;
      const number = new Int32Array(before.parents.length);
      for (const parent of parents) number[parent] = 1;
      let kept = 0;
      for (let i = 0; i < number.length; i++) {
        if (number[i] === 0) continue;
        before.parents[kept] = before.parents[i]!;
        before.placed[kept] = before.placed[i]!;
        number[i] = kept++;
      }
      if (kept === number.length && level <= this.#tidy) break; // every board on earlier levels already has a child
      before.parents = before.parents.slice(0, kept);
      before.placed = before.placed.slice(0, kept);
      for (let i = 0; i < parents.length; i++) parents[i] = number[parents[i]!]!;
    }
    this.#tidy = this.#levels.length;
  }
}
