import { totalmem } from 'node:os';
import { exact } from '../../src-core/edge-matching/exact/exact.ts';
import type { EngineOptions, Job, Tally } from '../../src-core/engine.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { drive } from '../../src-core/drive/drive.ts';
import { makeJob } from '../../src-core/drive/make-job.ts';

export const jobOf = (puzzle: EdgePuzzle, options: EngineOptions): Job =>
  makeJob(exact, puzzle, { options, wanted: { solutions: 'all', boards: false } }, totalmem());

export interface Ran {
  readonly tally: Tally;
  /** CPU seconds of this process, including planning and compiling */
  readonly seconds: number;
}

const SLICE = 4_000_000;

/**
 * Runs every `of`-th task of a job in this thread, starting with task number `first`. Stops at the end or after this
 * many CPU seconds.
 */
export function run(job: Job, seconds: number, first = 0, of = 1): Ran {
  const begun = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  const driven = drive(exact, job, { nodesASlice: SLICE, only: ({ id }) => id % of === first });
  const { solutions } = job.wanted;
  for (;;) {
    const { done, value } = driven.next();
    const tally = (done ? value : value.plan).tally();
    if (done || used() >= seconds || (solutions !== 'all' && tally.raw >= solutions)) {
      return { tally, seconds: used() };
    }
  }
}
