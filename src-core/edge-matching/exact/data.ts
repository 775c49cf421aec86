/** The data exchanged between the plan and the searches of the exact engine, and their checkpoints. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../engine.ts';
import type { Program } from './backtracking/compile.ts';
import type { TreePath } from './backtracking/backtracker.ts';
import type { ProgressState } from '../counting/task-progress.ts';

export interface ExactData {
  work: Work;
  note: Note;
  /** number of tiles on the fullest board reported so far */
  news: number;
  planState: PlanState;
  searchState: TreePath;
  /** compiled tree; null if searches use the interpreter instead */
  prepared: Program | null | undefined;
}

interface Work {
  /** candidates that lead to the task's subtree, one per depth */
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

export interface PlanState extends ProgressState {
  readonly totals: Totals;
}

const treePath = v.instance(Int32Array);

export const checkpointSchemas: CheckpointSchemas<ExactData> = {
  plan: v.strictObject({
    handedOut: v.number(),
    done: v.number(),
    weightDone: v.number(),
    shares: v.map(v.number(), v.number()),
    totals: v.strictObject({
      nodesByDepth: v.instance(Float64Array),
      deadEnds: v.instance(Float64Array),
      raw: v.number(),
      looks: v.number(),
      rawKept: v.number(),
      looksKept: v.number(),
    }),
  }),
  work: v.strictObject({ prefix: treePath }),
  search: treePath,
};
