import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';
import { RunSettings, RunSummary } from './runs.ts';

const runId = v.strictObject({ runId: id });

/**
 * The queue of runs. The next run starts when no other run is active or paused. Changes are reported as `run.changed`
 * events.
 */
export const queueMethods = {
  /**
   * `waiting`: the waiting runs, in the order in which they will start. `stopAt`: the time set by the request
   * `queue.stopAt`.
   */
  'queue.list': method(
    nothing,
    v.strictObject({
      active: v.array(RunSummary),
      waiting: v.array(RunSummary),
      stopAt: v.nullable(time),
    }),
  ),
  /** Like `runs.start`, but the run waits for earlier runs, if there are any. */
  'queue.start': method(RunSettings, runId),
  /**
   * Like `runs.resume`, but the run waits for earlier runs. If it is already waiting, it moves to the end of the queue.
   */
  'queue.resume': method(runId, nothing),
  /** Moves a waiting run to another position, counted from 0. */
  'queue.move': method(v.strictObject({ ...runId.entries, place: whole }), nothing),
  /**
   * Sets the time at which all active runs stop, with a checkpoint. After that time, waiting runs don't start until a
   * later time or null is set.
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
