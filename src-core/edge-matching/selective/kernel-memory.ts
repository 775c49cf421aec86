/**
 * The memory of the kernel (`kernel.ts`). The addresses of the first arrays are constants, so one module serves every
 * view. The kernel finds all other arrays by pointers.
 *
 * - The *word* of a candidate holds the label on its right, times 4, in bits 2 to 9; the label below in bits 10 to 17;
 *   and its slot from bit 19.
 * - A *slot* is an index into the array that counts the unused tiles of each kind. The slot of a kind is its number
 *   plus 2. Slots 0 and 1 are for `END` and `NEVER`.
 * - A *list* contains the words of a cell's candidates for given labels on the left and above, followed by `END`. Every
 *   empty list is the one at address `EMPTY_LIST`.
 * - A *table* contains the address of each list of a cell.
 *
 * The kernel reads the label above a cell before it places the tile on the cell's left. If the view is one cell wide,
 * the tile above is the last one placed, and every label on the left is the frame. The words of such a view therefore
 * hold the label below in place of the label on the right.
 */
import { BumpAllocator } from '../../bump-allocator.ts';
import { belowOf, kindOf, MAX_KINDS, rightOf, type Model } from './model.ts';
import type { WalkTask } from './walk.ts';

export const SHIFT = { right: 2, below: 10, slot: 19 } as const;
/** The end of a list. Its slot always has one unused tile, so the search for an unused tile stops there. */
const END = 0;
/** The word of a candidate that is never allowed. Its slot never has an unused tile. */
const NEVER = 1 << SHIFT.slot;
const FIRST_SLOT = 2;
const MAX_WORD_LABELS = 256;

/** Address of the empty list. The first 16 bytes of memory stay 0. */
export const EMPTY_LIST = 0;

const fixed = new BumpAllocator({ from: 16 });
export const AT = {
  /** address of the record of the depth at which the kernel stopped */
  stopped: fixed.take(4),
  /** for each slot, 2 bytes: the number of unused tiles */
  stock: fixed.take(2 * (FIRST_SLOT + MAX_KINDS)),
  /** for each slot, 4 bytes: address of the kind's gains */
  gains: fixed.take(4 * (FIRST_SLOT + MAX_KINDS)),
  /** for each label, 4 bytes: address of the price of its next match */
  price: fixed.take(4 * MAX_WORD_LABELS),
  /** for each label, 4 bytes: offset of the label's row in a table */
  row: fixed.take(4 * MAX_WORD_LABELS),
  /** for each depth, a record of numbers of 4 bytes: see `FIELD` */
  records: fixed.end,
} as const;

/** Offsets in the record of a depth, in bytes. */
export const FIELD = {
  /** address of a table: for each label on the left, and each label above, the address of a list */
  table: 0,
  threshold: 4,
  /** the label above, times 4 */
  above: 8,
  /** address of the current candidate */
  candidate: 12,
  /**
   * the score before this cell's tile is placed; the prices of this cell's matches and of the match above the next cell
   * are already subtracted
   */
  score: 16,
  /** number of tiles placed since the count was last set to 0 */
  nodes: 20,
} as const;
export const RECORD_BYTES = 24;

/** The addresses that depend on the model, and the contents of the tables and lists, which never change. */
export interface Layout {
  readonly pages: number;
  /** address of the prices of matches with the frame, which are all 0 */
  readonly free: number;
  readonly prices: number;
  readonly gains: number;
  /** address of the tables, which have an entry for each of `Model.starts` */
  readonly tables: number;
  readonly lists: number;
  /** contents of the tables and lists */
  readonly contents: Int32Array;
  /** for each index into `Model.words`: the address of the candidate */
  readonly addresses: Int32Array;
  /** for each word of the lists: its index into `Model.words`; for `END`, the index after the list's last candidate */
  readonly indices: Int32Array;
}

const layouts = new WeakMap<Model, Layout>();

/** Returns the layout for a task. Tasks with the same model share one, because the model determines the prices. */
export function layoutFor({ model, prices }: WalkTask): Layout {
  const known = layouts.get(model);
  if (known) return known;
  const { width, cells } = model;
  const allocator = new BumpAllocator({ from: AT.records });
  allocator.take(RECORD_BYTES * (cells + width + 1));
  const blocks = {
    free: allocator.take(4 * (cells + width + 1)),
    prices: allocator.take(4 * prices.price.length),
    gains: allocator.take(4 * prices.gain.length),
  };
  const tables = allocator.end;
  const lists = tables + 4 * model.starts.length;
  const { addresses, indices, contents } = contentsOf(model, lists);
  allocator.take(4 * contents.length);
  const layout = { ...blocks, tables, lists, contents, addresses, indices, pages: allocator.pages };
  layouts.set(model, layout);
  return layout;
}

/** Returns the contents of the tables and of the lists. `lists`: the address of the first list. */
function contentsOf(
  { words, starts, width }: Model,
  lists: number,
): Pick<Layout, 'addresses' | 'indices' | 'contents'> {
  const written: number[] = [];
  const indices: number[] = [];
  const addresses = new Int32Array(words.length);
  const free = (): number => lists + 4 * written.length;
  const tables = starts.map((start, list) => {
    const end = starts[list + 1] ?? start;
    if (start === end) return EMPTY_LIST;
    const at = free();
    for (let index = start; index < end; index++) {
      addresses[index] = free();
      written.push(kernelWord(words[index]!, width === 1));
      indices.push(index);
    }
    written.push(END);
    indices.push(end);
    return at;
  });
  return { contents: Int32Array.from([...tables, ...written]), addresses, indices: Int32Array.from(indices) };
}

function kernelWord(word: number, isColumn: boolean): number {
  const [right, below] = isColumn ? [belowOf(word), 0] : [rightOf(word), belowOf(word)];
  const slot = FIRST_SLOT + kindOf(word);
  return (right << SHIFT.right) | (below << SHIFT.below) | (slot << SHIFT.slot);
}

export const recordAt = (depth: number): number => AT.records + RECORD_BYTES * depth;

/** Writes the initial state of a search to `heap`, which must contain only zeros. */
export function writeTask(task: WalkTask, layout: Layout, heap: ArrayBuffer): void {
  const { model, prices, thresholds, firstKind } = task;
  const numbers = new Int32Array(heap);
  numbers.set(layout.contents, layout.tables >> 2);
  numbers.set(prices.price, layout.prices >> 2);
  numbers.set(prices.gain, layout.gains >> 2);
  const stock = new Uint16Array(heap, AT.stock);
  stock[END >>> SHIFT.slot] = 1;
  model.kinds.forEach((tiles, kind) => {
    stock[FIRST_SLOT + kind] = tiles.length;
    numbers[(AT.gains >> 2) + FIRST_SLOT + kind] = layout.gains + 4 * kind * prices.gainRow;
  });
  const rowBytes = model.width === 1 ? 4 : 4 * model.labels;
  model.edges.forEach((count, label) => {
    // Each match moves the address down by one price.
    const price = label === 0 ? layout.free : layout.prices + 4 * label * prices.priceRow;
    numbers[(AT.price >> 2) + label] = price + 4 * (label === 0 ? model.cells + model.width : count);
    numbers[(AT.row >> 2) + label] = label * rowBytes;
  });
  for (let depth = 0; depth < model.cells; depth++) {
    const record = recordAt(depth) >> 2;
    numbers[record + (FIELD.table >> 2)] = layout.tables + 4 * model.tables[depth]!;
    numbers[record + (FIELD.threshold >> 2)] = thresholds[depth]!;
  }
  if (firstKind !== null) excludeAtStart(model, layout, firstKind, numbers);
}

/** Replaces the first cell's candidates that are not of `firstKind` by `NEVER`. No other cell uses the same table. */
function excludeAtStart(model: Model, layout: Layout, firstKind: number, numbers: Int32Array): void {
  const list = model.tables[0]!;
  for (let index = model.starts[list]!; index < model.starts[list + 1]!; index++) {
    if (kindOf(model.words[index]!) !== firstKind) numbers[layout.addresses[index]! >> 2] = NEVER;
  }
}
