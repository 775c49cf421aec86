/**
 * The memory layout of the frontier beam. Only the kernel uses these addresses and records. A *record* has a fixed
 * number of bytes and describes one thing, such as a list of candidates, or a step or stretch of the lookahead
 * (`stretches.ts`).
 */
import { BumpAllocator } from '../../../bump-allocator.ts';
import { MAX_BOARDS_PER_BATCH } from '../shared/batches.ts';
import type { FrontierShape } from '../shared/boards.ts';
import { CHILD_BYTES, LAID_BYTES } from '../shared/child-kernel.ts';
import type { ColumnMemory, ColumnShape } from '../shared/column-kernel.ts';
import type { Instance } from '../shared/instance.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';

/**
 * The lookahead's result for one board starts with a 32-bit number, which is added to the keys of all children. From
 * the byte offset PARTS_OFFSET on, it has one *part* for each stretch of cells (`stretches.ts`) that touches the cell
 * to fill.
 *
 * A part holds a 16-bit amount for each label, padded to whole vectors of 16 bytes. A child's key gets the amount for
 * the label that the child needs on the last tile of the stretch.
 */
export const PARTS_OFFSET = 16;
export const partBytesOf = (labels: number): number => wholeVectors(2 * paddedLabels(labels));
/**
 * Returns the size in bytes of the lookahead's result for one board. It has room for one stretch of cells on each side
 * of the cell to fill.
 */
export const answerBytesOf = ({ labels, sideCount }: Instance): number =>
  PARTS_OFFSET + sideCount * partBytesOf(labels);

/** The properties of a puzzle and its boards that the generated code depends on. Sizes and offsets are in bytes. */
export interface FrontierCodeShape extends ColumnShape {
  readonly sideCount: number;
  readonly boardBytes: number;
  /** offset from the address of a board to the labels that later tiles must match */
  readonly frontierAt: number;
  /** largest number of half-edges with the same label */
  readonly mostCount: number;
  /** size of one part of the lookahead's result (see `PARTS_OFFSET`) */
  readonly partBytes: number;
  readonly answerBytes: number;
}

/** size in bytes of a record for a label to match */
export const MET_BYTES = 8;
/**
 * Byte offsets in a record for a label to match. If `onBoard` is -1, `at` is the offset of the label from the address
 * of a board. If `onBoard` is 0, `at` is the address of the label.
 */
export const MET = { onBoard: 0, at: 4 };
/** size in bytes of the record for a `Step` (`stretches.ts`) */
export const STEP_BYTES = 16;
/**
 * Byte offsets in the record of a step. `met` and `metEnd` are the start and end of the records for the labels to
 * match. `root` is the address of the tree for looking up the ways to fill the cell (see `NODE`).
 */
export const STEP = { met: 0, metEnd: 4, root: 8 };
/**
 * Size in bytes and byte offsets of the record for a `Stretch` (`stretches.ts`). The steps of a stretch are adjacent
 * in memory: the steps from the first end start at `first`, those from the second end at `middle`, and the last step
 * is at `last`. Without a second end, `middle` equals `last`.
 */
export const STRETCH_BYTES = 16;
export const STRETCH = { first: 0, middle: 4, last: 8, kind: 12 };
/**
 * Kinds of stretches of lookahead cells (`stretches.ts`):
 *
 * - `total`: the stretch does not touch the cell to fill
 * - `leads`: the last step touches the cell to fill and is reached from one end of the stretch
 * - `joined`: the last step touches the cell to fill and is reached from both ends of the stretch
 */
export const KINDS = { total: 0, leads: 1, joined: 2 };
/**
 * Size in bytes and byte offsets of the record for a list of candidates. `missedOnBoard` and `missedAt` give the label
 * that the candidates fail to match, in the same way as `MET`. If the candidates match on every side, `missedAt` is 0.
 */
export const LIST_BYTES = 32;
export const LIST = { ...STEP, missedOnBoard: 16, missedAt: 20 };
/**
 * Sizes in bytes and byte offsets of the records for placing a tile. A `CLOSED` record describes a side that touches
 * an earlier tile. An `OPENED` record describes a side that a later tile will touch, and its `at` is the offset where
 * a board stores the label for this side.
 */
export const CLOSED_BYTES = 16;
export const CLOSED = { ...MET, side: 8 };
export const OPENED_BYTES = 8;
export const OPENED = { at: 0, side: 4 };
/**
 * Byte offsets in a tree node. The kernel uses trees to look up the labels that a tile must match, one label per node.
 * From the offset `next` on, an inner node holds the address of one child per label. In a leaf, `begin` and `end`
 * enclose the result: the ways to fill a cell, or its candidates.
 */
export const NODE = { begin: 0, end: 4, next: 8 };
/**
 * Size and byte offsets of the record for an orientation. `tile` takes two bytes. `takes` has one byte per side: the
 * label that a neighbouring tile must show to match.
 */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 2 };
export const MAX_SIDES = ORIENTATION_BYTES - ORIENTATION.takes;

/**
 * Byte offsets of the data that all boards of a level share. A list of records has two fields: the addresses of its
 * start and its end.
 */
export const LEVEL = {
  /**
   * The records of the labels to match (see `MET`): from `frontier` to `met` for the cell to fill, and from `met` to
   * `frontierEnd` for the cells covered by the lookahead.
   */
  frontier: 0,
  met: 4,
  frontierEnd: 8,
  singles: 12,
  singlesEnd: 16,
  stretches: 20,
  stretchesEnd: 24,
  /** initial exponent of the product in the lookahead (see `scaleOf` in `lookahead.ts`) */
  scale: 28,
  closed: 32,
  closedEnd: 36,
  opened: 40,
  openedEnd: 44,
  lists: 48,
  listsEnd: 52,
  /** fields from here on are the numbers for weighing children */
  penalty: 56,
  base: 60,
  threshold: 64,
  salt: 68,
};
const LEVEL_BYTES = 72;

/**
 * Byte offsets in a block of 16 candidates. For each candidate, a block holds:
 *
 * - `usedByte`, `usedBit`: the index of the byte on a board that contains the tile's bit, and a mask of that bit (one
 *   byte each); the bit is set if the tile is used
 * - `missed`, `shown`: for the side with the mismatch, the label that would match and the label that the candidate
 *   shows (one byte each; 0 if every side matches)
 * - `orientations`: the orientation (two bytes)
 * - `parts`: for each stretch that touches the cell, the label that the candidate requires of the stretch's last tile
 *   (one byte each)
 */
export const BLOCK = { usedByte: 0, usedBit: 16, missed: 32, shown: 48, orientations: 64, parts: 96 };
export const blockBytes = (parts: number): number => BLOCK.parts + 16 * parts;
/** maximum number of children returned by one call of the kernel */
export const MAX_CHILDREN = 2 ** 15;

/** Byte addresses of the kernel's data at the start of memory. */
export interface FrontierMemory extends ColumnMemory {
  readonly level: number;
  readonly logs: number;
  readonly pair: number;
  readonly one: number;
  /**
   * The labels from 0 to `labels - 1`, stored as on a board. The kernel reads each label that a tile must match from an
   * address on the board. If the label is the same for all boards, it uses an address in this table instead.
   */
  readonly labelCells: number;
  /**
   * The values from the first end of a stretch (see `stretches.ts`), one byte per label. They are kept here while the
   * values from the second end are computed.
   */
  readonly aside: number;
  /** tree node (see `NODE`) for labels that no tile fits */
  readonly nothing: number;
  readonly weights: number;
  readonly laid: number;
  readonly orientations: number;
  readonly children: number;
  /** records of the current level: steps, stretches, labels to match, and lists of candidates */
  readonly lists: number;
  readonly end: number;
}

/** maximum number of constants kept in memory, to be copied to all lanes of a vector */
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
    // The table has at least 16 costs, because the sieve loads 16 at once.
    one: take((Math.max(mostCount, 15) + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    aside: take(registersOf(labels) * 16),
    nothing: take(NODE.next + labels * 4),
    weights: take(MAX_BOARDS_PER_BATCH * 4),
    laid: take(MAX_BOARDS_PER_BATCH * LAID_BYTES),
    orientations: take(orientations * ORIENTATION_BYTES),
    children: take((MAX_CHILDREN + 1) * CHILD_BYTES),
    // Enough for the worst case: a cell is a step of at most one stretch, and a label to match is stored at most
    // twice, once for the level and once for a step.
    lists: take(
      cells * (STEP_BYTES + STRETCH_BYTES + 2 * sideCount * MET_BYTES) +
        sides * (LIST_BYTES + sides * (MET_BYTES + CLOSED_BYTES + OPENED_BYTES)),
    ),
    end: memory.end,
  };
}

/** Returns the properties that the kernel's code depends on, for boards with this layout. */
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
