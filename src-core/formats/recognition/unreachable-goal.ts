/** Asks whether the second of two positions is the goal if it looks like one but can't be reached from the first. */
import { canReach } from '../../puzzle/sliding-goal.ts';
import type { Puzzle, SlidingPuzzle } from '../../puzzle/puzzle.ts';
import type { Question } from '../format.ts';
import { isUsualGoal } from './position-notations.ts';

interface AskedReading {
  readonly puzzle: Puzzle;
  readonly questions: readonly Question[];
}

/** Adds a question to the readings of two positions if the second may be the goal of the first. */
export function askIfGoal<Read extends AskedReading>(readings: Read[]): Read[] {
  const [first, second, more] = readings;
  if (first?.puzzle.kind !== 'sliding' || second?.puzzle.kind !== 'sliding' || more) return readings;
  const { puzzle } = first;
  const goal = second.puzzle.start;
  if (first.questions.length > 0 || !mayBeGoal(puzzle, second.puzzle)) return readings;
  const question: Question = {
    text: 'The second position is in order, but can’t be reached from the first. Is it the goal, or another puzzle?',
    choices: [
      { title: 'the goal', options: { goal }, preview: puzzle },
      { title: 'another puzzle', options: { goal: 'auto' }, preview: second.puzzle },
    ],
  };
  return [{ ...first, questions: [question] }, second];
}

function mayBeGoal({ width, height, start }: SlidingPuzzle, second: SlidingPuzzle): boolean {
  const size = { width, height };
  if (second.width !== width || second.height !== height) return false;
  if (!isUsualGoal({ size, start: second.start }) || isUsualGoal({ size, start })) return false;
  return !canReach(size, start, second.start);
}
