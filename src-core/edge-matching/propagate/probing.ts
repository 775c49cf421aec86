/**
 * Probes a large tree before it is divided. *Probes* are a few short searches, each longer than the previous one, that
 * learn in which cells the search often fails. Every task starts with the failure counts of the probes, so it chooses
 * cells in a good order from its first node.
 */
import type { Job } from '../../engine.ts';
import { random } from '../../random.ts';
import { nodesByDives } from './dives.ts';
import { drawPriorities, type Setup } from './setup.ts';
import type { Propagator } from './propagator.ts';
import { Walk } from './walk.ts';

const FIRST_PROBE_NODES = { one: 1_000, all: 500 };
const MAX_PROBES = 6;
/**
 * A probe that has used up its nodes continues if it seems close to finishing the tree: at most `MAX_REMAINING_NODES`
 * nodes seem to be left, or at most `MAX_REMAINING_FACTOR` times the number of nodes visited, whichever is larger.
 */
const MAX_REMAINING_NODES = 10_000;
const MAX_REMAINING_FACTOR = 2;
/** maximum number of nodes that a continued probe visits, as a multiple of the estimated number of nodes left */
const CONTINUATION_FACTOR = 2;
/** Maximum number of solutions that a probe keeps. If it finds more, the tasks must find all solutions again. */
const MAX_KEPT_SOLUTIONS = 1_000;
/**
 * Maximum work of a probe, in copied words. At each node, a probe copies one level (`level.ts`). Levels of large
 * boards have more words, so probes of large boards visit fewer nodes.
 */
const MAX_PROBE_WORK = 50e6;

/**
 * Number of dives (random paths) per estimate of a tree's size. Each probe learns different failure counts, and each
 * set of failure counts leads to a different search tree. All trees are estimated with `first` dives, then the
 * smallest ones again with `second` dives.
 */
const DIVES_PER_ESTIMATE = { first: 100, second: 400 };
const REESTIMATED_TREES = 2;
/**
 * If even the smallest tree has more nodes than this by the first estimate, all trees are estimated a second time. For
 * large trees, a hundred dives often don't show which is the smallest, and searching the wrong one would cost more
 * time than the second estimates.
 */
const MIN_NODES_TO_REESTIMATE_ALL = 1e6;
const DIVE_STREAM = 900;

/**
 * When one solution is wanted, the search alternates between the tree and restarts. A tree of this estimated size
 * takes about five minutes and gets as many nodes as the restarts. A larger tree gets fewer, because most of its parts
 * can be reached only by restarts. A smaller tree gets more, because it will soon be complete.
 */
const EQUAL_TURNS_TREE_NODES = 1e8;
const MAX_TREE_TURN_RATIO = 16;

export interface Probed {
  readonly fails: Int32Array;
  /** number of nodes spent on the tree per node spent on restarts; used only if one solution is wanted */
  readonly treeTurn: number;
  /**
   * estimated number of nodes in the tree that results from the failure counts `fails`; null if it was not estimated
   */
  readonly treeNodes: number | null;
  /** for each solution, the decisions that lead to it; null if the tasks must find the solutions themselves */
  readonly solutions: readonly Int32Array[] | null;
  readonly nodesByDepth: Float64Array;
  readonly nodes: number;
  readonly deadEnds: number;
  readonly fills: number;
  readonly restarts: number;
}

/** Runs the probes one after another and yields the fraction that are done. `propagator` must be at the root. */
export function* probe(job: Job, setup: Setup, propagator: Propagator): Generator<number, Probed, void> {
  const { model } = setup;
  const isOne = job.wanted.solutions === 1;
  const nodesByDepth = new Float64Array(model.variables.length);
  const sum = { nodes: 0, deadEnds: 0, fills: 0, restarts: 0 };
  let solutions: readonly Int32Array[] | null = null;
  let isOver = false;
  const learned = [setup.rootFails];
  for (let i = 0; i < MAX_PROBES && !isOver; i++) {
    const nodes = (isOne ? FIRST_PROBE_NODES.one : FIRST_PROBE_NODES.all) * 2 ** i;
    if (nodes * propagator.layout.size > MAX_PROBE_WORK) break;
    yield i / MAX_PROBES;
    // When all solutions are wanted, the order in which candidates are tried makes no difference.
    const priorities = isOne ? drawPriorities(setup, job.seed, i + 1) : null;
    const walk = new Walk(model, propagator, priorities, new Int32Array(0));
    const rest = Math.min(
      Math.max(MAX_REMAINING_NODES, MAX_REMAINING_FACTOR * nodes),
      MAX_PROBE_WORK / propagator.layout.size,
    );
    const found = runProbe(walk, nodes, rest, isOne ? 1 : Infinity);
    isOver = walk.finished || (isOne && found.length > 0);
    if (isOver && found.length <= MAX_KEPT_SOLUTIONS) solutions = found;
    walk.nodesByDepth.forEach((count, depth) => (nodesByDepth[depth]! += count));
    sum.nodes += walk.counts.nodes;
    sum.deadEnds += walk.counts.deadEnds;
    sum.fills += walk.counts.fills;
    sum.restarts++;
    learned.push(propagator.fails.slice());
  }
  const start = solutions
    ? { fails: learned.at(-1)!, treeTurn: 1, treeNodes: null }
    : startOf(learned, job, setup, propagator);
  return { ...start, solutions, nodesByDepth, ...sum };
}

/**
 * Runs a probe of `nodes` nodes and returns, for each solution found, the decisions that lead to it. The probe ends
 * early if it finds `enough` solutions. It searches beyond `nodes` nodes if at most `maxRest` nodes seem to be left in
 * the tree.
 */
function runProbe(walk: Walk, nodes: number, maxRest: number, enough: number): readonly Int32Array[] {
  const paths: Int32Array[] = [];
  const run = (budget: number): void =>
    walk.run(
      budget,
      () => undefined,
      () => {
        if (paths.length <= MAX_KEPT_SOLUTIONS) paths.push(walk.state().path);
        return paths.length === enough;
      },
    );
  run(nodes);
  const rest = nodes / walk.fraction - nodes;
  if (!walk.finished && paths.length < enough && rest <= maxRest) run(Math.ceil(CONTINUATION_FACTOR * rest));
  return paths;
}

function startOf(
  learned: readonly Int32Array[],
  job: Job,
  setup: Setup,
  propagator: Propagator,
): Pick<Probed, 'fails' | 'treeTurn' | 'treeNodes'> {
  const last = learned.at(-1)!;
  // No probe ran, because the board is too large. The size of its tree is then not estimated either.
  if (learned.length === 1) return { fails: last, treeTurn: 1, treeNodes: null };
  let stream = DIVE_STREAM;
  const estimated = (fails: Int32Array, dives: number): Tree => ({
    fails,
    nodes: nodesByDives(setup, propagator, fails, dives, random(job.seed, stream++)),
  });
  const isOne = job.wanted.solutions === 1;
  if (isOne) {
    // If a tree is too large for a complete search, its size doesn't matter. The latest failure counts are best for
    // restarts.
    const { nodes } = estimated(last, DIVES_PER_ESTIMATE.second);
    if (nodes > EQUAL_TURNS_TREE_NODES) return { fails: last, treeTurn: treeTurnOf(nodes), treeNodes: nodes };
  }
  // The tree will be searched completely, so choose the failure counts that give the smallest tree. They determine, for
  // example, which cell is filled first, and this choice alone can change the size by a factor of five.
  const trees = learned.map((fails) => estimated(fails, DIVES_PER_ESTIMATE.first)).sort(bySize);
  const finalists = trees[0]!.nodes > MIN_NODES_TO_REESTIMATE_ALL ? trees : trees.slice(0, REESTIMATED_TREES);
  const [best] = finalists.map(({ fails }) => estimated(fails, DIVES_PER_ESTIMATE.second)).sort(bySize);
  const { fails, nodes } = best!;
  return { fails, treeTurn: isOne ? treeTurnOf(nodes) : 1, treeNodes: nodes };
}

/** Failure counts, and the estimated size of the search tree that results from them. */
interface Tree {
  readonly fails: Int32Array;
  readonly nodes: number;
}

const bySize = (one: Tree, other: Tree): number => one.nodes - other.nodes;

const treeTurnOf = (nodes: number): number =>
  Math.max(1 / MAX_TREE_TURN_RATIO, Math.min(MAX_TREE_TURN_RATIO, Math.sqrt(EQUAL_TURNS_TREE_NODES / nodes)));
