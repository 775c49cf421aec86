import type { Assets, Engine, EngineData, Plan, Slice, Task } from '../engine.ts';
import type { Job } from '../run/job.ts';

/** No file is kept: what an engine prepares, it prepares again. */
const noAssets: Assets = { read: () => null, write: () => undefined };

/** What an engine builds once before its first task, in one go. */
export function prepare<Data extends EngineData>(
  engine: Engine<Data>,
  job: Job,
  assets: Assets = noAssets,
): Data['prepared'] | undefined {
  const steps = engine.prepare?.(job, assets);
  for (;;) {
    const step = steps?.next();
    if (!step || step.done) return step?.value;
  }
}

/** One slice of a driven job; the plan has taken it in. */
export interface Driven<Data extends EngineData> {
  readonly plan: Plan<Data>;
  readonly task: Task<Data['work']>;
  readonly slice: Slice<Data['note']>;
}

/**
 * A whole job in one thread, one task after the other, without clock, limits or checkpoints: the caller takes
 * slices as long as it likes. Runs that are kept have a Runner (solver-process/runner.ts) instead.
 */
export function* drive<Data extends EngineData>(
  engine: Engine<Data>,
  job: Job,
  options: {
    readonly nodesASlice: number;
    readonly prepared?: Data['prepared'] | undefined;
    /** tasks for which it is false are left out */
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
