import type { Job, Plan, Slice, Tally, Task } from '../../engine.ts';
import { slidingPuzzle, slidingTally } from '../job.ts';
import { databaseProblem, distanceToGoal, unreachableReason } from '../state.ts';
import type { AnytimeData, BeamWork, PlanState } from './data.ts';

/**
 * Widths of the first beams. Forward and backward beams alternate. With the large databases for 5 × 5, a beam of width
 * 10,000 takes 0.1 seconds. A beam of width 400,000 takes 4.4 seconds and finds solutions that are on average 1.1 %
 * longer than the shortest one.
 */
const FIRST_WIDTHS = [1_000, 1_000, 10_000, 10_000, 100_000, 100_000, 400_000, 400_000];

/**
 * Initial width of the later beams, which branch off from one of the best solutions at a random point (leave.ts). The
 * width doubles after MAX_FRUITLESS_BEAMS beams in a row without an improvement.
 */
const FIRST_LEAVING_WIDTH = 2_000;
const MAX_FRUITLESS_BEAMS = 150;
const MAX_WIDTH = 256_000;

/**
 * Maximum number of links from positions to their parents in one beam. A beam stores a link of 5 bytes for each
 * position of each layer, so the links take at most 300 MB.
 *
 * MOVES_PER_STEP is the expected length of a solution, divided by the Manhattan distance of the start.
 */
const MAX_LINKS = 60_000_000;
const MOVES_PER_STEP = 1.5;

/** Number of best solutions that later beams branch off from */
const KEPT_SOLUTIONS = 4;

/**
 * Number of backward puzzles (backward.ts) whose beams may branch off from a solution: those with the lowest bounds.
 */
const BACKWARD_LEAVING_PUZZLES = 2;

/**
 * A deepening task searches DEEPENING_NODES nodes. A new one starts only while all deepening tasks together have
 * searched less than DEEPENING_SHARE of the nodes of all beams, so deepening takes about a fifth of the time.
 */
const DEEPENING_NODES = 2_000_000;
const DEEPENING_SHARE = 1 / 4;

/**
 * Maximum length of a solution to shorten, as a multiple of the best length. It is lower for beams that branch off
 * from a solution, because their solutions share most moves with one that has already been shortened.
 */
const MAX_LENGTH_RATIO_TO_SHORTEN = { first: 1.08, leaving: 1.04 };
const SHORTENING_NODES = { much: 12_000_000, little: 1_000_000 };

/**
 * Hands out three kinds of tasks: beams, shortening a beam's solution, and iterative deepening. The result of a task
 * doesn't depend on other tasks. With several threads, however, the order of tasks depends on the speed of the
 * threads.
 */
export class AnytimePlan implements Plan<AnytimeData> {
  readonly #state: PlanState;
  readonly #maxWidth: number;
  /** true if all tasks search for the puzzle's own goal; only then can deepening prove a lower bound */
  readonly #deepens: boolean;

  constructor(job: Job, checkpoint?: PlanState) {
    const puzzle = slidingPuzzle(job);
    const lowerBound = distanceToGoal(puzzle);
    this.#maxWidth = Math.ceil(MAX_LINKS / (MOVES_PER_STEP * lowerBound + 1));
    this.#deepens = databaseProblem(puzzle) === null;
    this.#state = checkpoint
      ? structuredClone(checkpoint)
      : {
          beams: 0,
          beamNodes: 0,
          deepeningNodes: 0,
          deepeningOut: false,
          deepening: null,
          answers: lowerBound === 0 ? [[]] : [],
          width: FIRST_LEAVING_WIDTH,
          fruitless: 0,
          toShorten: [],
          tasks: 0,
          lowerBound,
          nodes: 0,
          peakDepth: 0,
          better: 0,
          unreachable: unreachableReason(puzzle) !== null,
        };
  }

  get finished(): boolean {
    const { unreachable, answers, lowerBound } = this.#state;
    return unreachable || answers[0]?.length === lowerBound;
  }

  next(): Task<AnytimeData['work']> | null {
    const state = this.#state;
    if (this.finished) return null;
    const shorten = state.toShorten.shift();
    if (shorten) return { id: state.tasks++, work: shorten };
    const deepens =
      this.#deepens && !state.deepeningOut && state.deepeningNodes < state.beamNodes * DEEPENING_SHARE;
    if (deepens) state.deepeningOut = true;
    const work: AnytimeData['work'] = deepens
      ? { type: 'deepen', nodes: DEEPENING_NODES, from: state.deepening }
      : this.#nextBeam();
    return { id: state.tasks++, work };
  }

  absorb({ work }: Task<AnytimeData['work']>, slice: Slice<AnytimeData['note']>): void {
    const state = this.#state;
    const { note } = slice;
    state.nodes += slice.nodes;
    if (work.type === 'beam') state.beamNodes += slice.nodes;
    if (work.type === 'deepen') state.deepeningNodes += slice.nodes;
    state.peakDepth = Math.max(state.peakDepth, slice.depth);
    state.lowerBound = Math.max(state.lowerBound, note.lowerBound);
    const better = note.path !== null && this.#keep(note.path);
    if (better) state.better++;
    if (better) state.fruitless = 0;
    if (work.type === 'beam') {
      if (note.path) this.#planShortening(note.path, work.leaving === null, better);
      if (slice.done && work.leaving !== null && !better) this.#countFruitless();
    }
    if (slice.done && work.type === 'deepen') {
      state.deepeningOut = false;
      state.deepening = note.deepening;
    }
  }

  #planShortening(path: readonly number[], first: boolean, better: boolean): void {
    const { answers, toShorten } = this.#state;
    const longest = answers[0]!.length * MAX_LENGTH_RATIO_TO_SHORTEN[first ? 'first' : 'leaving'];
    const nodes = SHORTENING_NODES[first || better ? 'much' : 'little'];
    if (path.length <= longest) toShorten.push({ type: 'shorten', path, nodes });
  }

  #countFruitless(): void {
    const state = this.#state;
    if (++state.fruitless < MAX_FRUITLESS_BEAMS) return;
    state.fruitless = 0;
    state.width = Math.min(MAX_WIDTH, this.#maxWidth, 2 * state.width);
  }

  #nextBeam(): BeamWork {
    const { answers, width } = this.#state;
    const stream = this.#state.beams++;
    const turn = stream % 2 === 0 ? null : (stream - 1) / 2;
    const first = this.#firstWidth(stream);
    if (first !== undefined || answers.length === 0) {
      return { type: 'beam', width: first ?? width, stream, backward: turn, leaving: null, limit: null };
    }
    return {
      type: 'beam',
      width,
      stream,
      backward: turn === null ? null : turn % BACKWARD_LEAVING_PUZZLES,
      leaving: answers[stream % answers.length]!,
      limit: Math.floor(answers[0]!.length * MAX_LENGTH_RATIO_TO_SHORTEN.leaving),
    };
  }

  #firstWidth(stream: number): number | undefined {
    const width = FIRST_WIDTHS[stream];
    return width && Math.min(width, this.#maxWidth);
  }

  #keep(path: readonly number[]): boolean {
    const { answers } = this.#state;
    const better = answers.length === 0 || path.length < answers[0]!.length;
    if (!answers.some((other) => other.join() === path.join())) {
      const place = better ? 0 : answers.findIndex((other, i) => i > 0 && path.length <= other.length);
      answers.splice(place === -1 ? answers.length : place, 0, path);
      answers.splice(KEPT_SOLUTIONS);
    }
    return better;
  }

  news(): AnytimeData['news'] {
    const { answers, lowerBound } = this.#state;
    return { moves: answers[0]?.length ?? null, lowerBound };
  }

  tally(): Tally {
    const { answers, lowerBound, nodes, peakDepth, beams, better, width } = this.#state;
    const path = answers[0] ?? null;
    return slidingTally(
      { path, lowerBound, optimal: path?.length === lowerBound },
      { nodes, peakDepth, counts: { beams, answers: better, width: this.#firstWidth(beams - 1) ?? width } },
    );
  }

  checkpoint(): PlanState {
    return structuredClone(this.#state);
  }
}
