/** What the plan of an exact search and its searches hand each other, and what either keeps to go on from. */
import type { Program } from './backtracking/compile.ts';
import type { TreePath } from './backtracking/backtracker.ts';

export interface ExactData {
  work: Work;
  note: Note;
  /** tiles on the fullest board shown so far */
  news: number;
  planState: PlanState;
  searchState: TreePath;
  /** null: the searches are interpreted, not compiled */
  prepared: Program | null | undefined;
}

interface Work {
  /** candidates by depth: the task is the subtree below them */
  readonly prefix: TreePath;
}

interface Note {
  readonly deadEnds: Float64Array;
}

export interface Totals {
  nodesByDepth: Float64Array;
  deadEnds: Float64Array;
  raw: number;
  looks: number;
  rawKept: number;
  looksKept: number;
}

export interface PlanState {
  readonly handedOut: number;
  readonly done: number;
  readonly weightDone: number;
  /** by task out: the share of it that is done */
  readonly shares: ReadonlyMap<number, number>;
  readonly totals: Totals;
}
