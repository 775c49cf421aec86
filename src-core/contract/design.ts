import * as v from 'valibot';
import { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { Estimate } from '../run/estimate.ts';
import { EngineOptions } from '../run/options.ts';
import { Recipe, RecipeShape } from '../run/recipe.ts';
import { board, id, method, nothing, whole } from './method.ts';

/** A long task that runs on a background worker. */
export const DesignTask = v.variant('kind', [
  /** finds up to `limit` solutions that look different; `fixed`: a board that every solution must contain */
  v.strictObject({
    kind: v.literal('count'),
    puzzle: EdgePuzzle,
    limit: v.pipe(whole, v.minValue(1), v.maxValue(1000)),
    fixed: v.optional(board),
  }),
  /**
   * finds the smallest edits to a puzzle. `repair` makes the puzzle solvable. `relabel` and `rearrange` leave exactly
   * one solution.
   */
  v.strictObject({
    kind: v.literal('edits'),
    puzzle: EdgePuzzle,
    edits: v.picklist(['relabel', 'rearrange', 'repair']),
  }),
  /** makes a random puzzle; with `unique`, one with exactly one solution */
  v.strictObject({ kind: v.literal('generate'), recipe: Recipe, unique: v.boolean() }),
  /**
   * estimates the size of a search. The first estimates are rough; the last one is made with `probes` probes. `first`:
   * true if the search ends at the first solution, which affects the automatic choice of an engine
   */
  v.strictObject({
    kind: v.literal('estimate'),
    puzzle: Puzzle,
    engine: v.string(),
    options: EngineOptions,
    first: v.exactOptional(v.boolean()),
    seed: v.pipe(v.number(), v.safeInteger()),
    probes: v.pipe(whole, v.minValue(1), v.maxValue(100_000)),
  }),
]);
export type DesignTask = v.InferOutput<typeof DesignTask>;

export const EditProposal = v.strictObject({
  tiles: v.array(v.strictObject({ tile: whole, edges: v.array(whole), back: v.optional(v.array(whole)) })),
  /** number of edge labels that change */
  changed: whole,
  solution: board,
});
export type EditProposal = v.InferOutput<typeof EditProposal>;

export const DesignResult = v.variant('kind', [
  v.strictObject({
    kind: v.literal('count'),
    /** number of solutions found so far that look different */
    found: whole,
    /** the first two solutions found that look different */
    looks: v.pipe(v.array(board), v.maxLength(2)),
    /**
     * cells in which the two boards of `looks` differ. The second board is rotated first, so that as few cells as
     * possible differ.
     */
    differing: v.array(whole),
    nodes: v.number(),
  }),
  v.strictObject({
    kind: v.literal('edits'),
    proposals: v.array(EditProposal),
    /** true if all smaller changes were tried and failed */
    smallest: v.boolean(),
    /** true if there are too many solutions to try edits */
    tooMany: v.boolean(),
    tried: whole,
  }),
  v.strictObject({
    kind: v.literal('generate'),
    /** null until a puzzle is found */
    puzzle: v.nullable(EdgePuzzle),
    tried: whole,
  }),
  v.strictObject({ kind: v.literal('estimate'), estimate: Estimate }),
]);
export type DesignResult = v.InferOutput<typeof DesignResult>;

export const PlayPlan = v.strictObject({
  /** moves in Hoglan's notation: SWAP(1,6), ROTATE(3), FLIP(3); cells are counted from 0 */
  operations: v.array(
    v.strictObject({ type: v.picklist(['swap', 'rotate', 'flip']), cell: whole, other: v.optional(whole) }),
  ),
  swaps: whole,
  rotations: whole,
  flips: whole,
  /** true if no shorter plan exists */
  shortest: v.boolean(),
});
export type PlayPlan = v.InferOutput<typeof PlayPlan>;

const job = v.strictObject({ job: id });

export const designMethods = {
  /** Starts a task. Its progress is sent as `design.progress` events. */
  'design.start': method(DesignTask, job),
  'design.stop': method(job, nothing),
  /**
   * Returns what a random puzzle with these settings would be like: its numbers of labels, and the expected numbers of
   * solutions and search nodes. Replies at once, without a background task.
   */
  'design.expect': method(
    RecipeShape,
    v.strictObject({ frameLabels: whole, innerLabels: whole, solutions: v.number(), nodes: v.number() }),
  ),
  /**
   * Returns the swaps and rotations that turn the start arrangement (or `start`) into a board. `cellByCell` is Hoglan's
   * method: for each cell in order, swap the right tile in and rotate it. `shortest` is the plan with the fewest moves
   * that was found.
   */
  'design.plan': method(
    v.strictObject({ puzzle: EdgePuzzle, board, start: v.optional(board) }),
    v.strictObject({ cellByCell: PlayPlan, shortest: PlayPlan }),
  ),
} as const;

export const designEvents = [
  /** sent at most 10 times a second for each job, and at its end with `done` */
  v.strictObject({
    type: v.literal('design.progress'),
    job: id,
    done: v.boolean(),
    /** error message; empty if the task did not fail */
    error: v.string(),
    result: v.nullable(DesignResult),
  }),
] as const;
