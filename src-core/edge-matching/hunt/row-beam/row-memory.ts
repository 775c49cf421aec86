/**
 * The memory layout of the row beam. The addresses of data and the fields of records serve only the kernel. A *record*
 * is a fixed number of bytes that describes a step or a stretch (`lookahead.ts`).
 */
import { FRESH_EVERY } from '../shared/lookahead-scale.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';

/** Returns the size of one part of an answer (see `RowLookahead` in `row-contract.ts`), in bytes. */
export const partBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) * 2 + 4);
/** Returns the size of an answer, in bytes. */
export const answerBytesOf = (labels: number): number => 2 * partBytesOf(labels);
/** Returns the size in bytes, for one board, of the parts that later levels reuse. */
export const rightsBytesOf = (labels: number): number => (FRESH_EVERY - 1) * partBytesOf(labels);
/** Returns the size in bytes of the state of a pass: one byte for each label, then the exponent and `logsMet`. */
export const stateBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) + 8);

/** The properties of a puzzle and its boards that determine the generated code. Sizes and offsets are in bytes. */
export interface LookaheadShape {
  readonly labels: number;
  readonly mate: readonly number[];
  /** number of 16-byte vectors that hold the used tiles of a board */
  readonly usedVectors: number;
  readonly boardBytes: number;
  /** where a board stores the labels that later tiles must match */
  readonly frontierAt: number;
  /** where a board stores, for each label, how many half-edges remain */
  readonly countsAt: number;
  /** largest possible number of half-edges of one label */
  readonly mostCount: number;
  /** true if labels and counts of a board take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
  readonly rightsBytes: number;
  readonly stateBytes: number;
  /** where a board stores the index of its root (`row-contract.ts`) */
  readonly rootAt: number;
}

/** maximum number of constants that the code copies from memory to all lanes of a vector */
export const MAX_CONSTANTS = 32;

/** Byte addresses of the kernel's data at the start of memory. */
export interface LookaheadMemory {
  readonly constants: number;
  readonly shown: number;
  readonly shownFloat: number;
  readonly price: number;
  readonly ones: number;
  readonly values: number;
  readonly bytes: number;
  readonly whole: number;
  /**
   * The table of `commonWays` (`lookahead.ts`), reordered for the instruction `dot`: the entries for the left labels `2
   * * n` and `2 * n + 1` are adjacent.
   */
  readonly common: number;
  readonly softening: number;
  readonly exponent: number;
  /** state in which every pass along a row starts */
  readonly start: number;
  /** state after the pass from the end of the row */
  readonly back: number;
  /** state after the steps of `Stretch.aside` (`lookahead.ts`) */
  readonly aside: number;
  readonly logs: number;
  /**
   * The numbers from 0 to `labels`, stored like the labels of a board. If a label to match is the same on all boards,
   * the kernel reads it from here.
   */
  readonly labelCells: number;
  readonly level: number;
  /** data for weighing children: the fields of `CHILDREN`, then two tables of edge costs (`label-prices.ts`) */
  readonly children: number;
  readonly pair: number;
  readonly one: number;
  readonly end: number;
}

const groupsOf = (labels: number): number => Math.ceil(labels / 8);
/**
 * Returns the size in bytes of a record of 16 ways. For each way, the record says which bit of a board stands for the
 * way's tile, and which value to add. For each label, it says which pair of ways adds to that label's sum.
 */
export const wayVectorBytes = ({ usedVectors, labels }: LookaheadShape): number =>
  16 * (usedVectors + 1 + registersOf(labels) + groupsOf(labels));

/** size of the record of a step */
export const STEP_BYTES = 32;
/**
 * Byte offsets in the record of a step. If `onBoard` is -1, `at` is the offset of the label to match from the address
 * of a board. If `onBoard` is 0, `at` is the address of this label.
 */
export const STEP = { kind: 0, onBoard: 4, at: 8, ways: 12, price: 16, gather: 20, lane: 24, counted: 28 };
/** Numbers of the kinds of steps (`lookahead.ts`). */
export const KINDS = { open: 0, pinned: 1, forbidden: 2, given: 3, under: 4 };
/** size of the record of a stretch */
export const STRETCH_BYTES = 16;
/**
 * Byte offsets in the record of a stretch: where its steps begin and end, and where the steps in `aside` begin and end.
 */
export const STRETCH = { steps: 0, stepsEnd: 4, aside: 8, asideEnd: 12 };
/**
 * Byte offsets in the record of a level. Most fields are addresses: of labels to match, of stretches, and of the
 * results and states in `RowBatch`. Each label to match is a pair of `onBoard` and `at` (see `STEP`).
 */
export const LEVEL = {
  frontier: 0,
  frontierEnd: 4,
  /** the stretches of the pass from the end of the row: from `back` to `backEnd` */
  back: 8,
  backEnd: 12,
  forward: 16,
  divided: 20,
  rights: 24,
  states: 28,
  statesBefore: 32,
  parents: 36,
  /** byte offset of this level's part in a root's results, on levels that reuse them */
  offset: 40,
};
const LEVEL_BYTES = 48;

/** size of a block of 16 candidates, in bytes */
export const BLOCK_BYTES = 128;
/**
 * Byte offsets in a block. `right` to `missedSide`: the facts about each candidate (`FACT` in `row-order.ts`), one byte
 * each. `usedByte`, `usedBit`: where a board stores whether the tile is used: the byte, and the bit in this byte.
 * `orientations`: two bytes each.
 */
export const BLOCK = {
  right: 0,
  below: 16,
  missed: 32,
  missedSide: 48,
  usedByte: 64,
  usedBit: 80,
  orientations: 96,
};
/**
 * The value of `missedSide` for candidates that match every side. The sieve adds the cost of a mismatched label to
 * every candidate. It adds the cost of label 0 to these candidates, and raises their limit by the same cost.
 */
export const NO_SIDE = 4;
/**
 * Size of a table's entry for one pair of labels to match, left and above. It holds three addresses: the first block,
 * the end of the blocks with candidates that match every side, and the end of all blocks.
 */
export const LIST_BYTES = 12;
/**
 * Byte offsets of the numbers that all boards of a level share. `upOnBoard` and `upAt`: the label to match above, as in
 * `STEP`. `leftOnBoard` and `leftAt`: the label to match on the left.
 */
export const CHILDREN = {
  lists: 0,
  upOnBoard: 4,
  upAt: 8,
  leftOnBoard: 12,
  leftAt: 16,
  /** labels that hinted tiles to the right and below require; -1 if there is no hinted tile */
  right: 20,
  below: 24,
  penalty: 28,
  /** offset subtracted from each key */
  base: 32,
  threshold: 36,
  salt: 40,
  /** address of the boards' weights, 4 bytes each */
  weights: 44,
  pair: 48,
  one: 52,
  /**
   * for the current board and each side: the weight of a child that mismatches there, without the cost of its
   * mismatched label
   */
  costs: 56,
  /**
   * `upSlot`: where a board stores the label that the tile below must match. `opensBelow`: 1 if a later tile is placed
   * there. `leftSlot`, `opensRight`: the same for the tile to the right.
   */
  upSlot: 76,
  leftSlot: 80,
  opensBelow: 84,
  opensRight: 88,
  orientations: 92,
};
export const LEVEL_OF_CHILDREN_BYTES = 96;
/**
 * Size and byte offsets of the record of an orientation. The tile takes two bytes. Then each side takes one byte, for
 * the label that matches the tile there.
 */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 4 };

/** Returns the memory layout for a shape. */
export function lookaheadMemoryOf({ labels, wide, mostCount, stateBytes }: LookaheadShape): LookaheadMemory {
  let end = 16;
  const take = (bytes: number): number => {
    const at = end;
    end += wholeVectors(bytes);
    return at;
  };
  const lanes = groupsOf(labels) * 8;
  return {
    constants: take(MAX_CONSTANTS * 4),
    shown: take(lanes * 2),
    shownFloat: take(lanes * 4),
    price: take(lanes * 4),
    ones: take(lanes * 4),
    values: take(lanes * 4),
    bytes: take(registersOf(labels) * 16),
    whole: take(lanes * 2),
    common: take(lanes * lanes * 2),
    softening: take(16),
    exponent: take(16),
    start: take(stateBytes),
    back: take(stateBytes),
    aside: take(stateBytes),
    logs: take((mostCount + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    level: take(LEVEL_BYTES),
    children: take(LEVEL_OF_CHILDREN_BYTES),
    pair: take((mostCount + 1) * 4),
    one: take((mostCount + 1) * 4),
    end,
  };
}
