/**
 * Chooses between the two exact engines for a puzzle. `exact` visits a hundred million nodes per second and does
 * little work at each. `propagate` visits a third of a million nodes per second and does much more work at each. The
 * choice doesn't depend on timings, so it is the same on every machine.
 */
import type { Job } from '../../engine.ts';
import { resultOf } from '../../drive/drive.ts';
import { exact } from '../exact/exact.ts';
import { firstEstimateOf } from '../exact/setup.ts';
import { probesEnd, probing, propagate, propagateOutlook } from '../propagate/propagate.ts';
import { expectedSolutions } from '../selective/expected-solutions.ts';
import { selective } from '../selective/selective.ts';

export type Solver = 'exact' | 'propagate' | 'selective';
/** an engine that searches the whole tree */
export type CompleteSolver = Exclude<Solver, 'selective'>;

export interface Choice {
  readonly first: CompleteSolver;
  /** why this engine was chosen, as a sentence shown to the user */
  readonly why: string;
  /** estimated cost of the whole search, counted in nodes of `exact` */
  readonly cost: number;
  /**
   * when `selective` joins the search for one solution: `now` if the puzzle probably has several solutions, `later` if
   * not; null if it can't help
   */
  readonly selective: 'now' | 'later' | null;
}

/**
 * Trees with at most this many nodes are searched with `exact`, because choosing an engine would take longer than the
 * search.
 */
const MAX_QUICK_TREE_NODES = 2e7;
/** Number of nodes that `exact` searches in about ten seconds on one thread */
const MAX_SHORT_TREE_NODES = 1e9;
const PROBES = 1_000;
/**
 * A better order of cells rarely shrinks the tree of `exact` by more than this factor. Trying different orders takes
 * 0.1 to 0.2 seconds, so they are tried only if such a gain could change the choice of engine.
 */
const MAX_REORDERING_GAIN = 100;

const choices = new WeakMap<Job, Choice>();

/** a copy of each job per engine, with that engine's default options */
const jobs = new WeakMap<Job, Record<Solver, Job>>();
export function jobFor(job: Job, solver: Solver): Job {
  let all = jobs.get(job);
  if (!all) {
    const other = (engine: Solver): Job => ({ ...job, engine, options: {} });
    jobs.set(
      job,
      (all = { exact: other('exact'), propagate: other('propagate'), selective: other('selective') }),
    );
  }
  return all[solver];
}

/** Returns the choice for a job. The result is cached per job object. */
export const choiceOf = (job: Job): Choice => resultOf(choosing(job));

/** Chooses the engine for a job. Yields the fraction of the probes that are done. */
export function* choosing(job: Job): Generator<number, Choice, void> {
  let choice = choices.get(job);
  if (!choice) choices.set(job, (choice = yield* choose(job)));
  return choice;
}

function* choose(job: Job): Generator<number, Choice, void> {
  const exactJob = jobFor(job, 'exact');
  const propagateJob = jobFor(job, 'propagate');
  const { small, isFinal, nodes: atFirst } = firstEstimateOf(exactJob);
  if (small) return takeExact(0, 'the search is short');
  if (atFirst <= MAX_QUICK_TREE_NODES)
    return takeExact(atFirst, `it needs only about ${magnitude(atFirst)} nodes`);
  const refusal = propagate.refuses(job.puzzle, {});
  if (refusal !== null) return takeExact(atFirst, 'the board is too large for “propagate”');
  yield* probing(propagateJob);
  if (probesEnd(propagateJob))
    return takePropagate(0, 'a few short trial searches already gave the complete answer');
  // In a huge tree, finding one solution early is a matter of luck. `propagate` restarts and so gets several tries,
  // but `exact` never restarts. Don't compare estimates of both engines here, because that could take longer than the
  // search.
  if (job.wanted.solutions === 1 && atFirst > MAX_SHORT_TREE_NODES) {
    return {
      ...takePropagate(atFirst, 'the search is long, and “propagate” may find a solution early'),
      selective: selectiveJoins(job),
    };
  }
  const { nodes: propagateNodes, exactNodesPerNode } = propagateOutlook(propagateJob);
  const cost = propagateNodes * exactNodesPerNode;
  const nodes =
    isFinal || cost * MAX_REORDERING_GAIN < atFirst ? atFirst : exact.estimate!(exactJob, PROBES).nodes;
  const compared = `“propagate” needs about ${magnitude(propagateNodes)} nodes; “exact” needs ${magnitude(nodes)}, but is faster per node`;
  return cost < nodes ? takePropagate(cost, compared) : takeExact(nodes, compared);
}

function selectiveJoins({ puzzle }: Job): Choice['selective'] {
  if (puzzle.kind !== 'edge-matching' || selective.refuses(puzzle, {}) !== null) return null;
  return expectedSolutions(puzzle) > 0 ? 'now' : 'later';
}

const takeExact = (cost: number, why: string): Choice => ({
  first: 'exact',
  selective: null,
  cost,
  why: `Chose the engine “exact”: ${why}.`,
});
const takePropagate = (cost: number, why: string): Choice => ({
  first: 'propagate',
  selective: null,
  cost,
  why: `Chose the engine “propagate”: ${why}.`,
});

function magnitude(nodes: number): string {
  if (!Number.isFinite(nodes)) return 'more than 10³⁰⁸';
  if (nodes < 1e4) return String(Math.round(nodes));
  const exponent = Math.floor(Math.log10(nodes));
  const digits = String(exponent).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
  return `${(nodes / 10 ** exponent).toFixed(1)} × 10${digits}`;
}
