/**
 * Depth-first search with a bound on mismatches: at most one a tile, and by each depth no more than a
 * schedule says. Compiled to WebAssembly for the variable order of one beam, one function a depth, and let
 * loose on the end of a good board to find a better end.
 *
 * A candidate is two words: tile + 1, right label to be met, lower label to be met (16, 8 and 8 bits); and
 * the orientation. Lists end with a zero word. Matching candidates come first, then those with a mismatch.
 */
import type { Random } from '../../random.ts';
import { branch, call, i32, loop, ModuleBuilder, returns, when } from '../../wasm.ts';
import type { Code, Local } from '../../wasm.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from './instance.ts';
import { NONE, OPEN, type CandidateLists, type OrderedCell } from './order.ts';

/** Where things lie in memory, in bytes. */
interface MemoryMap {
  readonly used: number;
  readonly up: number;
  readonly left: number;
  readonly placed: number;
  readonly allowed: number;
  readonly fuel: number;
  /** 1 when a board was found */
  readonly found: number;
  readonly tables: ReadonlyMap<CandidateLists, { readonly matching: number; readonly near: number }>;
  readonly listsAt: number;
  readonly end: number;
}

const MOST_BYTES = 1 << 26;
const zero = i32.const(0);
const one = i32.const(1);

export class BoundedSearch {
  /** tiles placed so far */
  nodes = 0;
  readonly #instance: RectangleInstance;
  readonly #order: readonly OrderedCell[];
  readonly #map: MemoryMap;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #enter: ((breaks: number) => number)[];

  /** Whether labels and tiles fit the words of a candidate, and all lists into reasonable memory. */
  static handles(instance: RectangleInstance, order: readonly OrderedCell[]): boolean {
    const { labels, tiles } = instance;
    return labels < 255 && tiles < 65535 && memoryMapOf(instance, order).end < MOST_BYTES;
  }

  constructor(instance: RectangleInstance, order: readonly OrderedCell[]) {
    this.#instance = instance;
    this.#order = order;
    this.#map = memoryMapOf(instance, order);
    const pages = Math.ceil(this.#map.end / 65536);
    const memory = new WebAssembly.Memory({ initial: pages });
    this.#words = new Int32Array(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
    const builder = new ModuleBuilder();
    order.forEach((_, depth) => this.#addDepth(builder, depth));
    // Past the last depth: the board is full.
    const full = order.length;
    builder.add(`d${full}`, ['i32'], ['i32'], () => [i32.store(zero, one, this.#map.found), one]);
    const module = new WebAssembly.Module(builder.bytes([{ name: 'env', pages }]));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.#enter = Array.from(
      { length: full + 1 },
      (_, depth) => exports[`d${depth}`] as (breaks: number) => number,
    );
  }

  /**
   * Keeps the first `cut` cells of a full board and searches for an end with fewer mismatches than it has,
   * placing at most `fuel` tiles. The better board, or null.
   */
  improve(board: Int32Array, cut: number, fuel: number, random: Random): Int32Array | null {
    const { used, up, left, allowed } = this.#map;
    const { tileOf, sides, mate, pinned } = this.#instance;
    const breaks = this.#mismatchesBy(board);
    const total = breaks.at(-1)!;
    if (total === 0 || breaks[cut]! >= total) return null;
    this.#bytes.fill(0, used, used + this.#instance.tiles + 1);
    const use = (orientation: number): void => {
      this.#bytes[used + tileOf[orientation]! + 1] = 1;
    };
    pinned.forEach((orientation) => orientation >= 0 && use(orientation));
    for (let depth = 0; depth < cut; depth++) {
      const { cell, column, row } = this.#order[depth]!;
      const orientation = board[cell]!;
      use(orientation);
      this.#words[(up >> 2) + column] = mate[sides[orientation * 4 + BOTTOM]!]!;
      this.#words[(left >> 2) + (row & 1)] = mate[sides[orientation * 4 + RIGHT]!]!;
    }
    for (let depth = 0; depth < this.#order.length; depth++) {
      this.#words[(allowed >> 2) + depth] = Math.min(total - 1, breaks[depth + 1]!);
    }
    this.#fillLists(cut, random);
    this.#words[this.#map.fuel >> 2] = fuel;
    this.#words[this.#map.found >> 2] = 0;
    this.#enter[cut]!(breaks[cut]!);
    this.nodes += fuel - Math.max(0, this.#words[this.#map.fuel >> 2]!);
    if (this.#words[this.#map.found >> 2] === 0) return null;
    const better = Int32Array.from(board);
    for (let depth = cut; depth < this.#order.length; depth++) {
      const pointer = this.#words[(this.#map.placed >> 2) + depth]!;
      better[this.#order[depth]!.cell] = this.#words[(pointer >> 2) + 1]!;
    }
    return better;
  }

  /** Mismatches of a full board among its first 0, 1, 2 ... cells. */
  #mismatchesBy(board: Int32Array): Int32Array {
    const { width, sides, mate } = this.#instance;
    const breaks = new Int32Array(this.#order.length + 1);
    this.#order.forEach(({ cell, up, left, lists }, depth) => {
      const at = board[cell]! * 4;
      const shown = (other: number, side: number): number => mate[sides[board[other]! * 4 + side]!]!;
      let missed = 0;
      if (up !== NONE && sides[at + TOP] !== shown(cell - width, BOTTOM)) missed++;
      if (left !== NONE && sides[at + LEFT] !== shown(cell - 1, RIGHT)) missed++;
      if (lists.right !== NONE && sides[at + RIGHT] !== lists.right) missed++;
      if (lists.below !== NONE && sides[at + BOTTOM] !== lists.below) missed++;
      breaks[depth + 1] = breaks[depth]! + missed;
    });
    return breaks;
  }

  /** The lists of all classes met from `cut` on, shuffled, without the tiles used before. */
  #fillLists(cut: number, random: Random): void {
    const { tables, listsAt, used } = this.#map;
    const { tileOf, sides, mate } = this.#instance;
    const words = this.#words;
    let at = listsAt >> 2;
    const copy = (entries: Int32Array, begin: number, end: number): number => {
      const start = at;
      for (let i = begin; i < end; i++) {
        const orientation = entries[i]!;
        const tile = tileOf[orientation]!;
        if (this.#bytes[used + tile + 1]) continue;
        const right = mate[sides[orientation * 4 + RIGHT]!]!;
        const below = mate[sides[orientation * 4 + BOTTOM]!]!;
        words[at] = ((tile + 1) << 16) | (right << 8) | below;
        words[at + 1] = orientation;
        at += 2;
      }
      for (let i = at - 2; i > start; i -= 2) {
        const other = start + 2 * random.below((i - start) / 2 + 1);
        for (const half of [0, 1])
          [words[i + half], words[other + half]] = [words[other + half]!, words[i + half]!];
      }
      words[at] = 0;
      at += 2;
      return start * 4;
    };
    const filled = new Set<CandidateLists>();
    for (let depth = cut; depth < this.#order.length; depth++) {
      const { lists } = this.#order[depth]!;
      if (filled.has(lists)) continue;
      filled.add(lists);
      const { matching, near } = tables.get(lists)!;
      for (let key = 0; key < lists.from.length; key++) {
        words[(matching >> 2) + key] = copy(lists.entries, lists.from[key]!, lists.near[key]!);
        words[(near >> 2) + key] = copy(lists.entries, lists.near[key]!, lists.to[key]!);
      }
    }
  }

  /** Tries the candidates of one depth; returns 1 to end the search, 0 to go on. */
  #addDepth(builder: ModuleBuilder, depth: number): void {
    const { column, row, up, left, lists } = this.#order[depth]!;
    const map = this.#map;
    const any = this.#instance.labels;
    const upSlot = map.up + column * 4;
    const leftSlot = map.left + (row & 1) * 4;
    const { matching, near } = map.tables.get(lists)!;
    builder.add(`d${depth}`, ['i32'], ['i32'], ([breaks], local) => {
      const [pointer, entry, metUp, metLeft] = [local('i32'), local('i32'), local('i32'), local('i32')];
      const met = (given: number, { get }: Local): Code =>
        given === OPEN ? get : i32.const(given === NONE ? any : given);
      const key = i32.add(i32.mul(met(left, metLeft), i32.const(any + 1)), met(up, metUp));
      const tile = i32.shr(entry.get, i32.const(16));
      const tryList = (table: number, extra: number): Code[] => [
        pointer.set(i32.load(i32.shl(key, i32.const(2)), table)),
        loop((again) => [
          entry.set(i32.load(pointer.get)),
          when(entry.get, [
            when(i32.eqz(i32.load8(tile, map.used)), [
              i32.store(zero, i32.sub(i32.load(zero, map.fuel), one), map.fuel),
              when(i32.lessSigned(i32.load(zero, map.fuel), zero), [returns(one)]),
              i32.store8(tile, one, map.used),
              i32.store(zero, i32.and(entry.get, i32.const(255)), upSlot),
              i32.store(zero, i32.and(i32.shr(entry.get, i32.const(8)), i32.const(255)), leftSlot),
              i32.store(zero, pointer.get, map.placed + depth * 4),
              when(call(depth + 1, i32.add(breaks!.get, i32.const(extra))), [returns(one)]),
              i32.store8(tile, zero, map.used),
            ]),
            pointer.set(i32.add(pointer.get, i32.const(8))),
            branch(again),
          ]),
        ]),
      ];
      return [
        metUp.set(i32.load(zero, upSlot)),
        metLeft.set(i32.load(zero, leftSlot)),
        ...tryList(matching, 0),
        when(i32.lessSigned(breaks!.get, i32.load(zero, map.allowed + depth * 4)), tryList(near, 1)),
        i32.store(zero, metUp.get, upSlot),
        i32.store(zero, metLeft.get, leftSlot),
        zero,
      ];
    });
  }
}

function memoryMapOf(instance: RectangleInstance, order: readonly OrderedCell[]): MemoryMap {
  let end = 16;
  const take = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const used = take(instance.tiles + 1);
  const up = take(instance.width * 4);
  const left = take(8);
  const placed = take(order.length * 4);
  const allowed = take(order.length * 4);
  const fuel = take(4);
  const found = take(4);
  const tables = new Map<CandidateLists, { matching: number; near: number }>();
  let words = 0;
  for (const { lists } of order) {
    if (tables.has(lists)) continue;
    const keys = lists.from.length;
    tables.set(lists, { matching: take(keys * 4), near: take(keys * 4) });
    words += 2 * (lists.entries.length + 2 * keys);
  }
  const listsAt = take(words * 4);
  return { used, up, left, placed, allowed, fuel, found, tables, listsAt, end };
}
