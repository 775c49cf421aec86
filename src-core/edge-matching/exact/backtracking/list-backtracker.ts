/**
 * Runs the code that `list-kernel.ts` generates.
 *
 * The interpreter searches the upper depths, and compiled code searches the lower ones. The *split* is the first
 * depth of the compiled code. Tiles placed above the split are left out of the lists that compiled code uses.
 *
 * The memory layout is described in `kernel-memory.ts` and `list-kernel.ts`.
 */
import { MAX_EXACT_NODE_BUDGET } from '../../../engine.ts';
import { candidatesAt, type SearchTree } from '../tree/search-tree.ts';
import { cellsByStart, labelsInWord } from './kernel-memory.ts';
import { instanceOf, SpareMachines } from './kernel-module.ts';
import type { ListKernelLayout, ListProgram } from './list-kernel.ts';
import type { Backtracker, TreePath } from './backtracker.ts';
import { Interpreter } from './interpreter.ts';

/** An instantiated module with its memory and lookup tables. Only one backtracker at a time may use it. */
interface Machine {
  readonly functions: readonly DepthFunction[];
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  readonly candidateAt: Int32Array;
  readonly tables: readonly TableLists[];
}

const spare = new SpareMachines<ListProgram, Machine>();

function machineFor(tree: SearchTree, program: ListProgram): Machine {
  const { layout } = program;
  const { functions, heap } = instanceOf(tree, program);
  const words = new Int32Array(heap);
  return {
    functions: functions as DepthFunction[],
    bytes: new Uint8Array(heap),
    words,
    candidateAt: new Int32Array(layout.memory.end >> 2),
    tables: tableLists(tree, layout, words),
  };
}

type DepthFunction = (from: number, word: number) => number;

/** candidate lists are rebuilt for a subtree if it is expected to have at least this many nodes */
const MIN_NODES_TO_REBUILD = 30_000;

/** Searches a tree with the list kernel. The split affects only the speed, but not which nodes are visited. */
export class ListBacktracker implements Backtracker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #tree: SearchTree;
  readonly #base: number;
  readonly #worthRebuilding: number;
  readonly #exactSlice: number;
  readonly #program: ListProgram;
  readonly #machine: Machine;
  readonly #layout: ListKernelLayout;
  readonly #functions: readonly DepthFunction[];
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  /** for each address (at index `address / 4`): the candidate whose word is stored there */
  readonly #candidateAt: Int32Array;
  readonly #tables: readonly TableLists[];
  readonly #assignment: Int32Array;
  /** for each depth: the number of tiles placed there so far */
  readonly #seen: Float64Array;
  #split: number;
  #top: Interpreter;
  /** depth at which compiled code will continue; -1 while the interpreter searches */
  #depth = -1;
  /** address of the word of the candidate that is placed next at `#depth` */
  #from = 0;
  #nodesPerFuel = 2;

  constructor(
    tree: SearchTree,
    program: ListProgram,
    base: number,
    path: TreePath,
    { worthRebuilding = MIN_NODES_TO_REBUILD, exactSlice = MAX_EXACT_NODE_BUDGET } = {},
  ) {
    const depths = tree.variables.length;
    const machine = spare.take(program) ?? machineFor(tree, program);
    this.#program = program;
    this.#machine = machine;
    this.#tree = tree;
    this.#base = base;
    this.#worthRebuilding = worthRebuilding;
    this.#exactSlice = exactSlice;
    this.#layout = program.layout;
    this.#functions = machine.functions;
    this.#bytes = machine.bytes;
    this.#words = machine.words;
    this.#candidateAt = machine.candidateAt;
    this.#tables = machine.tables;
    this.#assignment = new Int32Array(depths);
    this.#seen = new Float64Array(depths);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    this.#split = Math.max(1, base);
    this.#top = this.#topFrom(path);
    if (path.length > this.#split) this.#enter(path);
  }

  /**
   * Visits exactly `budget` nodes. Uses the interpreter, because compiled code doesn't check its budget at every node
   * and would not stop in time.
   */
  #runExactly(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    const backtracker = new Interpreter(this.#tree, this.#base, this.path());
    backtracker.run(budget, onSolution);
    this.#add(backtracker.nodesByDepth, backtracker.deadEnds);
    this.#depth = -1;
    if (backtracker.finished) {
      this.#top = backtracker;
      return;
    }
    const path = backtracker.path();
    this.#top = this.#topFrom(path);
    if (path.length > this.#split) this.#enter(path);
  }

  get finished(): boolean {
    return this.#depth === -1 && this.#top.finished;
  }

  path(): TreePath {
    if (this.#depth === -1) return this.#top.path();
    const path = this.#assignment.slice(0, this.#depth + 1);
    path[this.#depth] = this.#candidateAt[this.#from >> 2]!;
    return path;
  }

  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    if (this.finished) return;
    if (budget <= this.#exactSlice) this.#runExactly(budget, onSolution);
    else this.#runCompiled(budget, onSolution);
    this.#giveBackWhenFinished();
  }

  #giveBackWhenFinished(): void {
    if (this.finished) spare.giveBack(this.#program, this.#machine);
  }

  #runCompiled(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    let left = budget;
    while (left > 0 && !this.finished) {
      if (this.#depth === -1) {
        this.#top.nodesByDepth.fill(0);
        this.#top.deadEnds.fill(0);
        let laid: Int32Array | null = null as Int32Array | null;
        this.#top.run(left, (assignment) => Boolean((laid = assignment)));
        left -= this.#add(this.#top.nodesByDepth, this.#top.deadEnds);
        if (laid) this.#begin(laid);
      } else {
        const start = this.path();
        const solved = this.#walk(left);
        if (this.#laid() >= left + this.#exactSlice) {
          // Compiled code exceeded its budget by too much. Everything since `start` is discarded and repeated with
          // the interpreter, which stops exactly.
          this.#forget();
          this.#enter(start);
          this.#runExactly(this.#exactSlice, onSolution);
          break;
        }
        left -= this.#collect();
        if (solved && onSolution(this.#assignment)) break;
        // Compiled code would exceed such a small budget, so the rest is left to the next slice.
        if (left <= this.#exactSlice) break;
      }
    }
    this.#chooseSplit();
  }

  /** Writes the candidate lists to memory, without the tiles that are placed above the split. */
  #rebuild(): void {
    const { tree, layout } = { tree: this.#tree, layout: this.#layout };
    const { memory } = layout;
    const { candidateKind } = tree;
    this.#bytes[memory.stock] = 1;
    for (let kind = 0; kind < tree.stock.length; kind++) {
      this.#bytes[memory.stock + 1 + kind] = tree.stock[kind]!;
    }
    for (let depth = 0; depth < this.#split; depth++) this.#lay(depth, this.#assignment[depth]!);
    const tables = new Set(tree.variables.slice(this.#split).map(({ table }) => tree.tables.indexOf(table)));
    const stock = this.#bytes.subarray(memory.stock + 1);
    let room = memory.lists >> 2;
    for (const table of tables) {
      const { cells, starts, words } = this.#tables[table]!;
      for (let i = 0; i < cells.length; i++) {
        let at = cells[i]! >> 2;
        if (memory.lists !== 0) {
          this.#words[at] = room << 2;
          at = room;
        }
        for (let candidate = starts[i]!; candidateKind[candidate] !== -1; candidate++) {
          if (stock[candidateKind[candidate]!] === 0) continue;
          this.#words[at] = words[candidate - starts[i]! + this.#tables[table]!.offsets[i]!]!;
          this.#candidateAt[at] = candidate;
          at++;
        }
        this.#words[at] = 0;
        if (memory.lists !== 0) room = at + 1;
      }
    }
  }

  #lay(depth: number, candidate: number): void {
    const { tree, memory } = { tree: this.#tree, memory: this.#layout.memory };
    this.#bytes[memory.stock + 1 + tree.candidateKind[candidate]!]!--;
    this.#words[(memory.words >> 2) + depth] = wordOf(tree, this.#layout, depth, candidate);
  }

  #begin(laid: Int32Array): void {
    this.#assignment.set(laid);
    this.#rebuild();
    this.#from = this.#firstInStock(this.#listAddress(this.#split));
    if (this.#words[this.#from >> 2] === 0) {
      this.deadEnds[this.#split]!++;
      this.#depth = -1;
    } else this.#depth = this.#split;
  }

  /** Prepares compiled code to continue at `path`. The end of the path must not be above the split. */
  #enter(path: TreePath): void {
    this.#assignment.set(path.subarray(0, path.length - 1));
    this.#rebuild();
    const { cursors } = this.#layout.memory;
    const last = path.length - 1;
    let fruitful = false;
    for (let depth = this.#split; depth <= last; depth++) {
      // The candidate `path[depth]` may be missing from the rebuilt list. The search then continues at the candidate
      // after it.
      let at = this.#listAddress(depth);
      fruitful = false;
      for (; this.#words[at >> 2] !== 0 && this.#candidateAt[at >> 2]! < path[depth]!; at += 4) {
        fruitful ||= this.#inStock(at);
      }
      if (depth < last) {
        this.#words[(cursors >> 2) + depth] = at;
        this.#lay(depth, path[depth]!);
      } else this.#from = this.#firstInStock(at);
    }
    this.#depth = last;
    if (this.#words[this.#from >> 2] !== 0) return;
    if (!fruitful) this.deadEnds[last]!++;
    this.#retreat();
  }

  #retreat(): void {
    const { memory, kindShift } = this.#layout;
    for (let depth = this.#depth - 1; depth >= this.#split; depth--) {
      const at = this.#words[(memory.cursors >> 2) + depth]!;
      this.#bytes[memory.stock + (this.#words[at >> 2]! >>> kindShift)]!++;
      const from = this.#firstInStock(at + 4);
      if (this.#words[from >> 2] !== 0) {
        this.#depth = depth;
        this.#from = from;
        return;
      }
    }
    this.#depth = -1;
  }

  /**
   * Runs compiled code until most of `budget` is used up, or until `#assignment` holds a solution. Returns true at a
   * solution. The number of nodes for each unit of fuel varies, so each call measures it for the next call.
   */
  #walk(budget: number): boolean {
    const { memory } = this.#layout;
    const fuel = Math.max(1, Math.min(1e9, Math.floor((0.8 * budget) / this.#nodesPerFuel)));
    this.#words[memory.fuel >> 2] = fuel;
    const solved = this.#spend();
    const spent = fuel - this.#words[memory.fuel >> 2]!;
    if (spent > 0) this.#nodesPerFuel = Math.max(1, this.#laid() / spent);
    return solved;
  }

  #spend(): boolean {
    const { memory } = this.#layout;
    const words = this.#words;
    while (this.#depth !== -1) {
      const stopped = this.#functions[this.#depth]!(this.#from, words[this.#from >> 2]!);
      if (!stopped) {
        this.#retreat();
        continue;
      }
      const depth = words[memory.depth >> 2]!;
      for (let above = this.#split; above < depth; above++) {
        this.#assignment[above] = this.#candidateAt[words[(memory.cursors >> 2) + above]! >> 2]!;
      }
      const at = words[(memory.cursors >> 2) + depth]!;
      this.#depth = depth;
      if (depth < this.#tree.variables.length - 1) {
        this.#from = at;
        return false;
      }
      this.#assignment[depth] = this.#candidateAt[at >> 2]!;
      this.#from = this.#firstInStock(at + 4);
      if (words[this.#from >> 2] === 0) this.#retreat();
      return true;
    }
    return false;
  }

  #laid(): number {
    return this.#counters(this.#layout.memory.nodes).reduce((sum, laid) => sum + laid, 0);
  }

  /** Returns the number of tiles placed since this was last called. */
  #collect(): number {
    const { nodes, dead } = this.#layout.memory;
    const laid = this.#add(this.#counters(nodes), this.#counters(dead));
    this.#forget();
    return laid;
  }

  #forget(): void {
    this.#counters(this.#layout.memory.nodes).fill(0);
    this.#counters(this.#layout.memory.dead).fill(0);
  }

  #counters(address: number): Int32Array {
    return this.#words.subarray(address >> 2, (address >> 2) + this.#tree.variables.length);
  }

  #add(nodes: ArrayLike<number>, dead: ArrayLike<number>): number {
    let laid = 0;
    for (let depth = 0; depth < nodes.length; depth++) {
      laid += nodes[depth]!;
      this.nodesByDepth[depth]! += nodes[depth]!;
      this.#seen[depth]! += nodes[depth]!;
      this.deadEnds[depth]! += dead[depth]!;
    }
    return laid;
  }

  /**
   * Moves the split to the deepest depth at which rebuilding the candidate lists pays off: the subtrees below it must
   * have more than `#worthRebuilding` nodes on average.
   */
  #chooseSplit(): void {
    const seen = this.#seen;
    let below = 0;
    let split = this.#split;
    for (let depth = seen.length - 1; depth >= this.#base; depth--) {
      if (below > this.#worthRebuilding * Math.max(1, seen[depth]!)) {
        split = depth + 1;
        break;
      }
      below += seen[depth]!;
    }
    if (split === this.#split || this.finished) return;
    const path = this.path();
    this.#split = split;
    this.#top = this.#topFrom(path);
    this.#depth = -1;
    if (path.length > split) this.#enter(path);
  }

  /**
   * Returns an interpreter for the depths above the split. If `path` lies within a subtree below the split, the
   * interpreter starts after this subtree, which is left to compiled code.
   */
  #topFrom(path: TreePath): Interpreter {
    const split = this.#split;
    const tree = { ...this.#tree, variables: this.#tree.variables.slice(0, split) };
    if (path.length <= split) return new Interpreter(tree, this.#base, path);
    const above = path.slice(0, split);
    above[split - 1]!++;
    return new Interpreter(tree, this.#base, above);
  }

  #listAddress(depth: number): number {
    const { tree, layout } = { tree: this.#tree, layout: this.#layout };
    const variable = tree.variables[depth]!;
    const shown = new Int32Array(tree.cells * tree.sides);
    for (let above = 0; above < depth; above++) {
      const cell = tree.variables[above]!.cell;
      for (let side = 0; side < tree.sides; side++) {
        shown[cell * tree.sides + side] = tree.candidateLabels[this.#assignment[above]! * tree.sides + side]!;
      }
    }
    const start = candidatesAt(variable, tree.labels, shown);
    if (start === 0) return 0;
    const cell = this.#tables[tree.tables.indexOf(variable.table)]!.cellOf.get(start)!;
    return layout.memory.lists === 0 ? cell : this.#words[cell >> 2]!;
  }

  /**
   * Returns whether the tile of the candidate stored at this address is unused. Also returns true for the end of a
   * list.
   */
  #inStock(at: number): boolean {
    const { memory, kindShift } = this.#layout;
    return this.#bytes[memory.stock + (this.#words[at >> 2]! >>> kindShift)] !== 0;
  }

  #firstInStock(at: number): number {
    while (!this.#inStock(at)) at += 4;
    return at;
  }
}

interface TableLists {
  readonly cells: Int32Array;
  readonly starts: Int32Array;
  /** for each list: the index in `words` at which its candidates begin */
  readonly offsets: Int32Array;
  readonly words: Int32Array;
  /** maps the first candidate of each list to the address of the list's entry in the table */
  readonly cellOf: ReadonlyMap<number, number>;
}

/** Returns the candidate lists of each table. Writes all levels except the last to memory. */
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
