/**
 * Chooses one of the two exact engines for a puzzle. `exact` visits a hundred million nodes per second, with few checks
 * at each node. `propagate` visits a third of a million nodes per second, with many checks. Time is not measured, so
 * the choice is the same on every machine.
 */
import type { Job } from '../../engine.ts';
import { resultOf } from '../../drive/drive.ts';
import { exact } from '../exact/exact.ts';
import { firstEstimateOf } from '../exact/setup.ts';
import { probesEnd, probing, propagate, propagateOutlook } from '../propagate/propagate.ts';

export type Solver = 'exact' | 'propagate';

export interface Choice {
  readonly first: Solver;
  /** why this engine was chosen: a sentence for the user */
  readonly why: string;
  /** estimated time of the whole search, in nodes of `exact` */
  readonly cost: number;
}

/** A tree of at most this many nodes is searched with `exact`: choosing an engine would take longer. */
const QUICK_TREE = 2e7;
/** Size of a tree that takes `exact` about ten seconds on one thread. */
const SHORT_TREE = 1e9;
const PROBES = 1_000;
/**
 * A better order of cells seldom makes the tree of `exact` smaller by more than this factor. Trying orders takes 0.1 to
 * 0.2 seconds, so it is done only if such a gain would change the choice.
 */
const MAX_GAIN = 100;

const choices = new WeakMap<Job, Choice>();

/** for each job: a copy for each engine, with the default options of that engine */
const jobs = new WeakMap<Job, Record<Solver, Job>>();
export function jobFor(job: Job, solver: Solver): Job {
  let both = jobs.get(job);
  if (!both) {
    const other = (engine: Solver): Job => ({ ...job, engine, options: {} });
    jobs.set(job, (both = { exact: other('exact'), propagate: other('propagate') }));
  }
  return both[solver];
}

/** Returns the choice for a job. It is cached for each job object. */
export const choiceOf = (job: Job): Choice => resultOf(choosing(job));

/** Returns the choice for a job. Yields the share of the probes that is done. */
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
  if (atFirst <= QUICK_TREE) return takeExact(atFirst, `it needs only about ${magnitude(atFirst)} nodes`);
  const refusal = propagate.refuses(job.puzzle, {});
  if (refusal !== null) return takeExact(atFirst, 'the board is too large for “propagate”');
  yield* probing(propagateJob);
  if (probesEnd(propagateJob))
    return takePropagate(0, 'a few short trial searches already gave the complete answer');
  // Finding one solution of a huge tree is a matter of luck, and only `propagate` restarts. Comparing estimates could
  // take longer than the search.
  if (job.wanted.solutions === 1 && atFirst > SHORT_TREE) {
    return takePropagate(atFirst, 'the search is long, and “propagate” may find a solution early');
  }
  const { nodes: propagateNodes, exactNodesPerNode } = propagateOutlook(propagateJob);
  const cost = propagateNodes * exactNodesPerNode;
  const nodes = isFinal || cost * MAX_GAIN < atFirst ? atFirst : exact.estimate!(exactJob, PROBES).nodes;
  const compared = `“propagate” needs about ${magnitude(propagateNodes)} nodes; “exact” needs ${magnitude(nodes)}, but is faster per node`;
  return cost < nodes ? takePropagate(cost, compared) : takeExact(nodes, compared);
}

const takeExact = (cost: number, why: string): Choice => ({
  first: 'exact',
  cost,
  why: `Chose the engine “exact”: ${why}.`,
});
const takePropagate = (cost: number, why: string): Choice => ({
  first: 'propagate',
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
