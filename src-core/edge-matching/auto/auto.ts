/**
 * The engine `auto` runs `exact` or `propagate`, whichever suits the puzzle better. In a long search, the two engines
 * take turns. If one solution is wanted, `selective` may take turns too. A turn is a fixed number of nodes, so on a
 * single thread the order of turns depends only on the job.
 */
import * as v from 'valibot';
import type { CheckpointSchemas, Engine, Job, Plan, Search, Slice, Tally, Task } from '../../engine.ts';
import { prepare } from '../../drive/drive.ts';
import { exact } from '../exact/exact.ts';
import { propagate, treeEndsSoon } from '../propagate/propagate.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import { selective } from '../selective/selective.ts';
import { choiceOf, choosing, jobFor, type Choice, type CompleteSolver, type Solver } from './choice.ts';

interface Pace {
  /** number of nodes per turn of each engine */
  readonly turn: Readonly<Record<Solver, number>>;
  /**
   * Number of turns that the chosen engine takes before another engine starts. For the second complete engine, `one`
   * applies if the chosen engine is `exact` and one solution is wanted, and `all` in every other case. `selective`
   * applies to the engine `selective` if it doesn't start at once.
   */
  readonly alone: { readonly one: number; readonly all: number; readonly selective: number };
}

/**
 * A turn takes about half a second, so the chosen engine usually works alone for 20 seconds. If the chosen engine is
 * `exact` and one solution is wanted, it works alone for only two seconds, because `propagate` may find a solution
 * early by restarting.
 */
const USUAL_PACE: Pace = {
  turn: { exact: 25e6, propagate: 150e3, selective: 8e6 },
  alone: { one: 4, all: 40, selective: 40 },
};

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
/** Number of turns for `selective` per turn of the chosen engine. `selective` usually finds a solution much earlier. */
const SELECTIVE_TURNS = 3;

/**
 * An estimate with at most this many probes skips the choice of an engine, which would take longer than the estimate
 * itself.
 */
const MAX_ROUGH_PROBES = 1_000;

const solvers: Readonly<Record<Solver, Engine>> = { exact, propagate, selective };
const names = ['exact', 'propagate', 'selective'] as const;
const other = (solver: CompleteSolver): CompleteSolver => (solver === 'exact' ? 'propagate' : 'exact');

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

const anyOf = (half: keyof CheckpointSchemas): v.GenericSchema =>
  v.union(names.map((name) => solvers[name].checkpointSchemas![half]));

const work = v.strictObject({
  solver: v.picklist(names),
  task: v.strictObject({ id: v.number(), work: anyOf('work') }),
  state: v.undefinedable(anyOf('search')),
});

const checkpointSchemas: CheckpointSchemas<AutoData> = {
  plan: v.strictObject({
    plans: v.strictObject({
      exact: v.exactOptional(exact.checkpointSchemas!.plan),
      propagate: v.exactOptional(propagate.checkpointSchemas!.plan),
      selective: v.exactOptional(selective.checkpointSchemas!.plan),
    }),
    waiting: v.array(work),
    turns: v.strictObject({ exact: v.number(), propagate: v.number(), selective: v.number() }),
    ids: v.number(),
  }),
  work,
  search: v.strictObject({ state: v.undefinedable(anyOf('search')), left: v.number() }),
};

/**
 * Returns whether both engines can share a job. They can't if all boards must be listed, because every board would be
 * listed twice.
 */
const mayShare = ({ wanted }: Job): boolean => wanted.solutions === 1 || !wanted.boards;

/** An engine that takes turns with the chosen one. */
interface Companion {
  readonly solver: Solver;
  /** number of turns of the chosen engine before this one starts */
  readonly after: number;
  /** number of turns of this engine per turn of the chosen one */
  readonly share: number;
}

/** Returns the engine that was not chosen among the two complete ones. */
function secondOf(job: Job, first: CompleteSolver, { alone }: Pace): Companion {
  const solver = other(first);
  if (job.wanted.solutions !== 1) return { solver, after: alone.all, share: OTHER_ENGINE_TURNS.usual };
  if (first === 'exact') return { solver, after: alone.one, share: OTHER_ENGINE_TURNS.usual };
  const share = treeEndsSoon(jobFor(job, first))
    ? OTHER_ENGINE_TURNS.usual
    : OTHER_ENGINE_TURNS.ofExactBesideRestarts;
  return { solver, after: alone.all, share };
}

const scanOf = (joins: 'now' | 'later', { alone }: Pace): Companion => ({
  solver: 'selective',
  after: joins === 'now' ? 0 : alone.selective,
  share: SELECTIVE_TURNS,
});

class AutoPlan implements Plan<AutoData> {
  readonly #job: Job;
  readonly #pace: Pace;
  readonly #choice: Choice;
  readonly #second: Companion;
  /** the other engines, in the order in which they take their turns */
  readonly #companions: readonly Companion[];
  readonly #plans: Partial<Record<Solver, Plan>> = {};
  readonly #waiting: Work[];
  readonly #turns: Record<Solver, number>;
  #ids: number;

  constructor(job: Job, pace: Pace, state?: PlanState) {
    this.#job = job;
    this.#pace = pace;
    this.#choice = choiceOf(job);
    this.#second = secondOf(job, this.#choice.first, pace);
    const joins = this.#choice.selective;
    this.#companions = joins === null ? [this.#second] : [scanOf(joins, pace), this.#second];
    this.#waiting = [...(state?.waiting ?? [])];
    this.#turns = { exact: 0, propagate: 0, selective: 0, ...state?.turns };
    this.#ids = state?.ids ?? 0;
    this.#begin(this.#choice.first, state);
    for (const { solver } of this.#companions)
      if (state?.plans[solver] !== undefined) this.#begin(solver, state);
  }

  #begin(solver: Solver, state?: PlanState): void {
    this.#plans[solver] = solvers[solver].plan(jobFor(this.#job, solver), state?.plans[solver]);
  }

  /** Returns whether it is time for an engine to start. The second complete engine isn't needed near the end. */
  #mayStart({ solver, after }: Companion): boolean {
    const { first } = this.#choice;
    const turns = this.#turns[first];
    if (turns < after) return false;
    if (solver !== this.#second.solver) return true;
    if (!mayShare(this.#job)) return false;
    return turns >= MAX_TURNS_ALONE_FACTOR * after || this.#fraction < MIN_FRACTION_NEAR_END;
  }

  get #fraction(): number {
    return this.#plans[this.#choice.first]!.tally().fraction ?? 0;
  }

  next(): Task<Work> | null {
    if (this.finished) return null;
    const { first } = this.#choice;
    for (const each of this.#companions) {
      if (!this.#plans[each.solver] && this.#mayStart(each)) this.#begin(each.solver);
    }
    const due = this.#companions.find(
      ({ solver, after, share }) => this.#turns[solver] <= share * (this.#turns[first] - after),
    );
    const inOrder = [...(due ? [due.solver] : []), first, ...this.#companions.map(({ solver }) => solver)];
    for (const solver of new Set(inOrder)) {
      const work = this.#plans[solver] ? this.#workOf(solver) : null;
      if (work) return { id: this.#ids++, work };
    }
    return null;
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

  /** the engines that have started, the chosen one first */
  get #started(): Solver[] {
    const all = [this.#choice.first, ...this.#companions.map(({ solver }) => solver)];
    return all.filter((solver) => this.#plans[solver]);
  }

  /** the engine that has ended the search; `selective` ends it only with a solution */
  get #finishedBy(): Solver | null {
    const ends = (solver: Solver): boolean => {
      const plan = this.#plans[solver]!;
      return plan.finished && (solver !== 'selective' || plan.tally().raw > 0);
    };
    return this.#started.find(ends) ?? null;
  }

  get finished(): boolean {
    return this.#finishedBy !== null;
  }

  news(): AutoData['news'] | undefined {
    const news: Partial<Record<Solver, unknown>> = {};
    let isNews = false;
    for (const solver of this.#started) {
      const heard = this.#plans[solver]!.news?.();
      if (heard === undefined) continue;
      news[solver] = heard;
      isNews = true;
    }
    return isNews ? news : undefined;
  }

  tally(): Tally {
    const tallies = this.#started.map((solver) => ({ solver, ...this.#plans[solver]!.tally() }));
    const { solver, ...answer } =
      tallies.find((each) => each.solver === this.#finishedBy) ??
      tallies.find(({ raw }) => raw > 0) ??
      tallies[0]!;
    const depths = Math.max(...tallies.map(({ nodesByDepth }) => nodesByDepth.length));
    return {
      ...answer,
      nodes: tallies.reduce((sum, { nodes }) => sum + nodes, 0),
      nodesByDepth: Array.from({ length: depths }, (_, depth) =>
        tallies.reduce((sum, { nodesByDepth }) => sum + (nodesByDepth[depth] ?? 0), 0),
      ),
      peakDepth: Math.max(...tallies.map(({ peakDepth }) => peakDepth)),
      chosen: { engine: solver, why: this.#why },
    };
  }

  get #why(): string {
    const others = this.#started.slice(1).map((solver) => `“${solver}”`);
    if (others.length === 0) return this.#choice.why;
    const [verb, gets] = others.length === 1 ? ['is', 'gets'] : ['are', 'get'];
    const shares = this.#companions.filter(({ solver }) => this.#plans[solver]).map(({ share }) => share);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const percent = Math.round((100 * total) / (1 + total));
    return `${this.#choice.why} The search may take a long time, so ${others.join(' and ')} ${verb} now searching too and ${gets} ${percent} % of the time.`;
  }

  checkpoint(): PlanState {
    const plans: Partial<Record<Solver, unknown>> = {};
    for (const solver of this.#started) plans[solver] = this.#plans[solver]!.checkpoint();
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
  summary:
    'Finds or counts every solution. Chooses the engine that suits the puzzle: Exact or Propagate, together with Selective scan for a first solution.',
  // Checkpoints of this engine contain checkpoints of the other three, so its version combines their versions.
  version: 10_000 + 1_000 * selective.version + 100 * exact.version + propagate.version,
  checkpointSchemas,
  solves: 'edge-matching',
  proves: true,
  hunts: false,
  counters: [...exact.counters, ...propagate.counters, ...selective.counters],
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
