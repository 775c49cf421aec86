import * as v from 'valibot';
import { id, method, whole } from './method.ts';
import { RunSettings } from './runs.ts';

/** Maximum number of parts into which the window can split a run. */
export const MAX_RUN_PARTS = 100;

const SharedFile = v.strictObject({ name: v.pipe(v.string(), v.maxLength(500)), text: v.string() });

/** Splits one run among several computers (docs/guide/cluster.md). */
export const shareMethods = {
  /**
   * Splits a run that hasn't started, and returns a job file for each part. `by` says how it was split: into disjoint
   * parts of one search tree (`prefix`) or into searches with different seeds (`seed`).
   */
  'runs.share': method(
    v.strictObject({ settings: RunSettings, parts: v.pipe(whole, v.minValue(2), v.maxValue(MAX_RUN_PARTS)) }),
    v.strictObject({ by: v.picklist(['prefix', 'seed']), files: v.array(SharedFile) }),
  ),
  /** Merges the result files of a split run and stores them as one run. If files were ignored, `remarks` says why. */
  'runs.merge': method(
    v.strictObject({ files: v.pipe(v.array(SharedFile), v.minLength(1)) }),
    v.strictObject({ runId: id, puzzleId: id, remarks: v.array(v.string()) }),
  ),
} as const;
