import { totalmem } from 'node:os';
import { loadEngine } from '../../src-core/engines.ts';
import type { Engine, Job } from '../../src-core/engine.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import type { JobSettings } from '../../src-core/run/job.ts';
import { makeJob } from '../../src-core/drive/make-job.ts';

/**
 * Prepares a job for this machine and returns it with its engine. Throws a user-facing error if the job can't be run
 * here.
 */
export async function jobHere(
  puzzle: Puzzle,
  { engine: name, ...requested }: Pick<JobSettings, 'engine'> & Partial<JobSettings>,
): Promise<{ readonly engine: Engine; readonly job: Job }> {
  const engine = await loadEngine(name);
  return { engine, job: makeJob(engine, puzzle, requested, totalmem()) };
}

/** Returns what a run stores about its job. Throws a user-facing error if the job can't be run here. */
export async function checkedHere(
  puzzle: Puzzle,
  settings: Pick<JobSettings, 'engine'> & Partial<JobSettings>,
): Promise<Pick<Job, 'options'> & Pick<Engine, 'title' | 'version'>> {
  const { engine, job } = await jobHere(puzzle, settings);
  return { options: job.options, title: engine.title, version: engine.version };
}
