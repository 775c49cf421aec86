/**
 * The data needed to weigh the children of some boards. Weights, costs and keys are in units of 1 / UNIT
 * (`label-prices.ts`).
 */
export interface Weighed {
  readonly weights: Int32Array;
  /** cost of a mismatch */
  readonly penalty: number;
  /** subtracted from every key, so that keys are small numbers */
  readonly base: number;
  /** only children with a key below this number are kept */
  readonly threshold: number;
  /** seed of the random part of the keys */
  readonly salt: number;
}

/** Receives a child. Smaller keys are better. `parent`: the index of the parent on the level. */
export type TakeChild = (key: number, weight: number, parent: number, orientation: number) => void;

/** Multipliers that mix bits in a hash: one from the golden ratio, one from MurmurHash3. */
export const MIX = [0x9e3779b1, 0x85ebca6b] as const;
/** Returns the random part of the key of a child, from 0 to `2 ** bits - 1`. Equal arguments give equal results. */
export const chanceOf = (salt: number, parent: number, orientation: number, bits: number): number =>
  Math.imul(Math.imul(parent ^ salt, MIX[0]) + orientation, MIX[1]) >>> (32 - bits);
