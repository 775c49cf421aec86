import { listAt, type Course } from './course.ts';

/**
 * Where a walk stands: the entries laid, one a depth, then the entry to try next at the depth below (-1:
 * the first of its list). Length is therefore 1 + tiles laid. An empty array: the walk is over.
 */
export type Position = Int32Array;

/** Walks the tree of a course depth first, from below a prefix of entries to the end of its subtree. */
export interface Walker {
  /**
   * Lays about `budget` tiles, fewer when the subtree ends or a solution is found and `onSolution`
   * (given the entries by depth, valid during the call) returns true to break off there.
   */
  run(budget: number, onSolution: (entries: Int32Array) => boolean): void;
  readonly finished: boolean;
  /** tiles laid by depth and depths left for want of a tile, since the caller last cleared them */
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  position(): Position;
}

/** The reference: plain loops over the course's arrays. About a fifth of the speed of compiled code. */
export class InterpretedWalker implements Walker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #course: Course;
  readonly #base: number;
  readonly #stock: Int32Array;
  /** by side of the board: the label shown; stale where nothing lies */
  readonly #shown: Int32Array;
  readonly #entries: Int32Array;
  #depth: number;
  #next: number;
  /** whether something was laid at this depth since it was reached */
  readonly #fruitful: Uint8Array;

  /** Stands at `position`; never goes back above `base`, the length of its task's prefix. */
  constructor(course: Course, base: number, position: Position) {
    const depths = course.steps.length;
    this.#course = course;
    this.#base = base;
    this.#stock = course.stock.slice();
    this.#shown = new Int32Array(course.cells * course.sides);
    this.#entries = new Int32Array(depths);
    this.#fruitful = new Uint8Array(depths + 1);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    this.#depth = position.length - 1;
    for (let depth = 0; depth < this.#depth; depth++) {
      this.#lay(depth, position[depth]!);
      if (depth >= base) this.#fruitful[depth] = 1;
    }
    this.#next = position[this.#depth] ?? -1;
    if (this.#next === -1 && this.#depth >= 0) this.#next = this.#first();
    else if (this.#depth >= 0) this.#fruitful[this.#depth] = this.#laidBefore() ? 1 : 0;
  }

  get finished(): boolean {
    return this.#depth < this.#base;
  }

  position(): Position {
    if (this.finished) return new Int32Array(0);
    const position = new Int32Array(this.#depth + 1);
    position.set(this.#entries.subarray(0, this.#depth));
    position[this.#depth] = this.#next;
    return position;
  }

  run(budget: number, onSolution: (entries: Int32Array) => boolean): void {
    const { entryKind, entryLabels, steps, sides } = this.#course;
    const stock = this.#stock;
    const shown = this.#shown;
    const entries = this.#entries;
    const fruitful = this.#fruitful;
    const nodesByDepth = this.nodesByDepth;
    const last = steps.length - 1;
    let depth = this.#depth;
    let entry = this.#next;
    let left = budget;
    while (depth >= this.#base && left > 0) {
      let kind = entryKind[entry]!;
      while (kind !== -1 && stock[kind] === 0) kind = entryKind[++entry]!;
      if (kind === -1) {
        if (!fruitful[depth]) this.deadEnds[depth]!++;
        depth--;
        if (depth < this.#base) break;
        entry = entries[depth]!;
        stock[entryKind[entry]!]!++;
        entry++;
        continue;
      }
      nodesByDepth[depth]!++;
      left--;
      fruitful[depth] = 1;
      entries[depth] = entry;
      if (depth === last) {
        entry++;
        if (onSolution(entries)) break;
        continue;
      }
      stock[kind]!--;
      const at = steps[depth]!.cell * sides;
      for (let side = 0; side < sides; side++) shown[at + side] = entryLabels[entry * sides + side]!;
      depth++;
      fruitful[depth] = 0;
      entry = listAt(steps[depth]!, this.#course.labels, shown);
    }
    this.#depth = depth;
    this.#next = entry;
  }

  #lay(depth: number, entry: number): void {
    const { entryKind, entryLabels, steps, sides } = this.#course;
    this.#entries[depth] = entry;
    this.#stock[entryKind[entry]!]!--;
    const at = steps[depth]!.cell * sides;
    for (let side = 0; side < sides; side++) this.#shown[at + side] = entryLabels[entry * sides + side]!;
  }

  #first(): number {
    return listAt(this.#course.steps[this.#depth]!, this.#course.labels, this.#shown);
  }

  /** Whether an entry before `next` could be laid: then this depth is no dead end. */
  #laidBefore(): boolean {
    for (let entry = this.#first(); entry < this.#next; entry++) {
      if (this.#stock[this.#course.entryKind[entry]!]! > 0) return true;
    }
    return false;
  }
}
