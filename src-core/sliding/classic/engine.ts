import * as v from 'valibot';
import type {
  CheckpointSchemas,
  Engine,
  EngineData,
  Job,
  OptionSpec,
  Plan,
  Search,
  Slice,
  Tally,
  Task,
} from '../../engine.ts';
import { slidingPuzzle, anyGoalRefusal, slidingTally } from '../job.ts';
import { distanceHome, homesOf, unreachableReason, withHomes } from '../state.ts';
import { BranchAndBound, newCounts, type BranchAndBoundCounts } from './branch-and-bound.ts';

interface BranchAndBoundData extends EngineData {
  work: null;
  note: Note;
  news: never;
  planState: PlanState;
  searchState: Checkpoint;
  prepared: undefined;
}

interface Note {
  readonly liveNodes: number;
  readonly peakLiveNodes: number;
  readonly peakDepth: number;
  readonly full: boolean;
}

interface PlanState {
  handedOut: boolean;
  finished: boolean;
  path: readonly number[] | null;
  full: boolean;
  nodes: number;
  peakDepth: number;
  counts: BranchAndBoundCounts;
}

/**
 * A resumed search starts over and repeats its steps up to this number, which takes at most ten minutes by default.
 * Storing up to 30 million nodes instead would take gigabytes.
 */
interface Checkpoint {
  readonly steps: number;
}

const checkpointSchemas: CheckpointSchemas<BranchAndBoundData> = {
  plan: v.strictObject({
    handedOut: v.boolean(),
    finished: v.boolean(),
    path: v.nullable(v.array(v.number())),
    full: v.boolean(),
    nodes: v.number(),
    peakDepth: v.number(),
    counts: v.strictObject({
      activated: v.number(),
      pruned: v.number(),
      cycles: v.number(),
      answers: v.number(),
      liveNodes: v.number(),
      peakLiveNodes: v.number(),
    }),
  }),
  work: v.null(),
  search: v.strictObject({ steps: v.number() }),
};

const REPLAY_STEPS_PER_SLICE = 1 << 20;
/**
 * Maximum number of steps in a slice, per node of the slice's budget. Steps are limited because a step that drops a
 * node takes time but creates no node.
 */
const MAX_STEPS_PER_NODE = 4;

class BranchAndBoundPlan implements Plan<BranchAndBoundData> {
  readonly #state: PlanState;
  readonly #lowerBound: number;

  constructor(job: Job, checkpoint?: PlanState) {
    const puzzle = slidingPuzzle(job);
    this.#lowerBound = distanceHome(puzzle, withHomes(puzzle).start, homesOf(puzzle));
    this.#state = checkpoint
      ? { ...checkpoint, counts: { ...checkpoint.counts } }
      : {
          handedOut: false,
          finished: unreachableReason(puzzle) !== null,
          path: null,
          full: false,
          nodes: 0,
          peakDepth: 0,
          counts: newCounts(),
        };
  }

  get finished(): boolean {
    return this.#state.finished;
  }

  next(): Task<BranchAndBoundData['work']> | null {
    if (this.#state.handedOut || this.#state.finished) return null;
    this.#state.handedOut = true;
    return { id: 0, work: null };
  }

  absorb(_task: Task, slice: Slice<BranchAndBoundData['note']>): void {
    const state = this.#state;
    state.nodes += slice.nodes;
    for (const name of ['activated', 'pruned', 'cycles', 'answers'] as const) {
      state.counts[name] += slice.counts[name] ?? 0;
    }
    for (const finding of slice.findings) if (finding.type === 'path') state.path = finding.moves;
    const { liveNodes, peakLiveNodes, peakDepth, full } = slice.note;
    Object.assign(state.counts, { liveNodes, peakLiveNodes });
    state.peakDepth = peakDepth;
    state.full = full;
    if (slice.done) state.finished = true;
  }

  outcome(): 'solved' | 'exhausted' | 'limit' {
    if (this.#state.full) return 'limit';
    return this.#state.path ? 'solved' : 'exhausted';
  }

  tally(): Tally {
    const { path, nodes, counts, peakDepth, finished, full } = this.#state;
    const optimal = finished && !full && path !== null;
    return slidingTally(
      { path, lowerBound: optimal ? path.length : this.#lowerBound, optimal },
      { nodes, peakDepth, counts: { ...counts } },
    );
  }

  checkpoint(): PlanState {
    return { ...this.#state, counts: { ...this.#state.counts } };
  }
}

class BranchAndBoundSearch implements Search<BranchAndBoundData> {
  readonly #search: BranchAndBound;
  readonly #pathBack: (path: Iterable<number>) => number[];
  readonly #lowerBound: number;
  /** number of steps before the checkpoint, which the plan has already counted */
  readonly #replayTo: number;

  constructor(job: Job, checkpoint?: Checkpoint) {
    const puzzle = slidingPuzzle(job);
    const { start, pathBack } = withHomes(puzzle);
    const homes = homesOf(puzzle);
    const weight = (name: string): number => Number(job.options[name]);
    this.#pathBack = pathBack;
    this.#lowerBound = distanceHome(puzzle, start, homes);
    this.#replayTo = checkpoint?.steps ?? 0;
    this.#search = new BranchAndBound(
      puzzle,
      start,
      {
        moves: weight('movesWeight'),
        outOfPlace: weight('outOfPlaceWeight'),
        manhattan: weight('manhattanWeight'),
        rankedManhattan: weight('rankedWeight'),
      },
      Number(job.options['liveNodes']),
      homes,
    );
  }

  step(nodeBudget: number): Slice<BranchAndBoundData['note']> {
    const search = this.#search;
    const behind = this.#replayTo - search.steps;
    if (behind > 0) {
      const end = search.steps + Math.min(behind, REPLAY_STEPS_PER_SLICE);
      while (search.steps < end) search.run(Infinity, end - search.steps);
      search.counts = newCounts();
      return this.#slice(0, null, false);
    }
    const before = search.best;
    const nodes = search.run(nodeBudget, nodeBudget * MAX_STEPS_PER_NODE);
    return this.#slice(nodes, search.best === before ? null : search.best, search.done);
  }

  #slice(
    nodes: number,
    solution: readonly number[] | null,
    done: boolean,
  ): Slice<BranchAndBoundData['note']> {
    const search = this.#search;
    const { liveNodes, peakLiveNodes, ...sums } = search.counts;
    search.counts = newCounts();
    const optimal = solution !== null && done && !search.full;
    const lowerBound = optimal ? solution.length : this.#lowerBound;
    return {
      nodes,
      nodesByDepth: null,
      findings: solution ? [{ type: 'path', moves: this.#pathBack(solution), lowerBound, optimal }] : [],
      counts: sums,
      current: null,
      depth: search.depth,
      fraction: null,
      done,
      note: { liveNodes, peakLiveNodes, peakDepth: search.peakDepth, full: search.full },
    };
  }

  checkpoint(): Checkpoint {
    return { steps: Math.max(this.#replayTo, this.#search.steps) };
  }
}

const weightOption = (name: string, title: string, help: string, value: number): OptionSpec => ({
  name,
  title,
  help,
  type: 'number',
  default: value,
  min: 0,
  max: 1000,
});

export const branchAndBound: Engine<BranchAndBoundData> = {
  name: 'branch-and-bound',
  title: 'Branch and bound',
  summary:
    'Finds shorter and shorter solutions; on 3 × 3 it proves that the last one is optimal. You choose the weights that decide which position it expands next.',
  version: 2,
  checkpointSchemas,
  solves: 'sliding',
  defaultLimits: { seconds: 600, nodes: null },
  proves: true,
  hunts: false,
  counters: [
    { name: 'activated', title: 'Positions expanded', sentence: '# positions expanded' },
    { name: 'pruned', title: 'Pruned', sentence: '# positions that could not beat the best solution' },
    {
      name: 'cycles',
      title: 'Cycles',
      sentence: '# positions dropped because they were already reached in as few moves or fewer',
    },
    { name: 'answers', title: 'Solutions', sentence: '# solutions, each shorter than the one before' },
    { name: 'liveNodes', title: 'Positions waiting', sentence: '# positions still waiting to be expanded' },
    {
      name: 'peakLiveNodes',
      title: 'Maximum positions waiting',
      sentence: 'at most # positions waiting at once',
    },
  ],
  stepping: null,
  options: [
    weightOption(
      'movesWeight',
      'Weight of moves',
      'Added to a position’s cost for each move made so far.',
      3,
    ),
    weightOption(
      'outOfPlaceWeight',
      'Weight of tiles out of place',
      'Added to a position’s cost for each tile that is out of place.',
      0,
    ),
    weightOption(
      'manhattanWeight',
      'Weight of distance',
      'Added to a position’s cost for each step between a tile and its place.',
      3,
    ),
    weightOption(
      'rankedWeight',
      'Weight of distance × row or column',
      'Like the weight of distance, but multiplied by the row or column number of the tile’s place, whichever is larger. Rows and columns count from 0.',
      5,
    ),
    {
      name: 'liveNodes',
      title: 'Nodes in memory',
      help: 'The search ends when this many nodes are in memory (about 40 bytes each on 4 × 4). It keeps the best solution found so far.',
      type: 'number',
      default: 30_000_000,
      min: 1000,
      max: 100_000_000,
      whole: true,
    },
  ],
  refuses: anyGoalRefusal,
  plan: (job, checkpoint) => new BranchAndBoundPlan(job, checkpoint),
  open: (job, _task, _prepared, checkpoint) => new BranchAndBoundSearch(job, checkpoint),
};
