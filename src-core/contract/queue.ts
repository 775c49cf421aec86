import * as v from 'valibot';
import { id, method, nothing, whole } from './method.ts';
import { RunSettings, RunSummary } from './runs.ts';

const runId = v.strictObject({ runId: id });

/** Runs that wait: one after the other, each when no run is under way or paused. `run.changed` tells of changes. */
export const queueMethods = {
  /** `waiting`: the next one first */
  'queue.list': method(
    nothing,
    v.strictObject({ active: v.array(RunSummary), waiting: v.array(RunSummary) }),
  ),
  /** As `runs.start`, but after the runs before it; at once when there are none. */
  'queue.start': method(RunSettings, runId),
  /** As `runs.resume`, but after the runs before it. One that waits already goes to the end. */
  'queue.resume': method(runId, nothing),
  /** Moves a run that waits; places count from 0. */
  'queue.move': method(v.strictObject({ ...runId.entries, place: whole }), nothing),
} as const;
