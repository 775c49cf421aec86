import * as v from 'valibot';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { Limits } from './limits.ts';
import { EngineOptions } from './options.ts';
import { HuntStart } from '../puzzle/hunt-start.ts';

/** How many solutions a run looks for, and whether it returns their boards (`boards`). */
export const Wanted = v.strictObject({
  solutions: v.union([v.literal('all'), v.pipe(v.number(), v.integer(), v.minValue(1))]),
  boards: v.boolean(),
});
export type Wanted = Readonly<v.InferOutput<typeof Wanted>>;

/** Maximum number of solver threads of a run. Each thread takes some 30 MB of memory. */
export const MAX_THREADS = 256;

/** Everything that determines a run except the puzzle. */
export const JobSettings = v.strictObject({
  engine: v.string(),
  options: EngineOptions,
  wanted: Wanted,
  limits: Limits,
  seed: v.pipe(v.number(), v.safeInteger()),
  /** total number of solver threads */
  threads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_THREADS)),
  /** the board to start from; absent for an empty board */
  start: v.exactOptional(HuntStart),
});
export type JobSettings = Readonly<v.InferOutput<typeof JobSettings>>;

/**
 * Everything that determines a run. Engines never measure time, but may take the limits into account, for example to
 * choose a beam width.
 */
export interface Job extends JobSettings {
  readonly puzzle: Puzzle;
}

/** Returns how many solutions a search looks for; Infinity for all. */
export const wantedNumber = ({ solutions }: Wanted): number => (solutions === 'all' ? Infinity : solutions);
