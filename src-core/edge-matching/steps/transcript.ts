/**
 * A transcript: a search told as small decisions, one after the other, so that a person can step
 * through it. The engines write it while they search (the same code that counts), the step view reads it.
 *
 * A decision is four numbers in a row: kind, cell, placement code (see puzzle/partial-board.ts), why.
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
  /** the board with this tile is a solution (tree: on creation, before the tile is laid) */
  solution: 4,
} as const;
export type DecisionKind = (typeof DecisionKind)[keyof typeof DecisionKind];

/** Hears each decision as it is taken. */
export type Witness = (kind: DecisionKind, cell: number, code: number, why: number) => void;

/** `why` when nothing is wrong. */
export const FITS = -1;

/** Which rule a refused tile breaks. */
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
  /** exact: the tile would fit, but it lies elsewhere already */
  used: 5,
} as const;
export type Rule = (typeof Rule)[keyof typeof Rule];

/** `why` of a refusal: the rule, times 8, plus the side it is broken on (0 for rules without a side). */
export const because = (rule: Rule, side = 0): number => rule * 8 + side;
export const ruleOf = (why: number): Rule => (why >> 3) as Rule;
export const sideOf = (why: number): number => why & 7;

/** What became of a candidate. `open`: it lies on the board and the search is below it. */
export type Fate = 'refused' | 'waiting' | 'open' | 'done';

export interface Candidate {
  code: number;
  why: number;
  fate: Fate;
  /** the board with it was a solution */
  solution: boolean;
}

/** One call, or one state of the tree: the cell it fills and what it has tried there so far. */
export interface Level {
  cell: number;
  candidates: Candidate[];
}

/** Where a transcript stands after some of its decisions. Plain data. */
export interface Scene {
  /** how many decisions lie behind */
  at: number;
  /** from the first cell filled to the one being filled */
  levels: Level[];
  nodes: number;
  /** index 0: first tile */
  nodesByDepth: number[];
  solutions: number;
  /** placements of the last solution, as a board */
  lastSolution: number[] | null;
}

export const firstScene = (): Scene => ({
  at: 0,
  levels: [],
  nodes: 0,
  nodesByDepth: [],
  solutions: 0,
  lastSolution: null,
});

/** What an engine counts as a node: states created (but for the roots), or tiles placed. */
export type CountRule = 'created' | 'placed';

/** Changes the scene by one decision. */
export function apply(
  scene: Scene,
  rule: CountRule,
  cells: number,
  kind: DecisionKind,
  cell: number,
  code: number,
  why: number,
): void {
  scene.at++;
  if (kind === DecisionKind.takenBack) {
    while (scene.levels.at(-1)!.cell !== cell) scene.levels.pop();
    openCandidate(scene.levels.at(-1)!)!.fate = 'done';
    return;
  }
  if (kind === DecisionKind.solution) {
    const board = boardOfScene(scene, cells);
    board[cell] = code;
    scene.solutions++;
    scene.lastSolution = board;
    candidateOf(scene.levels.at(-1)!, code)!.solution = true;
    return;
  }
  if (scene.levels.at(-1)?.cell !== cell) scene.levels.push({ cell, candidates: [] });
  const depth = scene.levels.length - 1;
  const level = scene.levels[depth]!;
  const waiting = kind === DecisionKind.placed ? candidateOf(level, code) : undefined;
  if (waiting) waiting.fate = 'open';
  else level.candidates.push({ code, why, fate: fateOf(kind), solution: false });
  if (rule === 'placed' ? kind === DecisionKind.placed : kind === DecisionKind.created && depth > 0) {
    scene.nodes++;
    while (scene.nodesByDepth.length <= depth) scene.nodesByDepth.push(0);
    scene.nodesByDepth[depth]!++;
  }
}

const fateOf = (kind: DecisionKind): Fate =>
  kind === DecisionKind.refused ? 'refused' : kind === DecisionKind.created ? 'waiting' : 'open';

const candidateOf = ({ candidates }: Level, code: number): Candidate | undefined =>
  candidates.findLast((candidate) => candidate.code === code);

export const openCandidate = ({ candidates }: Level): Candidate | undefined =>
  candidates.findLast(({ fate }) => fate === 'open');

/** The board of a scene: -1 for an empty cell. */
export function boardOfScene(scene: Scene, cells: number): number[] {
  const board = new Array<number>(cells).fill(-1);
  for (const level of scene.levels) {
    const open = openCandidate(level);
    if (open) board[level.cell] = open.code;
  }
  return board;
}
