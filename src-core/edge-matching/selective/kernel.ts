/**
 * Compiles the search of `ReferenceWalk` to WebAssembly. One module serves every view: it finds the tables by pointers
 * (`kernel-memory.ts`).
 *
 * After each node, the compiled code compares the score of the next cell with the threshold, and looks for an unused
 * candidate there. It goes one depth deeper only if it finds one, because most nodes are dead ends. When the budget is
 * used up, or the last cell is filled, it stops right after counting a node. `KernelWalk` then places the tile.
 */
import type { Label } from '../../wasm/assembler.ts';
import { I32, type Local, type Step } from '../../wasm/expressions.ts';
import { i32At, u16At } from '../../wasm/places.ts';
import {
  block,
  branch,
  branchIf,
  loop,
  ModuleBuilder,
  returns,
  when,
  words,
  type Steps,
} from '../../wasm/statements.ts';
import {
  AT,
  EMPTY_LIST,
  FIELD,
  layoutFor,
  RECORD_BYTES,
  recordAt,
  SHIFT,
  writeTask,
  type Layout,
} from './kernel-memory.ts';
import type { Walk, WalkTask } from './walk.ts';

/**
 * Maximum number of nodes per call of the compiled code. V8 replaces its first, slow machine code by optimized code
 * only between calls. The counts of nodes have 32 bits and must not overflow.
 */
const NODES_PER_CALL = 1 << 16;

const LABEL_MASK = 0xff << SHIFT.right;

interface Search {
  /** address of the record of the current depth, and of the record of the last cell */
  readonly record: Local<I32>;
  readonly last: Local<I32>;
  /** size of the records of a row in bytes */
  readonly rowBytes: Local<I32>;
  /** number of tiles that may still be placed */
  readonly fuel: Local<I32>;
  /** address of the current candidate, and its word */
  readonly candidate: Local<I32>;
  readonly word: Local<I32>;
  /**
   * the score before this cell's tile is placed; the prices of this cell's matches and of the match above the next cell
   * are already subtracted
   */
  readonly score: Local<I32>;
  /** address of the first unused candidate of the next cell, its word, and the score after that cell's matches */
  readonly first: Local<I32>;
  readonly head: Local<I32>;
  readonly after: Local<I32>;
  /** the label on the right of the candidate, and the label above the next cell; both are multiplied by 4 */
  readonly right: Local<I32>;
  readonly above: Local<I32>;
}

const stockOf = (word: I32) => u16At(word.shiftRight(SHIFT.slot - 1), AT.stock);
const rightOf = (word: I32): I32 => word.and(LABEL_MASK);
const belowOf = (word: I32): I32 => word.shiftRight(SHIFT.below - SHIFT.right).and(LABEL_MASK);
const priceAt = (label: I32) => i32At(label, AT.price);
const next = (record: I32, field: number) => i32At(record, RECORD_BYTES + field);

/** Moves to the next candidate whose tile is unused, or to the end of the list. */
const seek = (at: Local<I32>, word: Local<I32>): Steps =>
  loop((again) => when(stockOf(word).isZero(), toNext(at, word), branch(again)));

const toNext = (at: Local<I32>, word: Local<I32>): Step => word.set(i32At(at.tee(at.plus(4))));

/**
 * Compiles the search. The function places up to `fuel` tiles. It returns 1 if it stopped right after counting a node,
 * and 0 if the search has ended.
 */
function compile(): WebAssembly.Module {
  const builder = new ModuleBuilder();
  const takes = words('record', 'candidate', 'score', 'fuel', 'last', 'rowBytes');
  builder.add('search', takes, (taken, locals) => {
    const search = { ...taken, ...locals.named(I32, 'word', 'first', 'head', 'after', 'right', 'above') };
    const { record, candidate, word } = search;
    return [
      word.set(i32At(candidate)),
      block((done) =>
        loop((seeking) => [
          seek(candidate, word),
          when(
            word,
            loop((placing) => [
              count(search),
              block((dead) => [look(search, dead), descend(search), branch(placing)]),
            ]),
            toNext(candidate, word),
            branch(seeking),
          ),
          branchIf(record.equals(AT.records), done),
          ascend(search),
          branch(seeking),
        ]),
      ),
      save(search),
      I32.of(0),
    ];
  });
  return new WebAssembly.Module(builder.bytes([{ name: 'env', pages: 1 }]));
}

const save = ({ record, candidate }: Search): Steps => [
  i32At(AT.stopped).set(record),
  i32At(record, FIELD.candidate).set(candidate),
];

/** Counts a node. Stops if the fuel is used up or the board is complete. */
const count = (search: Search): Steps => [
  i32At(search.record, FIELD.nodes).increase(1),
  search.fuel.decrease(1),
  when(search.fuel.less(1).or(search.record.equals(search.last)), save(search), returns(1)),
];

/**
 * Looks for an unused candidate in the next cell. If there is one, and the score reaches the threshold, the tile of
 * the current candidate is in use afterwards. Otherwise, the code branches to `dead`.
 */
function look({ record, word, score, first, head, after, right }: Search, dead: Label): Steps {
  const gain = i32At(i32At(word.shiftRight(SHIFT.slot).scaled(4), AT.gains).plus(stockOf(word).scaled(4)));
  const list = next(record, FIELD.table).plus(i32At(right, AT.row)).plus(next(record, FIELD.above));
  return [
    right.set(rightOf(word)),
    after.set(score.plus(gain).minus(i32At(priceAt(right)))),
    branchIf(after.less(next(record, FIELD.threshold)), dead),
    head.set(i32At(first.tee(i32At(list)))),
    stockOf(word).decrease(1),
    seek(first, head),
    when(head.isZero(), stockOf(word).increase(1), branch(dead)),
  ];
}

/** Goes one depth deeper, to the candidate that `look` found. */
const descend = ({
  record,
  rowBytes,
  candidate,
  word,
  score,
  first,
  head,
  after,
  right,
  above,
}: Search): Steps => [
  i32At(record, FIELD.candidate).set(candidate),
  i32At(record.plus(rowBytes), FIELD.above).set(belowOf(word)),
  priceAt(right).decrease(4),
  record.increase(RECORD_BYTES),
  above.set(next(record, FIELD.above)),
  score.set(after.minus(i32At(priceAt(above)))),
  priceAt(above).decrease(4),
  i32At(record, FIELD.score).set(score),
  candidate.set(first),
  word.set(head),
];

/** Goes one depth back, removes the tile there, and moves to the next candidate. */
const ascend = ({ record, candidate, word, score, above, right }: Search): Steps => [
  above.set(next(record, FIELD.above)),
  priceAt(above).increase(4),
  record.decrease(RECORD_BYTES),
  word.set(i32At(candidate.tee(i32At(record, FIELD.candidate)))),
  stockOf(word).increase(1),
  right.set(rightOf(word)),
  priceAt(right).increase(4),
  score.set(i32At(record, FIELD.score)),
  toNext(candidate, word),
];

let compiled: WebAssembly.Module | undefined;
const moduleOnce = (): WebAssembly.Module => (compiled ??= compile());

type SearchFunction = (
  record: number,
  candidate: number,
  score: number,
  fuel: number,
  last: number,
  rowBytes: number,
) => number;

export class KernelWalk implements Walk {
  readonly nodesByDepth: Float64Array;
  readonly #task: WalkTask;
  readonly #layout: Layout;
  readonly #call: SearchFunction;
  readonly #numbers: Int32Array;
  readonly #stock: Uint16Array;
  #depth = 0;
  #finished = false;

  /** `path`: the place to resume from, as returned by `path()`; undefined begins a new search */
  constructor(task: WalkTask, path?: Int32Array) {
    this.#task = task;
    this.#layout = layoutFor(task);
    const memory = new WebAssembly.Memory({ initial: this.#layout.pages });
    const { exports } = new WebAssembly.Instance(moduleOnce(), { env: { memory } });
    this.#call = exports.search as SearchFunction;
    this.#numbers = new Int32Array(memory.buffer);
    this.#stock = new Uint16Array(memory.buffer, AT.stock);
    this.nodesByDepth = new Float64Array(task.model.cells);
    writeTask(task, this.#layout, memory.buffer);
    this.#enter(0);
    if (path) this.#follow(path);
  }

  get finished(): boolean {
    return this.#finished;
  }

  get depth(): number {
    return this.#depth;
  }

  board(): Int32Array {
    const { words } = this.#task.model;
    return this.path()
      .subarray(0, this.#depth)
      .map((index) => words[index]!);
  }

  path(): Int32Array {
    return Int32Array.from({ length: this.#depth + 1 }, (_, depth) => this.#indexAt(depth));
  }

  run(budget: number): number {
    const { cells } = this.#task.model;
    if (this.#depth === cells) this.#takeBack();
    let left = budget;
    while (left > 0 && !this.#finished && this.#depth < cells) {
      left -= this.#search(Math.min(left, NODES_PER_CALL));
    }
    return budget - left;
  }

  /** Places `fuel` tiles, or fewer if a solution is found or the search ends. Returns the number of tiles placed. */
  #search(fuel: number): number {
    const { cells, width } = this.#task.model;
    const at = recordAt(this.#depth);
    const [candidate, score] = [this.#get(at + FIELD.candidate), this.#get(at + FIELD.score)];
    const last = recordAt(cells - 1);
    const isStopped = this.#call(at, candidate, score, fuel, last, width * RECORD_BYTES);
    this.#depth = (this.#get(AT.stopped) - AT.records) / RECORD_BYTES;
    if (isStopped) this.#place();
    else this.#finished = true;
    return this.#collect();
  }

  /** Adds the counts of nodes to `nodesByDepth` and sets them to 0. Returns their sum. */
  #collect(): number {
    let sum = 0;
    for (let depth = 0; depth < this.nodesByDepth.length; depth++) {
      const at = recordAt(depth) + FIELD.nodes;
      const nodes = this.#get(at);
      this.nodesByDepth[depth]! += nodes;
      sum += nodes;
      this.#set(at, 0);
    }
    return sum;
  }

  #get(address: number): number {
    return this.#numbers[address >> 2]!;
  }

  #set(address: number, value: number): void {
    this.#numbers[address >> 2] = value;
  }

  /** Places the tile of the current candidate. */
  #place(): void {
    const { width, cells } = this.#task.model;
    const at = recordAt(this.#depth++);
    const word = this.#get(this.#get(at + FIELD.candidate));
    const slot = word >>> SHIFT.slot;
    const unused = this.#stock[slot]!--;
    const gain = this.#get(this.#get(AT.gains + 4 * slot) + 4 * unused);
    const below = (word >>> (SHIFT.below - SHIFT.right)) & LABEL_MASK;
    this.#set(at + width * RECORD_BYTES + FIELD.above, below);
    if (this.#depth < cells) this.#enter(this.#get(at + FIELD.score) + gain);
  }

  /**
   * Subtracts the prices of the match on the left of the current cell and of the match above the next cell. Then begins
   * the current cell's list of candidates. `score`: the score before these matches.
   */
  #enter(score: number): void {
    const at = recordAt(this.#depth);
    const list = this.#list(this.#depth);
    const after = score - this.#charge(this.#left(this.#depth));
    const isDead = after < this.#task.thresholds[this.#depth]!;
    this.#set(at + FIELD.candidate, isDead ? EMPTY_LIST : this.#get(this.#layout.tables + 4 * list));
    this.#set(at + FIELD.score, after - this.#charge(this.#above(this.#depth + 1)));
  }

  /** Returns the price of the next match of a label, and moves on to the price of the one after it. */
  #charge(label: number): number {
    const pointer = AT.price + 4 * label;
    const at = this.#get(pointer);
    this.#set(pointer, at - 4);
    return this.#get(at);
  }

  /** Takes back the tile in the last cell. */
  #takeBack(): void {
    const at = recordAt(--this.#depth) + FIELD.candidate;
    const candidate = this.#get(at);
    this.#stock[this.#get(candidate) >>> SHIFT.slot]!++;
    this.#set(at, candidate + 4);
  }

  /** Returns the label that the tile at this depth must show on the left. */
  #left(depth: number): number {
    if (depth === 0) return 0;
    return (this.#get(this.#get(recordAt(depth - 1) + FIELD.candidate)) & LABEL_MASK) >> SHIFT.right;
  }

  #above(depth: number): number {
    return this.#get(recordAt(depth) + FIELD.above) >> SHIFT.right;
  }

  /** Returns the index into `Model.starts` of the list of the cell at this depth. */
  #list(depth: number): number {
    const row = this.#get(AT.row + 4 * this.#left(depth));
    const at = this.#get(recordAt(depth) + FIELD.table) + row + 4 * this.#above(depth);
    return (at - this.#layout.tables) >> 2;
  }

  /** Returns the index into `Model.words` of the current candidate at this depth, or of the end of its list. */
  #indexAt(depth: number): number {
    const { cells, starts } = this.#task.model;
    if (depth === cells) return 0;
    const candidate = this.#get(recordAt(depth) + FIELD.candidate);
    if (candidate === EMPTY_LIST) return starts[this.#list(depth) + 1]!;
    return this.#layout.indices[(candidate - this.#layout.lists) >> 2]!;
  }

  #follow(path: Int32Array): void {
    const { cells, starts } = this.#task.model;
    const { addresses } = this.#layout;
    path.forEach((index, depth) => {
      if (depth === cells) return;
      const isEnd = index === starts[this.#list(depth) + 1];
      this.#set(recordAt(depth) + FIELD.candidate, isEnd ? EMPTY_LIST : addresses[index]!);
      if (depth < path.length - 1) this.#place();
    });
  }
}
