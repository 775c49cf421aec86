/** What a person wants of a puzzle; the engine and what it is told follow from it. */
import type { EngineInfo, RunSettings } from '../../../src-core/contract/runs.ts';
import type { Puzzle } from '../../../src-core/puzzle/puzzle.ts';

export type Goal = 'solve' | 'count' | 'hunt' | 'compare';

interface GoalWords {
  readonly goal: Goal;
  readonly title: string;
  /** what one gets */
  readonly gives: string;
}

const words: Readonly<Record<Puzzle['kind'], readonly GoalWords[]>> = {
  'edge-matching': [
    {
      goal: 'solve',
      title: 'Solve it',
      gives: 'One board on which every edge matches, or the proof that there is none.',
    },
    { goal: 'count', title: 'Count all', gives: 'How many solutions there are. Every possibility is tried.' },
    {
      goal: 'hunt',
      title: 'Hunt for the best score',
      gives: 'As few mismatches as can be found, for as long as you like. For puzzles too large to solve.',
    },
    {
      goal: 'compare',
      title: 'Compare engines',
      gives: 'Several engines on the same puzzle under equal conditions, side by side.',
    },
  ],
  sliding: [
    { goal: 'solve', title: 'Solve it', gives: 'A solution with the fewest moves possible, proven.' },
    {
      goal: 'hunt',
      title: 'A good solution, fast',
      gives: 'A solution within seconds, then shorter ones. For 5 × 5 and larger.',
    },
    {
      goal: 'compare',
      title: 'Compare engines',
      gives: 'Several engines on the same puzzle under equal conditions, side by side.',
    },
  ],
};
export const goalsOf = (kind: Puzzle['kind']): readonly GoalWords[] => words[kind];

/** The engines that bring what is wanted, the usual one first. */
export function enginesFor(goal: Goal, engines: readonly EngineInfo[], kind: Puzzle['kind']): EngineInfo[] {
  const suiting = engines.filter(({ solves }) => solves === kind);
  if (goal === 'compare') return suiting;
  return suiting.filter(({ hunts }) => hunts === (goal === 'hunt'));
}

/** What an earlier run was for. */
export function goalOf(run: Pick<RunSettings, 'engine' | 'wanted'>, engines: readonly EngineInfo[]): Goal {
  if (engines.find(({ name }) => name === run.engine)?.hunts) return 'hunt';
  return run.wanted.solutions === 'all' ? 'count' : 'solve';
}
