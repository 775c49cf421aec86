/**
 * What compiled code of the list kernel works on: the lists of candidates in its memory, the stock of tiles, the words of
 * the tiles laid, the counters. Lists can be rebuilt without the tiles that lie above a depth. How it is laid out is said in
 * `kernel-memory.ts` and `list-kernel.ts`; `list-backtracker.ts` says when each is called.
 */
import { candidatesAt, type SearchTree } from '../tree/search-tree.ts';
import { cellsByStart, labelsInWord } from './kernel-memory.ts';
import type { ListKernelLayout, ListProgram } from './list-kernel.ts';

/** Searches from a depth on, from the candidate at an address; true when it stopped before the end of the subtree. */
type DepthFunction = (from: number, word: number) => number;

/** A module brought to life. One backtracker uses it at a time. */
export class ListMemory {
  readonly functions: readonly DepthFunction[];
  readonly words: Int32Array;
  /** by address / 4: the candidate that a word stands for */
  readonly candidateAt: Int32Array;
  readonly #tree: SearchTree;
  readonly #layout: ListKernelLayout;
  readonly #bytes: Uint8Array;
  readonly #tables: readonly TableLists[];

  constructor(tree: SearchTree, { module, layout, pages }: ListProgram) {
    const heap = new WebAssembly.Memory({ initial: pages });
    const { exports } = new WebAssembly.Instance(module, { env: { memory: heap } });
    this.#tree = tree;
    this.#layout = layout;
    this.#bytes = new Uint8Array(heap.buffer);
    this.words = new Int32Array(heap.buffer);
    this.functions = tree.variables.map((_, depth) => exports[`from${depth}`] as unknown as DepthFunction);
    this.candidateAt = new Int32Array(layout.memory.end >> 2);
    this.#tables = tableLists(tree, layout, this.words);
  }

  /** Fills the stock, lays the tiles of `assignment` above `split` and rebuilds the lists below without them. */
  rebuild(assignment: Int32Array, split: number): void {
    const tree = this.#tree;
    const { memory } = this.#layout;
    const { candidateKind } = tree;
    this.#bytes[memory.stock] = 1;
    for (let kind = 0; kind < tree.stock.length; kind++) {
      this.#bytes[memory.stock + 1 + kind] = tree.stock[kind]!;
    }
    for (let depth = 0; depth < split; depth++) this.lay(depth, assignment[depth]!);
    const tables = new Set(tree.variables.slice(split).map(({ table }) => tree.tables.indexOf(table)));
    const stock = this.#bytes.subarray(memory.stock + 1);
    let room = memory.lists >> 2;
    for (const table of tables) {
      const { cells, starts, words } = this.#tables[table]!;
      for (let i = 0; i < cells.length; i++) {
        let at = cells[i]! >> 2;
        if (memory.lists !== 0) {
          this.words[at] = room << 2;
          at = room;
        }
        for (let candidate = starts[i]!; candidateKind[candidate] !== -1; candidate++) {
          if (stock[candidateKind[candidate]!] === 0) continue;
          this.words[at] = words[candidate - starts[i]! + this.#tables[table]!.offsets[i]!]!;
          this.candidateAt[at] = candidate;
          at++;
        }
        this.words[at] = 0;
        if (memory.lists !== 0) room = at + 1;
      }
    }
  }

  lay(depth: number, candidate: number): void {
    const tree = this.#tree;
    const { memory } = this.#layout;
    this.#bytes[memory.stock + 1 + tree.candidateKind[candidate]!]!--;
    this.words[(memory.words >> 2) + depth] = wordOf(tree, this.#layout, depth, candidate);
  }

  /** Puts the tile of the candidate at `at` back into stock. */
  takeBack(at: number): void {
    this.#bytes[this.#layout.memory.stock + (this.words[at >> 2]! >>> this.#layout.kindShift)]!++;
  }

  /** Whether a list ends at `at`. */
  isEnd(at: number): boolean {
    return this.words[at >> 2] === 0;
  }

  /** Where the list of a depth lies under the tiles of `assignment`. */
  listAddress(depth: number, assignment: Int32Array): number {
    const tree = this.#tree;
    const layout = this.#layout;
    const variable = tree.variables[depth]!;
    const shown = new Int32Array(tree.cells * tree.sides);
    for (let above = 0; above < depth; above++) {
      const cell = tree.variables[above]!.cell;
      for (let side = 0; side < tree.sides; side++) {
        shown[cell * tree.sides + side] = tree.candidateLabels[assignment[above]! * tree.sides + side]!;
      }
    }
    const start = candidatesAt(variable, tree.labels, shown);
    if (start === 0) return 0;
    const cell = this.#tables[tree.tables.indexOf(variable.table)]!.cellOf.get(start)!;
    return layout.memory.lists === 0 ? cell : this.words[cell >> 2]!;
  }

  /** The end of a list counts as in stock. */
  inStock(at: number): boolean {
    const { memory, kindShift } = this.#layout;
    return this.#bytes[memory.stock + (this.words[at >> 2]! >>> kindShift)] !== 0;
  }

  /** The first address from `at` on whose tile is in stock: of a candidate, or of the end of the list. */
  firstInStock(at: number): number {
    while (!this.inStock(at)) at += 4;
    return at;
  }

  /** by depth, in memory: `nodes` or `dead` of the layout */
  counters(address: number): Int32Array {
    return this.words.subarray(address >> 2, (address >> 2) + this.#tree.variables.length);
  }
}

/** The lists of a table: where each lies in memory, where it starts in the tree, its words. */
interface TableLists {
  readonly cells: Int32Array;
  readonly starts: Int32Array;
  /** by list: where its words begin in `words` */
  readonly offsets: Int32Array;
  readonly words: Int32Array;
  /** by start in the tree: address of the cell */
  readonly cellOf: ReadonlyMap<number, number>;
}

/** Lists by table; writes the levels above the last into memory. */
const tableLists = (tree: SearchTree, layout: ListKernelLayout, memory: Int32Array): TableLists[] =>
  cellsByStart(tree, layout, memory).map((cellOf, table) => {
    const words: number[] = [];
    const offsets: number[] = [];
    for (const first of cellOf.keys()) {
      offsets.push(words.length);
      for (let candidate = first; tree.candidateKind[candidate] !== -1; candidate++) {
        words.push(wordFor(tree, layout, table, candidate));
      }
    }
    return {
      cells: Int32Array.from(cellOf.values()),
      starts: Int32Array.from(cellOf.keys()),
      offsets: Int32Array.from(offsets),
      words: Int32Array.from(words),
      cellOf,
    };
  });

const wordOf = (tree: SearchTree, layout: ListKernelLayout, depth: number, candidate: number): number =>
  wordFor(tree, layout, tree.tables.indexOf(tree.variables[depth]!.table), candidate);

const wordFor = (tree: SearchTree, layout: ListKernelLayout, table: number, candidate: number): number =>
  ((tree.candidateKind[candidate]! + 1) << layout.kindShift) | labelsInWord(tree, layout, table, candidate);
