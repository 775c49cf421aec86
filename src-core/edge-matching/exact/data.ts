/** The data that an exact search's plan and searches exchange, and their checkpoints. */
import type { Program } from './backtracking/compile.ts';
import type { TreePath } from './backtracking/backtracker.ts';

export interface ExactData {
  work: Work;
  note: Note;
  /** tiles on the fullest board reported so far */
  news: number;
  planState: PlanState;
  searchState: TreePath;
  /** null: searches use the interpreter instead of compiled code */
  prepared: Program | null | undefined;
}

interface Work {
  /** candidates by depth; the task is the subtree below them */
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
  /** for each running task, by id: the share of it that is done, 0 to 1 */
  readonly shares: ReadonlyMap<number, number>;
  readonly totals: Totals;
}
