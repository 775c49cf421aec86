import * as v from 'valibot';
import { id, method, nothing, time, whole } from './method.ts';
import { RunSettings, RunSummary } from './runs.ts';

const runId = v.strictObject({ runId: id });

/**
 * The queue of runs. The next one starts when no run is active or paused. Changes are reported in `run.changed`
 * events.
 */
export const queueMethods = {
  /** Returns the active runs, the waiting runs (next one first), and the time set with `queue.stopAt`. */
  'queue.list': method(
    nothing,
    v.strictObject({
      active: v.array(RunSummary),
      waiting: v.array(RunSummary),
      stopAt: v.nullable(time),
    }),
  ),
  /** Like `runs.start`, but waits until the runs before it have ended. */
  'queue.start': method(RunSettings, runId),
  /**
   * Like `runs.resume`, but waits until the runs before it have ended. If the run is already waiting, it moves to the
   * end of the queue.
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
  /** the stop time was changed or has been reached */
  v.strictObject({ type: v.literal('queue.changed') }),
] as const;
