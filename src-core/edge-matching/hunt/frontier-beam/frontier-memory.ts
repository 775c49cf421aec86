/**
 * The memory layout of the frontier beam. First, the sizes of the lookahead's results, for the kernel and the reference
 * implementation. Then, for the kernel alone, the addresses of its tables and the fields of its records. Such records
 * describe the stretches and steps of the lookahead (stretches.ts) and the lists of candidates.
 */
import { BumpAllocator } from '../../../bump-allocator.ts';
import { BATCH } from '../shared/batches.ts';
import type { FrontierShape } from '../shared/boards.ts';
import { CHILD_BYTES, LAID_BYTES } from '../shared/child-kernel.ts';
import type { ColumnMemory, ColumnShape } from '../shared/column-kernel.ts';
import type { Instance } from '../shared/instance.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';

/**
 * Byte offset of the parts in the lookahead's result for a board. Before the parts is a 32-bit number that is added to
 * the keys of all children of the board. There is one part for each stretch (stretches.ts) that touches the cell to
 * fill. A part holds a 16-bit number for each label. A child's key grows by the number for the label that the stretch's
 * last tile shows to the child. Each part is padded to whole vectors.
 */
export const PARTS_AT = 16;
export const partBytesOf = (labels: number): number => wholeVectors(2 * paddedLabels(labels));
/** Returns the size in bytes of the lookahead's result for one board. It has room for a part on each side of a cell. */
export const answerBytesOf = ({ labels, sideCount }: Instance): number =>
  PARTS_AT + sideCount * partBytesOf(labels);

/** The properties of a puzzle and its boards on which the generated code depends. Sizes and offsets are in bytes. */
export interface FrontierCodeShape extends ColumnShape {
  readonly sideCount: number;
  /** size of a board */
  readonly boardBytes: number;
  /** offset from a board's address to the labels that later tiles must match */
  readonly frontierAt: number;
  /** the largest possible number of half-edges of one label */
  readonly mostCount: number;
  /** size of one part of the lookahead's result for a board */
  readonly partBytes: number;
  /** size of the whole result of the lookahead for a board */
  readonly answerBytes: number;
}

/** Size of a MET record, which says where to find a label to match. */
export const MET_BYTES = 8;
/**
 * Byte offsets of the fields of a MET record. If `onBoard` is all ones, `at` is an offset from the board's address. If
 * `onBoard` is 0, `at` is an address.
 */
export const MET = { onBoard: 0, at: 4 };
/** Size of the record of a lookahead step. */
export const STEP_BYTES = 16;
/**
 * Byte offsets of a step's fields: the begin and end addresses of its labels to match, and the root of a tree (NODE).
 * The tree leads from these labels to the ways to fill the cell.
 */
export const STEP = { met: 0, metEnd: 4, root: 8 };
/**
 * Size of the record of a stretch (stretches.ts). Its steps are adjacent in memory: the steps from the first end, the
 * steps from the second end, then the last step. If there is no second end, `middle` equals `last`.
 */
export const STRETCH_BYTES = 16;
export const STRETCH = { first: 0, middle: 4, last: 8, kind: 12 };
/**
 * Kinds of stretches. `total`: no step touches the cell to fill. `leads`: the last step touches it. `joined`: the last
 * step touches it and is reached from both ends.
 */
export const KINDS = { total: 0, leads: 1, joined: 2 };
/**
 * Size of the record of a list of candidates. It begins with the fields of STEP. The other two fields say where to find
 * the label on the mismatched side, like those of MET. `missedAt` is 0 if the candidates match every side.
 */
export const LIST_BYTES = 32;
export const LIST = { ...STEP, missedOnBoard: 16, missedAt: 20 };
/**
 * Sizes of the records for placing a tile. A CLOSED record is for a side that touches an earlier tile. It begins like a
 * MET record of the label to match. An OPENED record is for a side that a later tile will touch; `at` is where a board
 * stores the label to match there.
 */
export const CLOSED_BYTES = 16;
export const CLOSED = { ...MET, side: 8 };
export const OPENED_BYTES = 8;
export const OPENED = { at: 0, side: 4 };
/**
 * Byte offsets of the fields of a tree node. The kernel uses trees to find ways or candidates by the labels to match. A
 * node holds the begin and end addresses of the entries for the labels read so far. Then come the addresses of its
 * children, one for each value of the next label.
 */
export const NODE = { begin: 0, end: 4, next: 8 };
/**
 * Size and byte offsets of the record of an orientation: its tile in two bytes, then one byte for each side, the label
 * that matches it.
 */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 2 };
/** Maximum number of sides of a cell. */
export const MAX_SIDES = ORIENTATION_BYTES - ORIENTATION.takes;

/**
 * Byte offsets of the data that all boards of a level share. For a list of records, there are two addresses: its begin
 * and its end.
 */
export const LEVEL = {
  /**
   * MET records of the labels to match: those of the cell to fill, then (from `met` on) those of the lookahead's cells
   */
  frontier: 0,
  met: 4,
  frontierEnd: 8,
  singles: 12,
  singlesEnd: 16,
  stretches: 20,
  stretchesEnd: 24,
  /** the exponent of the lookahead's initial product */
  scale: 28,
  closed: 32,
  closedEnd: 36,
  opened: 40,
  openedEnd: 44,
  lists: 48,
  listsEnd: 52,
  /** this field and the next ones: numbers for weighing children */
  penalty: 56,
  base: 60,
  threshold: 64,
  salt: 68,
};
const LEVEL_BYTES = 72;

/**
 * Byte offsets in a block of 16 candidates. For each candidate, a block holds:
 *
 * - `usedByte`, `usedBit`: where a board stores the bit of its tile (one byte each)
 * - `missed`, `shown`: the label on its mismatched side, and the mate of that label (one byte each; 0 if it has no
 *   mismatched side)
 * - `orientations`: its orientation (two bytes)
 * - `parts`: for each stretch that touches the cell, the label that the stretch's last tile must show to the candidate
 *   (one byte each)
 */
export const BLOCK = { usedByte: 0, usedBit: 16, missed: 32, shown: 48, orientations: 64, parts: 96 };
export const blockBytes = (parts: number): number => BLOCK.parts + 16 * parts;
/** Maximum number of children that one call of the kernel returns. */
export const MAX_CHILDREN = 2 ** 15;

/** Byte addresses of the kernel's data at the start of memory. */
export interface FrontierMemory extends ColumnMemory {
  readonly level: number;
  readonly logs: number;
  readonly pair: number;
  readonly one: number;
  /**
   * the numbers 0 to `labels` - 1, stored like the labels of a board; the kernel reads a label from here if it is the
   * same on all boards
   */
  readonly labelCells: number;
  /** the sums from the first end of a stretch, one byte each; kept while the other end is computed */
  readonly aside: number;
  /** a tree node without entries, for labels that nothing fits */
  readonly nothing: number;
  readonly weights: number;
  readonly laid: number;
  readonly orientations: number;
  readonly children: number;
  /** the records of the current level: steps, stretches, labels to match, lists of candidates */
  readonly lists: number;
  readonly end: number;
}

/** Maximum number of constants that are kept in memory to be copied to every lane of a vector. */
export const MAX_CONSTANTS = 32;

export function frontierMemoryOf(
  { cells, orientations, sideCount }: Instance,
  { labels, wide, mostCount }: FrontierCodeShape,
): FrontierMemory {
  const memory = new BumpAllocator();
  const take = (bytes: number): number => memory.take(bytes);
  const lanes = paddedLabels(labels);
  const sides = sideCount + 1;
  return {
    constants: take(MAX_CONSTANTS * 4),
    shown: take(lanes * 2),
    shownFloat: take(lanes * 4),
    price: take(lanes * 4),
    softening: take(16),
    level: take(LEVEL_BYTES),
    logs: take((mostCount + 1) * 4),
    pair: take((mostCount + 1) * 4),
    // The sieve always loads 16 entries.
    one: take((Math.max(mostCount, 15) + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    aside: take(registersOf(labels) * 16),
    nothing: take(NODE.next + labels * 4),
    weights: take(BATCH * 4),
    laid: take(BATCH * LAID_BYTES),
    orientations: take(orientations * ORIENTATION_BYTES),
    children: take((MAX_CHILDREN + 1) * CHILD_BYTES),
    // Each cell has at most one step and one stretch. Each side's label to match is stored at most twice: for the
    // cell's list and for a step.
    lists: take(
      cells * (STEP_BYTES + STRETCH_BYTES + 2 * sideCount * MET_BYTES) +
        sides * (LIST_BYTES + sides * (MET_BYTES + CLOSED_BYTES + OPENED_BYTES)),
    ),
    end: memory.end,
  };
}

/** Returns the properties on which the generated code depends, for boards with this layout. */
export function frontierCodeShapeOf(
  instance: Instance,
  board: FrontierShape,
  mostCount: number,
): FrontierCodeShape {
  const { labels, mate, sideCount } = instance;
  const size = board.wide ? 2 : 1;
  return {
    labels,
    mate: [...mate],
    sideCount,
    mostCount,
    wide: board.wide,
    usedVectors: board.usedBytes / 16,
    boardBytes: board.bytes,
    frontierAt: board.frontier * size,
    countsAt: board.counts * size,
    partBytes: partBytesOf(labels),
    answerBytes: answerBytesOf(instance),
  };
}
