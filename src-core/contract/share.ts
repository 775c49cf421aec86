import * as v from 'valibot';
import { id, method, whole } from './method.ts';
import { RunSettings } from './runs.ts';

/** Maximum number of parts of a run in the window */
export const MAX_SHARES = 100;

const SharedFile = v.strictObject({ name: v.pipe(v.string(), v.maxLength(500)), text: v.string() });

/** One run on several computers (docs/guide/cluster.md). */
export const shareMethods = {
  /**
   * Returns a job file for each part of a run that has not started. `by`: parts are disjoint parts of one search tree
   * (`prefix`), or searches with different seeds (`seed`).
   */
  'runs.share': method(
    v.strictObject({ settings: RunSettings, parts: v.pipe(whole, v.minValue(2), v.maxValue(MAX_SHARES)) }),
    v.strictObject({ by: v.picklist(['prefix', 'seed']), files: v.array(SharedFile) }),
  ),
  /** Merges results of the parts of a run, and stores them as one run. `remarks`: sentences about ignored files. */
  'runs.merge': method(
    v.strictObject({ files: v.pipe(v.array(SharedFile), v.minLength(1)) }),
    v.strictObject({ runId: id, puzzleId: id, remarks: v.array(v.string()) }),
  ),
} as const;
