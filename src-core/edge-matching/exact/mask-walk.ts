import { EXACT_SLICE } from '../../engine.ts';
import { listAt, type Course } from './course.ts';
import { cellsByStart, labelsInWord } from './layout.ts';
import { WORDS_FROM, type MaskLayout, type MaskProgram } from './mask-code.ts';
import { InterpretedWalker, type Position, type Walker } from './walk.ts';

/** A module brought to life, with its memory and what is kept beside it. One walker uses it at a time. */
interface Machine {
  readonly functions: readonly DepthFunction[];
  readonly words: Int32Array;
  readonly masks: BigUint64Array;
  readonly cellOf: readonly ReadonlyMap<number, number>[];
  /** by address of a cell / 4: the first entry of its list */
  readonly startAt: Int32Array;
  /** by kind: the bits of its bank that go when it is laid */
  readonly bitsOf: readonly bigint[];
}

type DepthFunction = (cell: number, left: bigint, ...free: bigint[]) => number;

/** Of walkers that are through: a run has hundreds of short tasks, and making one takes a while. */
const spare = new WeakMap<MaskProgram, Machine[]>();

function machineFor(course: Course, { module, layout, pages }: MaskProgram): Machine {
  const heap = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory: heap } });
  const words = new Int32Array(heap.buffer);
  const masks = new BigUint64Array(heap.buffer);
  const cellOf = cellsByStart(course, layout, words);
  const startAt = new Int32Array(layout.memory.end >> 2);
  const bitsOf = layout.bits.map(({ first, count }) => ((1n << BigInt(count)) - 1n) << BigInt(first));
  layout.bits.forEach(({ bank, first, count }, kind) => {
    const at = (layout.memory.without >> 3) + bank * 64 + first;
    masks.fill(BigInt.asUintN(64, ~bitsOf[kind]!), at, at + count);
  });
  cellOf.forEach((cells, table) => {
    for (const [start, cell] of cells) {
      startAt[cell >> 2] = start;
      masks[cell >> 3] = maskOf(course, layout, start, 0);
      for (let entry = start; course.entryKind[entry] !== -1; entry++) {
        words[((cell + WORDS_FROM) >> 2) + entry - start] = labelsInWord(course, layout, table, entry);
      }
    }
  });
  const functions = course.steps.map((_, depth) => exports[`from${depth}`] as unknown as DepthFunction);
  return { functions, words, masks, cellOf, startAt, bitsOf };
}

/** The bits of a list's entries from number `from` on. */
function maskOf({ entryKind }: Course, { bits }: MaskLayout, start: number, from: number): bigint {
  let mask = 0n;
  let run = 0;
  for (let entry = start; entryKind[entry] !== -1; entry++) {
    run = entry > start && entryKind[entry] === entryKind[entry - 1] ? run + 1 : 0;
    if (entry >= from) mask |= 1n << BigInt(bits[entryKind[entry]!]!.first + run);
  }
  return mask;
}

/**
 * Walks a tree by the mask kernel. Compiled code counts the nodes of a list when it comes to it: those not
 * laid yet when it stops are *owed*, and stay in its counters.
 */
export class MaskWalker implements Walker {
  readonly nodesByDepth: Float64Array;
  readonly deadEnds: Float64Array;
  readonly #course: Course;
  readonly #program: MaskProgram;
  readonly #machine: Machine;
  readonly #base: number;
  readonly #exactSlice: number;
  readonly #entries: Int32Array;
  /** -1 when the walk is over */
  #depth = -1;

  constructor(
    course: Course,
    program: MaskProgram,
    base: number,
    position: Position,
    { exactSlice = EXACT_SLICE } = {},
  ) {
    const depths = course.steps.length;
    this.#course = course;
    this.#program = program;
    this.#machine = spare.get(program)?.pop() ?? machineFor(course, program);
    this.#base = base;
    this.#exactSlice = exactSlice;
    this.#entries = new Int32Array(depths);
    this.nodesByDepth = new Float64Array(depths);
    this.deadEnds = new Float64Array(depths);
    if (position.length > 0) this.#stand(position);
  }

  get finished(): boolean {
    return this.#depth === -1;
  }

  position(): Position {
    const position = this.#entries.slice(0, this.#depth + 1);
    if (this.#depth >= 0) position[this.#depth] = this.#lowest(this.#depth);
    return position;
  }

  run(budget: number, onSolution: (entries: Int32Array) => boolean): void {
    if (budget <= this.#exactSlice) this.#runExactly(budget, onSolution);
    // Compiled code looks at its fuel at every other list: it may lay somewhat more than it was given.
    for (let left = budget - this.#exactSlice; left > 0 && !this.finished;) {
      const solved = this.#walk(Math.min(left, 1e9));
      left -= this.#collect();
      if (solved && onSolution(this.#entries)) break;
    }
    if (!this.finished) return;
    const machines = spare.get(this.#program);
    if (machines) machines.push(this.#machine);
    else spare.set(this.#program, [this.#machine]);
  }

  #runExactly(budget: number, onSolution: (entries: Int32Array) => boolean): void {
    const walker = new InterpretedWalker(this.#course, this.#base, this.position());
    walker.run(budget, onSolution);
    walker.nodesByDepth.forEach((laid, depth) => (this.nodesByDepth[depth]! += laid));
    walker.deadEnds.forEach((dead, depth) => (this.deadEnds[depth]! += dead));
    if (walker.finished) this.#depth = -1;
    else this.#stand(walker.position());
  }

  /** Puts all in memory as it is at a position, every node before it counted. */
  #stand(position: Position): void {
    const { course, layout } = { course: this.#course, layout: this.#program.layout };
    const { memory, bankOf } = layout;
    const { words, masks, cellOf, bitsOf } = this.#machine;
    const free = new Array<bigint>(layout.banks).fill(ALL);
    const shown = new Int32Array(course.cells * course.sides);
    const last = position.length - 1;
    course.steps.slice(0, last + 1).forEach((step, depth) => {
      const table = course.tables.indexOf(step.table);
      const bank = bankOf[table]!;
      const start = listAt(step, course.labels, shown);
      words[(memory.cells >> 2) + depth] = start === 0 ? 0 : cellOf[table]!.get(start)!;
      masks[(memory.left >> 3) + depth] = maskOf(course, layout, start, position[depth]!) & free[bank]!;
      if (depth === last) {
        const isDeadEnd = (maskOf(course, layout, start, 0) & free[bank]!) === 0n;
        if (isDeadEnd) this.deadEnds[depth]!++;
        return;
      }
      const entry = position[depth]!;
      this.#entries[depth] = entry;
      free[bank]! &= ~bitsOf[course.entryKind[entry]!]!;
      words[(memory.words >> 2) + depth] = labelsInWord(course, layout, table, entry);
      for (let side = 0; side < course.sides; side++) {
        shown[step.cell * course.sides + side] = course.entryLabels[entry * course.sides + side]!;
      }
    });
    this.#depth = last;
    if (this.#left(last) === 0) this.#retreat();
    this.#setCounters();
  }

  /** Runs until the fuel is spent or a solution stands in `#entries`. */
  #walk(fuel: number): boolean {
    const { memory } = this.#program.layout;
    const { functions, words, masks } = this.#machine;
    const last = this.#course.steps.length - 1;
    words[memory.fuel >> 2] = fuel;
    while (this.#depth !== -1) {
      const from = this.#depth;
      const left = masks[(memory.left >> 3) + from]!;
      if (functions[from]!(words[(memory.cells >> 2) + from]!, left, ...this.#freeAt(from)) === 0) {
        this.#retreat();
        continue;
      }
      this.#depth = words[memory.depth >> 2]!;
      for (let depth = from; depth < this.#depth; depth++) this.#entries[depth] = this.#lowest(depth);
      if (this.#depth < last) return false;
      this.#entries[last] = this.#lowest(last);
      if (!this.#pass(last)) this.#retreat();
      return true;
    }
    return false;
  }

  /** Goes back from a depth that is through to the next candidate of one above. */
  #retreat(): void {
    do this.#depth--;
    while (this.#depth >= this.#base && !this.#pass(this.#depth));
    if (this.#depth < this.#base) this.#depth = -1;
  }

  /** Goes on to a depth's next candidate; whether there is one. */
  #pass(depth: number): boolean {
    const { masks } = this.#machine;
    const at = (this.#program.layout.memory.left >> 3) + depth;
    masks[at] = masks[at]! & (masks[at]! - 1n);
    return masks[at] !== 0n;
  }

  /** By bank, the tiles free at a depth. */
  #freeAt(depth: number): bigint[] {
    const { bits, banks } = this.#program.layout;
    const free = new Array<bigint>(banks).fill(ALL);
    for (let above = 0; above < depth; above++) {
      const kind = this.#course.entryKind[this.#entries[above]!]!;
      free[bits[kind]!.bank]! &= ~this.#machine.bitsOf[kind]!;
    }
    return free;
  }

  /** How many candidates are left at a depth. */
  #left(depth: number): number {
    const at = (this.#program.layout.memory.left >> 2) + 2 * depth;
    const { words } = this.#machine;
    return ones(words[at]!) + ones(words[at + 1]!);
  }

  /** The entry of the first candidate left at a depth. */
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

  /** Candidates counted and not laid yet. */
  #owed(depth: number): number {
    if (depth < this.#base || depth > this.#depth) return 0;
    return this.#left(depth) - (depth < this.#depth ? 1 : 0);
  }

  /** Takes the counters out of memory; how many tiles were laid. */
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

const ALL = (1n << 64n) - 1n;

/** Bits set in a word of 32. */
function ones(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
