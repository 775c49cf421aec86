/**
 * Splits a run among several machines, if the engine's tasks are fixed before the run. Part p of n works on every n-th
 * task. Results are stored by task, so their totals are exactly those of a run in one piece.
 */
import * as v from 'valibot';
import type { CheckpointSchemas, Engine, EngineData, Job, Plan, Slice, Task } from './engine.ts';

export interface Part {
  /** number of the part, counted from 0 */
  readonly number: number;
  readonly of: number;
}

/** The totals of a finished task, summed over all of its slices. */
export interface TaskResult {
  readonly id: number;
  readonly nodes: number;
  readonly nodesByDepth: Float64Array | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly note: unknown;
}

interface PartData extends EngineData {
  planState: PartCheckpoint;
}

interface PartCheckpoint {
  readonly inner: unknown;
  readonly out: readonly TaskResult[];
  readonly done: readonly TaskResult[];
  readonly handedOut: number;
  readonly exhausted: boolean;
}

/** The plan of one part of a run. It skips the tasks of the other parts. */
export class PartPlan implements Plan<PartData> {
  readonly #plan: Plan;
  readonly #part: Part;
  /** results so far of the unfinished tasks */
  readonly #out: Map<number, TaskResult>;
  readonly #done: TaskResult[];
  #handedOut: number;
  #exhausted: boolean;

  constructor(engine: Engine, job: Job, part: Part, checkpoint?: PartCheckpoint) {
    this.#plan = engine.plan(job, checkpoint?.inner);
    this.#part = part;
    this.#out = new Map(checkpoint?.out.map((result) => [result.id, result]));
    this.#done = [...(checkpoint?.done ?? [])];
    this.#handedOut = checkpoint?.handedOut ?? 0;
    this.#exhausted = checkpoint?.exhausted ?? false;
  }

  next(): Task | null {
    for (;;) {
      const task = this.#plan.next();
      if (!task) {
        this.#exhausted = true;
        return null;
      }
      if (this.#handedOut++ % this.#part.of !== this.#part.number) continue;
      this.#out.set(task.id, { id: task.id, nodes: 0, nodesByDepth: null, counts: {}, note: undefined });
      return task;
    }
  }

  absorb(task: Task, slice: Slice): void {
    this.#plan.absorb(task, slice);
    const sum = added(this.#out.get(task.id)!, slice);
    if (slice.done) {
      this.#out.delete(task.id);
      this.#done.push(sum);
    } else this.#out.set(task.id, sum);
  }

  news(): unknown {
    return this.#plan.news?.();
  }

  get finished(): boolean {
    return this.#exhausted && this.#out.size === 0;
  }

  /** Returns the totals, including the nodes that the engine's plan searched to split the work. */
  tally(): ReturnType<Plan['tally']> {
    return { ...this.#plan.tally(), fraction: null };
  }

  checkpoint(): PartCheckpoint {
    return {
      inner: this.#plan.checkpoint(),
      out: [...this.#out.values()],
      done: [...this.#done],
      handedOut: this.#handedOut,
      exhausted: this.#exhausted,
    };
  }

  get results(): readonly TaskResult[] {
    return this.#done;
  }
}

/** Returns an engine that works on one part of a run. Calls `opened` with each plan that it creates. */
export function engineForPart(engine: Engine, part: Part, opened: (plan: PartPlan) => void): Engine {
  const { checkpointSchemas: schemas, ...same } = engine;
  return {
    ...same,
    ...(schemas && { checkpointSchemas: { ...schemas, plan: partCheckpoint(schemas) } }),
    plan(job, checkpoint?: PartCheckpoint) {
      const plan = new PartPlan(engine, job, part, checkpoint);
      opened(plan);
      return plan;
    },
  };
}

const taskResult = v.strictObject({
  id: v.number(),
  nodes: v.number(),
  nodesByDepth: v.nullable(v.instance(Float64Array)),
  counts: v.record(v.string(), v.number()),
  note: v.unknown(),
});

const partCheckpoint = ({ plan }: CheckpointSchemas): v.GenericSchema<unknown, PartCheckpoint> =>
  v.strictObject({
    inner: plan,
    out: v.array(taskResult),
    done: v.array(taskResult),
    handedOut: v.number(),
    exhausted: v.boolean(),
  });

/** Returns the totals of a whole run, and how many tasks have no result. */
export function wholeOf(
  engine: Engine,
  job: Job,
  results: Iterable<TaskResult>,
): { tally: ReturnType<Plan['tally']>; missing: number } {
  const plan = engine.plan(job);
  const byId = new Map(Array.from(results, (result) => [result.id, result]));
  let missing = 0;
  for (let task = plan.next(); task; task = plan.next()) {
    const result = byId.get(task.id);
    if (!result) {
      missing++;
      continue;
    }
    plan.absorb(task, { ...result, findings: [], current: null, depth: 0, fraction: 1, done: true });
  }
  return { tally: plan.tally(), missing };
}

function added(sum: TaskResult, slice: Slice): TaskResult {
  const counts = { ...sum.counts };
  for (const [name, count] of Object.entries(slice.counts)) counts[name] = (counts[name] ?? 0) + count;
  return {
    id: sum.id,
    nodes: sum.nodes + slice.nodes,
    nodesByDepth: sumOf(sum.nodesByDepth, slice.nodesByDepth) as Float64Array | null,
    counts,
    note: sumOf(sum.note, slice.note),
  };
}

/**
 * Returns the sum of two numbers, arrays of numbers, or nested objects of numbers, added element by element. A missing
 * value counts as 0. Throws for anything else: an engine with fixed tasks must not send such notes.
 */
function sumOf(a: unknown, b: unknown): unknown {
  if (a === undefined || a === null) return b instanceof Float64Array ? b.slice() : b;
  if (b === undefined || b === null) return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (a instanceof Float64Array && b instanceof Float64Array) {
    const [long, short] = a.length >= b.length ? [a, b] : [b, a];
    const sum = long.slice();
    short.forEach((value, i) => (sum[i]! += value));
    return sum;
  }
  if (typeof a === 'object' && typeof b === 'object') {
    return Object.fromEntries(
      Object.entries(a).map(([name, value]) => [name, sumOf(value, (b as Record<string, unknown>)[name])]),
    );
  }
  throw new Error('the notes that tasks send are added up, so they must contain only numbers');
}
