/**
 * Runs the compiled kernel of the row beam. The kernel's tables come after the boards in memory.
 *
 * Addresses go up to 4 GB, and JavaScript's shifts would turn large addresses into negative numbers. So this code
 * divides instead of shifting, and converts addresses from the kernel to unsigned numbers.
 */
import { MAX_BOARDS_PER_BATCH } from '../shared/batches.ts';
import type { BoardShape } from '../shared/boards.ts';
import type { Instance, RectangleInstance } from '../shared/instance.ts';
import type { ChildMaker, RowBatch, RowLookahead } from './row-contract.ts';
import { commonWays, startOf, type LookaheadLevel, type Met, type Ways } from './lookahead.ts';
import { lookaheadModule } from './lookahead-kernel.ts';
import {
  BLOCK,
  BLOCK_BYTES,
  CHILDREN,
  KINDS,
  LEVEL,
  LEVEL_OF_CHILDREN_BYTES,
  LIST_BYTES,
  lookaheadMemoryOf,
  NO_SIDE,
  ORIENTATION,
  ORIENTATION_BYTES,
  partBytesOf,
  rightsBytesOf,
  stateBytesOf,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  wayVectorBytes,
  type LookaheadMemory,
  type LookaheadShape,
} from './row-memory.ts';
import {
  FACT,
  FACTS,
  UNCONSTRAINED,
  SET_BY_BOARD,
  type CandidateLists,
  type OrderedCell,
} from './row-order.ts';
import type { Placement } from '../shared/way-vectors.ts';
import { BLOCK_CANDIDATES, CHILD_BYTES, LAID_BYTES, NO_CANDIDATE } from '../shared/child-kernel.ts';
import { logTable } from '../shared/lookahead-scale.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';
import {
  blocksOf,
  reserveLevel,
  reserveLists,
  reserveWays,
  TableMemory,
  type LevelTables,
  type StepsTable,
  type StretchesTable,
  type WaysTable,
} from './row-tables.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import { labelPricesOf } from '../shared/label-prices.ts';

/** Maximum number of labels. More would need too many registers in the kernel. */
const MAX_LABELS = 48;
/** Maximum number of tiles. More would need too many registers in the kernel. */
const MAX_TILES = 1024;
/** Maximum width. The kernel counts the columns that require each label, and a count must fit into one byte. */
const MAX_COLUMNS = 255;

/** Returns whether the kernel can handle a puzzle. */
export const kernelTakes = ({ labels, tiles, width }: RectangleInstance): boolean =>
  labels <= MAX_LABELS && tiles <= MAX_TILES && width <= MAX_COLUMNS;

type WeighFunction = (first: number, number: number, boards: number, answers: number, into: number) => number;
type LayFunction = (parents: number, first: number, boards: number, laid: number) => void;
type EvaluateFunction = (first: number, number: number, boards: number, answers: number) => void;

const modules = new Map<string, WebAssembly.Module>();

/** Returns the properties of a puzzle and its boards that the kernel's code depends on. */
export function lookaheadShapeOf({ labels, mate }: Instance, board: BoardShape): LookaheadShape {
  const size = board.wide ? 2 : 1;
  return {
    labels,
    mate: [...mate],
    usedVectors: board.usedBytes / 16,
    boardBytes: board.bytes,
    frontierAt: board.frontier * size,
    countsAt: board.counts * size,
    mostCount: board.wide ? 65_535 : 255,
    wide: board.wide,
    partBytes: partBytesOf(labels),
    rightsBytes: rightsBytesOf(labels),
    stateBytes: stateBytesOf(labels),
    rootAt: board.root * 4,
  };
}

export class RowKernel implements RowLookahead, ChildMaker {
  readonly shape: LookaheadShape;
  readonly #memory: WebAssembly.Memory;
  readonly #map: LookaheadMemory;
  readonly #tablesAt: number;
  readonly #evaluate: EvaluateFunction;
  readonly #weighFunction: WeighFunction;
  readonly #tileOf: Int32Array;
  readonly #columns: number;
  readonly #weightsAt: number;
  readonly #layFunction: LayFunction;
  readonly #laidAt: number;
  readonly #orientationsAt: number;
  #levels: {
    readonly level: LookaheadLevel;
    readonly words: readonly number[];
    readonly children: readonly number[];
  }[] = [];
  /** byte address where the kernel writes children */
  #children = 0;
  #level: readonly number[] = [];
  #age = 0;

  /**
   * The kernel writes its tables from the address `tablesAt` on. The memory may grow, which invalidates existing views
   * of it.
   */
  constructor(
    memory: WebAssembly.Memory,
    instance: RectangleInstance,
    shape: LookaheadShape,
    tablesAt: number,
  ) {
    this.shape = shape;
    this.#tileOf = instance.tileOf;
    this.#columns = instance.width;
    this.#memory = memory;
    this.#map = lookaheadMemoryOf(shape);
    const name = JSON.stringify(shape);
    let module = modules.get(name);
    if (!module) {
      module = new WebAssembly.Module(lookaheadModule(shape, this.#map).bytes([{ name: 'env', pages: 1 }]));
      modules.set(name, module);
    }
    new Int32Array(memory.buffer).fill(0, 0, this.#map.end / 4);
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.#evaluate = exports.look as EvaluateFunction;
    this.#weighFunction = exports.weigh as WeighFunction;
    this.#weightsAt = tablesAt;
    this.#layFunction = exports.lay as LayFunction;
    this.#laidAt = this.#weightsAt + MAX_BOARDS_PER_BATCH * 4;
    this.#orientationsAt = this.#laidAt + MAX_BOARDS_PER_BATCH * LAID_BYTES;
    this.#tablesAt = this.#orientationsAt + instance.orientations * ORIENTATION_BYTES;
    const missing = Math.ceil((this.#tablesAt - memory.buffer.byteLength) / 65536);
    if (missing > 0) memory.grow(missing);
    const words = new Int32Array(memory.buffer);
    const floats = new Float32Array(memory.buffer);
    const lanes = paddedLabels(shape.labels);
    floats.fill(1, this.#map.ones / 4, this.#map.ones / 4 + lanes);
    words.set(logTable(shape.mostCount), this.#map.logs / 4);
    const { pair, one } = labelPricesOf(instance);
    words.set(pair, this.#map.pair / 4);
    words.set(one, this.#map.one / 4);
    const { bytes, exponent, logsMet } = startOf(lanes);
    new Uint8Array(memory.buffer, this.#map.start, lanes).set(bytes);
    words.set([exponent, logsMet], (this.#map.start + lanes) / 4);
    const table = new DataView(memory.buffer, this.#orientationsAt);
    const { orientations, tileOf, sides, mate } = instance;
    for (let orientation = 0; orientation < orientations; orientation++) {
      const at = orientation * ORIENTATION_BYTES;
      table.setUint16(at + ORIENTATION.tile, tileOf[orientation]!, true);
      for (let side = 0; side < 4; side++)
        table.setUint8(at + ORIENTATION.takes + side, mate[sides[orientation * 4 + side]!]!);
    }
    const cells = shape.wide ? new Uint16Array(memory.buffer) : new Uint8Array(memory.buffer);
    const first = this.#map.labelCells / cells.BYTES_PER_ELEMENT;
    for (let label = 0; label <= shape.labels; label++) cells[first + label] = label;
  }

  /** Returns the number of bytes that the kernel needs at the start of memory. */
  static bytes(shape: LookaheadShape): number {
    return lookaheadMemoryOf(shape).end;
  }

  begin(levels: readonly LookaheadLevel[], cells: readonly OrderedCell[]): void {
    const tableMemory = new TableMemory(wholeVectors(this.#tablesAt));
    const tables = levels.map((level) => reserveLevel(level, tableMemory));
    const ways = reserveWays(levels, this.shape, tableMemory);
    const { lists, longest } = reserveLists(cells, tableMemory);
    this.#children = tableMemory.take(MAX_BOARDS_PER_BATCH * longest * CHILD_BYTES);
    const missing = Math.ceil((tableMemory.end - this.#memory.buffer.byteLength) / 65536);
    if (missing > 0) this.#memory.grow(missing);
    const words = new Int32Array(this.#memory.buffer);
    const bytes = new Uint8Array(this.#memory.buffer);
    for (const [each, { at, placed }] of ways) this.#writeWays(words, bytes, each, at, placed);
    for (const [each, at] of lists) this.#writeLists(words, bytes, each, at);
    this.#levels = tables.map((table, index) => ({
      level: table.level,
      words: this.#writeLevel(words, table, ways),
      children: this.#childrenWords(cells[index]!, lists),
    }));
  }

  /** Writes the steps of a level to memory. Returns the level's record (see `LEVEL`) as 32-bit words. */
  #writeLevel(
    words: Int32Array,
    { level, frontier, back, forward }: LevelTables,
    ways: ReadonlyMap<Ways, WaysTable>,
  ): number[] {
    level.frontier.forEach((entry, i) => words.set(this.#metWords(entry), frontier / 4 + 2 * i));
    this.#writeStretches(words, back, ways);
    this.#writeStretches(words, forward, ways);
    const written: number[] = [];
    written[LEVEL.frontier >> 2] = frontier;
    written[LEVEL.frontierEnd >> 2] = frontier + level.frontier.length * 8;
    written[LEVEL.back >> 2] = back.at;
    written[LEVEL.backEnd >> 2] = back.at + back.list.length * STRETCH_BYTES;
    written[LEVEL.forward >> 2] = forward.at;
    written[LEVEL.divided >> 2] = Number(level.divided);
    return written;
  }

  #writeStretches(words: Int32Array, { list, at }: StretchesTable, ways: ReadonlyMap<Ways, WaysTable>): void {
    list.forEach(({ steps, aside }, i) => {
      const base = (at + i * STRETCH_BYTES) / 4;
      words[base + (STRETCH.steps >> 2)] = steps.at;
      words[base + (STRETCH.stepsEnd >> 2)] = steps.at + steps.list.length * STEP_BYTES;
      words[base + (STRETCH.aside >> 2)] = aside.at;
      words[base + (STRETCH.asideEnd >> 2)] = aside.at + aside.list.length * STEP_BYTES;
      this.#writeSteps(words, steps, ways);
      this.#writeSteps(words, aside, ways);
    });
  }

  #writeSteps(words: Int32Array, { list, at }: StepsTable, ways: ReadonlyMap<Ways, WaysTable>): void {
    const { labels } = this.shape;
    list.forEach((step, i) => {
      const base = (at + i * STEP_BYTES) / 4;
      const [onBoard, cell] = this.#metWords(step.met ?? { column: -1, label: labels });
      words[base + (STEP.kind >> 2)] = KINDS[step.kind];
      words[base + (STEP.onBoard >> 2)] = onBoard;
      words[base + (STEP.at >> 2)] = cell;
      words[base + (STEP.ways >> 2)] = step.kind === 'open' ? ways.get(step.ways!)!.at : 0;
      words[base + (STEP.price >> 2)] = step.weighed ? this.#map.price : this.#map.ones;
      words[base + (STEP.gather >> 2)] = step.gather;
      words[base + (STEP.lane >> 2)] = step.kind === 'pinned' ? step.lane : -1;
      words[base + (STEP.counted >> 2)] = step.met ? labels : 0;
    });
  }

  /**
   * Returns where to read a label that a tile must match. `onBoard` is -1 if each board stores its own label, and `at`
   * is then an offset in the board's record. If all boards have the same label, `onBoard` is 0 and `at` is an address.
   */
  #metWords({ column, label }: Met): [onBoard: number, at: number] {
    const size = this.shape.wide ? 2 : 1;
    return column < 0
      ? [0, this.#map.labelCells + size * label]
      : [-1, this.shape.frontierAt + size * column];
  }

  beginLevel(index: number, share: Uint8Array): void {
    const { level, words, children } = this.#levels[index]!;
    this.#level = words;
    new Int32Array(this.#memory.buffer).set(children, this.#map.children / 4);
    this.#age = level.age;
    const under = level.forward.aside[0];
    if (under?.kind !== 'under') return;
    const lanes = paddedLabels(this.shape.labels);
    const ways = commonWays(under.ways!, share, lanes);
    const table = new Int16Array(this.#memory.buffer, this.#map.common, lanes * lanes);
    for (let pair = 0; pair < lanes / 2; pair++) {
      for (let l = 0; l < lanes; l++) {
        table[2 * (pair * lanes + l)] = ways[2 * pair * lanes + l]!;
        table[2 * (pair * lanes + l) + 1] = ways[(2 * pair + 1) * lanes + l]!;
      }
    }
  }

  evaluate({ first, number, boards, answers, rights, states, statesBefore, parents }: RowBatch): void {
    const words = [...this.#level];
    words[LEVEL.rights >> 2] = rights;
    words[LEVEL.states >> 2] = states;
    words[LEVEL.statesBefore >> 2] = statesBefore;
    words[LEVEL.parents >> 2] = parents;
    words[LEVEL.offset >> 2] = (this.#age - 1) * this.shape.partBytes;
    new Int32Array(this.#memory.buffer).set(words, this.#map.level / 4);
    this.#evaluate(first, number, boards, answers);
  }

  weigh(
    _cell: OrderedCell,
    { first, number, boards, answers }: RowBatch,
    { weights, penalty, base, threshold, salt }: Weighed,
    take: TakeChild,
  ): void {
    const words = new Int32Array(this.#memory.buffer);
    const level = this.#map.children / 4;
    words[level + (CHILDREN.penalty >> 2)] = penalty;
    words[level + (CHILDREN.base >> 2)] = base;
    words[level + (CHILDREN.threshold >> 2)] = threshold;
    words[level + (CHILDREN.salt >> 2)] = salt;
    words.set(weights, this.#weightsAt / 4);
    const end = this.#weighFunction(first, number, boards, answers, this.#children) >>> 2;
    for (let at = this.#children / 4; at < end; at += CHILD_BYTES >> 2) {
      take(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
    }
  }

  lay(_cell: OrderedCell, parents: number, first: number, laid: Int32Array): void {
    new Int32Array(this.#memory.buffer).set(laid, this.#laidAt / 4);
    this.#layFunction(parents, first, laid.length / 2, this.#laidAt);
  }

  #childrenWords(cell: OrderedCell, at: ReadonlyMap<CandidateLists, number>): number[] {
    const { labels, wide, frontierAt } = this.shape;
    const { up, left, column, row, lists } = cell;
    const size = wide ? 2 : 1;
    const leftAt = frontierAt + size * (this.#columns + (row & 1));
    const met = (given: number, slot: number): [number, number] =>
      given === SET_BY_BOARD
        ? [-1, slot]
        : [0, this.#map.labelCells + size * (given === UNCONSTRAINED ? labels : given)];
    const words = new Array<number>(LEVEL_OF_CHILDREN_BYTES / 4).fill(0);
    words[CHILDREN.lists >> 2] = at.get(lists)!;
    [words[CHILDREN.upOnBoard >> 2], words[CHILDREN.upAt >> 2]] = met(up, frontierAt + size * column);
    [words[CHILDREN.leftOnBoard >> 2], words[CHILDREN.leftAt >> 2]] = met(left, leftAt);
    words[CHILDREN.right >> 2] = lists.right;
    words[CHILDREN.below >> 2] = lists.below;
    words[CHILDREN.weights >> 2] = this.#weightsAt;
    words[CHILDREN.pair >> 2] = this.#map.pair;
    words[CHILDREN.one >> 2] = this.#map.one;
    words[CHILDREN.upSlot >> 2] = frontierAt + size * column;
    words[CHILDREN.leftSlot >> 2] = leftAt;
    words[CHILDREN.opensBelow >> 2] = Number(cell.opensBelow);
    words[CHILDREN.opensRight >> 2] = Number(cell.opensRight);
    words[CHILDREN.orientations >> 2] = this.#orientationsAt;
    return words;
  }

  #writeLists(words: Int32Array, bytes: Uint8Array, lists: CandidateLists, at: number): void {
    const { from, near, to, entries, facts } = lists;
    const keys = from.length;
    let block = at + wholeVectors(keys * LIST_BYTES);
    for (let key = 0; key < keys; key++) {
      const begin = from[key]!;
      const matchEnd = near[key]!;
      const end = to[key]!;
      const blocksEnd = block + blocksOf(end - begin) * BLOCK_BYTES;
      const base = (at + key * LIST_BYTES) / 4;
      words[base] = block;
      words[base + 1] = block + blocksOf(matchEnd - begin) * BLOCK_BYTES;
      words[base + 2] = blocksEnd;
      bytes.fill(NO_CANDIDATE, block, blocksEnd);
      for (let entry = begin, place = block; entry < end; entry++, place++) {
        if (place === block + BLOCK_CANDIDATES) place = block += BLOCK_BYTES;
        const orientation = entries[entry]!;
        const tile = this.#tileOf[orientation]!;
        const fact = entry * FACTS;
        const matches = entry < matchEnd;
        bytes[place + BLOCK.right] = facts[fact + FACT.right]!;
        bytes[place + BLOCK.below] = facts[fact + FACT.below]!;
        bytes[place + BLOCK.missed] = matches ? 0 : facts[fact + FACT.missed]!;
        bytes[place + BLOCK.missedSide] = matches ? NO_SIDE : facts[fact + FACT.missedSide]!;
        bytes[place + BLOCK.usedByte] = tile >> 3;
        bytes[place + BLOCK.usedBit] = 1 << (tile & 7);
        const twoBytes = 2 * place - block + BLOCK.orientations;
        bytes[twoBytes] = orientation;
        bytes[twoBytes + 1] = orientation >> 8;
      }
      block = blocksEnd;
    }
  }

  #writeWays(
    words: Int32Array,
    bytes: Uint8Array,
    ways: Ways,
    at: number,
    placed: readonly Placement[],
  ): void {
    const { labels, usedVectors } = this.shape;
    const size = wayVectorBytes(this.shape);
    const fields = { bit: 16 * usedVectors, gather: 16 * (usedVectors + 1) };
    const pairsAt = fields.gather + 16 * registersOf(labels);
    let next = at + wholeVectors((labels + 1) * 8);
    placed.forEach(({ vectors, pairs }, label) => {
      const end = next + vectors * size;
      words[at / 4 + 2 * label] = next;
      words[at / 4 + 2 * label + 1] = end;
      bytes.fill(0xff, next, end);
      for (const { vector, place, lane, entries } of pairs) {
        const first = next + vector * size;
        entries.forEach((entry, i) => {
          const slot = first + 2 * place + i;
          const tile = ways.tile[entry]!;
          const gather = ways.gather[entry]!;
          bytes[slot + 16 * (tile >> 7)] = (tile >> 3) & 15;
          bytes[slot + fields.bit] = 1 << (tile & 7);
          bytes[slot + fields.gather + 16 * (gather >> 4)] = gather & 15;
        });
        bytes.set([2 * place, 2 * place + 1], first + pairsAt + 2 * lane);
      }
      next = end;
    });
  }
}
