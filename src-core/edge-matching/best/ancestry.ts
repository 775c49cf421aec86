/**
 * The way back from the boards of a beam to the empty board: for every level each board's parent in the level
 * before and the orientation it placed. What no living board needs is forgotten.
 */
/** Each board's parent in the level before, and the orientation it placed. */
export interface AncestryLevel {
  readonly parents: Int32Array;
  readonly placed: Int16Array | Int32Array;
}

export class Ancestry {
  readonly #levels: { parents: Int32Array; placed: Int16Array | Int32Array }[] = [];

  /** Copies, for a checkpoint. */
  levels(): AncestryLevel[] {
    return this.#levels.map(({ parents, placed }) => ({ parents: parents.slice(), placed: placed.slice() }));
  }

  /** boards of all levels */
  get boards(): number {
    return this.#levels.reduce((sum, { parents }) => sum + parents.length, 0);
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
      if (kept === number.length) return; // and so it is for all levels before
      before.parents = before.parents.slice(0, kept);
      before.placed = before.placed.slice(0, kept);
      for (let i = 0; i < parents.length; i++) parents[i] = number[parents[i]!]!;
    }
  }
}
