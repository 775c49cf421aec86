import type { Engine, EngineOptions, Job, OptionSpec } from '../../engine.ts';
import { slidingPuzzle, slidingRefusal } from '../job.ts';
import { unreachableReason, withBlankFirst, type BoardSize } from '../state.ts';
import type { OptimalData } from './data.ts';
import { preparePatterns } from './pattern-search.ts';
import type { SetName } from './pattern-sets.ts';
import { OptimalPlan } from './plan.ts';
import { OptimalSearch } from './search.ts';

export const databasesOption: OptionSpec = {
  name: 'databases',
  title: 'Pattern databases',
  help:
    'small: built in seconds; large: a minute or two and up to 500 MB once, fewer nodes ever after; ' +
    'auto: large for 5 × 5, small for the rest',
  type: 'choice',
  default: 'auto',
  choices: ['auto', 'small', 'large'],
};

/** Only on 5 × 5 does the difference decide whether an answer comes at all. */
export function databaseSet(size: BoardSize, options: EngineOptions): SetName {
  const wanted = options[databasesOption.name];
  if (wanted === 'small' || wanted === 'large') return wanted;
  return size.width === 5 && size.height === 5 ? 'large' : 'small';
}

export const optimal: Engine<OptimalData> = {
  name: 'optimal',
  title: 'Shortest solution',
  summary: 'Iterative deepening with pattern databases: the proven shortest solution.',
  version: 1,
  solves: 'sliding',
  options: [databasesOption],
  refuses: slidingRefusal,
  *prepare(job, assets) {
    const puzzle = slidingPuzzle(job);
    if (unreachableReason(puzzle)) return null;
    return yield* preparePatterns(sizeOf(job), databaseSet(puzzle, job.options), assets);
  },
  plan: (job, checkpoint) => new OptimalPlan(job, checkpoint),
  open(job, task, prepared, checkpoint) {
    const { start, pathBack } = withBlankFirst(slidingPuzzle(job));
    return new OptimalSearch(prepared!, start, pathBack, task.work, checkpoint);
  },
};

/** Only what crosses to the threads: not the puzzle's picture. */
export const sizeOf = (job: Job): BoardSize => {
  const { width, height } = slidingPuzzle(job);
  return { width, height };
};
