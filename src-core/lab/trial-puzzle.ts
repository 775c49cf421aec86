import { generate } from '../edge-matching/generate/generate.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import type { TrialTask } from './experiment.ts';

/** Returns a trial's puzzle. A recipe makes one from the trial's seed. */
export function trialPuzzle({ puzzle: { source }, seed }: TrialTask): Puzzle {
  if (source.kind === 'puzzle') return source.puzzle;
  return generate({ ...source.recipe, seed }).puzzle;
}
