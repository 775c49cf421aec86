/**
 * Which of the two exact searches suits a puzzle: `exact` visits a hundred million nodes a second and checks little,
 * `propagate` a third of a million and checks much. Deterministic: it depends on the puzzle, the options and the seed.
 */
import type { Job } from '../../engine.ts';
import { exact } from '../exact/exact.ts';
import { setupOf } from '../exact/setup.ts';
import { propagateOutlook } from '../propagate/propagate.ts';

export type Solver = 'exact' | 'propagate';

export interface Choice {
  readonly first: Solver;
  /** the search is expected to end before the other engine would be of use */
  readonly brief: boolean;
  /** a sentence for people */
  readonly why: string;
}

/** Nodes of `exact` that take as long as one of `propagate`. */
const EXACT_NODES_A_NODE = 300;
/** `exact` walks trees of this size in less time than the choice takes. */
const QUICK_TREE = 2e7;
const PROBES = 1_000;

const choices = new WeakMap<Job, Choice>();

/** The same job for one of the two engines. */
const jobs = new WeakMap<Job, Record<Solver, Job>>();
export function jobFor(job: Job, solver: Solver): Job {
  let both = jobs.get(job);
  if (!both) {
    const other = (engine: Solver): Job => ({ ...job, engine, options: {} });
    jobs.set(job, (both = { exact: other('exact'), propagate: other('propagate') }));
  }
  return both[solver];
}

/** Worked out once for each job object; equal for equal jobs. */
export function choiceOf(job: Job): Choice {
  let choice = choices.get(job);
  if (!choice) choices.set(job, (choice = choose(job)));
  return choice;
}

function choose(job: Job): Choice {
  const plain = jobFor(job, 'exact');
  if (setupOf(plain).small)
    return { first: 'exact', brief: true, why: 'Chose exact: the whole search is small.' };
  const plainNodes = exact.estimate!(plain, PROBES).nodes;
  if (plainNodes <= QUICK_TREE) {
    return {
      first: 'exact',
      brief: true,
      why: `Chose exact: it needs about ${magnitude(plainNodes)} nodes.`,
    };
  }
  const outlook = propagateOutlook(jobFor(job, 'propagate'));
  if (outlook.ended)
    return { first: 'propagate', brief: true, why: 'Chose propagate: its probes came to an end.' };
  const compared = `about ${magnitude(outlook.nodes)} nodes instead of ${magnitude(plainNodes)}`;
  return outlook.nodes * EXACT_NODES_A_NODE < plainNodes
    ? { first: 'propagate', brief: false, why: `Chose propagate: it needs ${compared}.` }
    : {
        first: 'exact',
        brief: false,
        why: `Chose exact: propagate would need ${compared}, each of which takes ${EXACT_NODES_A_NODE} times as long.`,
      };
}

function magnitude(nodes: number): string {
  if (!Number.isFinite(nodes)) return 'more than 10^308';
  if (nodes < 1e6) return Math.round(nodes).toLocaleString('en-US');
  const exponent = Math.floor(Math.log10(nodes));
  return `${(nodes / 10 ** exponent).toFixed(1)} · 10^${exponent}`;
}
