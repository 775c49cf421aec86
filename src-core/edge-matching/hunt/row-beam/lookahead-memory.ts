/** What the compiled look finds in memory, and where: its numbers, and the fields of steps, stretches and levels. */
import { LEVEL_OF_CHILDREN_BYTES } from './children-kernel.ts';
import { registersOf, wholeVectors } from '../shared/vectors.ts';

/** All that the code depends on. Addresses and sizes in bytes. */
export interface LookaheadShape {
  readonly labels: number;
  readonly mate: readonly number[];
  /** vectors of 16 bytes that hold the used tiles of a board */
  readonly usedVectors: number;
  /** of one board; where its labels to be met and its label counts begin */
  readonly boardBytes: number;
  readonly frontierAt: number;
  readonly countsAt: number;
  /** the largest label count that can be */
  readonly mostCount: number;
  /** labels and counts of a board take two bytes each */
  readonly wide: boolean;
  /** of one part of an answer, of what is kept of a board to the right, and of where it stands below */
  readonly partBytes: number;
  readonly rightsBytes: number;
  readonly standBytes: number;
  /** where a board keeps the number of its root */
  readonly rootAt: number;
}

/** Splatted numbers at most. */
export const MAX_CONSTANTS = 32;

/** Where the code keeps its numbers: the start of memory. */
export interface LookaheadMemory {
  readonly constants: number;
  readonly shown: number;
  readonly shownFloat: number;
  readonly price: number;
  readonly ones: number;
  readonly values: number;
  readonly bytes: number;
  readonly whole: number;
  /** of commonWays: for each pair of labels to the left, for each label above the two sums */
  readonly common: number;
  readonly softening: number;
  readonly exponent: number;
  /** stands: at the end of a row, in a pass back, and aside */
  readonly start: number;
  readonly back: number;
  readonly aside: number;
  readonly logs: number;
  /** the labels 0 .. labels, each as a board holds one */
  readonly labelCells: number;
  readonly level: number;
  /** of children: what a level shares, and what an edge costs by half-edges left */
  readonly children: number;
  readonly pair: number;
  readonly one: number;
  readonly end: number;
}

const groupsOf = (labels: number): number => Math.ceil(labels / 8);
/** Bytes of one vector of ways: where the tiles' bytes are, their bits, where the values are; and by label, which pair is its. */
export const wayVectorBytes = ({ usedVectors, labels }: LookaheadShape): number =>
  16 * (usedVectors + 1 + registersOf(labels) + groupsOf(labels));

/** Bytes of a step in memory, and its fields. */
export const STEP_BYTES = 32;
export const STEP = { kind: 0, onBoard: 4, at: 8, ways: 12, price: 16, gather: 20, lane: 24, counted: 28 };
export const KINDS = { open: 0, pinned: 1, forbidden: 2, given: 3, under: 4 };
/** A stretch in memory: pointers to its steps and to those aside. */
export const STRETCH_BYTES = 16;
export const STRETCH = { steps: 0, stepsEnd: 4, aside: 8, asideEnd: 12 };
/** Fields of a level: pointers to its frontier (pairs onBoard, at) and to its stretches; and what of RowBatch its boards share. */
export const LEVEL = {
  frontier: 0,
  frontierEnd: 4,
  /** stretches from `back` to `backEnd` */
  back: 8,
  backEnd: 12,
  forward: 16,
  divided: 20,
  rights: 24,
  stands: 28,
  standsBefore: 32,
  parents: 36,
  /** where it is not fresh: bytes from what is kept of a root to the part for this level */
  offset: 40,
};
const LEVEL_BYTES = 48;

export function lookaheadMemoryOf({ labels, wide, mostCount, standBytes }: LookaheadShape): LookaheadMemory {
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
    start: take(standBytes),
    back: take(standBytes),
    aside: take(standBytes),
    logs: take((mostCount + 1) * 4),
    labelCells: take((labels + 1) * (wide ? 2 : 1)),
    level: take(LEVEL_BYTES),
    children: take(LEVEL_OF_CHILDREN_BYTES),
    pair: take((mostCount + 1) * 4),
    one: take((mostCount + 1) * 4),
    end,
  };
}
