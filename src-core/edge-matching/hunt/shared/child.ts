/**
 * The data needed to weigh the children of some boards. Weights, costs and keys are in units of 1 / UNITS_PER_NAT (see
 * `label-prices.ts`).
 */
export interface Weighed {
  readonly weights: Int32Array;
  /** cost of a mismatch */
  readonly penalty: number;
  /** subtracted from all keys to keep the numbers small */
  readonly base: number;
  /** only children with keys below this threshold are kept */
  readonly threshold: number;
  /** seed for the random part of the keys */
  readonly salt: number;
}

/** Receives a child. Smaller keys are better. `parent` is the index of the parent on its level. */
export type TakeChild = (key: number, weight: number, parent: number, orientation: number) => void;

/**
 * Multipliers that mix the bits of a hash: the first is derived from the golden ratio, the second is from MurmurHash3.
 */
export const HASH_MULTIPLIERS = [0x9e3779b1, 0x85ebca6b] as const;
/** Returns the random part of a child's key, from 0 to `2 ** bits - 1`. It depends only on the arguments. */
export const chanceOf = (salt: number, parent: number, orientation: number, bits: number): number =>
  Math.imul(Math.imul(parent ^ salt, HASH_MULTIPLIERS[0]) + orientation, HASH_MULTIPLIERS[1]) >>> (32 - bits);
