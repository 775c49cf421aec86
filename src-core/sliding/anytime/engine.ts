import type { Engine, Job, Plan, Slice, Tally, Task } from '../../engine.ts';
import { slidingPuzzle, slidingRefusal, slidingTally } from '../job.ts';
import { databasesOption, sizeOf } from '../optimal/engine.ts';
import { preparePatterns, type PreparedPatterns } from '../optimal/pattern-search.ts';
import { manhattan, unreachableReason, withBlankFirst } from '../state.ts';
import {
  BeamSearch,
  DeepenSearch,
  type AnytimeNews,
  type AnytimeNote,
  type AnytimeSetup,
  type AnytimeWork,
  type Deepening,
} from './search.ts';
import { ShortenSearch } from './shorten.ts';

/**
 * Widths of the beams, one after another; the last again and again, each time with other random choices.
 * On 5 × 5 a width of 1000 takes a twentieth of a second, 100,000 some five seconds.
 */
const WIDTHS = [1_000, 10_000, 100_000, 100_000, 200_000];
/** After each beam the lower bound is worked on, for about as long. */
const DEEPENING_NODES = [1_000_000, 5_000_000, 20_000_000, 50_000_000];

const stage = <T>(values: readonly T[], index: number): T => values[Math.min(index, values.length - 1)]!;

interface PlanState {
  beams: number;
  deepenings: number;
  /** a deepening task is out: there is only ever one */
  deepeningOut: boolean;
  deepening: Deepening | null;
  /** an answer of a beam that nobody has tried to shorten */
  toShorten: readonly number[] | null;
  tasks: number;
  lowerBound: number;
  path: readonly number[] | null;
  nodes: number;
  peakDepth: number;
  answers: number;
  unreachable: boolean;
}

class AnytimePlan implements Plan {
  readonly #state: PlanState;

  constructor(job: Job, checkpoint?: PlanState) {
    const puzzle = slidingPuzzle(job);
    const { start } = withBlankFirst(puzzle);
    const lowerBound = manhattan(puzzle, start);
    this.#state = checkpoint
      ? { ...checkpoint }
      : {
          beams: 0,
          deepenings: 0,
          deepeningOut: false,
          deepening: null,
          toShorten: null,
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
    if (state.toShorten) {
      const work: AnytimeWork = { type: 'shorten', path: state.toShorten };
      state.toShorten = null;
      return { id: state.tasks++, work };
    }
    const deepens = !state.deepeningOut && state.deepenings < state.beams;
    const work: AnytimeWork = deepens
      ? {
          type: 'deepen',
          nodes: stage(DEEPENING_NODES, state.deepenings++),
          from: state.deepening,
        }
      : { type: 'beam', width: stage(WIDTHS, state.beams), stream: state.beams++ };
    if (deepens) state.deepeningOut = true;
    return { id: state.tasks++, work };
  }

  absorb(task: Task, slice: Slice): void {
    const state = this.#state;
    const note = slice.note as AnytimeNote;
    state.nodes += slice.nodes;
    state.peakDepth = Math.max(state.peakDepth, slice.depth);
    state.lowerBound = Math.max(state.lowerBound, note.lowerBound);
    if (note.path && (!state.path || note.path.length < state.path.length)) {
      state.path = note.path;
      state.answers++;
      if ((task.work as AnytimeWork).type === 'beam') state.toShorten = note.path;
    }
    if (slice.done && (task.work as AnytimeWork).type === 'deepen') {
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
      { nodes, peakDepth, counts: { beams, answers, width: beams > 0 ? stage(WIDTHS, beams - 1) : 0 } },
    );
  }

  checkpoint(): PlanState {
    return { ...this.#state };
  }
}

export const anytime: Engine = {
  name: 'anytime',
  title: 'Good answers fast',
  summary: 'A good answer within a second or two, then better ones, beside a rising lower bound.',
  version: 2,
  solves: 'sliding',
  options: [{ ...databasesOption, default: 'small', choices: ['small', 'large'] }],
  refuses: slidingRefusal,
  *prepare(job, assets) {
    if (unreachableReason(slidingPuzzle(job))) return null;
    // The large set of 4 × 4 is numbered in a way that beams don't read, and has no use here.
    const { width, height } = sizeOf(job);
    const large = job.options['databases'] === 'large' && width * height > 16;
    return yield* preparePatterns({ width, height }, large ? 'large' : 'small', assets);
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
