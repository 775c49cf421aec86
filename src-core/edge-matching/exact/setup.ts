/** Decides how to search a job: the order in which cells are filled, and whether symmetry is broken. */
import type { Estimate, Job } from '../../engine.ts';
import { isPlainRectangle } from '../../puzzle/board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random } from '../../random.ts';
import { Counter } from '../counting/count.ts';
import { searchTreeOf, type SearchTree } from './tree/search-tree.ts';
import { estimateTree } from './estimate.ts';
import { setting } from './options.ts';
import { orderBy, orderFromText, ordersOn, usualOrder, type OrderName } from './order.ts';
import { breakSymmetry } from '../counting/symmetry-breaking.ts';
import { kindsOf } from '../counting/kinds.ts';
import { Interpreter } from './backtracking/interpreter.ts';

/** trees with at most this many nodes are searched by the interpreter, as a single task */
const SMALL_TREE_NODES = 20_000;
/**
 * Only trees with more than this estimated number of nodes may get symmetry breaking and a different order of cells.
 * Smaller trees are searched as they are, so that their node counts agree with published ones.
 */
const LARGE_TREE_NODES = 2e9;
/**
 * Like `LARGE_TREE_NODES`, but for boards other than rectangles. It is lower, because there are no published node
 * counts to agree with for such boards.
 */
const LARGE_UNPUBLISHED_TREE_NODES = 1e7;
/** Another order of cells is chosen only if it reduces the estimated number of nodes by more than this factor. */
const MIN_REORDERING_GAIN = 4;
const PROBES = 1000;

export interface Setup {
  readonly tree: SearchTree;
  readonly counter: Counter;
  readonly order: OrderName | 'cells';
  readonly small: boolean;
}

const setups = new WeakMap<Job, Setup>();

/** Returns the setup of a job, cached per job object. */
export function setupOf(job: Job): Setup {
  let setup = setups.get(job);
  if (!setup) setups.set(job, (setup = makeSetup(job)));
  return setup;
}

export const searchTreeFor = (job: Job): SearchTree => setupOf(job).tree;

/** Estimates the size of a job's search before it starts. */
export const estimateOf = (job: Job, probes = 10_000): Estimate =>
  estimateTree(setupOf(job).tree, probes, random(job.seed, 3));

/**
 * The first search tree that `setupOf` considers, and its estimated size. The tree uses the default order of cells, or
 * the order chosen by the user. It breaks symmetry only if the user requests that.
 */
interface FirstEstimate {
  readonly plain: Pick<Setup, 'tree' | 'counter'>;
  readonly small: boolean;
  readonly nodes: number;
  /** true if this tree is final: it isn't large, so other orders and symmetry breaking are not tried */
  readonly isFinal: boolean;
}

const firstEstimates = new WeakMap<Job, FirstEstimate>();

/**
 * Returns the first search tree that `setupOf` considers, with an estimate of its size. This is much faster than
 * `setupOf`.
 */
export function firstEstimateOf(job: Job): FirstEstimate {
  let first = firstEstimates.get(job);
  if (!first) firstEstimates.set(job, (first = makeFirstEstimate(job)));
  return first;
}

function makeFirstEstimate(job: Job): FirstEstimate {
  const puzzle = job.puzzle as EdgePuzzle;
  const cells = setting(job.options, 'cells');
  const order = cells.trim() === '' ? orderBy[orderNameOf(job)](puzzle) : orderFromText(puzzle, cells);
  const plain = treeBy(job, order, setting(job.options, 'symmetry') === 'once');
  const small = isSmall(plain.tree);
  const nodes = small ? 0 : sizeOf(job, plain.tree);
  const isFinal = nodes <= (isPlainRectangle(puzzle.board) ? LARGE_TREE_NODES : LARGE_UNPUBLISHED_TREE_NODES);
  return { plain, small, nodes, isFinal };
}

function orderNameOf(job: Job): OrderName {
  const wanted = setting(job.options, 'order');
  return wanted === 'auto' ? usualOrder(job.puzzle as EdgePuzzle) : wanted;
}

const sizeOf = (job: Job, tree: SearchTree): number => estimateTree(tree, PROBES, random(job.seed, 2)).nodes;

function makeSetup(job: Job): Setup {
  const puzzle = job.puzzle as EdgePuzzle;
  const name = orderNameOf(job);
  const isGiven = setting(job.options, 'cells').trim() !== '';
  const { plain, small, isFinal } = firstEstimateOf(job);
  if (isFinal) return { ...plain, order: isGiven ? 'cells' : name, small };
  const once = setting(job.options, 'symmetry') !== 'all';
  let best = {
    ...treeBy(
      job,
      plain.tree.variables.map(({ cell }) => cell),
      once,
    ),
    order: isGiven ? 'cells' : name,
  } as const;
  if (isGiven || setting(job.options, 'order') !== 'auto') return { ...best, small: false };
  let least = sizeOf(job, best.tree) / MIN_REORDERING_GAIN;
  for (const other of ordersOn(puzzle)) {
    if (other === name) continue;
    const tried = treeBy(job, orderBy[other](puzzle), once);
    const nodes = sizeOf(job, tried.tree);
    if (nodes >= least) continue;
    least = nodes;
    best = { ...tried, order: other };
  }
  return { ...best, small: false };
}

function treeBy(job: Job, order: readonly number[], once: boolean): Pick<Setup, 'tree' | 'counter'> {
  const puzzle = job.puzzle as EdgePuzzle;
  const mergeIdentical = setting(job.options, 'identical') === 'merge';
  const symmetryBreaking = once ? breakSymmetry(puzzle, kindsOf(puzzle, mergeIdentical), order) : null;
  const tree = searchTreeOf(puzzle, {
    order,
    mergeIdentical,
    besideHints: setting(job.options, 'besideHints'),
    shuffle: setting(job.options, 'shuffle') ? job.seed : null,
    symmetryBreaking: symmetryBreaking ?? undefined,
  });
  return { tree, counter: new Counter(tree, mergeIdentical, symmetryBreaking !== null) };
}

function isSmall(tree: SearchTree): boolean {
  const backtracker = new Interpreter(tree, 0, Int32Array.of(-1));
  backtracker.run(SMALL_TREE_NODES, () => false);
  return backtracker.finished;
}
