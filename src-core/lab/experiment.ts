/** An experiment: which engines are set to which puzzles, how often and how long; and what came of it. */
import * as v from 'valibot';
import { Puzzle, PuzzleName } from '../puzzle/puzzle.ts';
import { Limits } from '../run/limits.ts';
import { EngineOptions } from '../run/options.ts';
import { RecipeShape } from '../run/recipe.ts';

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** One puzzle for all trials, or a fresh one for each: its seed is the trial's. */
export const LabPuzzle = v.strictObject({
  name: PuzzleName,
  source: v.union([
    v.strictObject({ kind: v.literal('puzzle'), puzzle: Puzzle }),
    v.strictObject({ kind: v.literal('recipe'), recipe: RecipeShape }),
  ]),
  /** where this puzzle stands in a series (the n of n × n); charts put it there */
  size: v.optional(v.number()),
  /** limits of this puzzle alone, instead of the plan's */
  limits: v.optional(Limits),
});
export type LabPuzzle = v.InferOutput<typeof LabPuzzle>;

/** An engine with its options, under the name it has in tables. */
export const LabSetup = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  engine: v.string(),
  options: EngineOptions,
});
export type LabSetup = v.InferOutput<typeof LabSetup>;

export const LabPlan = v.strictObject({
  puzzles: v.pipe(v.array(LabPuzzle), v.minLength(1), v.maxLength(200)),
  setups: v.pipe(v.array(LabSetup), v.minLength(1), v.maxLength(20)),
  /** trials of each setup on each puzzle; trial i has the seed firstSeed + i */
  trials: count(10_000),
  firstSeed: v.pipe(v.number(), v.safeInteger()),
  wanted: v.union([v.literal('all'), count(1_000_000)]),
  limits: Limits,
  threads: count(256),
  /** a published text whose figures, or whose questions, the report lays beside ours */
  published: v.optional(v.picklist(['rows-trials', 'backtracking-questions'])),
});
export type LabPlan = v.InferOutput<typeof LabPlan>;

/** What one trial came to. Figures that make no sense for its engine are null. */
export const Trial = v.strictObject({
  /** from 0, in the order in which they are run */
  number: v.pipe(v.number(), v.integer(), v.minValue(0)),
  puzzle: v.string(),
  size: v.nullable(v.number()),
  setup: v.string(),
  seed: v.number(),
  status: v.picklist(['solved', 'exhausted', 'limit', 'stopped', 'failed']),
  message: v.string(),
  elapsedMs: v.number(),
  /** when the best board was found */
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
  /** most memory its process held, in bytes, Node itself included */
  memoryBytes: v.nullable(v.number()),
  /** processor time of its process and of what that started, as the system counts it, the start included; null in older tables */
  cpuMs: v.optional(v.nullable(v.number()), null),
});
export type Trial = v.InferOutput<typeof Trial>;

/** A trial to be run. */
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
 * Trial `number` of a plan. All setups meet all puzzles before the next seed: what disturbs the machine
 * for a while disturbs all of them, and a table of half the trials is a fair one.
 */
export function trialTask(plan: LabPlan, number: number): TrialTask {
  const { setups, puzzles } = plan;
  const setup = setups[number % setups.length]!;
  const puzzle = puzzles[Math.floor(number / setups.length) % puzzles.length]!;
  const round = Math.floor(number / (setups.length * puzzles.length));
  return { number, puzzle, setup, seed: plan.firstSeed + round, limits: puzzle.limits ?? plan.limits };
}
