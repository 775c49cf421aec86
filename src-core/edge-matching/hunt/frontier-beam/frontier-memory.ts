/** What the compiled beam of boards without plain rows finds in memory, and where: its numbers, and the fields of levels, stretches, steps and lists. */
import { BumpAllocator } from '../../../bump-allocator.ts';
import { BATCH } from '../shared/batches.ts';
import type { FrontierShape } from '../shared/boards.ts';
import { CHILD_BYTES, LAID_BYTES } from '../shared/child-kernel.ts';
import type { ColumnMemory, ColumnShape } from '../shared/column-kernel.ts';
import { answerBytesOf, partBytesOf } from './children.ts';
import type { Instance } from '../shared/instance.ts';
import { paddedLabels, registersOf } from '../shared/vectors.ts';

/** All that the code depends on. Addresses and sizes in bytes. */
export interface FrontierCodeShape extends ColumnShape {
  readonly sideCount: number;
  /** of one board, and where its labels to be met begin */
  readonly boardBytes: number;
  readonly frontierAt: number;
  /** the largest label count that can be */
  readonly mostCount: number;
  /** of one part of an answer, and of an answer */
  readonly partBytes: number;
  readonly answerBytes: number;
}

/** A label to be met: all ones where it is on the board, else 0; and where it is, there or in memory. */
export const MET_BYTES = 8;
export const MET = { onBoard: 0, at: 4 };
/** A step: the labels it meets, and the root of the tree of its ways by those labels. */
export const STEP_BYTES = 16;
export const STEP = { met: 0, metEnd: 4, root: 8 };
/** A stretch: its steps lie side by side, those from the one end, from the other (none: `middle` is `last`), the last one. */
export const STRETCH_BYTES = 16;
export const STRETCH = { first: 0, middle: 4, last: 8, kind: 12 };
/** Kinds of stretches: the last step leads nowhere; it leads to the cell to be filled; it does so and is reached from both ends. */
export const KINDS = { total: 0, leads: 1, joined: 2 };
/** Candidates: a step, and the label that they miss, as in MET; `missedAt` is 0 where they match all. */
export const LIST_BYTES = 32;
export const LIST = { ...STEP, missedOnBoard: 16, missedAt: 20 };
/** What is laid: labels that a side closes, and sides that open an edge: a MET or where it is shown, then the side. */
export const CLOSED_BYTES = 16;
export const CLOSED = { ...MET, side: 8 };
export const OPENED_BYTES = 8;
export const OPENED = { at: 0, side: 4 };
/** A node of a tree: of the vectors or blocks for the labels up to here, the first and the end; then a node for each next label. */
export const NODE = { begin: 0, end: 4, next: 8 };
/** An orientation: its tile, two bytes; and by side the label that it takes, a byte each. */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 2 };
/** Most sides of a cell. */
export const MAX_SIDES = ORIENTATION_BYTES - ORIENTATION.takes;

/** What all boards of a level share: lists of the above, each with its end, and numbers. */
export const LEVEL = {
  /** labels to be met: by the cell to be filled, then, from `met` on, by those looked at */
  frontier: 0,
  met: 4,
  frontierEnd: 8,
  singles: 12,
  singlesEnd: 16,
  stretches: 20,
  stretchesEnd: 24,
  /** powers of two to begin with */
  scale: 28,
  closed: 32,
  closedEnd: 36,
  opened: 40,
  openedEnd: 44,
  lists: 48,
  listsEnd: 52,
  /** of weighing (children.ts) */
  penalty: 56,
  base: 60,
  threshold: 64,
  salt: 68,
};
const LEVEL_BYTES = 72;

/** Children that one call of the code may hand over. */
export const MAX_CHILDREN = 2 ** 15;

/** Where the code keeps its numbers, from the start of memory on. */
export interface FrontierMemory extends ColumnMemory {
  readonly level: number;
  readonly logs: number;
  readonly pair: number;
  readonly one: number;
  /** the labels 0 .. labels - 1, each as a board holds one */
  readonly labelCells: number;
  /** the sums of a stretch's first end, as bytes */
  readonly aside: number;
  /** a node that leads nowhere */
  readonly nothing: number;
  readonly weights: number;
  readonly laid: number;
  readonly orientations: number;
  readonly children: number;
  /** of the level at hand: lists of all kinds */
  readonly lists: number;
  readonly end: number;
}

/** Splatted numbers at most. */
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
    // The sieve of children loads 16 of them.
    one: take((Math.max(mostCount, 15) + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    aside: take(registersOf(labels) * 16),
    nothing: take(NODE.next + labels * 4),
    weights: take(BATCH * 4),
    laid: take(BATCH * LAID_BYTES),
    orientations: take(orientations * ORIENTATION_BYTES),
    children: take((MAX_CHILDREN + 1) * CHILD_BYTES),
    // Each cell is one step at most and has one stretch at most; each side is met once by the cell's list and once by a step.
    lists: take(
      cells * (STEP_BYTES + STRETCH_BYTES + 2 * sideCount * MET_BYTES) +
        sides * (LIST_BYTES + sides * (MET_BYTES + CLOSED_BYTES + OPENED_BYTES)),
    ),
    end: memory.end,
  };
}

/** What the code depends on, for boards of a shape. */
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
