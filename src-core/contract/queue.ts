import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';
import { RunSettings, RunSummary } from './runs.ts';

const runId = v.strictObject({ runId: id });

/**
 * The queue of runs. The next run starts when no other is active or paused. `run.changed` events report
 * changes.
 */
export const queueMethods = {
  /** `waiting`: in the order in which the runs will start; `stopAt`: see `queue.stopAt` */
  'queue.list': method(
    nothing,
    v.strictObject({
      active: v.array(RunSummary),
      waiting: v.array(RunSummary),
      stopAt: v.nullable(time),
    }),
  ),
  /** Like `runs.start`, but waits for earlier runs; starts immediately if there are none. */
  'queue.start': method(RunSettings, runId),
  /** Like `runs.resume`, but waits for earlier runs. A run that is already waiting moves to the end. */
  'queue.resume': method(runId, nothing),
  /** Moves a waiting run to another position, counted from 0. */
  'queue.move': method(v.strictObject({ ...runId.entries, place: whole }), nothing),
  /**
   * Sets the time at which all active runs stop, with a checkpoint. After that time no waiting run starts until the
   * time is set again, to a later one or to null.
   */
  'queue.stopAt': method(
    v.strictObject({ at: v.nullable(v.pipe(v.string(), v.isoTimestamp('expected a time in UTC'))) }),
    nothing,
  ),
} as const;

export const queueEvents = [
  /** the time at which all runs stop was changed, or has been reached */
  v.strictObject({ type: v.literal('queue.changed') }),
] as const;
