import type { Engine } from '../../engine.ts';
import { sizeOf, slidingPuzzle, slidingRefusal } from '../job.ts';
import { databaseSet, databasesOption } from '../patterns/option.ts';
import { preparePatterns } from '../patterns/prepared.ts';
import { unreachableReason, withBlankFirst } from '../state.ts';
import type { OptimalData } from './data.ts';
import { OptimalPlan } from './plan.ts';
import { OptimalSearch } from './search.ts';

export const optimal: Engine<OptimalData> = {
  name: 'optimal',
  title: 'Shortest solution',
  summary: 'Iterative deepening with pattern databases: the proven shortest solution.',
  version: 1,
  solves: 'sliding',
  proves: true,
  hunts: false,
  options: [databasesOption],
  counters: [
    { name: 'bound', title: 'Bound' },
    { name: 'rounds', title: 'Rounds of deepening' },
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
