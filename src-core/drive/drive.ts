import type { Assets, Engine, EngineData, Plan, Slice, Task } from '../engine.ts';
import type { Job } from '../run/job.ts';

/** A store without files, so engines compute what they would otherwise load. */
const noAssets: Assets = { read: () => null, write: () => undefined };

/** Runs an engine's `prepare` and returns its result, or undefined if the engine has no such method. */
export function prepare<Data extends EngineData>(
  engine: Engine<Data>,
  job: Job,
  assets: Assets = noAssets,
): Data['prepared'] | undefined {
  const steps = engine.prepare?.(job, assets);
  return steps && resultOf(steps);
}

/** Runs a generator until it is done, and returns its result. */
export function resultOf<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A finished slice, with its task and its plan. The slice is already included in the plan's totals. */
export interface Driven<Data extends EngineData> {
  readonly plan: Plan<Data>;
  readonly task: Task<Data['work']>;
  readonly slice: Slice<Data['note']>;
}

/**
 * Runs a job in the calling thread, without a clock, limits or checkpoints. Yields after each slice, so that the caller
 * can stop.
 */
export function* drive<Data extends EngineData>(
  engine: Engine<Data>,
  job: Job,
  options: {
    readonly nodesASlice: number;
    readonly prepared?: Data['prepared'] | undefined;
    readonly only?: (task: Task<Data['work']>) => boolean;
  },
): Generator<Driven<Data>, Plan<Data>, void> {
  const prepared = options.prepared ?? prepare(engine, job);
  const plan = engine.plan(job);
  for (let task = plan.next(); task; task = plan.next()) {
    if (options.only?.(task) === false) continue;
    const search = engine.open(job, task, prepared);
    for (let done = false; !done;) {
      const news = plan.news?.();
      if (news !== undefined) search.hear?.(news);
      const slice = search.step(options.nodesASlice);
      plan.absorb(task, slice);
      ({ done } = slice);
      yield { plan, task, slice };
    }
  }
  return plan;
}
