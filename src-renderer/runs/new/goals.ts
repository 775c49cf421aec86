/** The goals of a run. The goal determines which engines are available. */
import type { EngineInfo, RunSettings } from '../../../src-core/contract/runs.ts';
import type { Puzzle } from '../../../src-core/puzzle/puzzle.ts';

export type Goal = 'solve' | 'count' | 'hunt' | 'compare';

interface GoalWords {
  readonly goal: Goal;
  readonly title: string;
  /** one sentence about the result */
  readonly gives: string;
}

const words: Readonly<Record<Puzzle['kind'], readonly GoalWords[]>> = {
  'edge-matching': [
    {
      goal: 'solve',
      title: 'Solve it',
      gives: 'One solution, or a proof that there is none.',
    },
    { goal: 'count', title: 'Count all', gives: 'The number of solutions, found by a complete search.' },
    {
      goal: 'hunt',
      title: 'Hunt for the best score',
      gives:
        'The board with the fewest mismatches found in the time you allow. For puzzles too large to solve.',
    },
    {
      goal: 'compare',
      title: 'Compare engines',
      gives: 'Several engines on the same puzzle, with the same limits, side by side.',
    },
  ],
  sliding: [
    { goal: 'solve', title: 'Solve it', gives: 'A solution with the fewest possible moves, with proof.' },
    {
      goal: 'hunt',
      title: 'Solve it fast',
      gives: 'A solution within seconds, then shorter ones. For 5\u00a0×\u00a05 and larger.',
    },
    {
      goal: 'compare',
      title: 'Compare engines',
      gives: 'Several engines on the same puzzle, with the same limits, side by side.',
    },
  ],
};
export const goalsOf = (kind: Puzzle['kind']): readonly GoalWords[] => words[kind];

/** Returns the engines that suit the goal, the default one first. */
export function enginesFor(goal: Goal, engines: readonly EngineInfo[], kind: Puzzle['kind']): EngineInfo[] {
  const suiting = engines.filter(({ solves }) => solves === kind);
  if (goal === 'compare') return suiting;
  const fitting = suiting.filter(({ hunts }) => hunts === (goal === 'hunt'));
  return goal === 'count' ? fitting.filter(({ endsAtFirst }) => !endsAtFirst) : fitting;
}

/** Returns the goal that the user chose for an earlier run. */
export function goalOf(run: Pick<RunSettings, 'engine' | 'wanted'>, engines: readonly EngineInfo[]): Goal {
  if (engines.find(({ name }) => name === run.engine)?.hunts) return 'hunt';
  return run.wanted.solutions === 'all' ? 'count' : 'solve';
}
