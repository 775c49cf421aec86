/**
 * The decisions of a search. Engines report each decision at the point where they count nodes. The step view replays
 * the decisions.
 */

export const DecisionKind = {
  /** the tile was tried here and does not fit; `why` says which rule it breaks */
  refused: 0,
  /** only in the engine `tree`: the tile fits, so a state with it was created and queued */
  created: 1,
  /** the tile was placed, and the search continues below it */
  placed: 2,
  /** the tile was removed, because everything below it has been tried */
  takenBack: 3,
  /**
   * the board with this tile is a solution. The engine `tree` reports this when it creates the state, before it places
   * the tile.
   */
  solution: 4,
  /**
   * propagation placed the tile without trying it; `why` says whether the cell had no other candidate or the tile had
   * no other cell
   */
  forced: 5,
  /** propagation removed a candidate of an empty cell; the candidate returns when the last placed tile is removed */
  ruledOut: 6,
  /** this cell is the only one left for the tile, so propagation removed all other tiles from it */
  onlyCell: 7,
  /** no candidate is left for the cell (`code` is -1), or no cell is left for the tile */
  deadEnd: 8,
} as const;
export type DecisionKind = (typeof DecisionKind)[keyof typeof DecisionKind];

/** `code` is a placement code (puzzle/partial-board.ts). */
export type Decision = readonly [kind: DecisionKind, cell: number, code: number, why: number];

/** How many numbers encode one decision. */
export const DECISION_SIZE = 4;

/** A function that is called with each decision as it is taken. */
export type DecisionListener = (...decision: Decision) => void;

/** The value of `why` for a tile that breaks no rule. */
export const FITS = -1;

/** The rule that a refused tile breaks, or the reason for a forced tile. */
export const Rule = {
  /** the neighbour on that side shows a label that does not mate */
  neighbour: 0,
  /** the side is on the rim and breaks the rim rule */
  rim: 1,
  /** the rim's colour would be shown inside the board */
  inside: 2,
  /** a hint requires another tile or another rotation here */
  hint: 3,
  /** a hint requires this tile in another cell */
  hintedElsewhere: 4,
  /** the tile would fit, but is already on the board */
  used: 5,
  /** forced: the cell has no other candidate left */
  lastCandidate: 6,
  /** forced: the tile has no other cell left */
  lastCell: 7,
} as const;
export type Rule = (typeof Rule)[keyof typeof Rule];

/**
 * Returns the `why` of a refusal: the rule times 8, plus the side on which it is broken (0 if the rule has no side).
 */
export const because = (rule: Rule, side = 0): number => rule * 8 + side;
export const ruleOf = (why: number): Rule => (why >> 3) as Rule;
export const sideOf = (why: number): number => why & 7;
