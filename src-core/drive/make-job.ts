import type { Engine } from '../engine.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { blockingErrorsOf } from '../puzzle/validate.ts';
import type { Job, JobSettings } from '../run/job.ts';
import { noLimits } from '../run/limits.ts';
import { startError, type HuntStart } from '../puzzle/hunt-start.ts';
import { checkedOptions, type EngineOptions } from '../run/options.ts';

/**
 * Returns a job. The default is to look for one solution and return its board, with seed 1, on one thread, without
 * limits. Throws a user-facing error if an option is invalid or the engine doesn't support the puzzle.
 *
 * `memoryBytes`: the size of the machine's memory, which the defaults of some options depend on.
 */
export function makeJob(
  engine: Engine,
  puzzle: Puzzle,
  requests: Partial<Omit<JobSettings, 'engine'>>,
  memoryBytes: number,
): Job {
  const job = draftJob(engine, puzzle, requests, memoryBytes);
  checkSuits(engine, puzzle, job.options);
  if (job.start) checkStart(engine, puzzle, job.start);
  return job;
}

/** Like `makeJob`, but doesn't check whether the engine supports the puzzle. */
export function draftJob(
  engine: Engine,
  puzzle: Puzzle,
  requests: Partial<Omit<JobSettings, 'engine'>>,
  memoryBytes: number,
): Job {
  return {
    puzzle,
    engine: engine.name,
    options: checkedOptions(engine, requests.options ?? {}, memoryBytes),
    wanted: requests.wanted ?? { solutions: 1, boards: true },
    limits: requests.limits ?? noLimits,
    seed: requests.seed ?? 1,
    threads: requests.threads ?? 1,
    ...(requests.start && { start: requests.start }),
  };
}

/** Throws a user-facing error if this engine can't run on this puzzle. */
export function checkSuits(engine: Engine, puzzle: Puzzle, options: EngineOptions): void {
  const [error] = blockingErrorsOf(puzzle);
  if (error) throw new Error(error.message);
  if (engine.solves !== puzzle.kind) {
    const what = puzzle.kind === 'sliding' ? 'a sliding puzzle' : 'an edge-matching puzzle';
    throw new Error(
      `Engine ${engine.name} solves ${engine.solves} puzzles, but this is ${what}. Choose another engine.`,
    );
  }
  const refusal = engine.refuses(puzzle, options);
  if (refusal) throw new Error(refusal);
}

function checkStart(engine: Engine, puzzle: Puzzle, start: HuntStart): void {
  if (puzzle.kind !== 'edge-matching' || !engine.startsFromBoards) {
    throw new Error(`Engine ${engine.name} can’t start from a board. Choose the engine “best”.`);
  }
  const error = startError(puzzle, start);
  if (error !== null) throw new Error(error);
}
