/**
 * The way back from the boards of a beam to the empty board: for every level each board's parent in the level
 * before and the orientation it placed. What no living board needs is forgotten.
 */
/** Each board's parent in the level before, and the orientation it placed. */
export interface AncestryLevel {
  readonly parents: Int32Array;
  readonly placed: Int16Array | Int32Array;
}

/**
 * An ancestry as a milestone holds it, about two bytes a board. What order the boards of a level stand in matters in the last
 * one only. In those before they stand by their parents, each of which has a child at least: a bit says of a board whether it is the first.
 */
export interface PackedAncestry {
  readonly levels: readonly {
    readonly placed: Int16Array | Int32Array;
    readonly first: Uint8Array;
  }[];
  readonly last: AncestryLevel | null;
}

/** The levels of a packed ancestry. */
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
  /** of so many levels all boards but those of the last had descendants when it was last asked */
  #tidy = 0;

  /** For a milestone; null when it would take more bytes than `most`. Boards without descendants are forgotten first. */
  packed(most: number): PackedAncestry | null {
    this.forgetDead();
    const last = this.#levels.at(-1);
    if (!last) return { levels: [], last: null };
    const before = this.#levels.slice(0, -1);
    const bytes = before.reduce((sum, { placed }) => sum + placed.byteLength + placed.length / 8, 0);
    if (bytes + last.parents.byteLength + last.placed.byteLength > most) return null;
    // Where the boards of the level before stand now.
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

  push(parents: Int32Array, placed: Int16Array | Int32Array): void {
    this.#levels.push({ parents, placed });
  }

  /** The orientations placed by the board `index` of the last level, the first of them first. */
  path(index: number): Int32Array {
    const path = new Int32Array(this.#levels.length);
    for (let level = path.length - 1, at = index; level >= 0; level--) {
      const { parents, placed } = this.#levels[level]!;
      path[level] = placed[at]!;
      at = parents[at]!;
    }
    return path;
  }

  /** Forgets boards without living descendants. */
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
      if (kept === number.length && level <= this.#tidy) break; // and so it is for all levels before
      before.parents = before.parents.slice(0, kept);
      before.placed = before.placed.slice(0, kept);
      for (let i = 0; i < parents.length; i++) parents[i] = number[parents[i]!]!;
    }
    this.#tidy = this.#levels.length;
  }
}
