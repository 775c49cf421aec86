import type { Engine } from '../engine.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import { blockingErrorsOf } from '../puzzle/validate.ts';
import type { Job, JobSettings } from '../run/job.ts';
import { noLimits } from '../run/limits.ts';
import { checkedOptions, type EngineOptions } from '../run/options.ts';

/**
 * A job for this engine. What is left out: the first solution, its board, no limits, seed 1, one thread. Throws, in a
 * sentence for people, for options that are not allowed and for a puzzle that this engine can't take.
 * `memoryBytes`: of the machine, for options whose default is a share of it.
 */
export function makeJob(
  engine: Engine,
  puzzle: Puzzle,
  requests: Partial<Omit<JobSettings, 'engine'>>,
  memoryBytes: number,
): Job {
  const job = draftJob(engine, puzzle, requests, memoryBytes);
  checkSuits(engine, puzzle, job.options);
  return job;
}

/** The same before the engine has been asked whether it can take the puzzle. */
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
  };
}

/** Throws, in a sentence for people, when this engine can't run on this puzzle. */
export function checkSuits(engine: Engine, puzzle: Puzzle, options: EngineOptions): void {
  const [error] = blockingErrorsOf(puzzle);
  if (error) throw new Error(error.message);
  if (engine.solves !== puzzle.kind) {
    const what = puzzle.kind === 'sliding' ? 'a sliding puzzle' : 'an edge-matching puzzle';
    throw new Error(
      `Engine ${engine.name} solves ${engine.solves} puzzles; this is ${what}: choose one that suits it.`,
    );
  }
  const refusal = engine.refuses(puzzle, options);
  if (refusal) throw new Error(refusal);
}
