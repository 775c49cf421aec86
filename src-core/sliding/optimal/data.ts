/** The data that an optimal search's plan and searches exchange, and their checkpoints. */
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
  /** databases and compiled kernel; null if there is nothing to search */
  prepared: PreparedPatterns | null;
}

/** Facts that a slice reports to the plan in addition to the fields of every `Slice`. */
interface Note {
  /** lower bound proved by this task: no solution has fewer moves */
  readonly bound: number;
  /** the solution, in the puzzle's own tile numbers; null if not found yet */
  readonly path: readonly number[] | null;
}

/**
 * The plan tells the searches which chunk of this round is the first with a solution. Searches of later chunks can
 * stop, because their results don't count.
 */
interface News {
  readonly bound: number;
  readonly winner: number;
}

export interface PlanState {
  phase: 'probe' | 'rounds' | 'over';
  /** proved lower bound: no solution has fewer moves */
  bound: number;
  /** tasks handed out so far; the probe is task 0 */
  tasks: number;
  /** nodes of the probe and of the finished rounds */
  nodes: number;
  rounds: number;
  nextChunk: number;
  chunks: { nodes: number; over: boolean }[];
  /** the first chunk with a solution; null if none has one */
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
