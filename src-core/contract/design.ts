import * as v from 'valibot';
import { EdgePuzzle, Puzzle } from '../puzzle/puzzle.ts';
import { Estimate } from '../run/estimate.ts';
import { EngineOptions } from '../run/options.ts';
import { Recipe, RecipeShape } from '../run/recipe.ts';
import { board, id, method, nothing, whole } from './method.ts';

/** Work that takes a while and is done beside the application. */
export const DesignTask = v.variant('kind', [
  /** finds solutions that look different, up to `limit`; `fixed`: only those that keep this board */
  v.strictObject({
    kind: v.literal('count'),
    puzzle: EdgePuzzle,
    limit: v.pipe(whole, v.minValue(1), v.maxValue(1000)),
    fixed: v.optional(board),
  }),
  /** looks for the smallest edits that leave exactly one solution */
  v.strictObject({
    kind: v.literal('edits'),
    puzzle: EdgePuzzle,
    edits: v.picklist(['relabel', 'rearrange']),
  }),
  /** makes a random puzzle; with `unique`, one with exactly one solution */
  v.strictObject({ kind: v.literal('generate'), recipe: Recipe, unique: v.boolean() }),
  /** says how large a search will be, at first by few probes and in the end by `probes` of them */
  v.strictObject({
    kind: v.literal('estimate'),
    puzzle: Puzzle,
    engine: v.string(),
    options: EngineOptions,
    seed: v.pipe(v.number(), v.safeInteger()),
    probes: v.pipe(whole, v.minValue(1), v.maxValue(100_000)),
  }),
]);
export type DesignTask = v.InferOutput<typeof DesignTask>;

export const EditProposal = v.strictObject({
  tiles: v.array(v.strictObject({ tile: whole, edges: v.array(whole), back: v.optional(v.array(whole)) })),
  /** edge labels that change */
  changed: whole,
  solution: board,
});
export type EditProposal = v.InferOutput<typeof EditProposal>;

export const DesignResult = v.variant('kind', [
  v.strictObject({
    kind: v.literal('count'),
    /** one board for each look found so far */
    looks: v.array(board),
    /** cells in which the first two differ; the second is given turned so that they are fewest */
    differing: v.array(whole),
    nodes: v.number(),
  }),
  v.strictObject({
    kind: v.literal('edits'),
    proposals: v.array(EditProposal),
    /** all smaller changes were tried and fail */
    smallest: v.boolean(),
    tried: whole,
  }),
  v.strictObject({
    kind: v.literal('generate'),
    /** null until it is made, and when none was found */
    puzzle: v.nullable(EdgePuzzle),
    tried: whole,
  }),
  v.strictObject({ kind: v.literal('estimate'), estimate: Estimate }),
]);
export type DesignResult = v.InferOutput<typeof DesignResult>;

export const PlayPlan = v.strictObject({
  /** in Hoglan's words: SWAP(1,6), ROTATE(3), FLIP(3); cells count from 0 */
  operations: v.array(
    v.strictObject({ type: v.picklist(['swap', 'rotate', 'flip']), cell: whole, other: v.optional(whole) }),
  ),
  swaps: whole,
  rotations: whole,
  flips: whole,
  /** proven that none is shorter */
  shortest: v.boolean(),
});
export type PlayPlan = v.InferOutput<typeof PlayPlan>;

const job = v.strictObject({ job: id });

export const designMethods = {
  /** Begins a task; what becomes of it is told by `design.progress`. */
  'design.start': method(DesignTask, job),
  'design.stop': method(job, nothing),
  /** What chance lets expect of a recipe, at once. */
  'design.expect': method(
    RecipeShape,
    v.strictObject({ frameLabels: whole, innerLabels: whole, solutions: v.number(), nodes: v.number() }),
  ),
  /** The moves by hand from the start arrangement (or `start`) to a board: Hoglan's own list and a shortest one. */
  'design.plan': method(
    v.strictObject({ puzzle: EdgePuzzle, board, start: v.optional(board) }),
    v.strictObject({ cellByCell: PlayPlan, shortest: PlayPlan }),
  ),
} as const;

export const designEvents = [
  /** at most 10 a second and job, and once with `done` */
  v.strictObject({
    type: v.literal('design.progress'),
    job: id,
    done: v.boolean(),
    /** why it failed; empty otherwise */
    error: v.string(),
    result: v.nullable(DesignResult),
  }),
] as const;
