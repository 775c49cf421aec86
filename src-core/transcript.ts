/**
 * A transcript: a search told as small decisions, one after the other, so that a person can step
 * through it. The engines write it while they search (the same code that counts), the step view reads it.
 *
 * A decision is four numbers in a row: kind, cell, placement code (see puzzle/partial-board.ts), why.
 * The last three are -1 where they mean nothing.
 */

/** How many numbers one decision takes. */
export const DECISION_SIZE = 4;

export const DecisionKind = {
  /** the tile was tried here and does not fit; `why` says what is wrong */
  refused: 0,
  /** tree: the tile fits, a state with it was created and waits its turn */
  created: 1,
  /** the tile was laid on the board, the search goes on from there */
  placed: 2,
  /** the tile was taken back: all that follows from it has been tried */
  takenBack: 3,
  /** the board with this last tile is a solution (tree: on creation, before the tile is laid) */
  solution: 4,
} as const;
export type DecisionKind = (typeof DecisionKind)[keyof typeof DecisionKind];

/** Hears each decision as it is taken. */
export type Witness = (kind: DecisionKind, cell: number, code: number, why: number) => void;

/** `why` when nothing is wrong. */
export const FITS = -1;

/**
 * `why` of a refusal: which rule, times 8, plus the side it is broken on (0 for rules without a side).
 */
export const Rule = {
  /** the neighbour on that side shows a label that does not mate */
  neighbour: 0,
  /** that side lies on the rim and does not keep the rim rule */
  rim: 1,
  /** the rim's colour would come to lie inside the board */
  inside: 2,
  /** a hint wants another tile or another rotation here */
  hint: 3,
  /** a hint wants this tile elsewhere */
  promised: 4,
  /** exact: the tile fits, but leaves an open side that no free tile can answer */
  supply: 5,
} as const;
export type Rule = (typeof Rule)[keyof typeof Rule];

export const because = (rule: Rule, side = 0): number => rule * 8 + side;
export const ruleOf = (why: number): Rule => (why >> 3) as Rule;
export const sideOf = (why: number): number => why & 7;
