/**
 * The memory layout of the row beam. The addresses of data and the fields of records serve only the kernel. A *record*
 * is a fixed number of bytes that describes a step or a stretch (`lookahead.ts`).
 */
import { FRESH_EVERY } from '../shared/lookahead-scale.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';

/** Returns the size in bytes of one part of the lookahead's result (`RowLookahead` in `row-contract.ts`). */
export const partBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) * 2 + 4);
/** Returns the size in bytes of the lookahead's result for one board and the current level: two parts. */
export const answerBytesOf = (labels: number): number => 2 * partBytesOf(labels);
/** Returns the size in bytes of those results of the lookahead for one board that later levels reuse. */
export const rightsBytesOf = (labels: number): number => (FRESH_EVERY - 1) * partBytesOf(labels);
/**
 * Returns the size in bytes of a `PassState` (`lookahead.ts`): one byte for each label, then `exponent` and `logsMet`.
 */
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
  /** largest count of half-edges that a board can store */
  readonly mostCount: number;
  /** true if labels and counts of a board take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
  readonly rightsBytes: number;
  readonly stateBytes: number;
  /** where a board stores the index of its root (see `RowLookahead` in `row-contract.ts`) */
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
   * The table that `commonWays` (`lookahead.ts`) returns, with its rows interleaved in pairs for the instruction `dot`:
   * after each entry of row `2 * n` comes that of row `2 * n + 1`.
   */
  readonly common: number;
  readonly softening: number;
  readonly exponent: number;
  /** the `PassState` (`lookahead.ts`) with which every pass along a row starts */
  readonly start: number;
  /** the `PassState` (`lookahead.ts`) of the pass from the right end of the row */
  readonly back: number;
  /** the `PassState` after the steps of `Stretch.aside` (`lookahead.ts`) */
  readonly aside: number;
  readonly logs: number;
  /**
   * The numbers from 0 to `labels`, stored like the labels of a board. If a tile must match the same label on all
   * boards, the kernel reads this label from here.
   */
  readonly labelCells: number;
  readonly level: number;
  /** numbers for weighing children (`CHILDREN`), and two tables of edge costs (`label-prices.ts`) */
  readonly children: number;
  readonly pair: number;
  readonly one: number;
  readonly end: number;
}

const groupsOf = (labels: number): number => Math.ceil(labels / 8);
/**
 * Returns the size in bytes of a record of 16 ways to fill a cell. For each way, the record says which bit of a board
 * stands for the tile, and which value to add. For each label, it says which pair of ways adds to that label's sum.
 */
export const wayVectorBytes = ({ usedVectors, labels }: LookaheadShape): number =>
  16 * (usedVectors + 1 + registersOf(labels) + groupsOf(labels));

/** size in bytes of the record of a `LookaheadStep` (`lookahead.ts`) */
export const STEP_BYTES = 32;
/**
 * Byte offsets in the record of a step. `onBoard` and `at` say where the label to match above is. If `onBoard` is -1,
 * `at` is an offset from the address of a board. If `onBoard` is 0, `at` is an address.
 */
export const STEP = { kind: 0, onBoard: 4, at: 8, ways: 12, price: 16, gather: 20, lane: 24, counted: 28 };
/** The number that stands for each `StepKind` of `lookahead.ts`. */
export const KINDS = { open: 0, pinned: 1, forbidden: 2, given: 3, under: 4 };
/** size in bytes of the record of a `Stretch` (`lookahead.ts`) */
export const STRETCH_BYTES = 16;
/**
 * Byte offsets in the record of a stretch: the addresses where `steps` begins and ends, and where `aside` begins and
 * ends.
 */
export const STRETCH = { steps: 0, stepsEnd: 4, aside: 8, asideEnd: 12 };
/**
 * Byte offsets in the record of a `LookaheadLevel` (`lookahead.ts`). Most fields are addresses: of labels that tiles
 * must match, of stretches, and of the results and states in `RowBatch`. For each label to match there is a pair of
 * `onBoard` and `at`, as in `STEP`.
 */
export const LEVEL = {
  frontier: 0,
  frontierEnd: 4,
  /** addresses where the stretches of the pass from the right end of the row begin and end */
  back: 8,
  backEnd: 12,
  forward: 16,
  divided: 20,
  rights: 24,
  states: 28,
  statesBefore: 32,
  parents: 36,
  /** on levels that reuse the results of a root: byte offset of the part for this level */
  offset: 40,
};
const LEVEL_BYTES = 48;

/** size in bytes of a block of 16 candidates */
export const BLOCK_BYTES = 128;
/**
 * Byte offsets in a block of 16 candidates. `right` to `missedSide`: the facts about each candidate (`FACT` in
 * `row-order.ts`), one byte each. `usedByte`, `usedBit`: where a board stores whether the tile is used: the byte, and
 * the bit in this byte. `orientations`: two bytes each.
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
 * every candidate. To these candidates, it adds the cost of label 0, and raises their limit by the same cost.
 */
export const NO_SIDE = 4;
/**
 * Size in bytes of the table entry for the labels to match on the left and above. It holds three addresses: where the
 * blocks of candidates begin, where those with candidates that match every side end, and where all blocks end.
 */
export const LIST_BYTES = 12;
/**
 * Byte offsets of the numbers for weighing children that all boards of a level share. `upOnBoard` and `upAt`: where the
 * label to match above is, as in `STEP`. `leftOnBoard` and `leftAt`: the same for the left.
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
  /** subtracted from the key of every child, so that keys are small numbers */
  base: 32,
  threshold: 36,
  salt: 40,
  /** address of the weights of the boards, 4 bytes each */
  weights: 44,
  pair: 48,
  one: 52,
  /**
   * for each side: the weight of the current board's children that mismatch there, without the cost of the mismatched
   * label
   */
  costs: 56,
  /**
   * `upSlot`: where a board stores the label that the tile below must match. `opensBelow`: 1 if a later tile will lie
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
 * the label that a neighbouring tile must show to match.
 */
export const ORIENTATION_BYTES = 8;
export const ORIENTATION = { tile: 0, takes: 4 };

/** Returns the addresses of the kernel's data in memory. */
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
