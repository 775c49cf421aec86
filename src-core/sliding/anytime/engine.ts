import type { Engine, Job, OptionSpec, Plan, Slice, Tally, Task } from '../../engine.ts';
import { slidingPuzzle, slidingRefusal, slidingTally } from '../job.ts';
import { databasesOption, sizeOf } from '../optimal/engine.ts';
import { keptPatterns, preparePatterns, type PreparedPatterns } from '../optimal/pattern-search.ts';
import { manhattan, unreachableReason, withBlankFirst } from '../state.ts';
import {
  BeamSearch,
  DeepenSearch,
  type AnytimeNews,
  type AnytimeNote,
  type AnytimeSetup,
  type AnytimeWork,
  type BeamWork,
  type Deepening,
} from './search.ts';
import { ShortenSearch } from './shorten.ts';

/**
 * Widths of the beams, one after another, in turn forward and backward; the last again and again, each time
 * with other random choices. On 5 × 5 a width of 1000 takes a twentieth of a second, 100,000 some five seconds.
 */
const WIDTHS = [
  1_000, 1_000, 10_000, 10_000, 10_000, 10_000, 30_000, 30_000, 30_000, 30_000, 100_000, 100_000, 200_000,
];
const widthOf = (beam: number): number => WIDTHS[Math.min(beam, WIDTHS.length - 1)]!;

/** After each beam the lower bound is worked on, for about a quarter of its time. */
const deepeningNodes = (beam: number): number => Math.max(1_000_000, 200 * widthOf(beam));

/** A beam's answer up to this much longer than the best may still become a better one by shortening. */
const WORTH_SHORTENING = 1.08;

interface PlanState {
  beams: number;
  deepenings: number;
  /** a deepening task is out: there is only ever one */
  deepeningOut: boolean;
  deepening: Deepening | null;
  /** answers of beams that nobody has tried to shorten, the latest last */
  toShorten: (readonly number[])[];
  tasks: number;
  lowerBound: number;
  path: readonly number[] | null;
  nodes: number;
  peakDepth: number;
  answers: number;
  unreachable: boolean;
}

/**
 * Deals out beams, the shortening of their answers and iterative deepening. A task's result depends on the
 * task alone, and so does a run of one thread on the job alone. What several threads have done at a moment
 * depends on which of them was faster: a run that ends by the clock could not be repeated exactly anyway, and
 * waiting for one another would cost what the threads are for.
 */
class AnytimePlan implements Plan {
  readonly #state: PlanState;

  constructor(job: Job, checkpoint?: PlanState) {
    const puzzle = slidingPuzzle(job);
    const { start } = withBlankFirst(puzzle);
    const lowerBound = manhattan(puzzle, start);
    this.#state = checkpoint
      ? { ...checkpoint, toShorten: [...checkpoint.toShorten] }
      : {
          beams: 0,
          deepenings: 0,
          deepeningOut: false,
          deepening: null,
          toShorten: [],
          tasks: 0,
          lowerBound,
          path: lowerBound === 0 ? [] : null,
          nodes: 0,
          peakDepth: 0,
          answers: 0,
          unreachable: unreachableReason(puzzle) !== null,
        };
  }

  get finished(): boolean {
    const { unreachable, path, lowerBound } = this.#state;
    return unreachable || path?.length === lowerBound;
  }

  next(): Task | null {
    const state = this.#state;
    if (this.finished) return null;
    const path = state.toShorten.shift();
    if (path) return { id: state.tasks++, work: { type: 'shorten', path } satisfies AnytimeWork };
    const deepens = !state.deepeningOut && state.deepenings < state.beams;
    const work: AnytimeWork = deepens
      ? { type: 'deepen', nodes: deepeningNodes(state.deepenings++), from: state.deepening }
      : beamWork(state.beams++);
    if (deepens) state.deepeningOut = true;
    return { id: state.tasks++, work };
  }

  absorb(task: Task, slice: Slice): void {
    const state = this.#state;
    const note = slice.note as AnytimeNote;
    state.nodes += slice.nodes;
    state.peakDepth = Math.max(state.peakDepth, slice.depth);
    state.lowerBound = Math.max(state.lowerBound, note.lowerBound);
    const { type } = task.work as AnytimeWork;
    if (note.path && (!state.path || note.path.length < state.path.length)) {
      state.path = note.path;
      state.answers++;
    }
    if (note.path && type === 'beam' && note.path.length <= state.path!.length * WORTH_SHORTENING) {
      state.toShorten.push(note.path);
    }
    if (slice.done && type === 'deepen') {
      state.deepeningOut = false;
      state.deepening = note.deepening;
    }
  }

  news(): AnytimeNews | undefined {
    const { path } = this.#state;
    return path ? { moves: path.length } : undefined;
  }

  tally(): Tally {
    const { path, lowerBound, nodes, peakDepth, beams, answers } = this.#state;
    return slidingTally(
      { path, lowerBound, optimal: path?.length === lowerBound },
      { nodes, peakDepth, counts: { beams, answers, width: beams > 0 ? widthOf(beams - 1) : 0 } },
    );
  }

  checkpoint(): PlanState {
    return { ...this.#state, toShorten: [...this.#state.toShorten] };
  }
}

const beamWork = (beam: number): BeamWork => ({
  type: 'beam',
  width: widthOf(beam),
  stream: beam,
  backward: beam % 2 === 0 ? null : (beam - 1) / 2,
});

const databases: OptionSpec = {
  ...databasesOption,
  help:
    'small: built in seconds; large: a minute or two and up to 500 MB once, better answers ever after; ' +
    'auto: large where they have been built before, else small',
};

export const anytime: Engine = {
  name: 'anytime',
  title: 'Good answers fast',
  summary: 'A good answer within a second or two, then better ones, beside a rising lower bound.',
  version: 3,
  solves: 'sliding',
  options: [databases],
  refuses: slidingRefusal,
  *prepare(job, assets) {
    if (unreachableReason(slidingPuzzle(job))) return null;
    const size = sizeOf(job);
    // The large set of 4 × 4 is numbered in a way that beams don't read, and has no use here.
    const wanted = size.width * size.height > 16 ? job.options[databases.name] : 'small';
    const kept = wanted === 'auto' ? keptPatterns(size, 'large', assets) : null;
    return kept ?? (yield* preparePatterns(size, wanted === 'large' ? 'large' : 'small', assets));
  },
  plan: (job, checkpoint) => new AnytimePlan(job, checkpoint as PlanState | undefined),
  open(job, task, prepared, checkpoint) {
    const puzzle = slidingPuzzle(job);
    const setup: AnytimeSetup = {
      prepared: prepared as PreparedPatterns,
      puzzle,
      ...withBlankFirst(puzzle),
      seed: job.seed,
    };
    const work = task.work as AnytimeWork;
    switch (work.type) {
      case 'beam':
        return new BeamSearch(setup, work, checkpoint as ConstructorParameters<typeof BeamSearch>[2]);
      case 'deepen':
        return new DeepenSearch(setup, work, checkpoint as ConstructorParameters<typeof DeepenSearch>[2]);
      case 'shorten':
        return new ShortenSearch(setup, work, checkpoint as ConstructorParameters<typeof ShortenSearch>[2]);
    }
  },
};
