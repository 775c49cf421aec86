/**
 * The order in which the cells of a rectangle are filled, and the candidates for each cell. No tile placed later
 * touches a filled cell from above or from the left. Candidates are listed by the labels to match on the left and
 * above.
 */
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from '../shared/instance.ts';

/** Represents a label on a side that need not match anything. */
export const UNCONSTRAINED = -1;
/** Represents a label that can differ from board to board, because the cell on that side has no hint. */
export const SET_BY_BOARD = -2;

export interface OrderedCell {
  readonly cell: number;
  readonly column: number;
  readonly row: number;
  /** labels to match above and on the left: `SET_BY_BOARD`, `UNCONSTRAINED`, or the label required by a hinted tile */
  readonly up: number;
  readonly left: number;
  /** true if a later tile will touch this cell on the right (`opensRight`) or from below (`opensBelow`) */
  readonly opensRight: boolean;
  readonly opensBelow: boolean;
  readonly lists: CandidateLists;
}

/**
 * The candidates for cells with the same rules: the orientations in `entries`. They are grouped by the key `left *
 * (labels + 1) + up`, where `left` and `up` are the labels to match on the left and above. A side that need not match
 * anything has the label `labels`.
 *
 * In each group, the candidates that match every required label are the entries from `from[key]` to `near[key] - 1`.
 * Those that match all but one are the entries from `near[key]` to `to[key] - 1`.
 */
export interface CandidateLists {
  readonly allowed: Int32Array;
  readonly right: number;
  readonly below: number;
  readonly entries: Int32Array;
  /** facts about the entries: `FACTS` numbers for each entry, in the order given by `FACT` */
  readonly facts: Uint16Array;
  readonly from: Int32Array;
  readonly near: Int32Array;
  readonly to: Int32Array;
}

/**
 * The number of facts about each candidate, and the index of each fact:
 *
 * - `right`, `below`: the label that a tile on the right or below must show
 * - `missedSide`, `missed`: the side on which the candidate has its mismatch, and the label that would match the
 *   candidate there
 */
export const FACTS = 4;
export const FACT = { right: 0, below: 1, missed: 2, missedSide: 3 };

/** Returns the cells to fill, row by row from left to right, without hinted and closed cells. */
export function variableOrder(instance: RectangleInstance): OrderedCell[] {
  const { width, height, sides, mate, pinned, forbidden } = instance;
  const tables = new Map<string, CandidateLists>();
  const names = new Map<Int32Array, number>();
  const meets = (cell: number, inside: boolean, step: number, theirSide: number): number => {
    if (!inside || forbidden[cell + step]) return UNCONSTRAINED;
    const orientation = pinned[cell + step]!;
    return orientation < 0 ? SET_BY_BOARD : mate[sides[orientation * 4 + theirSide]!]!;
  };
  const order: OrderedCell[] = [];
  for (let cell = 0; cell < width * height; cell++) {
    if (forbidden[cell] || pinned[cell]! >= 0) continue;
    const column = cell % width;
    const row = Math.floor(cell / width);
    const up = meets(cell, row > 0, -width, BOTTOM);
    const left = meets(cell, column > 0, -1, RIGHT);
    const onRight = meets(cell, column < width - 1, 1, LEFT);
    const onBelow = meets(cell, row < height - 1, width, TOP);
    const right = onRight === SET_BY_BOARD ? UNCONSTRAINED : onRight;
    const below = onBelow === SET_BY_BOARD ? UNCONSTRAINED : onBelow;
    const allowed = instance.allowed[cell]!;
    if (!names.has(allowed)) names.set(allowed, names.size);
    const kind = `${names.get(allowed)!} ${up === UNCONSTRAINED} ${left === UNCONSTRAINED} ${right} ${below}`;
    let lists = tables.get(kind);
    if (!lists) {
      tables.set(
        kind,
        (lists = candidateListsOf(
          instance,
          allowed,
          left !== UNCONSTRAINED,
          up !== UNCONSTRAINED,
          right,
          below,
        )),
      );
    }
    order.push({
      cell,
      column,
      row,
      up,
      left,
      opensRight: onRight === SET_BY_BOARD,
      opensBelow: onBelow === SET_BY_BOARD,
      lists,
    });
  }
  return order;
}

function candidateListsOf(
  instance: RectangleInstance,
  allowed: Int32Array,
  hasLeft: boolean,
  hasUp: boolean,
  right: number,
  below: number,
): CandidateLists {
  const size = instance.labels + 1;
  const from = new Int32Array(size * size);
  const near = new Int32Array(size * size);
  const to = new Int32Array(size * size);
  const { perfect, missing } = groupsByKey(instance, allowed, { hasLeft, hasUp, right, below });
  const entries: number[] = [];
  for (let key = 0; key < size * size; key++) {
    from[key] = entries.length;
    for (const orientation of perfect[key] ?? []) entries.push(orientation);
    near[key] = entries.length;
    for (const orientation of missing[key] ?? []) entries.push(orientation);
    to[key] = entries.length;
  }
  return withFacts(instance, { allowed, right, below, entries: Int32Array.from(entries), from, near, to });
}

/**
 * Groups orientations by key (see `CandidateLists`). Returns two groupings: orientations that match every required
 * label, and orientations with one mismatch.
 */
function groupsByKey(
  { labels, sides }: RectangleInstance,
  allowed: Int32Array,
  met: { readonly hasLeft: boolean; readonly hasUp: boolean; readonly right: number; readonly below: number },
) {
  const size = labels + 1;
  const perfect: number[][] = [];
  const missing: number[][] = [];
  const push = (lists: number[][], left: number, up: number, orientation: number): void => {
    (lists[left * size + up] ??= []).push(orientation);
  };
  const every = Array.from({ length: labels }, (_, label) => label);
  for (const orientation of allowed) {
    const side = orientation * 4;
    const left = met.hasLeft ? sides[side + LEFT]! : labels;
    const up = met.hasUp ? sides[side + TOP]! : labels;
    const missed =
      Number(met.right !== UNCONSTRAINED && sides[side + RIGHT] !== met.right) +
      Number(met.below !== UNCONSTRAINED && sides[side + BOTTOM] !== met.below);
    if (missed > 1) continue;
    push(missed === 0 ? perfect : missing, left, up, orientation);
    if (missed > 0) continue;
    if (met.hasLeft) for (const other of every) if (other !== left) push(missing, other, up, orientation);
    if (met.hasUp) for (const other of every) if (other !== up) push(missing, left, other, orientation);
  }
  return { perfect, missing };
}

function withFacts(instance: RectangleInstance, lists: Omit<CandidateLists, 'facts'>): CandidateLists {
  const { labels, sides, mate } = instance;
  const { entries, near, to, right, below } = lists;
  const size = labels + 1;
  const facts = new Uint16Array(entries.length * FACTS);
  entries.forEach((orientation, i) => {
    facts[i * FACTS + FACT.right] = mate[sides[orientation * 4 + RIGHT]!]!;
    facts[i * FACTS + FACT.below] = mate[sides[orientation * 4 + BOTTOM]!]!;
  });
  for (let key = 0; key < size * size; key++) {
    const met: readonly (readonly [side: number, label: number])[] = [
      [TOP, key % size === labels ? UNCONSTRAINED : key % size],
      [LEFT, Math.floor(key / size) === labels ? UNCONSTRAINED : Math.floor(key / size)],
      [RIGHT, right],
      [BOTTOM, below],
    ];
    for (let i = near[key]!; i < to[key]!; i++) {
      const shown = (side: number): number => sides[entries[i]! * 4 + side]!;
      const [side] = met.find(([side, label]) => label !== UNCONSTRAINED && shown(side) !== label)!;
      facts[i * FACTS + FACT.missed] = mate[shown(side)]!;
      facts[i * FACTS + FACT.missedSide] = side;
    }
  }
  return { ...lists, facts };
}

/**
 * Returns a copy of the order without certain candidates: from index `first` on, cells no longer accept tiles for
 * which `out` is 1.
 */
export function withoutTiles(
  instance: RectangleInstance,
  order: readonly OrderedCell[],
  out: Uint8Array,
  first: number,
): OrderedCell[] {
  const reduced = new Map<CandidateLists, CandidateLists>();
  return order.map((variable, index) => {
    if (index < first) return variable;
    let lists = reduced.get(variable.lists);
    if (!lists) reduced.set(variable.lists, (lists = listsWithout(instance, variable.lists, out)));
    return { ...variable, lists };
  });
}

function listsWithout(instance: RectangleInstance, lists: CandidateLists, out: Uint8Array): CandidateLists {
  const keys = lists.from.length;
  const entries = new Int32Array(lists.entries.length);
  const facts = new Uint16Array(lists.facts.length);
  const from = new Int32Array(keys);
  const near = new Int32Array(keys);
  const to = new Int32Array(keys);
  let end = 0;
  const copy = (begin: number, stop: number): void => {
    for (let i = begin; i < stop; i++) {
      const orientation = lists.entries[i]!;
      if (out[instance.tileOf[orientation]!]) continue;
      for (let fact = 0; fact < FACTS; fact++) facts[end * FACTS + fact] = lists.facts[i * FACTS + fact]!;
      entries[end++] = orientation;
    }
  };
  for (let key = 0; key < keys; key++) {
    from[key] = end;
    copy(lists.from[key]!, lists.near[key]!);
    near[key] = end;
    copy(lists.near[key]!, lists.to[key]!);
    to[key] = end;
  }
  return { ...lists, entries: entries.slice(0, end), facts: facts.slice(0, end * FACTS), from, near, to };
}
