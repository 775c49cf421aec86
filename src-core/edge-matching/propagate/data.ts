/** The data exchanged between the plan and the searches of the propagating engine, and their checkpoints. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../engine.ts';
import type { Setup } from './setup.ts';
import type { WalkState } from './walk.ts';
import type { ProgressState } from '../counting/task-progress.ts';

export interface PropagateData {
  work: Work;
  note: null;
  /** number of tiles on the fullest board reported so far */
  news: number;
  planState: PlanState;
  searchState: SearchState;
  /** undefined if the job has not been prepared yet */
  prepared: Setup | undefined;
}

/** A task: the subtree below some decisions. */
export interface Work {
  /** the decisions that lead to the subtree, as pairs of a variable and a bit number in its domain */
  readonly prefix: Int32Array;
  /** failure count of each variable when the task starts: how often the search reached a dead end there */
  readonly fails: Int32Array;
  /** number of nodes spent on the tree per node spent on restarts; used only if one solution is wanted */
  readonly treeTurn: number;
}

export interface Totals {
  nodesByDepth: Float64Array;
  raw: number;
  looks: number;
  rawKept: number;
  looksKept: number;
  deadEnds: number;
  fills: number;
  restartNodes: number;
  restarts: number;
}

export interface PlanState extends ProgressState {
  readonly totals: Totals;
}

export interface SearchState {
  readonly tree: WalkState;
  /**
   * The tree and the restarts take turns, and each has its own failure counts: `fails` belongs to the one taking its
   * turn, `otherFails` to the one waiting.
   */
  readonly fails: Int32Array;
  readonly otherFails: Int32Array;
  /** the current restart (null if there is none), and the number of restarts begun so far */
  readonly restart: WalkState | null;
  readonly restarts: number;
  /** number of nodes left in the current turn */
  readonly left: number;
}

const walkState = v.strictObject({
  path: v.instance(Int32Array),
  variables: v.instance(Int32Array),
  rest: v.instance(Int32Array),
  finished: v.boolean(),
});

export const checkpointSchemas: CheckpointSchemas<PropagateData> = {
  plan: v.strictObject({
    handedOut: v.number(),
    done: v.number(),
    weightDone: v.number(),
    shares: v.map(v.number(), v.number()),
    totals: v.strictObject({
      nodesByDepth: v.instance(Float64Array),
      raw: v.number(),
      looks: v.number(),
      rawKept: v.number(),
      looksKept: v.number(),
      deadEnds: v.number(),
      fills: v.number(),
      restartNodes: v.number(),
      restarts: v.number(),
    }),
  }),
  work: v.strictObject({
    prefix: v.instance(Int32Array),
    fails: v.instance(Int32Array),
    treeTurn: v.number(),
  }),
  search: v.strictObject({
    tree: walkState,
    fails: v.instance(Int32Array),
    otherFails: v.instance(Int32Array),
    restart: v.nullable(walkState),
    restarts: v.number(),
    left: v.number(),
  }),
};
