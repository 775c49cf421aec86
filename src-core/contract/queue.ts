import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';
import { RunSettings, RunSummary } from './runs.ts';

const runId = v.strictObject({ runId: id });

/**
 * The queue of runs. The next run starts when no run is active or paused. Changes are reported as `run.changed` events.
 */
export const queueMethods = {
  /** Returns the active runs, the waiting runs (the next one first), and the time set by `queue.stopAt`. */
  'queue.list': method(
    nothing,
    v.strictObject({
      active: v.array(RunSummary),
      waiting: v.array(RunSummary),
      stopAt: v.nullable(time),
    }),
  ),
  /** Like `runs.start`, but the run waits until the runs before it have ended. */
  'queue.start': method(RunSettings, runId),
  /**
   * Like `runs.resume`, but the run waits until the runs before it have ended. A run that is waiting already moves to
   * the end of the queue.
   */
  'queue.resume': method(runId, nothing),
  /** Moves a waiting run to another place in the queue. The first place is 0. */
  'queue.move': method(v.strictObject({ ...runId.entries, place: whole }), nothing),
  /**
   * Sets the time at which all running runs save a checkpoint, stop and go to the front of the queue. Paused runs stay
   * paused. After this time, no waiting run starts until the stop time is changed to a later time or to null.
   */
  'queue.stopAt': method(
    v.strictObject({ at: v.nullable(v.pipe(v.string(), v.isoTimestamp('expected a time in UTC'))) }),
    nothing,
  ),
} as const;

export const queueEvents = [
  /** the stop time was changed, or has been reached */
  v.strictObject({ type: v.literal('queue.changed') }),
] as const;
