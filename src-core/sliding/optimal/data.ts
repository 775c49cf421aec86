/** The data exchanged between the plan and the searches of an optimal run, and their checkpoints. */
import * as v from 'valibot';
import type { CheckpointSchemas } from '../../engine.ts';
import { searchState } from '../patterns/bounded-search.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import type { Work, WorkState } from './rounds.ts';

export interface OptimalData {
  work: Work;
  note: Note;
  news: News;
  planState: PlanState;
  searchState: WorkState;
  /** pattern databases with their kernel; null if there is nothing to search */
  prepared: PreparedPatterns | null;
}

interface Note {
  /** proved lower bound on the length of any solution */
  readonly bound: number;
  /** the solution found, in the puzzle's own tile numbers; null if there is none */
  readonly path: readonly number[] | null;
}

/**
 * The plan's message to the searches. `winner` is the first chunk of this round with a solution. Later chunks can
 * stop, because their results no longer count.
 */
interface News {
  readonly bound: number;
  readonly winner: number;
}

export interface PlanState {
  phase: 'probe' | 'rounds' | 'over';
  /** proved lower bound on the length of any solution */
  bound: number;
  /** number of tasks handed out so far; task 0 is the probe */
  tasks: number;
  /** number of nodes visited by the probe and in finished rounds */
  nodes: number;
  rounds: number;
  nextChunk: number;
  chunks: { nodes: number; over: boolean }[];
  /** the first chunk with a solution */
  winner: number | null;
  path: number[] | null;
  peakDepth: number;
}

const path = v.array(v.number());

export const checkpointSchemas: CheckpointSchemas<OptimalData> = {
  plan: v.strictObject({
    phase: v.picklist(['probe', 'rounds', 'over']),
    bound: v.number(),
    tasks: v.number(),
    nodes: v.number(),
    rounds: v.number(),
    nextChunk: v.number(),
    chunks: v.array(v.strictObject({ nodes: v.number(), over: v.boolean() })),
    winner: v.nullable(v.number()),
    path: v.nullable(path),
    peakDepth: v.number(),
  }),
  work: v.variant('type', [
    v.strictObject({ type: v.literal('probe') }),
    v.strictObject({
      type: v.literal('chunk'),
      bound: v.number(),
      index: v.number(),
      roots: v.array(v.strictObject({ position: path, path, before: v.number() })),
    }),
  ]),
  search: v.strictObject({
    bound: v.number(),
    root: v.number(),
    spent: v.number(),
    owed: v.number(),
    found: v.nullable(path),
    over: v.boolean(),
    search: v.nullable(searchState),
  }),
};
