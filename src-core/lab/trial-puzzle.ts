import { generate } from '../edge-matching/generate/generate.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import type { TrialTask } from './experiment.ts';

/** The puzzle of a trial; made again by the trial's seed when it comes from a recipe. */
export function trialPuzzle({ puzzle: { source }, seed }: TrialTask): Puzzle {
  if (source.kind === 'puzzle') return source.puzzle;
  return generate({ ...source.recipe, seed }).puzzle;
}
