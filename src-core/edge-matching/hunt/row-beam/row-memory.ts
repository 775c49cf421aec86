/**
 * The memory layout of the row beam. Only the kernel uses these addresses and records. A *record* has a fixed number
 * of bytes and describes one thing, such as a step or stretch of the lookahead (`lookahead.ts`).
 */
import { CELLS_PER_FRESH_LOOKAHEAD } from '../shared/lookahead-scale.ts';
import { paddedLabels, registersOf, wholeVectors } from '../shared/vectors.ts';

/** Returns the size in bytes of one part of the lookahead's result (see `RowLookahead` in `row-contract.ts`). */
export const partBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) * 2 + 4);
/**
 * Returns the size in bytes of the lookahead's result for one board. It has two parts, for the right side of a child
 * and for its lower side.
 */
export const answerBytesOf = (labels: number): number => 2 * partBytesOf(labels);
/** Returns the size in bytes of the parts of a board's lookahead result that later levels reuse. */
export const rightsBytesOf = (labels: number): number =>
  (CELLS_PER_FRESH_LOOKAHEAD - 1) * partBytesOf(labels);
/**
 * Returns the size in bytes of a stored `PassState` (`lookahead.ts`): one byte per label, then `exponent` and
 * `logsMet`.
 */
export const stateBytesOf = (labels: number): number => wholeVectors(paddedLabels(labels) + 8);

/** The properties of a puzzle and its boards that the generated code depends on. Sizes and offsets are in bytes. */
export interface LookaheadShape {
  readonly labels: number;
  readonly mate: readonly number[];
  /** number of 16-byte vectors in the bit set of a board's used tiles */
  readonly usedVectors: number;
  readonly boardBytes: number;
  /** offset, within a board, of the labels that later tiles must match */
  readonly frontierAt: number;
  /** offset, within a board, of an array with the number of half-edges left for each label */
  readonly countsAt: number;
  /** largest number of half-edges that a board can store for a label */
  readonly mostCount: number;
  /** true if a board's labels and counts take two bytes each */
  readonly wide: boolean;
  readonly partBytes: number;
  readonly rightsBytes: number;
  readonly stateBytes: number;
  /** offset, within a board, of the index of the board's root (see `RowLookahead` in `row-contract.ts`) */
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
   * The table returned by `commonWays` (`lookahead.ts`). For the instruction `dot`, its rows are interleaved in pairs:
   * each entry of row `2 * n` is followed by the entry of row `2 * n + 1` at the same place.
   */
  readonly common: number;
  readonly softening: number;
  readonly exponent: number;
  /** `PassState` (`lookahead.ts`) at the start of every pass along a row */
  readonly start: number;
  /** current `PassState` (`lookahead.ts`) of the pass from the right end of the row */
  readonly back: number;
  /** `PassState` (`lookahead.ts`) after the steps of `Stretch.aside` */
  readonly aside: number;
  readonly logs: number;
  /**
   * The numbers from 0 to `labels`, in the format of a board's labels. If a tile must match the same label on all
   * boards, the kernel reads the label from here.
   */
  readonly labelCells: number;
  readonly level: number;
  /** numbers for weighing children (see `CHILDREN`), and two tables of edge costs (see `label-prices.ts`) */
  readonly children: number;
  readonly pair: number;
  readonly one: number;
  readonly end: number;
}

const groupsOf = (labels: number): number => Math.ceil(labels / 8);
/**
 * Returns the size in bytes of a record for 16 ways to fill a cell. For each way, the record says which bit of a board
 * represents the tile, and which label's value the way adds to a sum. For each sum (one per label), the record says
 * which pair of these ways, if any, adds to it (see `way-vectors.ts`).
 */
export const wayVectorBytes = ({ usedVectors, labels }: LookaheadShape): number =>
  16 * (usedVectors + 1 + registersOf(labels) + groupsOf(labels));

/** size in bytes of the record for a `LookaheadStep` (`lookahead.ts`) */
export const STEP_BYTES = 32;
/**
 * Byte offsets in the record of a step. `onBoard` and `at` give the place of the label to match above. If `onBoard` is
 * -1, `at` is an offset from the address of a board. If `onBoard` is 0, `at` is an address.
 */
export const STEP = { kind: 0, onBoard: 4, at: 8, ways: 12, price: 16, gather: 20, lane: 24, counted: 28 };
/** The kernel's number for each `StepKind` of `lookahead.ts`. */
export const KINDS = { open: 0, pinned: 1, forbidden: 2, given: 3, under: 4 };
/** size in bytes of the record for a `Stretch` (`lookahead.ts`) */
export const STRETCH_BYTES = 16;
/** Byte offsets in the record of a stretch. The fields are the start and end addresses of `steps` and `aside`. */
export const STRETCH = { steps: 0, stepsEnd: 4, aside: 8, asideEnd: 12 };
/**
 * Byte offsets in the record of a `LookaheadLevel` (`lookahead.ts`). Most fields are addresses: of the labels to
 * match, of stretches, and of the results and states in `RowBatch`. A label to match takes two words, `onBoard` and
 * `at`, as in `STEP`.
 */
export const LEVEL = {
  frontier: 0,
  frontierEnd: 4,
  /** start and end addresses of the stretches in the pass from the right end of the row */
  back: 8,
  backEnd: 12,
  forward: 16,
  divided: 20,
  rights: 24,
  states: 28,
  statesBefore: 32,
  parents: 36,
  /**
   * byte offset of this level's part in the lookahead's result for a root (the ancestor whose result a board reuses);
   * used only on levels that reuse results
   */
  offset: 40,
};
const LEVEL_BYTES = 48;

/** size in bytes of a block of 16 candidates */
export const BLOCK_BYTES = 128;
/**
 * Byte offsets in a block of 16 candidates. The fields from `right` to `missedSide` hold facts about each candidate
 * (see `FACT` in `row-order.ts`), one byte each. `usedByte` is the index of the byte on a board that contains the bit
 * of the candidate's tile, and `usedBit` is this bit. `orientations` has two bytes per candidate.
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
 * The value of `missedSide` for candidates that match on every side. The sieve adds the cost of a mismatched label to
 * every candidate. For candidates without a mismatch, it adds the cost of label 0, and their limit is raised by the
 * same amount to compensate.
 */
export const NO_SIDE = 4;
/**
 * Size in bytes of a table entry for a pair of labels to match, on the left and above. The entry holds three
 * addresses: the start of the candidate blocks, the end of the blocks without a mismatch, and the end of all blocks.
 */
export const LIST_BYTES = 12;
/**
 * Byte offsets in a record that the kernel reads to weigh children. Except for `costs`, its values are the same for all
 * boards of a level. `upOnBoard` and `upAt` give the place of the label to match above, as in `STEP`. `leftOnBoard` and
 * `leftAt` do the same for the label to match on the left.
 */
export const CHILDREN = {
  lists: 0,
  upOnBoard: 4,
  upAt: 8,
  leftOnBoard: 12,
  leftAt: 16,
  /** labels required by the hinted tiles on the right and below; -1 if there is no hint */
  right: 20,
  below: 24,
  penalty: 28,
  /** subtracted from the keys of all children to keep the numbers small */
  base: 32,
  threshold: 36,
  salt: 40,
  /** address of the boards' weights, at 4 bytes each */
  weights: 44,
  pair: 48,
  one: 52,
  /**
   * The weights of the current board's children: one weight for a mismatch on each side, and one for no mismatch
   * (NO_SIDE). They don't include the cost of the mismatched label.
   */
  costs: 56,
  /**
   * `upSlot` is where a board stores the label that the tile below must match, and `opensBelow` is 1 if a later tile
   * will lie there. `leftSlot` and `opensRight` are the same for the tile on the right.
   */
  upSlot: 76,
  leftSlot: 80,
  opensBelow: 84,
  opensRight: 88,
  orientations: 92,
};
export const LEVEL_OF_CHILDREN_BYTES = 96;
/**
 * Size and byte offsets of the record for an orientation. `tile` takes two bytes. `takes` has one byte per side: the
 * label that a neighbouring tile must show to match.
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
