/**
 * A wide beam. All partial boards of one length are kept side by side, every child of every one is
 * weighed, and the `width` best of them go on. A board weighs what its mismatches cost and what the
 * labels it used up cost (supply.ts); where rows are filled one after the other, the look along the row
 * (look.ts) is added to that when the children of one level are compared.
 */
import type { Random } from '../../random.ts';
import { EMPTY } from '../../puzzle/partial-board.ts';
import { Ancestry } from './ancestry.ts';
import {
  boardShapeOf,
  boardViews,
  EqualBoards,
  giveBack,
  takeMemory,
  useTile,
  type BoardShape,
  type BoardViews,
} from './boards.ts';
import { Children } from './children.ts';
import type { BeamOptions, BeamState, Construction } from './construction.ts';
import { BOTTOM, LEFT, RIGHT, TOP, type RectangleInstance } from './instance.ts';
import { answerBytesOf, LookInterpreter, type Looker } from './look-interpreter.ts';
import { LookKernel, looksCompiled, lookShapeOf } from './look-kernel.ts';
import { lookLevelsOf, paddedLabels } from './look.ts';
import { NONE, OPEN, withoutTiles, type OrderedCell } from './order.ts';
import { supplyOf, UNIT, type Supply } from './supply.ts';

/** How a beam looks along its rows. */
export interface LookOptions {
  /** by its reference, slowly; only to compare */
  readonly interpreted?: boolean;
}

/** Of the random part of a key, in 1 / UNIT: too little to spoil the order, and enough that equal beams part. */
const RANDOM_BITS = 2;
/** A key this much above zero stands for the best board of a level as its parent has it. */
const MARGIN = 2048;
/** Levels between two clean-ups of what no living board needs. */
const CLEAN_EVERY = 8;
/** Children held for each place in the next level before the worst are dropped. */
const ROOM = 2;
/** In this many of the last rows boards grow equal; so many more are sorted out there before equals go. */
const ROWS_WITH_EQUALS = 3;
const SPARE = 1.4;
/** Boards in a beam's state at most, of all levels together: 6 bytes each. */
const MOST_IN_STATE = 10_000_000;
/** Of boards in a memory, which its tables need as well. */
const MOST_BYTES = 2 ** 32 - 2 ** 26;
/** Boards looked at at once. */
const BATCH = 256;

export class Beam implements Construction {
  nodes = 0;
  readonly #instance: RectangleInstance;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  readonly #supply: Supply;
  #order: readonly OrderedCell[];

  readonly #shape: BoardShape;
  readonly #memory: WebAssembly.Memory;
  readonly #looker: Looker | null;
  readonly #answersAt: number;
  readonly #answerBytes: number;
  #views: BoardViews;
  #answers: Int16Array;
  /** bytes; where the boards of this level and of the next begin */
  #level: number;
  #next: number;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;

  readonly #children: Children;
  #equals: EqualBoards | null = null;
  readonly #ancestry = new Ancestry();
  readonly #gone: Uint8Array;
  #rowBegun = -1;
  #firstOfRow = 0;
  #cursor = 0;
  #base = 0;
  /** at the beginning of the level */
  #begun: Pick<BeamState, 'nodes' | 'random'> = { nodes: 0, random: [0, 0, 0, 0] };

  /** `from`: goes on there; `random` must be as it was then. */
  constructor(
    instance: RectangleInstance,
    order: readonly OrderedCell[],
    random: Random,
    options: BeamOptions & LookOptions,
    from?: BeamState,
  ) {
    this.#instance = instance;
    this.#order = order;
    this.#random = random;
    this.#width = options.width;
    this.#penalty = Math.round(options.penalty * UNIT);
    const supply = (this.#supply = supplyOf(instance));
    const shape = (this.#shape = boardShapeOf(instance, supply));

    this.#answerBytes = answerBytesOf(instance.labels);
    const lookShape = lookShapeOf(instance, shape);
    const whole = (bytes: number): number => Math.ceil(bytes / 16) * 16;
    this.#answersAt = LookKernel.bytes(lookShape);
    this.#level = whole(this.#answersAt + BATCH * this.#answerBytes);
    this.#next = this.#level + whole(this.#width * shape.bytes);
    const end = this.#next + whole(this.#width * shape.bytes);
    this.#memory = takeMemory(end);
    this.#looker = options.interpreted
      ? new LookInterpreter(this.#memory, instance, shape)
      : looksCompiled(instance)
        ? new LookKernel(this.#memory, lookShape, end)
        : null;
    this.#views = boardViews(this.#memory, shape);
    this.#answers = new Int16Array(this.#memory.buffer);
    this.#weights = new Int32Array(this.#width);
    this.#nextWeights = new Int32Array(this.#width);
    const most = Math.ceil(this.#width * SPARE);
    this.#children = new Children(
      most,
      most * ROOM + 2 * instance.orientations,
      instance.orientations,
      random,
    );
    this.#gone = new Uint8Array(instance.tiles);

    this.#views.words.fill(0, this.#level / 4, (this.#level + shape.bytes) / 4);
    this.#views.small.set(supply.left, this.#level / (shape.wide ? 2 : 1) + shape.counts);
    for (const orientation of instance.pinned) {
      if (orientation < 0) continue;
      useTile(this.#views.words, this.#level / 4, instance.tileOf[orientation]!);
      this.#gone[instance.tileOf[orientation]!] = 1;
    }
    if (from) this.#restore(from);
    this.#begin();
  }

  /** Tiles placed in a CPU second on a slow machine. Only sizes beams; nothing is timed by it. */
  static readonly NODES_PER_SECOND = 500_000;

  /** How many boards so much memory holds; those of a beam lie in one WebAssembly memory of 4 GB at most. */
  static widest(instance: RectangleInstance, memory: number): number {
    const { bytes } = boardShapeOf(instance, supplyOf(instance));
    const each = 2 * (bytes + 4) + SPARE * (ROOM * 12 + 4) + 2 * CLEAN_EVERY * 6 + 16;
    return Math.floor(Math.min(memory / each, MOST_BYTES / (2 * bytes)));
  }

  get placed(): number {
    return this.#ancestry.length;
  }

  get boards(): number {
    return this.#count;
  }

  get done(): boolean {
    return this.placed === this.#order.length || this.#count === 0;
  }

  step(parents: number): void {
    const end = Math.min(this.#count, this.#cursor + parents);
    for (let first = this.#cursor; first < end; first += BATCH)
      this.#weigh(first, Math.min(end, first + BATCH));
    if (this.placed > 0) this.nodes += end - this.#cursor;
    this.#cursor = end;
    if (end < this.#count) return;
    if (this.#children.count === 0) this.#addAnything();
    this.#goOn();
    this.#begin();
  }

  release(): void {
    giveBack(this.#memory);
  }

  state(): BeamState | null {
    if (this.#ancestry.boards > MOST_IN_STATE) return null;
    const { nodes, random } = this.#begun;
    return { levels: this.#ancestry.levels(), weights: this.#weights.slice(0, this.#count), nodes, random };
  }

  #restore({ levels, weights, nodes }: BeamState): void {
    levels.forEach(({ parents, placed }, index) => {
      const ordered = this.#order[index]!;
      const met = this.#meeting(ordered);
      for (let i = 0; i < parents.length; i++) this.#lay(ordered, met, parents[i]!, i, placed[i]!);
      [this.#level, this.#next] = [this.#next, this.#level];
      this.#ancestry.push(parents.slice(), placed.slice());
      this.#count = parents.length;
    });
    this.#weights.set(weights);
    this.nodes = nodes;
    this.#clean();
  }

  board(rank: number): Int32Array {
    const board = Int32Array.from(this.#instance.pinned);
    this.#ancestry.path(rank).forEach((placed, level) => (board[this.#order[level]!.cell] = placed));
    return board;
  }

  get #looks(): boolean {
    return this.#looker !== null;
  }

  get #mayBeEqual(): boolean {
    return this.#order[this.placed]!.row >= this.#instance.height - ROWS_WITH_EQUALS;
  }

  /** Makes ready for the next level, if there is one; a state taken after the last has its nodes and chance too. */
  #begin(): void {
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
    if (this.done) return;
    const { row } = this.#order[this.placed]!;
    this.#cursor = 0;
    this.#base = 0;
    this.#children.begin(this.#mayBeEqual ? Math.ceil(this.#width * SPARE) : this.#width);
    if (!this.#looks) return;
    if (this.#rowBegun !== row) {
      this.#rowBegun = row;
      this.#firstOfRow = this.#order.findIndex((ordered) => ordered.row === row);
      const levels = lookLevelsOf(this.#instance, this.#order, row, this.#gone);
      this.#looker!.begin(levels);
      this.#views = boardViews(this.#memory, this.#shape);
      this.#answers = new Int16Array(this.#memory.buffer);
    }
    this.#looker!.look(this.placed - this.#firstOfRow, this.#level, 1, this.#answersAt);
    const least = new Int32Array(this.#memory.buffer, this.#answersAt + this.#answerBytes - 16, 1)[0]!;
    this.#base = this.#weights[0]! + least - MARGIN;
  }

  /** Adds the children of boards `begin` to `end` - 1 that have at most one mismatch. */
  #weigh(begin: number, end: number): void {
    const looks = this.#looks;
    const stride = this.#shape.bytes;
    if (looks) {
      this.#looker!.look(
        this.placed - this.#firstOfRow,
        this.#level + begin * stride,
        end - begin,
        this.#answersAt,
      );
    }
    const ordered = this.#order[this.placed]!;
    const { entries, from, near, to, right, below } = ordered.lists;
    const { tileOf, sides, labels, mate } = this.#instance;
    const { words, small } = this.#views;
    const answers = this.#answers;
    const lanes = paddedLabels(labels);
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(ordered);
    const { pair, one } = this.#supply;
    const children = this.#children;
    const random = this.#random;
    const base = this.#base;
    const perWord = this.#shape.wide ? 2 : 4;
    for (let parent = begin; parent < end; parent++) {
      const wordBase = (this.#level + parent * stride) / 4;
      const smallBase = wordBase * perWord;
      const counts = smallBase + this.#shape.counts;
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      const answer = (this.#answersAt + (parent - begin) * this.#answerBytes) / 2;
      // What the look adds at least.
      const least = looks ? answers[answer + 2 * lanes]! | (answers[answer + 2 * lanes + 1]! << 16) : 0;
      const weight = this.#weights[parent]!;
      const offset = least - base;

      // Children whose every side matches weigh the same, whichever tile it is.
      let cost = weight;
      if (up < labels) cost += pair[small[counts + up]!]!;
      if (left < labels) cost += pair[Math.max(0, small[counts + left]! - (left === up ? 2 : 0))]!;
      if (right >= 0) cost += pair[small[counts + right]!]!;
      if (below >= 0) cost += pair[small[counts + below]!]!;
      const list = left * (labels + 1) + up;
      if (cost + offset < children.threshold) {
        const stop = near[list]!;
        for (let i = from[list]!; i < stop; i++) {
          const orientation = entries[i]!;
          const tile = tileOf[orientation]!;
          if (((words[wordBase + (tile >> 5)]! >>> (tile & 31)) & 1) !== 0) continue;
          let key = cost - base;
          if (looks) {
            const at = orientation * 4;
            key +=
              answers[answer + mate[sides[at + RIGHT]!]!]! +
              answers[answer + lanes + mate[sides[at + BOTTOM]!]!]!;
          }
          key += random.next() >>> (32 - RANDOM_BITS);
          children.add(key < 0 ? 0 : key, cost, parent, orientation);
        }
      }

      // Children with one side that does not match.
      if (weight + this.#penalty + offset >= children.threshold) continue;
      const upN = up < labels ? small[counts + up]! : 0;
      const leftN = left < labels ? small[counts + left]! : 0;
      const rightN = right >= 0 ? small[counts + right]! : 0;
      const belowN = below >= 0 ? small[counts + below]! : 0;
      const matching = weight + this.#penalty + pair[upN]! + pair[leftN]! + pair[rightN]! + pair[belowN]!;
      const upSaves = pair[upN]! - one[upN]!;
      const leftSaves = pair[leftN]! - one[leftN]!;
      const rightSaves = pair[rightN]! - one[rightN]!;
      const belowSaves = pair[belowN]! - one[belowN]!;
      const most = Math.max(upSaves, leftSaves, rightSaves, belowSaves);
      if (matching - most + offset >= children.threshold) continue;
      const stop = to[list]!;
      for (let i = near[list]!; i < stop; i++) {
        const orientation = entries[i]!;
        const tile = tileOf[orientation]!;
        if ((words[wordBase + (tile >> 5)]! >>> (tile & 31)) & 1) continue;
        const at = orientation * 4;
        let shown: number;
        let saves: number;
        if (up < labels && sides[at + TOP] !== up) {
          shown = sides[at + TOP]!;
          saves = upSaves;
        } else if (left < labels && sides[at + LEFT] !== left) {
          shown = sides[at + LEFT]!;
          saves = leftSaves;
        } else if (right >= 0 && sides[at + RIGHT] !== right) {
          shown = sides[at + RIGHT]!;
          saves = rightSaves;
        } else {
          shown = sides[at + BOTTOM]!;
          saves = belowSaves;
        }
        const childCost = matching - saves + one[small[counts + mate[shown]!]!]!;
        let key = childCost - base;
        if (looks) {
          key +=
            answers[answer + mate[sides[at + RIGHT]!]!]! +
            answers[answer + lanes + mate[sides[at + BOTTOM]!]!]!;
        }
        if (key >= children.threshold) continue;
        key += random.next() >>> (32 - RANDOM_BITS);
        children.add(key < 0 ? 0 : key, childCost, parent, orientation);
      }
    }
  }

  /**
   * Where no child has fewer than two mismatches: any tile that may lie here, and where there is none
   * (its rim or its hint ask for a tile that is gone) no tile at all.
   */
  #addAnything(): void {
    const ordered = this.#order[this.placed]!;
    const { allowed, right, below } = ordered.lists;
    const { tileOf, sides, labels } = this.#instance;
    const { words, small } = this.#views;
    const { upSlot, leftSlot, up: upGiven, left: leftGiven } = this.#meeting(ordered);
    const children = this.#children;
    for (let parent = 0; parent < this.#count; parent++) {
      const wordBase = (this.#level + parent * this.#shape.bytes) / 4;
      const smallBase = wordBase * (this.#shape.wide ? 2 : 4);
      const up = upGiven === OPEN ? small[smallBase + upSlot]! : upGiven;
      const left = leftGiven === OPEN ? small[smallBase + leftSlot]! : leftGiven;
      for (const orientation of allowed) {
        const tile = tileOf[orientation]!;
        if ((words[wordBase + (tile >> 5)]! >>> (tile & 31)) & 1) continue;
        const at = orientation * 4;
        const mismatches =
          Number(up < labels && sides[at + TOP] !== up) +
          Number(left < labels && sides[at + LEFT] !== left) +
          Number(right >= 0 && sides[at + RIGHT] !== right) +
          Number(below >= 0 && sides[at + BOTTOM] !== below);
        const cost = Math.min(WORST_WEIGHT, this.#weights[parent]! + mismatches * this.#penalty);
        children.add(cost, cost, parent, orientation);
      }
    }
    if (children.count > 0) return;
    for (let parent = 0; parent < this.#count; parent++) {
      const weight = Math.min(WORST_WEIGHT, this.#weights[parent]!);
      children.add(weight, weight, parent, EMPTY);
    }
  }

  /** Makes boards of the children, the best first, and goes on to the next level. */
  #goOn(): void {
    const ordered = this.#order[this.placed]!;
    const met = this.#meeting(ordered);
    const { words } = this.#views;
    const children = this.#children;
    const sorted = children.sorted();
    const most = Math.min(this.#width, sorted.length);
    const parents = new Int32Array(most);
    const placed = this.#instance.orientations <= 0x7fff ? new Int16Array(most) : new Int32Array(most);
    const stride = this.#shape.bytes;
    const weights = this.#nextWeights;
    let equals: EqualBoards | null = null;
    if (this.#mayBeEqual) {
      equals = this.#equals ??= new EqualBoards(this.#width, this.#shape);
      equals.clear();
    }
    let best = Infinity;
    for (const child of sorted) best = Math.min(best, children.weight[child]!);
    let kept = 0;
    for (let i = 0; i < sorted.length && kept < most; i++) {
      const child = sorted[i]!;
      const orientation = (placed[kept] = children.placed[child]!);
      const parent = (parents[kept] = children.parent[child]!);
      this.#lay(ordered, met, parent, kept, orientation);
      weights[kept] = children.weight[child]! - best;
      if (equals === null || equals.isNew(words, this.#next / 4, stride / 4, kept)) kept++;
    }
    [this.#level, this.#next] = [this.#next, this.#level];
    [this.#weights, this.#nextWeights] = [this.#nextWeights, this.#weights];
    this.#count = kept;
    this.#ancestry.push(parents.slice(0, kept), placed.slice(0, kept));
    if (this.done) this.nodes += kept;
    if (this.placed % CLEAN_EVERY === 0) this.#clean();
  }

  /** Makes board `target` of the next level: board `source` of this one with an orientation laid. */
  #lay(ordered: OrderedCell, met: Meeting, source: number, target: number, orientation: number): void {
    const { right, below } = ordered.lists;
    const { up, left, upSlot, leftSlot } = met;
    const { tileOf, sides, mate, labels } = this.#instance;
    const { words, small } = this.#views;
    const { bytes: stride, counts: countsAt, wide } = this.#shape;
    const from = (this.#level + source * stride) / 4;
    const base = (this.#next + target * stride) / 4;
    for (let word = 0; word < stride / 4; word++) words[base + word] = words[from + word]!;
    const smallBase = base * (wide ? 2 : 4);
    if (orientation === EMPTY) {
      small[smallBase + upSlot] = labels;
      small[smallBase + leftSlot] = labels;
      return;
    }
    useTile(words, base, tileOf[orientation]!);
    const counts = smallBase + countsAt;
    const at = orientation * 4;
    const upMet = up === OPEN ? small[smallBase + upSlot]! : up;
    const leftMet = left === OPEN ? small[smallBase + leftSlot]! : left;
    if (upMet < labels) {
      small[counts + upMet]!--;
      small[counts + mate[sides[at + TOP]!]!]!--;
    }
    if (leftMet < labels) {
      small[counts + leftMet]!--;
      small[counts + mate[sides[at + LEFT]!]!]!--;
    }
    if (right >= 0) {
      small[counts + right]!--;
      small[counts + mate[sides[at + RIGHT]!]!]!--;
    }
    if (below >= 0) {
      small[counts + below]!--;
      small[counts + mate[sides[at + BOTTOM]!]!]!--;
    }
    // Labels that nobody will meet are wiped off, so that equal boards look equal.
    small[smallBase + upSlot] = ordered.opensBelow ? mate[sides[at + BOTTOM]!]! : labels;
    small[smallBase + leftSlot] = ordered.opensRight ? mate[sides[at + RIGHT]!]! : labels;
  }

  /** The labels a cell meets above and to the left, and where boards keep them when OPEN. */
  #meeting({ up, left, column, row }: OrderedCell): Meeting {
    const any = this.#instance.labels;
    return {
      up: up === NONE ? any : up,
      left: left === NONE ? any : left,
      upSlot: this.#shape.frontier + column,
      leftSlot: this.#shape.left + (row & 1),
    };
  }

  /** Forgets boards without living descendants, and candidates whose tile every board has used. */
  #clean(): void {
    this.#ancestry.forgetDead();
    const { words } = this.#views;
    const gone = this.#gone;
    for (let word = 0; word * 32 < gone.length; word++) {
      let common = -1;
      for (let i = 0; i < this.#count && common !== 0; i++) {
        common &= words[(this.#level + i * this.#shape.bytes) / 4 + word]!;
      }
      for (let tile = word * 32; tile < Math.min(gone.length, word * 32 + 32); tile++) {
        gone[tile] = (common >>> (tile & 31)) & 1;
      }
    }
    this.#order = withoutTiles(this.#instance, this.#order, gone, this.placed);
  }
}

/** Labels met (OPEN: what the board shows in the slot; `labels`: anything) and their slots. */
interface Meeting {
  readonly up: number;
  readonly left: number;
  readonly upSlot: number;
  readonly leftSlot: number;
}

/** Weights that grow beyond all others where nothing fits stop here. */
const WORST_WEIGHT = 8191;
