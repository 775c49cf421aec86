import { exact } from '../../src-core/edge-matching/exact/exact.ts';
import type { ExactData } from '../../src-core/edge-matching/exact/data.ts';
import type { EngineOptions, Job, Tally } from '../../src-core/engine.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

export const jobOf = (puzzle: EdgePuzzle, options: EngineOptions): Job => ({
  puzzle,
  engine: 'exact',
  options,
  wanted: { solutions: 'all', boards: false },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
});

export interface Ran {
  readonly tally: Tally;
  /** CPU seconds of this process, planning and compiling included */
  readonly seconds: number;
}

const SLICE = 4_000_000;

/** Runs a job in this thread, every `of`-th task from the `first` on, to the end or for a time. */
export function run(job: Job, seconds: number, first = 0, of = 1): Ran {
  const begun = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  const prepared = prepare(job);
  const plan = exact.plan(job);
  for (let task = plan.next(); task && used() < seconds; task = plan.next()) {
    if (task.id % of !== first) continue;
    const search = exact.open(job, task, prepared);
    for (let done = false; !done && used() < seconds;) {
      const slice = search.step(SLICE);
      plan.absorb(task, slice);
      ({ done } = slice);
      if (job.wanted.solutions !== 'all' && plan.tally().raw >= job.wanted.solutions) {
        return { tally: plan.tally(), seconds: used() };
      }
    }
  }
  return { tally: plan.tally(), seconds: used() };
}

export function prepare(job: Job): ExactData['prepared'] {
  const steps = exact.prepare?.(job, { read: () => null, write: () => undefined });
  for (;;) {
    const step = steps?.next();
    if (!step || step.done) return step?.value;
  }
}
