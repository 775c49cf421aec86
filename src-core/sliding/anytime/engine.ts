import { WrongCheckpoint, type Engine, type OptionSpec } from '../../engine.ts';
import { anyGoalRefusal, sizeOf, slidingPuzzle } from '../job.ts';
import { databasesOption } from '../patterns/option.ts';
import { keptPatterns, preparePatterns } from '../patterns/prepared.ts';
import { unreachableReason } from '../state.ts';
import { BeamSearch } from './beam-search.ts';
import { checkpointSchemas, type AnytimeData } from './data.ts';
import { DeepenSearch } from './deepen.ts';
import { AnytimePlan } from './beam-plan.ts';
import { setUp } from './setup.ts';
import { ShortenSearch } from './shorten.ts';

const databases: OptionSpec = {
  ...databasesOption,
  help:
    'Tables of distances. Small ones are built in seconds. Large ones need a minute or two the first time, and up to 500 MB, ' +
    'but give better solutions. Automatic: large if they were built before, otherwise small.',
};

export const anytime: Engine<AnytimeData> = {
  name: 'anytime',
  title: 'Good solutions fast',
  summary:
    'Finds a good solution within a second or two, then shorter ones. Also shows a lower bound on the number of moves.',
  version: 6,
  checkpointSchemas,
  solves: 'sliding',
  proves: true,
  hunts: true,
  options: [databases],
  counters: [
    { name: 'beams', title: 'Beams' },
    { name: 'answers', title: 'Better solutions' },
    { name: 'width', title: 'Beam width' },
  ],
  stepping: null,
  refuses: anyGoalRefusal,
  *prepare(job, assets) {
    if (unreachableReason(slidingPuzzle(job))) return null;
    const size = sizeOf(job);
    // Beams can't read compact databases (`isRanked`), and the large set for 4 × 4 boards contains some. For boards up
    // to 4 × 4, the small set is good enough.
    const wanted = size.width * size.height > 16 ? job.options[databases.name] : 'small';
    const kept = wanted === 'auto' ? keptPatterns(size, 'large', assets) : null;
    return kept ?? (yield* preparePatterns(size, wanted === 'large' ? 'large' : 'small', assets));
  },
  plan: (job, checkpoint) => new AnytimePlan(job, checkpoint),
  open(job, { work }, prepared, checkpoint) {
    const setup = setUp(prepared!, slidingPuzzle(job), job.seed, work);
    switch (work.type) {
      case 'beam':
        if (checkpoint && !('nodes' in checkpoint)) throw new WrongCheckpoint();
        return new BeamSearch(setup, work, checkpoint);
      case 'deepen':
        if (checkpoint && !('bound' in checkpoint)) throw new WrongCheckpoint();
        return new DeepenSearch(setup, work, checkpoint);
      case 'shorten':
        if (checkpoint && !('turn' in checkpoint)) throw new WrongCheckpoint();
        return new ShortenSearch(setup, work, checkpoint);
    }
  },
};
