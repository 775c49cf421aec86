/** What children are weighed by in both beams. */

/** What boards of a level are weighed by, in units of keys. */
export interface Weighed {
  /** of the boards at hand */
  readonly weights: Int32Array;
  readonly penalty: number;
  /** taken off each key */
  readonly base: number;
  /** children with a key as large as this are of no use */
  readonly threshold: number;
  /** of the random part of keys */
  readonly salt: number;
}

export type TakeChild = (key: number, weight: number, parent: number, orientation: number) => void;

export const MIX = [0x9e3779b1, 0x85ebca6b] as const;
/** The random part of a child's key, below two to the power of `bits`, the same wherever it is weighed. */
export const chanceOf = (salt: number, parent: number, orientation: number, bits: number): number =>
  Math.imul(Math.imul(parent ^ salt, MIX[0]) + orientation, MIX[1]) >>> (32 - bits);
