/**
 * The memory layout of the frontier kernel: the addresses of its numbers, and the fields of levels, stretches, steps
 * and lists.
 */
import { BumpAllocator } from '../../../bump-allocator.ts';
import { BATCH } from '../shared/batches.ts';
import type { FrontierShape } from '../shared/boards.ts';
import { CHILD_BYTES, LAID_BYTES } from '../shared/child-kernel.ts';
import type { ColumnMemory, ColumnShape } from '../shared/column-kernel.ts';
import { answerBytesOf, partBytesOf } from './children.ts';
import type { Instance } from '../shared/instance.ts';
import { paddedLabels, registersOf } from '../shared/vectors.ts';

/** The properties of a puzzle and its boards that the code depends on. Sizes and offsets are in bytes. */
export interface FrontierCodeShape extends ColumnShape {
  readonly sideCount: number;
  /** size of a board, and offset of the labels that later tiles must match */
  readonly boardBytes: number;
  readonly frontierAt: number;
  /** the largest possible number of half-edges of one label */
  readonly mostCount: number;
  /** size of one part of a lookahead answer, and of a whole answer (children.ts) */
  readonly partBytes: number;
  readonly answerBytes: number;
}

/**
 * Size of a record that says where a label to match is stored: at an offset on the board (`onBoard` is all ones) or at
 * an address in memory (`onBoard` is 0).
 */
export const MET_BYTES = 8;
export const MET = { onBoard: 0, at: 4 };
/**
 * Size of the record of a step of the lookahead: the labels to match, and the root of the tree that leads from these
 * labels to the ways to fill the cell.
 */
export const STEP_BYTES = 16;
export const STEP = { met: 0, metEnd: 4, root: 8 };
/**
 * Size of the record of a stretch (stretches.ts). Its steps are adjacent: first those from one end, then those from the
 * other end, if any (otherwise `middle` equals `last`), and finally the last step.
 */
export const STRETCH_BYTES = 16;
export const STRETCH = { first: 0, middle: 4, last: 8, kind: 12 };
/**
 * Kinds of stretches, by where the last step leads: `total`: nowhere; `leads`: to the cell to fill; `joined`: to the
 * cell to fill, and it is reached from both ends.
 */
export const KINDS = { total: 0, leads: 1, joined: 2 };
/**
 * Size of the record of a list of candidates: their step, and where the label that they mismatch is stored, as in MET.
 * `missedAt` is 0 if they match every side.
 */
export const LIST_BYTES = 32;
export const LIST = { ...STEP, missedOnBoard: 16, missedAt: 20 };
/**
 * Sizes of the records for placing a tile. CLOSED: the label that a side closes, as in MET, and the side. OPENED: the
 * place for the label of a side that opens an edge, and the side.
 */
export const CLOSED_BYTES = 16;
export const CLOSED = { ...MET, side: 8 };
export const OPENED_BYTES = 8;
export const OPENED = { at: 0, side: 4 };
/**
 * Byte offsets in a tree node: the first vector or block for the labels read so far, the end of these vectors or
 * blocks, and then a child node for each possible next label.
 */
export const NODE = { begin: 0, end: 4, next: 8 };
/**
 * Size and byte offsets of the record of an orientation: its tile, in two bytes; and, by side, the label that matches
 * it, in one byte each.
 */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 2 };
/** Maximum number of sides of a cell. */
export const MAX_SIDES = ORIENTATION_BYTES - ORIENTATION.takes;

/**
 * Byte offsets of what all boards of a level share: some numbers, and lists of the records above, each with its end.
 */
export const LEVEL = {
  /**
   * records of the labels to match (MET): first those of the cell to fill, then, from `met` on, those of the
   * lookahead's cells
   */
  frontier: 0,
  met: 4,
  frontierEnd: 8,
  singles: 12,
  singlesEnd: 16,
  stretches: 20,
  stretchesEnd: 24,
  /** the initial exponent of the lookahead's product */
  scale: 28,
  closed: 32,
  closedEnd: 36,
  opened: 40,
  openedEnd: 44,
  lists: 48,
  listsEnd: 52,
  /** for weighing children (children.ts) */
  penalty: 56,
  base: 60,
  threshold: 64,
  salt: 68,
};
const LEVEL_BYTES = 72;

/** Maximum number of children that one call of the kernel returns. */
export const MAX_CHILDREN = 2 ** 15;

/** Byte addresses of the code's numbers, which lie at the start of memory. */
export interface FrontierMemory extends ColumnMemory {
  readonly level: number;
  readonly logs: number;
  readonly pair: number;
  readonly one: number;
  /**
   * the numbers 0 to `labels` - 1, stored like the labels of a board; used for labels to match that are the same on all
   * boards
   */
  readonly labelCells: number;
  /** the sums computed from the first end of a stretch, as bytes */
  readonly aside: number;
  /** a node without ways or candidates, for labels that nothing fits */
  readonly nothing: number;
  readonly weights: number;
  readonly laid: number;
  readonly orientations: number;
  readonly children: number;
  /** the records of the current level: steps, stretches, labels to match, lists of candidates */
  readonly lists: number;
  readonly end: number;
}

/** Maximum number of constants that the code loads to all lanes of a vector. */
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
    // At least 16 entries, because the sieve always loads 16.
    one: take((Math.max(mostCount, 15) + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    aside: take(registersOf(labels) * 16),
    nothing: take(NODE.next + labels * 4),
    weights: take(BATCH * 4),
    laid: take(BATCH * LAID_BYTES),
    orientations: take(orientations * ORIENTATION_BYTES),
    children: take((MAX_CHILDREN + 1) * CHILD_BYTES),
    // Each cell has at most one step and one stretch. Each side is met at most twice: by the cell's list and by a step.
    lists: take(
      cells * (STEP_BYTES + STRETCH_BYTES + 2 * sideCount * MET_BYTES) +
        sides * (LIST_BYTES + sides * (MET_BYTES + CLOSED_BYTES + OPENED_BYTES)),
    ),
    end: memory.end,
  };
}

/** Returns the properties that the code depends on, for boards with this layout. */
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
