import type { Engine } from '../../engine.ts';
import { sizeOf, slidingPuzzle, slidingRefusal } from '../job.ts';
import { databaseSet, databasesOption } from '../patterns/option.ts';
import { preparePatterns } from '../patterns/prepared.ts';
import { unreachableReason, withBlankFirst } from '../state.ts';
import { checkpointSchemas, type OptimalData } from './data.ts';
import { OptimalPlan } from './deepening-plan.ts';
import { OptimalSearch } from './search.ts';

export const optimal: Engine<OptimalData> = {
  name: 'optimal',
  title: 'Shortest solution',
  summary:
    'Finds a shortest solution and proves that none is shorter. It searches all paths up to a certain length, then all that are up to two moves longer, and so on. It skips positions that are too far from the goal according to its tables of distances (iterative deepening with pattern databases).',
  version: 1,
  checkpointSchemas,
  solves: 'sliding',
  proves: true,
  hunts: false,
  options: [databasesOption],
  counters: [
    { name: 'bound', title: 'Bound' },
    { name: 'rounds', title: 'Iterative-deepening rounds' },
    { name: 'chunks', title: 'Parts of this round' },
    { name: 'chunksDone', title: 'Parts done' },
  ],
  stepping: null,
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
