/**
 * Simulates several threads of the anytime engine in a single thread. The simulated thread with the least CPU time so
 * far always searches next, so the result hardly depends on the machine's load.
 */
import type { Engine, Job, Search, Task } from '../../src-core/engine.ts';
import { anytime } from '../../src-core/sliding/anytime/engine.ts';

const NODES_PER_SLICE = 100_000;

export interface LanesRun {
  /** best solution: the numbers of the tiles in the order in which they move */
  readonly path: readonly number[];
  readonly lowerBound: number;
  /** CPU seconds that the simulated thread had used when it found the best solution */
  readonly seconds: number;
}

/**
 * Runs a job until every simulated thread has used this many CPU seconds, or until a solution has been proved optimal.
 */
export function runLanes(job: Job, prepared: unknown, seconds: number): LanesRun {
  const engine: Engine = anytime;
  const plan = engine.plan(job);
  const lanes = Array.from({ length: job.threads }, () => ({
    seconds: 0,
    work: null as { task: Task; search: Search } | null,
  }));
  let path: readonly number[] | null = null;
  let reached = 0;
  while (!plan.finished) {
    const lane = lanes.reduce((least, other) => (other.seconds < least.seconds ? other : least));
    if (lane.seconds >= seconds) break;
    const begun = process.cpuUsage().user;
    const task = lane.work?.task ?? plan.next();
    if (!task) throw new Error('the engine has no task for this lane');
    const { search } = (lane.work ??= { task, search: engine.open(job, task, prepared) });
    const news = plan.news?.();
    if (news !== undefined) search.hear?.(news);
    const slice = search.step(NODES_PER_SLICE);
    plan.absorb(task, slice);
    if (slice.done) lane.work = null;
    lane.seconds += (process.cpuUsage().user - begun) / 1e6;
    const best = plan.tally().sliding?.path ?? null;
    if (best && best.length < (path?.length ?? Infinity)) reached = lane.seconds;
    path = best;
  }
  if (!path) throw new Error(`no solution in ${seconds} s`);
  return { path, lowerBound: plan.tally().sliding!.lowerBound, seconds: reached };
}
