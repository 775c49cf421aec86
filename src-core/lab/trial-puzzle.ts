import { generate } from '../edge-matching/generate/generate.ts';
import type { Puzzle } from '../puzzle/puzzle.ts';
import type { TrialTask } from './experiment.ts';

/** Returns the puzzle of a trial. A recipe gives a puzzle for the trial's seed. */
export function trialPuzzle({ puzzle: { source }, seed }: TrialTask): Puzzle {
  if (source.kind === 'puzzle') return source.puzzle;
  return generate({ ...source.recipe, seed }).puzzle;
}
