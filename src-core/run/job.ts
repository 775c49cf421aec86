import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { EngineOptions } from './options.ts';

/** How many solutions end the run, and whether their boards are wanted or only their number. */
export const Wanted = v.strictObject({
  solutions: v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(1))]),
  boards: v.boolean(),
});
export type Wanted = Readonly<v.InferOutput<typeof Wanted>>;

/** All that determines a run, but its puzzle. */
export const JobSettings = v.strictObject({
  engine: v.string(),
  options: EngineOptions,
  wanted: Wanted,
  limits: Limits,
  seed: v.pipe(v.number(), v.safeInteger()),
  /** total solver threads */
  threads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)),
});
export type JobSettings = Readonly<v.InferOutput<typeof JobSettings>>;

/** All that determines a run. Limits are the runner's to keep; engines may size themselves by them, never measure time. */
export interface Job extends JobSettings {
  readonly puzzle: Puzzle;
}

/** How many solutions end a search. */
export const wantedNumber = ({ solutions }: Wanted): number => (solutions === 'all' ? Infinity : solutions);
