/**
 * The engine `auto` runs `exact` or `propagate`, whichever suits the puzzle better. In a long search, the two engines
 * take turns. A turn is a fixed number of nodes, so on a single thread the order of turns depends only on the job.
 */
import * as v from 'valibot';
import type { CheckpointSchemas, Engine, Job, Plan, Search, Slice, Tally, Task } from '../../engine.ts';
import { prepare } from '../../drive/drive.ts';
import { exact } from '../exact/exact.ts';
import { propagate, treeEndsSoon } from '../propagate/propagate.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import { choiceOf, choosing, jobFor, type Solver } from './choice.ts';

interface Pace {
  /** number of nodes per turn of each engine */
  readonly turn: Readonly<Record<Solver, number>>;
  /**
   * number of turns that the chosen engine takes before the other engine starts: `one` applies if the chosen engine is
   * `exact` and one solution is wanted, `all` in every other case
   */
  readonly alone: { readonly one: number; readonly all: number };
}

/**
 * A turn takes about half a second, so the chosen engine usually works alone for 20 seconds. If the chosen engine is
 * `exact` and one solution is wanted, it works alone for only two seconds, because `propagate` may find a solution
 * early by restarting.
 */
const USUAL_PACE: Pace = { turn: { exact: 25e6, propagate: 150e3 }, alone: { one: 4, all: 40 } };

/** If at least this fraction of the search is done, the end is near, so the other engine doesn't join in. */
const MIN_FRACTION_NEAR_END = 0.5;
/**
 * The chosen engine works alone for at most this factor times the turns in `Pace.alone`. Then the other engine joins in
 * even if the end is near.
 */
const MAX_TURNS_ALONE_FACTOR = 4;
/**
 * Number of turns for the other engine per turn of the chosen engine. If `propagate` was chosen and one solution is
 * wanted from a large tree, `exact` gets fewer turns, because `propagate` finds the solution more often.
 */
const OTHER_ENGINE_TURNS = { usual: 1, ofExactBesideRestarts: 1 / 4 };

/**
 * An estimate with at most this many probes skips the choice of an engine, which would take longer than the estimate
 * itself.
 */
const MAX_ROUGH_PROBES = 1_000;

const solvers: Readonly<Record<Solver, Engine>> = { exact, propagate };
const other = (solver: Solver): Solver => (solver === 'exact' ? 'propagate' : 'exact');

interface Work {
  readonly solver: Solver;
  readonly task: Task;
  readonly state: unknown;
}

interface PlanState {
  readonly plans: Readonly<Partial<Record<Solver, unknown>>>;
  readonly waiting: readonly Work[];
  /** number of turns that each engine has taken; a turn that ended early counts as a fraction */
  readonly turns: Readonly<Record<Solver, number>>;
  readonly ids: number;
}

export interface AutoData {
  work: Work;
  note: { readonly note: unknown; readonly state: unknown };
  news: Readonly<Partial<Record<Solver, unknown>>>;
  planState: PlanState;
  searchState: { readonly state: unknown; readonly left: number };
  prepared: Readonly<Partial<Record<Solver, unknown>>>;
}

const eitherOf = (half: keyof CheckpointSchemas): v.GenericSchema =>
  v.union([exact.checkpointSchemas![half], propagate.checkpointSchemas![half]]);

const work = v.strictObject({
  solver: v.picklist(['exact', 'propagate']),
  task: v.strictObject({ id: v.number(), work: eitherOf('work') }),
  state: v.undefinedable(eitherOf('search')),
});

const checkpointSchemas: CheckpointSchemas<AutoData> = {
  plan: v.strictObject({
    plans: v.strictObject({
      exact: v.exactOptional(exact.checkpointSchemas!.plan),
      propagate: v.exactOptional(propagate.checkpointSchemas!.plan),
    }),
    waiting: v.array(work),
    turns: v.strictObject({ exact: v.number(), propagate: v.number() }),
    ids: v.number(),
  }),
  work,
  search: v.strictObject({ state: v.undefinedable(eitherOf('search')), left: v.number() }),
};

/**
 * Returns whether both engines can share a job. They can't if all boards must be listed, because every board would be
 * listed twice.
 */
const mayShare = ({ wanted }: Job): boolean => wanted.solutions === 1 || !wanted.boards;

function turnsOf(
  job: Job,
  first: Solver,
  { alone }: Pace,
): { readonly alone: number; readonly share: number } {
  if (job.wanted.solutions !== 1) return { alone: alone.all, share: OTHER_ENGINE_TURNS.usual };
  if (first === 'exact') return { alone: alone.one, share: OTHER_ENGINE_TURNS.usual };
  const share = treeEndsSoon(jobFor(job, first))
    ? OTHER_ENGINE_TURNS.usual
    : OTHER_ENGINE_TURNS.ofExactBesideRestarts;
  return { alone: alone.all, share };
}

class AutoPlan implements Plan<AutoData> {
  readonly #job: Job;
  readonly #pace: Pace;
  readonly #alone: number;
  readonly #share: number;
  readonly #first: Solver;
  readonly #why: string;
  readonly #plans: Partial<Record<Solver, Plan>> = {};
  readonly #waiting: Work[];
  readonly #turns: Record<Solver, number>;
  #ids: number;

  constructor(job: Job, pace: Pace, state?: PlanState) {
    this.#pace = pace;
    const { first, why } = choiceOf(job);
    ({ alone: this.#alone, share: this.#share } = turnsOf(job, first, pace));
    this.#job = job;
    this.#first = first;
    this.#why = why;
    this.#waiting = [...(state?.waiting ?? [])];
    this.#turns = { exact: 0, propagate: 0, ...state?.turns };
    this.#ids = state?.ids ?? 0;
    for (const solver of [first, other(first)]) {
      if (solver === first || state?.plans[solver] !== undefined) this.#begin(solver, state?.plans[solver]);
    }
  }

  #begin(solver: Solver, state?: unknown): Plan {
    return (this.#plans[solver] = solvers[solver].plan(jobFor(this.#job, solver), state));
  }

  get #hasNoEnd(): boolean {
    const turns = this.#turns[this.#first];
    if (turns < this.#alone || !mayShare(this.#job)) return false;
    return turns >= MAX_TURNS_ALONE_FACTOR * this.#alone || this.#fraction < MIN_FRACTION_NEAR_END;
  }

  get #fraction(): number {
    return this.#plans[this.#first]!.tally().fraction ?? 0;
  }

  next(): Task<Work> | null {
    if (this.finished) return null;
    const second = other(this.#first);
    if (!this.#plans[second] && this.#hasNoEnd) this.#begin(second);
    const isBehind = this.#turns[second] <= this.#share * (this.#turns[this.#first] - this.#alone);
    const turn = isBehind && this.#plans[second] ? second : this.#first;
    const work = this.#workOf(turn) ?? (this.#plans[other(turn)] ? this.#workOf(other(turn)) : null);
    if (!work) return null;
    return { id: this.#ids++, work };
  }

  #workOf(solver: Solver): Work | null {
    const at = this.#waiting.findIndex((work) => work.solver === solver);
    if (at !== -1) return this.#waiting.splice(at, 1)[0]!;
    const task = this.#plans[solver]!.next();
    return task && { solver, task, state: undefined };
  }

  absorb({ work }: Task<Work>, slice: Slice<AutoData['note']>): void {
    const { note, state } = slice.note;
    this.#turns[work.solver] += slice.nodes / this.#pace.turn[work.solver];
    this.#plans[work.solver]!.absorb(work.task, { ...slice, note, done: slice.done && state === undefined });
    if (slice.done && state !== undefined) this.#waiting.push({ ...work, state });
  }

  get #finishedBy(): Solver | null {
    if (this.#plans[this.#first]!.finished) return this.#first;
    return this.#plans[other(this.#first)]?.finished === true ? other(this.#first) : null;
  }

  get finished(): boolean {
    return this.#finishedBy !== null;
  }

  news(): AutoData['news'] | undefined {
    const news: Partial<Record<Solver, unknown>> = {};
    let isNews = false;
    for (const solver of ['exact', 'propagate'] as const) {
      const heard = this.#plans[solver]?.news?.();
      if (heard === undefined) continue;
      news[solver] = heard;
      isNews = true;
    }
    return isNews ? news : undefined;
  }

  tally(): Tally {
    const second = this.#plans[other(this.#first)];
    const one = this.#plans[this.#first]!.tally();
    if (!second) return { ...one, chosen: { engine: this.#first, why: this.#why } };
    const two = second.tally();
    const isSecond = this.#finishedBy === other(this.#first) || (one.raw === 0 && two.raw > 0);
    const answer = isSecond ? two : one;
    const depths = Math.max(one.nodesByDepth.length, two.nodesByDepth.length);
    return {
      ...answer,
      nodes: one.nodes + two.nodes,
      nodesByDepth: Array.from(
        { length: depths },
        (_, depth) => (one.nodesByDepth[depth] ?? 0) + (two.nodesByDepth[depth] ?? 0),
      ),
      peakDepth: Math.max(one.peakDepth, two.peakDepth),
      chosen: {
        engine: isSecond ? other(this.#first) : this.#first,
        why: `${this.#why} The search may take a long time, so “${other(this.#first)}” is now searching too and gets ${this.#share === 1 ? 'half' : 'a fifth'} of the time.`,
      },
    };
  }

  checkpoint(): PlanState {
    const plans: Partial<Record<Solver, unknown>> = {};
    for (const solver of ['exact', 'propagate'] as const) {
      if (this.#plans[solver]) plans[solver] = this.#plans[solver].checkpoint();
    }
    return { plans, waiting: [...this.#waiting], turns: { ...this.#turns }, ids: this.#ids };
  }
}

class AutoSearch implements Search<AutoData> {
  readonly #search: Search;
  readonly #solver: Solver;
  readonly #endless: boolean;
  #left: number;

  constructor(solver: Solver, search: Search, left: number, endless: boolean) {
    this.#solver = solver;
    this.#search = search;
    this.#left = left;
    this.#endless = endless;
  }

  step(nodeBudget: number): Slice<AutoData['note']> {
    const slice = this.#search.step(this.#endless ? nodeBudget : Math.min(nodeBudget, this.#left));
    this.#left -= slice.nodes;
    const isOver = !slice.done && !this.#endless && this.#left <= 0;
    const state = isOver ? this.#search.checkpoint() : undefined;
    return { ...slice, done: slice.done || isOver, note: { note: slice.note, state } };
  }

  checkpoint(): AutoData['searchState'] {
    return { state: this.#search.checkpoint(), left: this.#left };
  }

  hear(news: AutoData['news']): void {
    if (news[this.#solver] !== undefined) this.#search.hear?.(news[this.#solver]);
  }
}

const late = new WeakMap<Job, unknown>();

/**
 * Prepares the engine that was not chosen. Most searches end without it, so it isn't prepared until a thread needs it.
 */
function preparedLate(job: Job, solver: Solver): unknown {
  const own = jobFor(job, solver);
  if (!late.has(own)) late.set(own, prepare(solvers[solver], own));
  return late.get(own);
}

const refuses = (puzzle: Puzzle): string | null => exact.refuses(puzzle, {});

/** Returns the engine `auto`. Tests pass a `pace` with shorter turns. */
export const autoAt = (pace: Pace): Engine<AutoData> => ({
  name: 'auto',
  title: 'Automatic',
  summary: 'Finds or counts every solution. Chooses the engine that suits the puzzle: Exact or Propagate.',
  // Checkpoints of this engine contain checkpoints of `exact` and `propagate`, so its version combines the versions of
  // both engines.
  version: 10_000 + 100 * exact.version + propagate.version,
  checkpointSchemas,
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [...exact.counters, ...propagate.counters],
  stepping: null,
  options: [],
  refuses,
  estimatesIn: 'exact',
  estimate(job, probes) {
    const estimate = exact.estimate!(jobFor(job, 'exact'), probes);
    if (probes !== undefined && probes <= MAX_ROUGH_PROBES) return estimate;
    const { first, why, cost } = choiceOf(job);
    // `exact` may switch to a better order of cells before it starts. Its estimated cost is then lower than `cost`.
    return { ...estimate, chosen: { engine: first, why, cost: Math.min(cost, estimate.nodes) } };
  },
  divisible(job) {
    const { first, why } = choiceOf(job);
    return { engine: first, why };
  },
  plan: (job, checkpoint) => new AutoPlan(job, pace, checkpoint),
  *prepare(job, assets) {
    const steps = choosing(job);
    for (let step = steps.next(); !step.done; step = steps.next())
      yield { fraction: step.value, what: 'Choosing an engine' };
    const { first } = choiceOf(job);
    return { [first]: yield* solvers[first].prepare!(jobFor(job, first), assets) };
  },
  open(job, { work }, prepared, checkpoint) {
    const { solver, task } = work;
    const search = solvers[solver].open(
      jobFor(job, solver),
      task,
      solver in prepared ? prepared[solver] : preparedLate(job, solver),
      checkpoint ? checkpoint.state : work.state,
    );
    return new AutoSearch(solver, search, checkpoint?.left ?? pace.turn[solver], !mayShare(job));
  },
});

export const auto = autoAt(USUAL_PACE);
