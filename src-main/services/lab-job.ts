import type { Job } from '../../src-core/engine.ts';
import { trialTask, type LabPlan, type TrialTask } from '../../src-core/lab/experiment.ts';
import { trialPuzzle } from '../../src-core/lab/trial-puzzle.ts';
import { jobHere } from './job.ts';

/** Returns the job of a trial. */
export async function trialJob(plan: LabPlan, task: TrialTask): Promise<Job> {
  const { engine, options } = task.setup;
  const { job } = await jobHere(trialPuzzle(task), {
    engine,
    options,
    // A trial that ends at the first solution needs the board. A trial that counts all solutions doesn't.
    wanted: { solutions: plan.wanted, boards: plan.wanted !== 'all' },
    limits: task.limits,
    seed: task.seed,
    threads: plan.threads,
  });
  return job;
}

/** Throws if an engine of the experiment can't run on one of the puzzles. The error names both. */
export async function checkPlan(plan: LabPlan): Promise<void> {
  // Checking the first round of trials is enough, because it runs every engine on every puzzle.
  for (let number = 0; number < plan.setups.length * plan.puzzles.length; number++) {
    const task = trialTask(plan, number);
    try {
      await trialJob(plan, task);
    } catch (error) {
      throw new Error(
        `${task.setup.name} on ${task.puzzle.name}: ${(error as Error).message} ` +
          'Remove this engine or this puzzle from the experiment.',
        { cause: error },
      );
    }
  }
}
