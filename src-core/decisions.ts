/** The decisions of a search. Engines report a decision wherever they count a node, and the step view replays them. */

export const DecisionKind = {
  /** the tile doesn't fit; `why` is the rule that it breaks */
  refused: 0,
  /** engine `tree` only: a state with this tile was created and queued */
  created: 1,
  /** the tile was placed, and the search continues below it */
  placed: 2,
  /** the tile was removed, because everything below it has been tried */
  takenBack: 3,
  /** the board with this tile is a solution; the engine `tree` reports this on creating the state */
  solution: 4,
  /** propagation placed the tile without trying it; `why` is `lastCandidate` or `lastCell` */
  forced: 5,
  /** propagation removed a candidate from an empty cell; the candidate returns when the last placed tile is removed */
  ruledOut: 6,
  /** the tile fits no other cell, so propagation removed this cell's other candidates */
  onlyCell: 7,
  /** no candidate is left for the cell (`code` is -1 in that case), or no cell is left for the tile */
  deadEnd: 8,
} as const;
export type DecisionKind = (typeof DecisionKind)[keyof typeof DecisionKind];

/** A decision of a search. `code` is a placement code, which says which tile was placed and how it was turned. */
export type Decision = readonly [kind: DecisionKind, cell: number, code: number, why: number];

/** Number of array entries per decision. */
export const DECISION_ENTRIES = 4;

/** A function that is called with each decision as soon as it is made. */
export type DecisionListener = (...decision: Decision) => void;

/** The value of `why` for a tile that breaks no rule. */
export const FITS = -1;

/** The rule that a refused tile breaks, or the reason why a tile was forced. */
export const Rule = {
  /** the neighbour on that side shows a label that doesn't match */
  neighbour: 0,
  /** the side is on the rim, and its label is not allowed there */
  rim: 1,
  /** a label reserved for the rim would be inside the board */
  inside: 2,
  /** a hint requires another tile or rotation here */
  hint: 3,
  /** a hint requires this tile in another cell */
  hintedElsewhere: 4,
  /** the tile is already on the board */
  used: 5,
  /** forced, because the cell has no other candidate */
  lastCandidate: 6,
  /** forced, because the tile fits no other cell */
  lastCell: 7,
} as const;
export type Rule = (typeof Rule)[keyof typeof Rule];

/** Returns the value of `why` for a refused tile: 8 times the rule, plus the side of the tile that breaks it. */
export const because = (rule: Rule, side = 0): number => rule * 8 + side;
export const ruleOf = (why: number): Rule => (why >> 3) as Rule;
export const sideOf = (why: number): number => why & 7;
