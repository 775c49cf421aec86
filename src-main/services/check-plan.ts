import { loadEngine } from '../../src-core/engines.ts';
import { trialTask, type LabPlan } from '../../src-core/lab/experiment.ts';
import { trialPuzzle } from '../../src-core/lab/trial-puzzle.ts';
import { checkedOptions, checkSuits } from './engines.ts';

/** Throws, naming puzzle and engine, when one engine of an experiment can't run on one of its puzzles. */
export async function checkPlan(plan: LabPlan): Promise<void> {
  // the first round of trials has every engine on every puzzle
  for (let number = 0; number < plan.setups.length * plan.puzzles.length; number++) {
    const task = trialTask(plan, number);
    const engine = await loadEngine(task.setup.engine);
    try {
      checkSuits(engine, trialPuzzle(task), checkedOptions(engine, task.setup.options));
    } catch (error) {
      throw new Error(
        `${task.setup.name} on ${task.puzzle.name}: ${(error as Error).message} ` +
          'Take that engine or that puzzle out of the experiment.',
        { cause: error },
      );
    }
  }
}
