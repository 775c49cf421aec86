/** What a beam is to an epoch, whatever the board. */
import type { PackedAncestry } from './ancestry.ts';

export interface BeamOptions {
  /** boards kept at each length */
  readonly width: number;
  /** what one mismatch costs, in natural-log units */
  readonly penalty: number;
}

/** A beam at the beginning of a level. */
export interface BeamState {
  readonly ancestry: PackedAncestry;
  /** weights of the boards of the last level */
  readonly weights: Int32Array;
  readonly nodes: number;
  readonly random: readonly [number, number, number, number];
}

export interface Construction {
  /** tiles placed on all boards so far */
  readonly nodes: number;
  /** tiles on each board */
  readonly placed: number;
  /** boards alive, the best first */
  readonly boards: number;
  /** True when every board is full, or when none can go on. */
  readonly done: boolean;
  /** Weighs the children of at most `parents` boards; at the end of a level, goes on to the next. */
  step(parents: number): void;
  /** Orientations by cell of the i-th best board, hinted tiles among them, -1 where nothing lies. */
  board(rank: number): Int32Array;
  /** As it was at the beginning of this level; null where that takes more bytes than `most`. */
  state(most: number): BeamState | null;
  /** Gives its memory back. Its boards can still be read, but it goes no further. */
  release(): void;
}
