/**
 * Runs the compiled kernel of the frontier beam. The kernel's tables come before the boards in memory.
 *
 * Addresses go up to 4 GB, and JavaScript's shifts would turn large addresses into negative numbers. So this code
 * divides instead of shifting, and converts addresses from the kernel to unsigned numbers.
 */
import { MAX_BOARDS_PER_BATCH } from '../shared/batches.ts';
import type { FrontierShape } from '../shared/boards.ts';
import { CHILD_BYTES } from '../shared/child-kernel.ts';
import type { FrontierBatch, FrontierMaker } from './frontier-contract.ts';
import { frontierModule } from './lookahead-kernel.ts';
import type { Candidates, FrontierLevel } from './frontier-level.ts';
import { scaleOf } from './lookahead.ts';
import {
  CLOSED,
  CLOSED_BYTES,
  frontierCodeShapeOf,
  frontierMemoryOf,
  KINDS,
  LEVEL,
  LIST,
  LIST_BYTES,
  MET,
  MET_BYTES,
  MAX_CHILDREN,
  MAX_SIDES,
  OPENED,
  OPENED_BYTES,
  ORIENTATION,
  ORIENTATION_BYTES,
  STEP,
  STEP_BYTES,
  STRETCH,
  STRETCH_BYTES,
  type FrontierCodeShape,
  type FrontierMemory,
} from './frontier-memory.ts';
import type { FrontierOrder, Met } from './frontier-order.ts';
import type { Step, Stretch } from './stretches.ts';
import { FrontierTables } from './frontier-tables.ts';
import type { Instance } from '../shared/instance.ts';
import { logTable } from '../shared/lookahead-scale.ts';
import type { TakeChild, Weighed } from '../shared/child.ts';
import { labelPricesOf } from '../shared/label-prices.ts';

/** Maximum number of labels. More would need too many registers in the kernel. */
const MAX_LABELS = 128;
/** Maximum number of tiles. More would need too many registers in the kernel. */
const MAX_TILES = 1024;
/** Maximum number of orientations, which are stored in two bytes each. */
const MAX_ORIENTATIONS = 2 ** 15;
/**
 * Maximum number of sides per level that require a label. The kernel counts these sides for each label, and a count
 * must fit into one byte.
 */
const MAX_REQUIRED_SIDES = 255;

/** Returns whether the kernel can handle a puzzle. */
export const frontierKernelTakes = (instance: Instance, { cells, slots }: FrontierOrder): boolean => {
  const { labels, tiles, orientations, sideCount } = instance;
  const given = cells.reduce((sum, { closes }) => sum + closes.filter(({ slot }) => slot < 0).length, 0);
  return (
    labels <= MAX_LABELS &&
    tiles <= MAX_TILES &&
    orientations <= MAX_ORIENTATIONS &&
    sideCount <= MAX_SIDES &&
    slots + given <= MAX_REQUIRED_SIDES
  );
};

type Functions = Record<string, (...numbers: number[]) => number>;

const modules = new Map<string, WebAssembly.Module>();

export class FrontierKernel implements FrontierMaker {
  readonly #shape: FrontierCodeShape;
  readonly #map: FrontierMemory;
  readonly #words: Int32Array;
  readonly #tables: FrontierTables;
  readonly #functions: Functions;
  /**
   * Number of boards whose children are weighed in one call of the kernel. All of these children must fit into memory.
   */
  #atOnce = MAX_BOARDS_PER_BATCH;
  #weigh!: (...numbers: number[]) => number;
  /** address for the next record of the current level */
  #free = 0;

  /**
   * `tables` is the number of bytes for the kernel's tables. The memory must not grow afterwards, because the kernel
   * keeps views of it.
   */
  constructor(memory: WebAssembly.Memory, instance: Instance, board: FrontierShape, tables: number) {
    const { left, pair, one } = labelPricesOf(instance);
    const mostCount = Math.max(0, ...left);
    const shape = (this.#shape = frontierCodeShapeOf(instance, board, mostCount));
    const map = (this.#map = frontierMemoryOf(instance, shape));
    const name = JSON.stringify([shape, map]);
    let module = modules.get(name);
    if (!module) {
      module = new WebAssembly.Module(frontierModule(shape, map).bytes([{ name: 'env', pages: 1 }]));
      modules.set(name, module);
    }
    const words = (this.#words = new Int32Array(memory.buffer));
    words.fill(0, 0, map.end / 4);
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.#functions = exports as Functions;
    words.set(logTable(mostCount), map.logs / 4);
    words.set(pair.subarray(0, mostCount + 1), map.pair / 4);
    words.set(one.subarray(0, Math.max(mostCount, 15) + 1), map.one / 4);
    const { labels, mate, orientations, tileOf, sides, sideCount } = instance;
    const bytes = new Uint8Array(memory.buffer);
    const cells = shape.wide ? new Uint16Array(memory.buffer) : bytes;
    for (let label = 0; label < labels; label++)
      cells[map.labelCells / cells.BYTES_PER_ELEMENT + label] = label;
    for (let orientation = 0; orientation < orientations; orientation++) {
      const at = map.orientations + orientation * ORIENTATION_BYTES;
      bytes[at + ORIENTATION.tile] = tileOf[orientation]!;
      bytes[at + ORIENTATION.tile + 1] = tileOf[orientation]! >> 8;
      for (let side = 0; side < sideCount; side++)
        bytes[at + ORIENTATION.takes + side] = mate[sides[orientation * sideCount + side]!]!;
    }
    this.#tables = new FrontierTables(memory, instance, shape, map.nothing, [map.end, map.end + tables]);
  }

  /**
   * Returns the number of bytes that the kernel needs at the start of memory, including `tables` bytes for its tables.
   */
  static bytes(instance: Instance, board: FrontierShape, tables: number): number {
    const mostCount = Math.max(0, ...labelPricesOf(instance).left);
    return frontierMemoryOf(instance, frontierCodeShapeOf(instance, board, mostCount)).end + tables;
  }

  /**
   * Prepares a level. Returns false if the memory is too small for the level's tables or for all children of one
   * board.
   */
  begin(level: FrontierLevel): boolean {
    const longest = level.candidates.reduce((sum, { lists }) => sum + lists.longest, 0);
    if (longest > MAX_CHILDREN) return false;
    this.#atOnce = Math.min(MAX_BOARDS_PER_BATCH, Math.floor(MAX_CHILDREN / Math.max(1, longest)));
    this.#write(level);
    if (!this.#tables.full) return true;
    this.#tables.clear();
    this.#write(level);
    return !this.#tables.full;
  }

  evaluate(_level: FrontierLevel, { first, boards, answers }: FrontierBatch): void {
    this.#functions.look!(first, boards, answers);
  }

  weigh(
    _level: FrontierLevel,
    { first, number, boards, answers }: FrontierBatch,
    { weights, penalty, base, threshold, salt }: Weighed,
    take: TakeChild,
  ): void {
    const words = this.#words;
    this.#set({ penalty, base, threshold, salt });
    for (let begin = 0; begin < boards; begin += this.#atOnce) {
      const end = Math.min(boards, begin + this.#atOnce);
      words.set(weights.subarray(begin, end), this.#map.weights / 4);
      const childrenEnd =
        this.#weigh(
          first + begin * this.#shape.boardBytes,
          number + begin,
          end - begin,
          answers + begin * this.#shape.answerBytes,
        ) >>> 2;
      for (let at = this.#map.children / 4; at < childrenEnd; at += CHILD_BYTES >> 2) {
        take(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
      }
    }
  }

  lay(_level: FrontierLevel, parents: number, first: number, laid: Int32Array): void {
    this.#words.set(laid, this.#map.laid / 4);
    this.#functions.lay!(parents, first, laid.length / 2);
  }

  #write(level: FrontierLevel): void {
    const { closes, opens, candidates, lookahead, parts } = level;
    this.#weigh = this.#functions[`weigh${parts}`]!;
    this.#free = this.#map.lists;
    const frontier = this.#placeMet([...closes, ...lookahead.met]);
    const singles = this.#place(lookahead.singles, STEP_BYTES, this.#writeStep);
    const stretches = this.#place(lookahead.stretches, STRETCH_BYTES, this.#writeStretch);
    const closed = this.#place(closes, CLOSED_BYTES, (closing, at) => {
      this.#writeMet(closing, at);
      this.#put(at + CLOSED.side, closing.side);
    });
    const opened = this.#place(opens, OPENED_BYTES, ({ side, slot }, at) => {
      this.#put(at + OPENED.at, this.#slotAt(slot));
      this.#put(at + OPENED.side, side);
    });
    const sides = Array.from({ length: parts }, (_, part) => opens.find((open) => open.part === part)!.side);
    const lists = this.#place(candidates, LIST_BYTES, (list, at) => this.#writeList(list, sides, at));
    this.#set({
      frontier: frontier.begin,
      met: frontier.begin + closes.length * MET_BYTES,
      frontierEnd: frontier.end,
      singles: singles.begin,
      singlesEnd: singles.end,
      stretches: stretches.begin,
      stretchesEnd: stretches.end,
      scale: scaleOf(lookahead),
      closed: closed.begin,
      closedEnd: closed.end,
      opened: opened.begin,
      openedEnd: opened.end,
      lists: lists.begin,
      listsEnd: lists.end,
    });
  }

  /**
   * Reserves memory for a list of records of `bytes` bytes each, and calls `write` with each item and the address of
   * its record. Returns the start and end of the list.
   */
  #place<T>(all: readonly T[], bytes: number, write: (each: T, at: number) => void): Placed {
    const begin = this.#free;
    const end = (this.#free = begin + all.length * bytes);
    if (end > this.#map.end) throw new Error('the lists of a level need more memory than was reserved');
    all.forEach((each, i) => write(each, begin + i * bytes));
    return { begin, end };
  }

  #placeMet(all: readonly Met[]): Placed {
    return this.#place(all, MET_BYTES, this.#writeMet);
  }

  readonly #writeMet = ({ slot, label }: Met, at: number): void => {
    const size = this.#shape.wide ? 2 : 1;
    this.#put(at + MET.onBoard, slot < 0 ? 0 : -1);
    this.#put(at + MET.at, slot < 0 ? this.#map.labelCells + size * label : this.#slotAt(slot));
  };

  readonly #writeStep = ({ met, ways, leads }: Step, at: number): void => {
    const { begin, end } = this.#placeMet(met);
    this.#put(at + STEP.met, begin);
    this.#put(at + STEP.metEnd, end);
    this.#put(at + STEP.root, this.#tables.ways(ways, leads));
  };

  readonly #writeStretch = ({ ways, last }: Stretch, at: number): void => {
    const steps = this.#place([...ways.flat(), last], STEP_BYTES, this.#writeStep);
    this.#put(at + STRETCH.first, steps.begin);
    this.#put(at + STRETCH.middle, steps.begin + (ways[0]?.length ?? 0) * STEP_BYTES);
    this.#put(at + STRETCH.last, steps.end - STEP_BYTES);
    const kind = ways.length > 1 ? 'joined' : last.leads ? 'leads' : 'total';
    this.#put(at + STRETCH.kind, KINDS[kind]);
  };

  #writeList({ lists, matched, missed }: Candidates, parts: readonly number[], at: number): void {
    const { begin, end } = this.#placeMet(matched);
    this.#put(at + LIST.met, begin);
    this.#put(at + LIST.metEnd, end);
    this.#put(at + LIST.root, this.#tables.candidates(lists, { missed: missed?.side ?? -1, parts }));
    if (missed) this.#writeMet(missed, at + LIST.missedOnBoard);
    else this.#put(at + LIST.missedAt, 0);
  }

  /** Returns a slot's offset in bytes from the address of a board. */
  #slotAt(slot: number): number {
    return this.#shape.frontierAt + (this.#shape.wide ? 2 : 1) * slot;
  }

  #put(at: number, value: number): void {
    this.#words[at / 4] = value;
  }

  #set(fields: Partial<Record<keyof typeof LEVEL, number>>): void {
    for (const [name, value] of Object.entries(fields))
      this.#put(this.#map.level + LEVEL[name as keyof typeof LEVEL], value);
  }
}

interface Placed {
  readonly begin: number;
  readonly end: number;
}
