/** The decisions of a search. Engines report them where they count nodes, and the step view replays them. */

export const DecisionKind = {
  /** the tile does not fit; `why`: the rule it breaks */
  refused: 0,
  /** only in the engine `tree`: a state with the tile was created and queued */
  created: 1,
  /** the tile was placed, and the search continues below it */
  placed: 2,
  /** the tile was removed, because everything below it has been tried */
  takenBack: 3,
  /** the board with this tile is a solution; the engine `tree` reports this when it creates the state */
  solution: 4,
  /** propagation placed the tile without trying it; `why`: `lastCandidate` or `lastCell` */
  forced: 5,
  /** propagation removed a candidate of an empty cell; the candidate returns when the last placed tile is removed */
  ruledOut: 6,
  /** this cell is the only one that remains for the tile, so propagation removed all other tiles from the cell */
  onlyCell: 7,
  /** no candidate remains for the cell (`code` is -1), or no cell remains for the tile */
  deadEnd: 8,
} as const;
export type DecisionKind = (typeof DecisionKind)[keyof typeof DecisionKind];

/** A decision of a search. `code`: a placement code. */
export type Decision = readonly [kind: DecisionKind, cell: number, code: number, why: number];

/** How many numbers encode one decision. */
export const DECISION_SIZE = 4;

/** A function that is called with each decision as it is taken. */
export type DecisionListener = (...decision: Decision) => void;

/** The `why` of a tile that breaks no rule */
export const FITS = -1;

/** Which rule a refused tile breaks, or why a tile was forced. */
export const Rule = {
  /** the neighbour on that side shows a label that does not mate */
  neighbour: 0,
  /** the side is on the rim and breaks the rim rule */
  rim: 1,
  /** the rim's colour would be inside the board */
  inside: 2,
  /** a hint requires another tile or rotation here */
  hint: 3,
  /** a hint requires this tile in another cell */
  hintedElsewhere: 4,
  /** the tile is already on the board */
  used: 5,
  /** forced: the cell has no other candidate */
  lastCandidate: 6,
  /** forced: the tile has no other cell */
  lastCell: 7,
} as const;
export type Rule = (typeof Rule)[keyof typeof Rule];

/** Returns the `why` of a refusal: the rule times 8, plus the side on which it is broken. */
export const because = (rule: Rule, side = 0): number => rule * 8 + side;
export const ruleOf = (why: number): Rule => (why >> 3) as Rule;
export const sideOf = (why: number): number => why & 7;
