/**
 * The tables of the frontier kernel are trees. From the root to a leaf, the kernel chooses a branch for each label to
 * be matched in a cell. A leaf of a tree for the lookahead holds the ways to fill the cell, in records of 16. A leaf
 * of a tree for weighing children holds the candidates for the cell, in blocks of 16.
 */
import type { FittingLists } from './fitting.ts';
import { BLOCK_CANDIDATES, NO_CANDIDATE } from '../shared/child-kernel.ts';
import { BLOCK, blockBytes, NODE, type FrontierCodeShape } from './frontier-memory.ts';
import { WAY_ENTRIES, type Ways } from './stretches.ts';
import type { Instance } from '../shared/instance.ts';
import { placementOf } from '../shared/way-vectors.ts';
import { registersOf } from '../shared/vectors.ts';

/**
 * The properties of a cell that determine how its ways are stored. `leads` is true if the stretch of cells continues
 * to another cell. `before` is the number of previous cells of the stretch that touch the cell.
 */
export interface WaysKind {
  readonly leads: boolean;
  readonly before: number;
}

/**
 * Returns the byte offsets of the fields in a record of 16 ways. Every field consists of 16-byte vectors. The first
 * field, at offset 0, holds for each way the index of the byte on a board that contains the tile's bit. The other
 * fields are:
 *
 * - `bit`: the tile's bit in that byte
 * - `one`: which of the previous cell's values the way adds to a sum
 * - `two`: only if the cell is reached from both ends of a stretch and therefore has two previous cells: which value of
 *   the other previous cell to multiply by the first value
 * - `lanes`: for each label that a tile can show to the next cell, the pair of ways (`way-vectors.ts`) whose values are
 *   added to this label's sum
 */
export function waysLayout({ usedVectors, labels }: FrontierCodeShape, { leads, before }: WaysKind) {
  const registers = registersOf(labels);
  const bit = 16 * usedVectors;
  const one = bit + 16;
  const lanes = one + (before > 0 ? 16 * registers : 0);
  const two = lanes + (leads ? 16 * Math.ceil(labels / 8) : 0);
  return { bit, one, lanes, two, bytes: two + (before > 1 ? 16 * registers : 0) };
}

/**
 * Returns how the ways to fill a cell are stored. The first cell of a stretch has no previous cell. If another cell
 * follows it, its ways are stored as if there were a previous cell, and the kernel uses constant values for that cell.
 */
const kindOf = ({ before }: Ways, leads: boolean): WaysKind => ({
  leads,
  before: leads ? Math.max(1, before) : before,
});

/** The candidates whose only mismatch is on the side `missed`. If `missed` is -1, they match on every side. */
export interface CandidateKind {
  readonly missed: number;
  /** sides of the cell that touch a stretch of lookahead cells (`stretches.ts`) */
  readonly parts: readonly number[];
}

interface Leaf {
  readonly labels: readonly number[];
  /** number of records (16 ways each) or blocks (16 candidates each) in the leaf */
  readonly count: number;
  readonly write: (at: number) => void;
}

export class FrontierTables {
  /** true if any table has failed to fit since the last call of `clear` */
  full = false;
  readonly #instance: Instance;
  readonly #shape: FrontierCodeShape;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #nothing: number;
  readonly #begin: number;
  readonly #end: number;
  #free: number;
  readonly #made = new Map<object, Map<string, number>>();

  /**
   * The tables lie between the addresses `begin` and `end`. The memory must not grow afterwards, because this object
   * keeps views of it. `nothing` is the address of the tree node for labels that no tile fits.
   */
  constructor(
    memory: WebAssembly.Memory,
    instance: Instance,
    shape: FrontierCodeShape,
    nothing: number,
    [begin, end]: readonly [number, number],
  ) {
    this.#instance = instance;
    this.#shape = shape;
    this.#words = new Int32Array(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#nothing = nothing;
    this.#begin = this.#free = begin;
    this.#end = end;
    this.#words.fill(nothing, nothing / 4, nothing / 4 + NODE.next / 4 + shape.labels);
    this.#words.fill(0, nothing / 4, nothing / 4 + NODE.next / 4);
  }

  clear(): void {
    this.#made.clear();
    this.#free = this.#begin;
    this.full = false;
  }

  /** Returns the address of the root of the tree for looking up the ways to fill a cell. */
  ways(ways: Ways, leads: boolean): number {
    const kind = kindOf(ways, leads);
    const { bytes } = waysLayout(this.#shape, kind);
    return this.#tree(ways, String(leads), bytes, () =>
      ways.lists.all().map(({ labels, list }) => this.#waysLeaf(labels, ways.of(list), kind)),
    );
  }

  /** Returns the address of the root of the tree for looking up the candidates for a cell. */
  candidates(lists: FittingLists, kind: CandidateKind): number {
    const bytes = blockBytes(kind.parts.length);
    return this.#tree(lists, `${kind.missed} ${kind.parts.join()}`, bytes, () =>
      lists.all().map(({ labels, list }) => this.#candidatesLeaf(labels, list, kind)),
    );
  }

  #tree(of: object, name: string, bytes: number, leavesOf: () => Leaf[]): number {
    const made = this.#made.get(of) ?? new Map<string, number>();
    this.#made.set(of, made);
    const known = made.get(name);
    if (known !== undefined) return known;
    const leaves = leavesOf();
    const nodeBytes = NODE.next + 4 * this.#shape.labels;
    const prefixes = new Set(leaves.flatMap(({ labels }) => labels.map((_, i) => labels.slice(0, i).join())));
    const vectors = leaves.reduce((sum, { count }) => sum + count, 0);
    const nodesAt = this.#free + vectors * bytes;
    const end = nodesAt + prefixes.size * nodeBytes + leaves.length * NODE.next;
    if (end > this.#end) {
      this.full = true;
      return this.#nothing;
    }
    this.#free = Math.ceil(end / 16) * 16;
    const root = this.#write(leaves, bytes, nodesAt);
    made.set(name, root);
    return root;
  }

  /**
   * Writes a tree to memory: the leaves end at the address `nodesAt`, and the nodes start there. `bytes` is the size of
   * a record or block in a leaf. Returns the address of the root.
   */
  #write(leaves: readonly Leaf[], bytes: number, nodesAt: number): number {
    const words = this.#words;
    let vectors = nodesAt - leaves.reduce((sum, { count }) => sum + count, 0) * bytes;
    let free = nodesAt;
    const node = (next: boolean): number => {
      const at = free;
      free += NODE.next + (next ? 4 * this.#shape.labels : 0);
      words.fill(this.#nothing, at / 4, free / 4);
      words.fill(0, at / 4, at / 4 + NODE.next / 4);
      return at;
    };
    if (leaves.length === 0) return this.#nothing;
    const root = node(leaves[0]!.labels.length > 0);
    for (const { labels, count, write } of leaves) {
      let at = root;
      labels.forEach((label, depth) => {
        const to = (at + NODE.next) / 4 + label;
        if (words[to] === this.#nothing) words[to] = node(depth + 1 < labels.length);
        at = words[to]!;
      });
      words[(at + NODE.begin) / 4] = vectors;
      words[(at + NODE.end) / 4] = vectors + count * bytes;
      this.#bytes.fill(NO_CANDIDATE, vectors, vectors + count * bytes);
      write(vectors);
      vectors += count * bytes;
    }
    return root;
  }

  #waysLeaf(labels: readonly number[], ways: Int32Array, kind: WaysKind): Leaf {
    const { bit, one, two, lanes, bytes } = waysLayout(this.#shape, kind);
    const all = this.#bytes;
    const gathered = (at: number, label: number): void => {
      all[at + 16 * (label >> 4)] = label & 15;
    };
    const writeWay = (at: number, entry: number): void => {
      const [tile, first, second] = ways.subarray(
        entry * WAY_ENTRIES,
        (entry + 1) * WAY_ENTRIES,
      ) as unknown as [number, number, number];
      all[at + 16 * (tile >> 7)] = (tile >> 3) & 15;
      all[at + bit] = 1 << (tile & 7);
      if (kind.before > 0) gathered(at + one, first);
      if (kind.before > 1) gathered(at + two, second);
    };
    const entries = Array.from({ length: ways.length / WAY_ENTRIES }, (_, entry) => entry);
    if (!kind.leads) {
      const write = (at: number): void =>
        entries.forEach((entry) => writeWay(at + (entry >> 4) * bytes + (entry & 15), entry));
      return { labels, count: Math.ceil(entries.length / 16), write };
    }
    const byLane: number[][] = Array.from({ length: this.#shape.labels }, () => []);
    for (const entry of entries) byLane[ways[entry * WAY_ENTRIES + 3]!]!.push(entry);
    const { vectors, pairs } = placementOf(byLane);
    const write = (at: number): void => {
      for (const { vector, place, lane, entries: pair } of pairs) {
        const first = at + vector * bytes;
        pair.forEach((entry, i) => writeWay(first + 2 * place + i, entry));
        all.set([2 * place, 2 * place + 1], first + lanes + 2 * lane);
      }
    };
    return { labels, count: vectors, write };
  }

  #candidatesLeaf(
    labels: readonly number[],
    list: readonly number[],
    { missed, parts }: CandidateKind,
  ): Leaf {
    const { tileOf, sides, sideCount, mate } = this.#instance;
    const all = this.#bytes;
    const write = (at: number): void => {
      list.forEach((orientation, i) => {
        const begin = at + Math.floor(i / BLOCK_CANDIDATES) * blockBytes(parts.length);
        const place = begin + (i % BLOCK_CANDIDATES);
        const takes = (side: number): number => mate[sides[orientation * sideCount + side]!]!;
        const tile = tileOf[orientation]!;
        all[place + BLOCK.usedByte] = tile >> 3;
        all[place + BLOCK.usedBit] = 1 << (tile & 7);
        all[place + BLOCK.missed] = missed < 0 ? 0 : takes(missed);
        all[place + BLOCK.shown] = missed < 0 ? 0 : sides[orientation * sideCount + missed]!;
        parts.forEach((side, part) => (all[place + BLOCK.parts + 16 * part] = takes(side)));
        const twoBytes = begin + BLOCK.orientations + 2 * (i % BLOCK_CANDIDATES);
        all[twoBytes] = orientation;
        all[twoBytes + 1] = orientation >> 8;
      });
    };
    return { labels, count: Math.ceil(list.length / BLOCK_CANDIDATES), write };
  }
}
