import * as v from 'valibot';
import { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { Estimate } from '../run/estimate.ts';
import { EngineOptions } from '../run/options.ts';
import { Recipe, RecipeShape } from '../run/recipe.ts';
import { board, id, method, nothing, whole } from './method.ts';

/** A long task for a background worker. */
export const DesignTask = v.variant('kind', [
  /** finds up to `limit` solutions that look different and contain the tiles placed on the board `fixed` */
  v.strictObject({
    kind: v.literal('count'),
    puzzle: EdgePuzzle,
    limit: v.pipe(whole, v.minValue(1), v.maxValue(1000)),
    fixed: v.optional(board),
  }),
  /**
   * finds the smallest edits that give a puzzle a solution (`repair`) or exactly one solution (`relabel`, `rearrange`)
   */
  v.strictObject({
    kind: v.literal('edits'),
    puzzle: EdgePuzzle,
    edits: v.picklist(['relabel', 'rearrange', 'repair']),
  }),
  /** makes a random puzzle, which has exactly one solution if `unique` is true */
  v.strictObject({ kind: v.literal('generate'), recipe: Recipe, unique: v.boolean() }),
  /**
   * estimates the size of a search, first roughly and then with the given number of `probes`; `first`: whether the
   * search should end at the first solution, which affects the automatic choice of an engine
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
  /** number of changed edge labels */
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
    /** cells where the two boards still differ after aligning the second with the first */
    differing: v.array(whole),
    nodes: v.number(),
  }),
  v.strictObject({
    kind: v.literal('edits'),
    proposals: v.array(EditProposal),
    /** true if it was proved that no smaller change gives the desired result */
    smallest: v.boolean(),
    /** true if there are too many solutions to try any edits */
    tooMany: v.boolean(),
    tried: whole,
  }),
  v.strictObject({
    kind: v.literal('generate'),
    /** the puzzle that was made; null if there is none yet */
    puzzle: v.nullable(EdgePuzzle),
    tried: whole,
  }),
  v.strictObject({ kind: v.literal('estimate'), estimate: Estimate }),
]);
export type DesignResult = v.InferOutput<typeof DesignResult>;

export const PlayPlan = v.strictObject({
  /** the moves in Hoglan's notation, such as SWAP(1,6), ROTATE(3) and FLIP(3); cells are numbered from 0 */
  operations: v.array(
    v.strictObject({ type: v.picklist(['swap', 'rotate', 'flip']), cell: whole, other: v.optional(whole) }),
  ),
  swaps: whole,
  rotations: whole,
  flips: whole,
  shortest: v.boolean(),
});
export type PlayPlan = v.InferOutput<typeof PlayPlan>;

const job = v.strictObject({ job: id });

export const designMethods = {
  /** Starts a task, which then reports its progress in `design.progress` events. */
  'design.start': method(DesignTask, job),
  'design.stop': method(job, nothing),
  /**
   * Returns how many labels a recipe's puzzles have, and their expected numbers of solutions and search nodes. Nothing
   * is searched, so the reply is immediate.
   */
  'design.expect': method(
    RecipeShape,
    v.strictObject({ frameLabels: whole, innerLabels: whole, solutions: v.number(), nodes: v.number() }),
  ),
  /**
   * Returns two lists of moves that turn `start` (default: the start arrangement) into `board`. `cellByCell` follows
   * Hoglan's method: for each cell in turn, swap in the correct tile, then rotate it. `shortest` is the shortest list
   * found.
   */
  'design.plan': method(
    v.strictObject({ puzzle: EdgePuzzle, board, start: v.optional(board) }),
    v.strictObject({ cellByCell: PlayPlan, shortest: PlayPlan }),
  ),
} as const;

export const designEvents = [
  /** progress of a task, sent at most 10 times a second, and once more when the task ends */
  v.strictObject({
    type: v.literal('design.progress'),
    job: id,
    done: v.boolean(),
    /** why the task failed; empty if it didn't */
    error: v.string(),
    result: v.nullable(DesignResult),
  }),
] as const;
