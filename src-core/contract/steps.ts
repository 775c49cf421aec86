import * as v from 'valibot';
import { EngineOptions } from '../run/options.ts';
import { id, method, whole } from './method.ts';

const Candidate = v.strictObject({
  code: v.number(),
  why: v.number(),
  fate: v.picklist(['refused', 'waiting', 'open', 'done']),
  solution: v.boolean(),
});

/** `Scene` of transcript.ts. */
const Scene = v.strictObject({
  at: whole,
  levels: v.array(v.strictObject({ cell: whole, candidates: v.array(Candidate) })),
  nodes: whole,
  nodesByDepth: v.array(whole),
  solutions: whole,
  lastSolution: v.nullable(v.array(v.number())),
});

/** Which search is told: everything that determines its transcript. */
export const StepsQuery = v.strictObject({
  puzzleId: id,
  engine: v.string(),
  options: EngineOptions,
  /** stop at the first solution, or go through the whole tree */
  solutions: v.union([v.literal('all'), v.literal(1)]),
});
export type StepsQuery = v.InferOutput<typeof StepsQuery>;

/** The totals of the same search as a run counts them. */
export const StepsTotals = v.strictObject({
  nodes: whole,
  nodesByDepth: v.array(whole),
  solutions: whole,
  /** false: it was cut off, these are the totals so far */
  complete: v.boolean(),
});
export type StepsTotals = v.InferOutput<typeof StepsTotals>;

export const stepsMethods = {
  /** A page of a transcript (transcript.ts); the same query always gives the same pages. */
  'steps.page': method(
    v.strictObject({ query: StepsQuery, page: whole }),
    v.strictObject({
      rule: v.picklist(['created', 'placed']),
      pageSize: whole,
      decisions: v.array(v.number()),
      start: Scene,
      last: v.boolean(),
      /** there is more, but a transcript goes no further */
      cutOff: v.boolean(),
    }),
  ),
  /** Where the next solution after `at` is told: the number of decisions up to and with it. */
  'steps.nextSolution': method(
    v.strictObject({ query: StepsQuery, at: whole }),
    v.strictObject({ at: v.nullable(whole) }),
  ),
  /** Runs the engine itself, so that predictions are judged by a run and not by the transcript. */
  'steps.totals': method(v.strictObject({ query: StepsQuery }), StepsTotals),
} as const;
