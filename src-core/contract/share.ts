import * as v from 'valibot';
import { id, method, whole } from './method.ts';
import { RunSettings } from './runs.ts';

/** Maximum number of parts into which the window can divide a run. The command line can make more. */
export const MAX_SHARES = 100;

const SharedFile = v.strictObject({ name: v.pipe(v.string(), v.maxLength(500)), text: v.string() });

/** One run on several computers: docs/guide/cluster.md. */
export const shareMethods = {
  /**
   * Divides a run that has not started. Returns a job file for each part. `by` says what the parts are: disjoint parts
   * of one search tree (`prefix`), or the same search with different seeds (`seed`).
   */
  'runs.share': method(
    v.strictObject({ settings: RunSettings, parts: v.pipe(whole, v.minValue(2), v.maxValue(MAX_SHARES)) }),
    v.strictObject({ by: v.picklist(['prefix', 'seed']), files: v.array(SharedFile) }),
  ),
  /**
   * Merges the results of the parts of a run, and stores them as one run. `remarks`: sentences that say which files
   * were ignored.
   */
  'runs.merge': method(
    v.strictObject({ files: v.pipe(v.array(SharedFile), v.minLength(1)) }),
    v.strictObject({ runId: id, puzzleId: id, remarks: v.array(v.string()) }),
  ),
} as const;
