/**
 * How a beam keeps a board, side by side with all others of its length: its used tiles as bits; then, in small
 * numbers, the label to be met below each column and right of the last two rows, and how many
 * half-edges have yet to meet each label; last, which board its line had when the look was fresh (lookahead.ts).
 * 80 bytes for Eternity II. Where there are no rows, the labels to be met lie in slots (frontier-order.ts).
 */
import type { Instance, RectangleInstance } from './instance.ts';
import { paddedLabels } from './vectors.ts';
import type { LabelPrices } from './label-prices.ts';

export interface FrontierShape {
  /** bytes of the used tiles: whole vectors of 16 */
  readonly usedBytes: number;
  /** labels and counts take two bytes each */
  readonly wide: boolean;
  /** where they lie, in small numbers from the beginning of a board */
  readonly frontier: number;
  readonly counts: number;
  /** of a whole board, a multiple of 4 */
  readonly bytes: number;
}

/** Of a board that is filled row by row. */
export interface BoardShape extends FrontierShape {
  readonly left: number;
  /** where the number of the ancestor lies whose look was fresh, in words */
  readonly root: number;
}

export function boardShapeOf(instance: RectangleInstance, supply: LabelPrices): BoardShape {
  const { tiles, width, labels } = instance;
  const { wide, size, usedBytes } = sizesOf(tiles, labels, supply);
  const frontier = usedBytes / size;
  const left = frontier + width;
  const counts = left + 2;
  const root = Math.ceil(((counts + paddedLabels(labels)) * size) / 4);
  return { usedBytes, wide, frontier, left, counts, root, bytes: root * 4 + 4 };
}

/** Of a board that has no rows: its used tiles, the labels to be met in so many slots, half-edges by label. */
export function frontierShapeOf(
  { tiles, labels }: Instance,
  slots: number,
  supply: LabelPrices,
): FrontierShape {
  const { wide, size, usedBytes } = sizesOf(tiles, labels, supply);
  const frontier = usedBytes / size;
  const counts = frontier + slots;
  return {
    usedBytes,
    wide,
    frontier,
    counts,
    bytes: Math.ceil(((counts + paddedLabels(labels)) * size) / 4) * 4,
  };
}

function sizesOf(tiles: number, labels: number, supply: LabelPrices) {
  const wide = labels >= 256 || Math.max(0, ...supply.left) >= 256;
  return { wide, size: wide ? 2 : 1, usedBytes: Math.ceil(tiles / 128) * 16 };
}

let idle: WebAssembly.Memory | null = null;

/**
 * Memory of at least so many bytes: one that a beam gave back, or a new one. What it holds is anything.
 * Throws RangeError where the machine does not give so much.
 */
export function takeMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / 65536);
  const given = idle;
  idle = null;
  try {
    const memory = given ?? new WebAssembly.Memory({ initial: pages });
    const missing = pages - memory.buffer.byteLength / 65536;
    if (missing > 0) memory.grow(missing);
    return memory;
  } catch (cause) {
    const megabytes = Math.ceil(bytes / 2 ** 20);
    throw new RangeError(
      `this machine has no ${megabytes} MB left for a beam: set the option “memory” lower`,
      {
        cause,
      },
    );
  }
}

/** Keeps the memory for the next beam. */
export function giveBack(memory: WebAssembly.Memory): void {
  idle = memory;
}

/** The views of a memory that hold the boards. */
export interface BoardViews {
  readonly words: Uint32Array;
  readonly small: Uint8Array | Uint16Array;
}

export function boardViews(memory: WebAssembly.Memory, { wide }: FrontierShape): BoardViews {
  const { buffer } = memory;
  return { words: new Uint32Array(buffer), small: wide ? new Uint16Array(buffer) : new Uint8Array(buffer) };
}

export function useTile(words: Uint32Array, base: number, tile: number): void {
  words[base + (tile >> 5)]! |= 1 << (tile & 31);
}

/** Finds boards that are equal: same tiles used, same labels to be met. */
export class EqualBoards {
  readonly #table: Int32Array;
  readonly #compared: number;

  constructor(most: number, { counts, wide }: FrontierShape) {
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, most * 2))));
    this.#compared = Math.ceil((counts * (wide ? 2 : 1)) / 4);
  }

  clear(): void {
    this.#table.fill(0);
  }

  /** True, and the board is remembered, when it equals none before. `base` and `stride` in words. */
  isNew(words: Uint32Array, first: number, stride: number, board: number): boolean {
    const base = first + board * stride;
    let hash = 0;
    for (let i = 0; i < this.#compared; i++) {
      hash = Math.imul(hash ^ words[base + i]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const other = this.#table[at]! - 1;
      if (other < 0) {
        this.#table[at] = board + 1;
        return true;
      }
      let same = true;
      const otherBase = first + other * stride;
      for (let i = 0; same && i < this.#compared; i++) same = words[base + i] === words[otherBase + i];
      if (same) return false;
    }
  }
}
