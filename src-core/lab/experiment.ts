/** An experiment: which engines run on which puzzles, how often and for how long, and the results of their trials. */
import * as v from 'valibot';
import { Puzzle, PuzzleName } from '../puzzle/puzzle.ts';
import { Limits } from '../run/limits.ts';
import { EngineOptions } from '../run/options.ts';
import { RecipeShape } from '../run/recipe.ts';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** A puzzle for all trials, or a recipe for a new puzzle in each trial. */
export const LabPuzzle = v.strictObject({
  name: PuzzleName,
  source: v.union([
    v.strictObject({ kind: v.literal('puzzle'), puzzle: Puzzle }),
    v.strictObject({ kind: v.literal('recipe'), recipe: RecipeShape }),
  ]),
  /** the puzzle's position on a chart's axis, such as the n of an n × n puzzle */
  size: v.optional(v.number()),
  /** limits for this puzzle, instead of the plan's */
  limits: v.optional(Limits),
});
export type LabPuzzle = v.InferOutput<typeof LabPuzzle>;

/** An engine with options. `name` is the setup's name in tables. */
export const LabSetup = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  engine: v.string(),
  options: EngineOptions,
});
export type LabSetup = v.InferOutput<typeof LabSetup>;

export const LabPlan = v.strictObject({
  puzzles: v.pipe(v.array(LabPuzzle), v.minLength(1), v.maxLength(200)),
  setups: v.pipe(v.array(LabSetup), v.minLength(1), v.maxLength(20)),
  /** trials of each setup on each puzzle; trial i has seed firstSeed + i */
  trials: count(10_000),
  firstSeed: v.pipe(v.number(), v.safeInteger()),
  wanted: v.union([v.literal('all'), count(1_000_000)]),
  limits: Limits,
  threads: count(256),
  /** the publication to compare with */
  published: v.optional(v.picklist(['rows-trials', 'backtracking-questions'])),
});
export type LabPlan = v.InferOutput<typeof LabPlan>;

/** The result of a trial. Values that don't apply to its engine are null. */
export const Trial = v.strictObject({
  /** number of the trial in running order, counted from 0 */
  number: v.pipe(v.number(), v.integer(), v.minValue(0)),
  puzzle: v.string(),
  size: v.nullable(v.number()),
  setup: v.string(),
  seed: v.number(),
  status: v.picklist(['solved', 'exhausted', 'limit', 'stopped', 'failed']),
  message: v.string(),
  elapsedMs: v.number(),
  /** milliseconds until the best board was found */
  bestAfterMs: v.nullable(v.number()),
  nodes: v.number(),
  nodesPerSecond: v.number(),
  iterations: v.nullable(v.number()),
  iterationsPerSecond: v.nullable(v.number()),
  placed: v.number(),
  cells: v.number(),
  matched: v.number(),
  edges: v.number(),
  raw: v.number(),
  unique: v.number(),
  /** peak memory of the trial's process, including Node.js itself */
  memoryBytes: v.nullable(v.number()),
  /** processor time of the trial's process and its child processes, including startup; null in older tables */
  cpuMs: v.optional(v.nullable(v.number()), null),
});
export type Trial = v.InferOutput<typeof Trial>;

export interface TrialTask {
  readonly number: number;
  readonly puzzle: LabPuzzle;
  readonly setup: LabSetup;
  readonly seed: number;
  readonly limits: v.InferOutput<typeof Limits>;
}

export const trialCount = ({ puzzles, setups, trials }: LabPlan): number =>
  puzzles.length * setups.length * trials;

/**
 * Returns trial `number` of a plan. All setups run on all puzzles with one seed before the next seed starts. That way,
 * disturbances affect all setups equally, and an unfinished table is fair.
 */
export function trialTask(plan: LabPlan, number: number): TrialTask {
  const { setups, puzzles } = plan;
  const setup = setups[number % setups.length]!;
  const puzzle = puzzles[Math.floor(number / setups.length) % puzzles.length]!;
  const round = Math.floor(number / (setups.length * puzzles.length));
  return { number, puzzle, setup, seed: plan.firstSeed + round, limits: puzzle.limits ?? plan.limits };
}
