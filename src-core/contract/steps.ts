import * as v from 'valibot';
import { EngineOptions } from '../run/options.ts';
import { id, method, whole } from './method.ts';

const Candidate = v.strictObject({
  code: v.number(),
  why: v.number(),
  fate: v.picklist(['refused', 'waiting', 'open', 'done']),
  solution: v.boolean(),
});

const Scene = v.strictObject({
  at: whole,
  levels: v.array(v.strictObject({ cell: whole, candidates: v.array(Candidate) })),
  ruledOut: v.array(v.strictObject({ cell: whole, code: v.number(), why: v.number(), depth: whole })),
  nodes: whole,
  nodesByDepth: v.array(whole),
  solutions: whole,
  lastSolution: v.nullable(v.array(v.number())),
});

/** The settings that determine the transcript of a search in the step view. */
export const StepsQuery = v.strictObject({
  puzzleId: id,
  engine: v.string(),
  options: EngineOptions,
  /** when the search ends: after the whole tree (`all`) or at the first solution (1) */
  solutions: v.union([v.literal('all'), v.literal(1)]),
});
export type StepsQuery = v.InferOutput<typeof StepsQuery>;

/** The totals that the engine reaches when it runs normally, outside of the step view. */
export const StepsTotals = v.strictObject({
  nodes: whole,
  nodesByDepth: v.array(whole),
  solutions: whole,
  /** false if the search was ended early */
  complete: v.boolean(),
});
export type StepsTotals = v.InferOutput<typeof StepsTotals>;

export const stepsMethods = {
  /** Returns a page of a transcript (edge-matching/steps/transcript.ts). Equal queries return equal pages. */
  'steps.page': method(
    v.strictObject({ query: StepsQuery, page: whole }),
    v.strictObject({
      rule: v.picklist(['created', 'placed']),
      pageSize: whole,
      decisions: v.array(v.number()),
      start: Scene,
      /**
       * each cell's candidates before the first decision; null on every page except the first, and for engines that
       * rule out candidates only by trying them
       */
      possible: v.nullable(v.array(v.array(v.number()))),
      last: v.boolean(),
      /** true if the transcript was cut off at its maximum length */
      cutOff: v.boolean(),
    }),
  ),
  /**
   * Returns the position of the first solution after position `at`; null if there is none. Position 100 is the state
   * after the first 100 decisions.
   */
  'steps.nextSolution': method(
    v.strictObject({ query: StepsQuery, at: whole }),
    v.strictObject({ at: v.nullable(whole) }),
  ),
  /** Returns the totals of the search, for comparison with the user's predictions. */
  'steps.totals': method(v.strictObject({ query: StepsQuery }), StepsTotals),
} as const;
