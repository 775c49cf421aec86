/**
 * How the boards of a beam are stored in memory. A board consists of:
 *
 * - its used tiles, one bit each
 * - the labels that later tiles must match. On plain rectangles, these are the label below the lowest tile of each
 *   column, and the label to the right of the latest tile in the current row and in the previous row. On other boards,
 *   they are in the slots assigned by `frontier-order.ts`.
 * - for each label, the number of unmatched half-edges that could still match it (the “remaining half-edges”)
 * - on plain rectangles, the index of the board's root: the ancestor whose lookahead the board reuses (see
 *   `row-beam/row-contract.ts`).
 *
 * Labels and counts take one or two bytes each. A board of Eternity II takes 80 bytes.
 */
import type { Instance, RectangleInstance } from './instance.ts';
import { paddedLabels } from './vectors.ts';
import type { LabelPrices } from './label-prices.ts';

/** The layout of a board that is not filled row by row. All offsets are relative to the start of the board. */
export interface FrontierShape {
  /** number of bytes for the used tiles, a multiple of 16 */
  readonly usedBytes: number;
  /** true if labels and counts take two bytes each, false if they take one */
  readonly wide: boolean;
  /** offset of the labels that later tiles must match, in units of the size of a label */
  readonly frontier: number;
  /** offset of the counts of remaining half-edges, in units of the size of a count */
  readonly counts: number;
  /** size of a board in bytes, a multiple of 4 */
  readonly bytes: number;
}

/** The layout of a board that is filled row by row. */
export interface BoardShape extends FrontierShape {
  /**
   * Offset of two labels that the next tile must match on its left: first the one for even rows, then the one for odd
   * rows. The offset is in units of the size of a label.
   */
  readonly left: number;
  /** offset of the index of the board's root, in units of 32 bits */
  readonly root: number;
}

/** Returns the layout of boards that are filled row by row. */
export function boardShapeOf(instance: RectangleInstance, supply: LabelPrices): BoardShape {
  const { tiles, width, labels } = instance;
  const { wide, size, usedBytes } = sizesOf(tiles, supply);
  const frontier = usedBytes / size;
  const left = frontier + width;
  const counts = left + 2;
  const root = Math.ceil(((counts + paddedLabels(labels)) * size) / 4);
  return { usedBytes, wide, frontier, left, counts, root, bytes: root * 4 + 4 };
}

/**
 * Returns the layout of boards that are not filled row by row. `slots` is the number of slots for labels that later
 * tiles must match.
 */
export function frontierShapeOf(
  { tiles, labels }: Instance,
  slots: number,
  supply: LabelPrices,
): FrontierShape {
  const { wide, size, usedBytes } = sizesOf(tiles, supply);
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

const sizesOf = (tiles: number, { wide }: LabelPrices) => ({
  wide,
  size: wide ? 2 : 1,
  usedBytes: Math.ceil(tiles / 128) * 16,
});

/** memory of the last finished beam, for reuse by the next one */
let idle: WebAssembly.Memory | null = null;

/**
 * Returns a memory of at least `bytes` bytes with arbitrary contents. Throws RangeError if the machine has too little
 * memory.
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
      `the beam needs ${megabytes} MB, which this computer cannot provide: lower the option “memory”`,
      {
        cause,
      },
    );
  }
}

/** Keeps the memory for reuse by the next beam. */
export function giveBack(memory: WebAssembly.Memory): void {
  idle = memory;
}

/** Views of the memory that holds the boards: as 32-bit words, and as numbers of one or two bytes (`small`). */
export interface BoardViews {
  readonly words: Uint32Array;
  readonly small: Uint8Array | Uint16Array;
}

/** Returns views of a memory. They become invalid when the memory grows. */
export function boardViews(memory: WebAssembly.Memory, { wide }: FrontierShape): BoardViews {
  const { buffer } = memory;
  return { words: new Uint32Array(buffer), small: wide ? new Uint16Array(buffer) : new Uint8Array(buffer) };
}

/** Marks a tile as used on the board that starts at index `base` of `words`. */
export function useTile(words: Uint32Array, base: number, tile: number): void {
  words[base + (tile >> 5)]! |= 1 << (tile & 31);
}

/**
 * A hash table that finds equivalent boards. Two boards are equivalent if they have used the same tiles and if later
 * tiles must match the same labels.
 */
export class EquivalentBoards {
  readonly #table: Int32Array;
  readonly #compared: number;

  /** The table has room for `maxBoards` distinct boards. */
  constructor(maxBoards: number, { counts, wide }: FrontierShape) {
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, maxBoards * 2))));
    this.#compared = Math.ceil((counts * (wide ? 2 : 1)) / 4);
  }

  clear(): void {
    this.#table.fill(0);
  }

  /**
   * Adds a board unless the table contains an equal one. Returns whether it was added. `first` is the address of board
   * number 0, and `stride` is the size of a board, both in 32-bit words.
   */
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
