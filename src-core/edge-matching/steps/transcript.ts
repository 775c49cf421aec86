/**
 * A *transcript* lists all decisions of a search, so that the user can step through them. A *scene* is the state of
 * the search after some of these decisions.
 */
import { DecisionKind, FITS, Rule, ruleOf, type Decision } from '../../decisions.ts';
import { tileOf } from '../../puzzle/partial-board.ts';
import type { Stepping } from '../../run/engine-facts.ts';

/** What happened to a candidate. The tile of an `open` candidate is on the board. */
type Fate = 'refused' | 'waiting' | 'open' | 'done';

export interface Candidate {
  code: number;
  why: number;
  fate: Fate;
  /** true if placing this tile completed a solution */
  solution: boolean;
}

/** One level of the search: the cell that it fills, and the tiles tried there so far. */
export interface Level {
  cell: number;
  candidates: Candidate[];
}

interface RuledOut {
  cell: number;
  code: number;
  why: number;
  /**
   * The number of levels in the scene when the candidate was removed. The candidate becomes possible again when the
   * tile on the last of those levels is taken back.
   */
  depth: number;
}

/** The state of a search after its first `at` decisions, as plain data. */
export interface Scene {
  at: number;
  /** levels from the first filled cell to the current one */
  levels: Level[];
  /** candidates removed by propagation that are still ruled out */
  ruledOut: RuledOut[];
  nodes: number;
  /** number of nodes at each depth, starting with the first tile */
  nodesByDepth: number[];
  solutions: number;
  lastSolution: number[] | null;
}

export const firstScene = (): Scene => ({
  at: 0,
  levels: [],
  ruledOut: [],
  nodes: 0,
  nodesByDepth: [],
  solutions: 0,
  lastSolution: null,
});

/**
 * The facts needed to apply decisions: the kind of decision that counts as a node (`counts`), and the number of cells
 * on the board (`cells`).
 */
export interface SceneRules {
  readonly counts: Stepping['counts'];
  readonly cells: number;
}

/** Applies one decision to a scene in place. */
export function applyDecision(scene: Scene, rules: SceneRules, decision: Decision): void {
  const [kind, cell, code, why] = decision;
  scene.at++;
  switch (kind) {
    case DecisionKind.takenBack:
      takeBack(scene, cell);
      break;
    case DecisionKind.solution:
      addSolution(scene, rules, decision);
      break;
    case DecisionKind.ruledOut:
    case DecisionKind.onlyCell:
      scene.ruledOut.push({ cell, code, why, depth: scene.levels.length });
      break;
    case DecisionKind.deadEnd:
      break;
    default:
      addCandidate(scene, decision);
      countNode(scene, rules, kind);
  }
}

function takeBack({ levels, ruledOut }: Scene, cell: number): void {
  while (levels.at(-1)!.cell !== cell) levels.pop();
  openCandidate(levels.at(-1)!)!.fate = 'done';
  while ((ruledOut.at(-1)?.depth ?? 0) >= levels.length) ruledOut.pop();
}

function addSolution(scene: Scene, rules: SceneRules, [, cell, code]: Decision): void {
  const board = boardOfScene(scene, rules.cells);
  board[cell] = code;
  scene.solutions++;
  scene.lastSolution = board;
  candidateOf(scene.levels.at(-1)!, code)!.solution = true;
}

function addCandidate(scene: Scene, [kind, cell, code, why]: Decision): void {
  if (scene.levels.at(-1)?.cell !== cell) scene.levels.push({ cell, candidates: [] });
  const level = scene.levels.at(-1)!;
  const waiting = kind === DecisionKind.placed ? candidateOf(level, code) : undefined;
  if (waiting) waiting.fate = 'open';
  else level.candidates.push({ code, why, fate: fateOf(kind), solution: false });
}

/** Counts the decision if it is a node. Nodes in the first cell count too, unlike in Hoglan (2005). */
function countNode(scene: Scene, { counts }: SceneRules, kind: DecisionKind): void {
  const depth = scene.levels.length - 1;
  if (kind !== DecisionKind[counts]) return;
  scene.nodes++;
  while (scene.nodesByDepth.length <= depth) scene.nodesByDepth.push(0);
  scene.nodesByDepth[depth]!++;
}

const fateOf = (kind: DecisionKind): Fate =>
  kind === DecisionKind.refused ? 'refused' : kind === DecisionKind.created ? 'waiting' : 'open';

const candidateOf = ({ candidates }: Level, code: number): Candidate | undefined =>
  candidates.findLast((candidate) => candidate.code === code);

export const openCandidate = ({ candidates }: Level): Candidate | undefined =>
  candidates.findLast(({ fate }) => fate === 'open');

/**
 * Returns the candidates of a cell and what happened to each. `possible` lists the candidates before the first
 * decision.
 */
export function narrowedLevel({ levels, ruledOut }: Scene, possible: readonly number[], cell: number): Level {
  const candidates = new Map<number, Candidate>();
  const add = (code: number, why: number, fate: Fate): void =>
    void candidates.set(code, { code, why, fate, solution: false });
  for (const code of possible) add(code, FITS, 'waiting');
  for (const { cell: narrowed, code, why } of ruledOut) {
    if (narrowed !== cell) continue;
    if (ruleOf(why) !== Rule.lastCell) add(code, why, 'refused');
    else for (const other of possible) if (tileOf(other) !== tileOf(code)) add(other, why, 'refused');
  }
  const level = levels.find((each) => each.cell === cell);
  for (const candidate of level?.candidates ?? []) candidates.set(candidate.code, candidate);
  return { cell, candidates: [...candidates.values()] };
}

/** Returns the board of a scene, as the placement code of each cell. */
export function boardOfScene(scene: Scene, cells: number): number[] {
  const board = new Array<number>(cells).fill(-1);
  for (const level of scene.levels) {
    const open = openCandidate(level);
    if (open) board[level.cell] = open.code;
  }
  return board;
}
