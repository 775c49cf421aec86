/**
 * A wide beam. All partial boards of one length are kept side by side, every child of every one is
 * weighed, and the `width` best of them go on. A board weighs what its mismatches cost and what the
 * labels it used up cost (label-prices.ts); where rows are filled one after the other, the look along the row
 * (lookahead.ts) is added to that when the children of one level are compared.
 */
import type { Random } from '../../../random.ts';
import { EMPTY } from '../../../puzzle/partial-board.ts';
import { Ancestry, unpacked } from '../shared/ancestry.ts';
import { BATCH, SAMPLED, sampleFirst } from '../shared/batches.ts';
import {
  boardShapeOf,
  boardViews,
  EqualBoards,
  giveBack,
  takeMemory,
  useTile,
  type BoardShape,
  type BoardViews,
} from '../shared/boards.ts';
import { Selection } from '../shared/selection.ts';
import type { BeamOptions, BeamState, Construction } from '../shared/construction.ts';
import type { RectangleInstance } from '../shared/instance.ts';
import {
  answerBytesOf,
  ReferenceLookahead,
  partBytesOf,
  rightsBytesOf,
  standBytesOf,
  type RowBatch,
  type RowLookahead,
} from './lookahead-interpreter.ts';
import { RowKernel, kernelTakes, lookaheadShapeOf } from './row-kernel.ts';
import { lookaheadLevelsOf } from './lookahead.ts';
import { withoutTiles, type OrderedCell } from './row-order.ts';
import { ReferenceChildren, type ChildMaker } from './children.ts';
import { ALL_BOARDS } from '../shared/lookahead-scale.ts';
import { paddedLabels, wholeVectors } from '../shared/vectors.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import { UNIT, labelPricesOf } from '../shared/label-prices.ts';

/** How a beam looks along its rows. */
export interface RowBeamOptions {
  /** by its reference, slowly; only to compare */
  readonly interpreted?: boolean;
}

/** A key this much above zero stands for the best board of a level as its parent has it. */
const MARGIN = 2048;
/** Levels between two clean-ups of what no living board needs. */
const CLEAN_EVERY = 8;
/** Children held for each place in the next level before the worst are dropped. */
const ROOM = 2;
/** In this many of the last rows boards grow equal; so many more are sorted out there before equals go. */
const ROWS_WITH_EQUALS = 3;
/** In the last cells they stay: boards filled otherwise above are different ones to improve, and a finished beam would be one board. */
const LEFT_APART = 6;
const SPARE = 1.4;
/** Of boards in a memory, which its tables need as well. */
const MAX_BYTES = 2 ** 32 - 2 ** 26;
/** Boards by which it is judged what those of a level have in common. */
const JUDGED = 256;
export class RowBeam implements Construction {
  nodes = 0;
  readonly #instance: RectangleInstance;
  readonly #random: Random;
  readonly #width: number;
  readonly #penalty: number;
  #order: readonly OrderedCell[];

  readonly #shape: BoardShape;
  readonly #memory: WebAssembly.Memory;
  readonly #looker: RowLookahead | null;
  readonly #open: ReferenceChildren;
  readonly #maker: ChildMaker;
  readonly #answersAt: number;
  readonly #answerBytes: number;
  readonly #partBytes: number;
  /** bytes; what is kept of the boards of a level beside them (lookahead-interpreter.ts) */
  readonly #rightsAt: number;
  readonly #parentsAt: number;
  #stands: number;
  #standsBefore: number;
  #views: BoardViews;
  #answers: Int16Array;
  /** bytes; where the boards of this level and of the next begin */
  #level: number;
  #next: number;
  #weights: Int32Array;
  #nextWeights: Int32Array;
  #count = 1;

  readonly #children: Selection;
  readonly #take: TakeChild = (key, weight, parent, orientation) =>
    this.#children.add(key, weight, parent, orientation);
  /** parents and orientations of boards to be made */
  readonly #laid = new Int32Array(2 * BATCH);
  #equals: EqualBoards | null = null;
  readonly #ancestry = new Ancestry();
  readonly #gone: Uint8Array;
  #rowBegun = -1;
  #firstOfRow = 0;
  /** the order in which the batches of the level are weighed, how many of them have been, and how many boards */
  #visits: number[] = [];
  #visited = 0;
  #boardsWeighed = 0;
  #base = 0;
  /** of the random part of keys on this level */
  #salt = 0;
  /** at the beginning of the level */
  #begun: Pick<BeamState, 'nodes' | 'random'> = { nodes: 0, random: [0, 0, 0, 0] };

  /** `from`: goes on there; `random` must be as it was then. */
  constructor(
    instance: RectangleInstance,
    order: readonly OrderedCell[],
    random: Random,
    options: BeamOptions & RowBeamOptions,
    from?: BeamState,
  ) {
    this.#instance = instance;
    this.#order = order;
    this.#random = random;
    this.#width = options.width;
    this.#penalty = Math.round(options.penalty * UNIT);
    const supply = labelPricesOf(instance);
    const shape = (this.#shape = boardShapeOf(instance, supply));

    const { labels } = instance;
    this.#answerBytes = answerBytesOf(labels);
    this.#partBytes = partBytesOf(labels);
    const lookShape = lookaheadShapeOf(instance, shape);
    let end = RowKernel.bytes(lookShape);
    const take = (bytes: number): number => {
      const at = end;
      end += wholeVectors(bytes);
      return at;
    };
    const lookable = options.interpreted === true || kernelTakes(instance);
    const kept = lookable ? this.#width : 0;
    this.#answersAt = take(BATCH * this.#answerBytes);
    this.#level = take(this.#width * shape.bytes);
    this.#next = take(this.#width * shape.bytes);
    this.#rightsAt = take(kept * rightsBytesOf(labels));
    this.#stands = take(kept * standBytesOf(labels));
    this.#standsBefore = take(kept * standBytesOf(labels));
    this.#parentsAt = take(kept * 4);
    this.#memory = takeMemory(end);
    const kernel =
      lookable && !options.interpreted ? new RowKernel(this.#memory, instance, lookShape, end) : null;
    this.#looker = options.interpreted ? new ReferenceLookahead(this.#memory, instance, shape) : kernel;
    this.#open = new ReferenceChildren(this.#memory, instance, shape, lookable);
    this.#maker = kernel ?? this.#open;
    this.#views = boardViews(this.#memory, shape);
    this.#answers = new Int16Array(this.#memory.buffer);
    this.#weights = new Int32Array(this.#width);
    this.#nextWeights = new Int32Array(this.#width);
    const most = Math.ceil(this.#width * SPARE);
    this.#children = new Selection(
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
  static readonly NODES_PER_SECOND = 1_400_000;

  /** How many boards so much memory holds; those of a beam lie in one WebAssembly memory of 4 GB at most. */
  static widest(instance: RectangleInstance, memory: number): number {
    const { bytes } = boardShapeOf(instance, labelPricesOf(instance));
    const { labels } = instance;
    const seen = kernelTakes(instance) ? rightsBytesOf(labels) + 2 * standBytesOf(labels) + 4 : 0;
    const shared = 2 * bytes + seen;
    const each = shared + 8 + SPARE * (ROOM * 12 + 4) + 2 * CLEAN_EVERY * 6 + 16;
    return Math.floor(Math.min(memory / each, MAX_BYTES / shared));
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

  /** Weighs the children of so many boards, in whole batches. */
  step(parents: number): void {
    for (let weighed = 0; weighed < parents && this.#visited < this.#visits.length; weighed += BATCH) {
      const batch = this.#visits[this.#visited++]!;
      const end = Math.min(this.#count, (batch + 1) * BATCH);
      this.#weigh(batch * BATCH, end);
      this.#boardsWeighed += end - batch * BATCH;
      if (this.placed > 0) this.nodes += end - batch * BATCH;
      if (this.#visited === SAMPLED && !this.#mayBeEqual) {
        this.#children.foresee(this.#boardsWeighed / this.#count);
      }
    }
    if (this.#visited < this.#visits.length) return;
    if (this.#children.count === 0) {
      const looked = this.#looked(0, this.#count);
      this.#open.weighAnything(this.#order[this.placed]!, looked, this.#weighed(0, this.#count), this.#take);
    }
    this.#goOn();
    this.#begin();
  }

  release(): void {
    giveBack(this.#memory);
  }

  state(most: number): BeamState | null {
    const weights = this.#weights.slice(0, this.#count);
    const ancestry = this.#ancestry.packed(most - weights.byteLength);
    return ancestry && { ancestry, weights, ...this.#begun };
  }

  #restore({ ancestry, weights, nodes }: BeamState): void {
    const levels = unpacked(ancestry);
    const { row } = this.#order[levels.length] ?? { row: -1 };
    levels.forEach(({ parents, placed }, index) => {
      const ordered = this.#order[index]!;
      // What boards still live off: the looks since the row began.
      if (this.#looker && ordered.row === row) {
        this.#beginLook();
        for (let first = 0; first < this.#count; first += BATCH)
          this.#look(first, Math.min(BATCH, this.#count - first));
      }
      for (let first = 0; first < parents.length; first += BATCH)
        this.#lay(this.#open, parents, placed, first, Math.min(BATCH, parents.length - first));
      this.#swap();
      this.#ancestry.push(parents, placed);
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

  get #mayBeEqual(): boolean {
    return (
      this.#order[this.placed]!.row >= this.#instance.height - ROWS_WITH_EQUALS &&
      this.placed < this.#order.length - LEFT_APART
    );
  }

  /** Makes ready for the next level, if there is one; a state taken after the last has its nodes and chance too. */
  #begin(): void {
    this.#begun = { nodes: this.nodes, random: this.#random.state() };
    if (this.done) return;
    this.#visits = sampleFirst(Math.ceil(this.#count / BATCH));
    this.#visited = 0;
    this.#boardsWeighed = 0;
    this.#base = 0;
    this.#salt = this.#random.next() | 0;
    this.#children.begin(this.#mayBeEqual ? Math.ceil(this.#width * SPARE) : this.#width);
    if (!this.#looker) return;
    this.#beginLook();
    this.#look(0, 1);
    const lanes = paddedLabels(this.#instance.labels);
    const answer = this.#answersAt / 2;
    const least = this.#answers[answer + lanes]! + this.#answers[answer + this.#partBytes / 2 + lanes]!;
    this.#base = this.#weights[0]! + least - MARGIN;
  }

  #beginLook(): void {
    const { row } = this.#order[this.placed]!;
    if (this.#rowBegun !== row) {
      this.#rowBegun = row;
      this.#firstOfRow = this.#order.findIndex((ordered) => ordered.row === row);
      this.#looker!.begin(
        lookaheadLevelsOf(this.#instance, this.#order, row, this.#gone),
        this.#order.filter((ordered) => ordered.row === row),
      );
      this.#views = boardViews(this.#memory, this.#shape);
      this.#answers = new Int16Array(this.#memory.buffer);
    }
    this.#looker!.beginLevel(this.placed - this.#firstOfRow, this.#share());
  }

  /** By tile, how many of the boards have it, of ALL_BOARDS; judged by some of them, evenly chosen. */
  #share(): Uint8Array {
    const { tiles } = this.#instance;
    const { words } = this.#views;
    const judged = Math.min(JUDGED, this.#count);
    const used = new Int32Array(tiles);
    for (let i = 0; i < judged; i++) {
      const board = Math.floor((i * this.#count) / judged);
      const base = (this.#level + board * this.#shape.bytes) / 4;
      for (let tile = 0; tile < tiles; tile++)
        used[tile]! += (words[base + (tile >> 5)]! >>> (tile & 31)) & 1;
    }
    return Uint8Array.from(used, (n) => Math.round((ALL_BOARDS * (judged - n)) / judged));
  }

  #look(number: number, boards: number): void {
    this.#looker!.look(this.#looked(number, boards));
  }

  /** So many boards of this level, from one of this number on. */
  #looked(number: number, boards: number): RowBatch {
    return {
      first: this.#level + number * this.#shape.bytes,
      number,
      boards,
      answers: this.#answersAt,
      rights: this.#rightsAt,
      stands: this.#stands,
      standsBefore: this.#standsBefore,
      parents: this.#parentsAt,
    };
  }

  #swap(): void {
    [this.#level, this.#next] = [this.#next, this.#level];
    [this.#stands, this.#standsBefore] = [this.#standsBefore, this.#stands];
  }

  /** Adds the children of boards `begin` to `end` - 1 that have at most one mismatch. */
  #weigh(begin: number, end: number): void {
    const looked = this.#looked(begin, end - begin);
    this.#looker?.look(looked);
    this.#maker.weigh(this.#order[this.placed]!, looked, this.#weighed(begin, end), this.#take);
  }

  #weighed(begin: number, end: number): Weighed {
    return {
      weights: this.#weights.subarray(begin, end),
      penalty: this.#penalty,
      base: this.#base,
      threshold: this.#children.threshold,
      salt: this.#salt,
    };
  }

  /** Makes boards of the children, the best first, and goes on to the next level. */
  #goOn(): void {
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
    const best = children.leastWeight();
    let kept = 0;
    for (let i = 0; i < sorted.length && kept < most;) {
      const first = kept;
      const boards = Math.min(BATCH, sorted.length - i, most - first);
      for (let j = first; j < first + boards; j++) {
        const child = sorted[i++]!;
        placed[j] = children.placed[child]!;
        parents[j] = children.parent[child]!;
        weights[j] = children.weight[child]! - best;
      }
      // The compiled code knows no cell that stays empty.
      this.#lay(placed[first] === EMPTY ? this.#open : this.#maker, parents, placed, first, boards);
      if (!equals) kept += boards;
      else {
        for (let j = first; j < first + boards; j++) {
          if (j !== kept) {
            this.#move(j, kept);
            for (const list of [parents, placed, weights]) list[kept] = list[j]!;
          }
          if (equals.isNew(words, this.#next / 4, stride / 4, kept)) kept++;
        }
      }
    }
    this.#swap();
    [this.#weights, this.#nextWeights] = [this.#nextWeights, this.#weights];
    this.#count = kept;
    this.#ancestry.push(parents.slice(0, kept), placed.slice(0, kept));
    if (this.done) this.nodes += kept;
    if (this.placed % CLEAN_EVERY === 0) this.#clean();
  }

  /** Makes boards of the next level, at most BATCH, from number `first` on: parents with an orientation laid on each. */
  #lay(
    maker: ChildMaker,
    parents: Int32Array,
    placed: Int16Array | Int32Array,
    first: number,
    boards: number,
  ): void {
    const laid = this.#laid.subarray(0, 2 * boards);
    for (let i = 0; i < boards; i++) {
      laid[2 * i] = parents[first + i]!;
      laid[2 * i + 1] = placed[first + i]!;
    }
    const at = this.#next + first * this.#shape.bytes;
    maker.lay(this.#order[this.placed]!, this.#level, at, laid);
    if (this.#looker) {
      this.#views.words.set(parents.subarray(first, first + boards), this.#parentsAt / 4 + first);
    }
  }

  /** Puts a board of the next level where another was to be. */
  #move(from: number, to: number): void {
    const { words } = this.#views;
    const stride = this.#shape.bytes / 4;
    const next = this.#next / 4;
    words.copyWithin(next + to * stride, next + from * stride, next + (from + 1) * stride);
    if (this.#looker) words[this.#parentsAt / 4 + to] = words[this.#parentsAt / 4 + from]!;
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
