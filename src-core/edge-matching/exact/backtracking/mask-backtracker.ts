/**
 * Runs the code that `mask-kernel.ts` generates. The memory layout is described in `kernel-memory.ts` and
 * `mask-kernel.ts`.
 */
import { MAX_EXACT_NODE_BUDGET } from '../../../engine.ts';
import { candidatesAt, type SearchTree } from '../tree/search-tree.ts';
import { cellsByStart, labelsInWord } from './kernel-memory.ts';
import { instanceOf, SpareMachines } from './kernel-module.ts';
import { WORDS_OFFSET, type MaskKernelLayout, type MaskProgram } from './mask-kernel.ts';
import type { Backtracker, TreePath } from './backtracker.ts';
import { Interpreter } from './interpreter.ts';

/** An instantiated module with its memory and lookup tables. Only one backtracker at a time may use it. */
interface Machine {
  readonly functions: readonly DepthFunction[];
  readonly words: Int32Array;
  readonly masks: BigUint64Array;
  readonly cellOf: readonly ReadonlyMap<number, number>[];
  /** for each address (at index `address / 4`): the first candidate of the list whose entry is stored there */
  readonly startAt: Int32Array;
  readonly bitsOf: readonly bigint[];
}

type DepthFunction = (cell: number, left: bigint, ...free: bigint[]) => number;

const spare = new SpareMachines<MaskProgram, Machine>();

function machineFor(tree: SearchTree, program: MaskProgram): Machine {
  const { layout } = program;
  const { functions, heap } = instanceOf(tree, program);
  const words = new Int32Array(heap);
  const masks = new BigUint64Array(heap);
  const cellOf = cellsByStart(tree, layout, words);
  const startAt = new Int32Array(layout.memory.end >> 2);
  const bitsOf = layout.bits.map(({ first, count }) => ((1n << BigInt(count)) - 1n) << BigInt(first));
  layout.bits.forEach(({ bank, first, count }, kind) => {
    const at = (layout.memory.without >> 3) + bank * 64 + first;
    masks.fill(BigInt.asUintN(64, ~bitsOf[kind]!), at, at + count);
  });
  cellOf.forEach((cells, table) => {
    for (const [start, cell] of cells) {
      startAt[cell >> 2] = start;
      masks[cell >> 3] = maskOf(tree, layout, start, 0);
      for (let candidate = start; tree.candidateKind[candidate] !== -1; candidate++) {
        words[((cell + WORDS_OFFSET) >> 2) + candidate - start] = labelsInWord(
          tree,
          layout,
          table,
          candidate,
        );
      }
    }
  });
  return { functions: functions as DepthFunction[], words, masks, cellOf, startAt, bitsOf };
}

/** Returns a mask of the candidates of a list that come at or after candidate number `from`. */
function maskOf(
  { candidateKind }: SearchTree,
  { bits }: MaskKernelLayout,
  start: number,
  from: number,
): bigint {
  let mask = 0n;
  let run = 0;
  for (let candidate = start; candidateKind[candidate] !== -1; candidate++) {
    run = candidate > start && candidateKind[candidate] === candidateKind[candidate - 1] ? run + 1 : 0;
    if (candidate >= from) mask |= 1n << BigInt(bits[candidateKind[candidate]!]!.first + run);
  }
  return mask;
}

/**
 * Searches a tree with the mask kernel. When compiled code enters a list, it counts all unused candidates of the list
 * as nodes at once. When it stops, it has not yet placed some of these nodes. They are *owed*: they stay in the
 * counters in memory until they have been placed.
 */
export class MaskBacktracker implements Backtracker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #tree: SearchTree;
  readonly #program: MaskProgram;
  readonly #machine: Machine;
  readonly #base: number;
  readonly #exactSlice: number;
  readonly #assignment: Int32Array;
  /** the current depth; -1 when the search is finished */
  #depth = -1;

  constructor(
    tree: SearchTree,
    program: MaskProgram,
    base: number,
    path: TreePath,
    { exactSlice = MAX_EXACT_NODE_BUDGET } = {},
  ) {
    const depths = tree.variables.length;
    this.#tree = tree;
    this.#program = program;
    this.#machine = spare.take(program) ?? machineFor(tree, program);
    this.#base = base;
    this.#exactSlice = exactSlice;
    this.#assignment = new Int32Array(depths);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    if (path.length > 0) this.#moveTo(path);
  }

  get finished(): boolean {
    return this.#depth === -1;
  }

  path(): TreePath {
    const path = this.#assignment.slice(0, this.#depth + 1);
    if (this.#depth >= 0) path[this.#depth] = this.#lowest(this.#depth);
    return path;
  }

  run(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    if (budget <= this.#exactSlice) this.#runExactly(budget, onSolution);
    // Compiled code checks its fuel only at every second depth, so it may slightly exceed its budget.
    for (let left = budget - this.#exactSlice; left > 0 && !this.finished;) {
      const solved = this.#walk(Math.min(left, 1e9));
      left -= this.#collect();
      if (solved && onSolution(this.#assignment)) break;
    }
    if (this.finished) spare.giveBack(this.#program, this.#machine);
  }

  #runExactly(budget: number, onSolution: (assignment: Int32Array) => boolean): void {
    const backtracker = new Interpreter(this.#tree, this.#base, this.path());
    backtracker.run(budget, onSolution);
    backtracker.nodesByDepth.forEach((laid, depth) => (this.nodesByDepth[depth]! += laid));
    backtracker.deadEnds.forEach((dead, depth) => (this.deadEnds[depth]! += dead));
    if (backtracker.finished) this.#depth = -1;
    else this.#moveTo(backtracker.path());
  }

  /** Writes a position to memory, so that compiled code continues as if it had reached this position itself. */
  #moveTo(path: TreePath): void {
    const { tree, layout } = { tree: this.#tree, layout: this.#program.layout };
    const { memory, bankOf } = layout;
    const { words, masks, cellOf, bitsOf } = this.#machine;
    const free = new Array<bigint>(layout.banks).fill(ALL_BITS);
    const shown = new Int32Array(tree.cells * tree.sides);
    const last = path.length - 1;
    tree.variables.slice(0, last + 1).forEach((variable, depth) => {
      const table = tree.tables.indexOf(variable.table);
      const bank = bankOf[table]!;
      const start = candidatesAt(variable, tree.labels, shown);
      words[(memory.cells >> 2) + depth] = start === 0 ? 0 : cellOf[table]!.get(start)!;
      masks[(memory.left >> 3) + depth] = maskOf(tree, layout, start, path[depth]!) & free[bank]!;
      if (depth === last) {
        const isDeadEnd = (maskOf(tree, layout, start, 0) & free[bank]!) === 0n;
        if (isDeadEnd) this.deadEnds[depth]!++;
        return;
      }
      const candidate = path[depth]!;
      this.#assignment[depth] = candidate;
      free[bank]! &= ~bitsOf[tree.candidateKind[candidate]!]!;
      words[(memory.words >> 2) + depth] = labelsInWord(tree, layout, table, candidate);
      for (let side = 0; side < tree.sides; side++) {
        shown[variable.cell * tree.sides + side] = tree.candidateLabels[candidate * tree.sides + side]!;
      }
    });
    this.#depth = last;
    if (this.#left(last) === 0) this.#retreat();
    this.#setCounters();
  }

  /**
   * Runs until the fuel is used up, until the tree has been searched, or until `#assignment` holds a solution.
   * Returns true at a solution.
   */
  #walk(fuel: number): boolean {
    const { memory } = this.#program.layout;
    const { functions, words, masks } = this.#machine;
    const last = this.#tree.variables.length - 1;
    words[memory.fuel >> 2] = fuel;
    while (this.#depth !== -1) {
      const from = this.#depth;
      const left = masks[(memory.left >> 3) + from]!;
      if (functions[from]!(words[(memory.cells >> 2) + from]!, left, ...this.#freeAt(from)) === 0) {
        this.#retreat();
        continue;
      }
      this.#depth = words[memory.depth >> 2]!;
      for (let depth = from; depth < this.#depth; depth++) this.#assignment[depth] = this.#lowest(depth);
      if (this.#depth < last) return false;
      this.#assignment[last] = this.#lowest(last);
      if (!this.#pass(last)) this.#retreat();
      return true;
    }
    return false;
  }

  #retreat(): void {
    do this.#depth--;
    while (this.#depth >= this.#base && !this.#pass(this.#depth));
    if (this.#depth < this.#base) this.#depth = -1;
  }

  /** Moves to the next candidate at a depth. Returns false if there is none. */
  #pass(depth: number): boolean {
    const { masks } = this.#machine;
    const at = (this.#program.layout.memory.left >> 3) + depth;
    masks[at] = masks[at]! & (masks[at]! - 1n);
    return masks[at] !== 0n;
  }

  #freeAt(depth: number): bigint[] {
    const { bits, banks } = this.#program.layout;
    const free = new Array<bigint>(banks).fill(ALL_BITS);
    for (let above = 0; above < depth; above++) {
      const kind = this.#tree.candidateKind[this.#assignment[above]!]!;
      free[bits[kind]!.bank]! &= ~this.#machine.bitsOf[kind]!;
    }
    return free;
  }

  #left(depth: number): number {
    const at = (this.#program.layout.memory.left >> 2) + 2 * depth;
    const { words } = this.#machine;
    return ones(words[at]!) + ones(words[at + 1]!);
  }

  #lowest(depth: number): number {
    const { words, startAt } = this.#machine;
    const { memory } = this.#program.layout;
    const cell = words[(memory.cells >> 2) + depth]! >> 2;
    const at = (memory.left >> 2) + 2 * depth;
    const half = words[at] === 0 ? 1 : 0;
    const left = words[at + half]!;
    const before = words[cell + half]! & ((left & -left) - 1);
    return startAt[cell]! + ones(before) + (half === 1 ? ones(words[cell]!) : 0);
  }

  #owed(depth: number): number {
    if (depth < this.#base || depth > this.#depth) return 0;
    return this.#left(depth) - (depth < this.#depth ? 1 : 0);
  }

  /** Returns the number of tiles placed since this was last called. */
  #collect(): number {
    const { memory } = this.#program.layout;
    const { words } = this.#machine;
    let laid = 0;
    for (let depth = 0; depth < this.nodesByDepth.length; depth++) {
      const here = words[(memory.nodes >> 2) + depth]! - this.#owed(depth);
      laid += here;
      this.nodesByDepth[depth]! += here;
      this.deadEnds[depth]! += words[(memory.dead >> 2) + depth]!;
    }
    this.#setCounters();
    return laid;
  }

  #setCounters(): void {
    const { memory } = this.#program.layout;
    const { words } = this.#machine;
    for (let depth = 0; depth < this.nodesByDepth.length; depth++) {
      words[(memory.nodes >> 2) + depth] = this.#owed(depth);
      words[(memory.dead >> 2) + depth] = 0;
    }
  }
}

const ALL_BITS = (1n << 64n) - 1n;

function ones(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
