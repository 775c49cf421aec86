/**
 * Drives the code of the list kernel. In this order: `run` shares a budget of nodes out between the interpreter (above the
 * split) and compiled code (below it); `#begin` and `#enter` put compiled code at a place in the tree; `#walk` and
 * `#retreat` run it and take it back; `#chooseSplit` says how deep it begins. What it works on is in `list-memory.ts`.
 */
import { EXACT_SLICE } from '../../../engine.ts';
import type { SearchTree } from '../tree/search-tree.ts';
import type { ListKernelLayout, ListProgram } from './list-kernel.ts';
import { ListMemory } from './list-memory.ts';
import type { Backtracker, TreePath } from './backtracker.ts';
import { Interpreter } from './interpreter.ts';

/** Of backtrackers that are through: a run has hundreds of short tasks, and making one takes a millisecond. */
const spare = new WeakMap<ListProgram, ListMemory[]>();

/** A subtree of this many tiles is worth the lists being rebuilt without the tiles laid above it. */
const WORTH_REBUILDING = 30_000;

/**
 * Walks the upper depths by the interpreter and, from `split` on, by compiled code on lists that leave
 * out the tiles laid above. How deep the split lies changes the speed, never the tree.
 */
export class ListBacktracker implements Backtracker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #tree: SearchTree;
  readonly #base: number;
  readonly #worthRebuilding: number;
  readonly #exactSlice: number;
  readonly #program: ListProgram;
  readonly #memory: ListMemory;
  readonly #layout: ListKernelLayout;
  readonly #assignment: Int32Array;
  /** tiles laid by depth in all, to choose the split by */
  readonly #seen: Float64Array;
  #split: number;
  #top: Interpreter;
  /** -1 while the interpreter is at work above */
  #depth = -1;
  /** address of the candidate to lay next at `#depth` */
  #from = 0;
  #nodesPerFuel = 2;

  constructor(
    tree: SearchTree,
    program: ListProgram,
    base: number,
    path: TreePath,
    { worthRebuilding = WORTH_REBUILDING, exactSlice = EXACT_SLICE } = {},
  ) {
    const depths = tree.variables.length;
    this.#program = program;
    this.#memory = spare.get(program)?.pop() ?? new ListMemory(tree, program);
    this.#tree = tree;
    this.#base = base;
    this.#worthRebuilding = worthRebuilding;
    this.#exactSlice = exactSlice;
    this.#layout = program.layout;
    this.#assignment = new Int32Array(depths);
    this.#seen = new Float64Array(depths);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    this.#split = Math.max(1, base);
    this.#top = this.#topFrom(path);
    if (path.length > this.#split) this.#enter(path);
  }

  /** As `run`, to the node: compiled code looks at its fuel only now and then. */
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
    path[this.#depth] = this.#memory.candidateAt[this.#from >> 2]!;
    return path;
  }

  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    if (this.finished) return;
    if (budget <= this.#exactSlice) this.#runExactly(budget, onSolution);
    else this.#runCompiled(budget, onSolution);
    this.#giveBackWhenFinished();
  }

  #giveBackWhenFinished(): void {
    if (!this.finished) return;
    const others = spare.get(this.#program);
    if (others) others.push(this.#memory);
    else spare.set(this.#program, [this.#memory]);
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
          // Too much for one slice, as if never walked; the backtracker that counts each node is sure to stop.
          this.#forget();
          this.#enter(start);
          this.#runExactly(this.#exactSlice, onSolution);
          break;
        }
        left -= this.#collect();
        if (solved && onSolution(this.#assignment)) break;
        // What is left is less than compiled code can be trusted with.
        if (left <= this.#exactSlice) break;
      }
    }
    this.#chooseSplit();
  }

  /** Starts the compiled part below the tiles that the interpreter has just laid. */
  #begin(laid: Int32Array): void {
    this.#assignment.set(laid);
    this.#memory.rebuild(this.#assignment, this.#split);
    this.#from = this.#memory.firstInStock(this.#memory.listAddress(this.#split, this.#assignment));
    if (this.#memory.isEnd(this.#from)) {
      this.deadEnds[this.#split]!++;
      this.#depth = -1;
    } else this.#depth = this.#split;
  }

  /** Puts the compiled part at a path that is below the split. */
  #enter(path: TreePath): void {
    this.#assignment.set(path.subarray(0, path.length - 1));
    this.#memory.rebuild(this.#assignment, this.#split);
    const { cursors } = this.#layout.memory;
    const last = path.length - 1;
    let fruitful = false;
    for (let depth = this.#split; depth <= last; depth++) {
      // Tiles that a rebuilt list leaves out are laid above: the search goes on at the next one there is.
      let at = this.#memory.listAddress(depth, this.#assignment);
      fruitful = false;
      for (; !this.#memory.isEnd(at) && this.#memory.candidateAt[at >> 2]! < path[depth]!; at += 4) {
        fruitful ||= this.#memory.inStock(at);
      }
      if (depth < last) {
        this.#memory.words[(cursors >> 2) + depth] = at;
        this.#memory.lay(depth, path[depth]!);
      } else this.#from = this.#memory.firstInStock(at);
    }
    this.#depth = last;
    if (!this.#memory.isEnd(this.#from)) return;
    if (!fruitful) this.deadEnds[last]!++;
    this.#retreat();
  }

  /** Goes back from a depth whose list is at its end to the next candidate that can be laid. */
  #retreat(): void {
    const { memory } = this.#layout;
    for (let depth = this.#depth - 1; depth >= this.#split; depth--) {
      const at = this.#memory.words[(memory.cursors >> 2) + depth]!;
      this.#memory.takeBack(at);
      const from = this.#memory.firstInStock(at + 4);
      if (!this.#memory.isEnd(from)) {
        this.#depth = depth;
        this.#from = from;
        return;
      }
    }
    this.#depth = -1;
  }

  /**
   * Runs until the fuel for most of `budget` nodes is spent or a solution stands in `#assignment`. Fuel buys
   * more nodes where lists are longer: what it bought this time is the estimate for the next.
   */
  #walk(budget: number): boolean {
    const { memory } = this.#layout;
    const fuel = Math.max(1, Math.min(1e9, Math.floor((0.8 * budget) / this.#nodesPerFuel)));
    this.#memory.words[memory.fuel >> 2] = fuel;
    const solved = this.#spend();
    const spent = fuel - this.#memory.words[memory.fuel >> 2]!;
    if (spent > 0) this.#nodesPerFuel = Math.max(1, this.#laid() / spent);
    return solved;
  }

  #spend(): boolean {
    const { memory } = this.#layout;
    const words = this.#memory.words;
    while (this.#depth !== -1) {
      const stopped = this.#memory.functions[this.#depth]!(this.#from, words[this.#from >> 2]!);
      if (!stopped) {
        this.#retreat();
        continue;
      }
      const depth = words[memory.depth >> 2]!;
      for (let above = this.#split; above < depth; above++) {
        this.#assignment[above] = this.#memory.candidateAt[words[(memory.cursors >> 2) + above]! >> 2]!;
      }
      const at = words[(memory.cursors >> 2) + depth]!;
      this.#depth = depth;
      if (depth < this.#tree.variables.length - 1) {
        this.#from = at;
        return false;
      }
      this.#assignment[depth] = this.#memory.candidateAt[at >> 2]!;
      this.#from = this.#memory.firstInStock(at + 4);
      if (this.#memory.isEnd(this.#from)) this.#retreat();
      return true;
    }
    return false;
  }

  /** Tiles laid by compiled code and not collected yet. */
  #laid(): number {
    return this.#memory.counters(this.#layout.memory.nodes).reduce((sum, laid) => sum + laid, 0);
  }

  /** Takes the counters out of memory; how many tiles were laid. */
  #collect(): number {
    const { nodes, dead } = this.#layout.memory;
    const laid = this.#add(this.#memory.counters(nodes), this.#memory.counters(dead));
    this.#forget();
    return laid;
  }

  #forget(): void {
    this.#memory.counters(this.#layout.memory.nodes).fill(0);
    this.#memory.counters(this.#layout.memory.dead).fill(0);
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

  /** As deep as the subtrees below are still large enough, by what was seen so far. */
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

  /** The interpreter for the depths above the split; below the split it has just laid its last tile. */
  #topFrom(path: TreePath): Interpreter {
    const split = this.#split;
    const tree = { ...this.#tree, variables: this.#tree.variables.slice(0, split) };
    if (path.length <= split) return new Interpreter(tree, this.#base, path);
    const above = path.slice(0, split);
    above[split - 1]!++;
    return new Interpreter(tree, this.#base, above);
  }
}
