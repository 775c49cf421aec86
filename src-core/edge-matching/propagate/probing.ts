/**
 * Runs a few short searches of increasing length before a large tree is divided. These *probes* learn in which cells
 * the search fails. Every task starts with the failure counts of the probes, so it chooses cells in a good order from
 * its first node.
 */
import type { Job } from '../../engine.ts';
import { random } from '../../random.ts';
import { nodesByDives } from './dives.ts';
import { drawPriorities, type Setup } from './setup.ts';
import type { Propagator } from './propagator.ts';
import { Walk } from './walk.ts';

const FIRST_PROBE_NODES = { one: 1_000, all: 500 };
const PROBES = 6;
/**
 * A probe that has visited all its nodes continues if few nodes of the tree seem to be left. The limit is the larger of
 * two numbers: `MAX_REST`, and `MAX_REST_FACTOR` times the number of nodes visited.
 */
const MAX_REST = 10_000;
const MAX_REST_FACTOR = 2;
/** a probe that continues visits at most this many times the number of nodes that seemed to be left */
const REST_FACTOR = 2;
/** Maximum number of solutions that a probe keeps. If it finds more, the tasks find all solutions again. */
const MAX_SOLUTIONS = 1_000;
/**
 * Maximum work of a probe, in words copied. Each node copies one level (`level.ts`). Levels of large boards have more
 * words, so probes of large boards have fewer nodes.
 */
const MAX_PROBE_WORK = 50e6;

/**
 * Number of dives (random paths) for one estimate of a tree's size. Each probe learns different failure counts, and so
 * leads to a different tree. `first`: dives for the first estimate, of all trees. `second`: dives for the second
 * estimate, of the smallest trees.
 */
const DIVES = { first: 100, second: 400 };
/** number of trees that are estimated a second time */
const FINALISTS = 2;
/**
 * If the first estimate of even the smallest tree exceeds this number of nodes, all trees are estimated a second time.
 * A hundred dives often don't show which large tree is the smallest, and searching the wrong tree takes longer than
 * estimating all of them again.
 */
const MANY_NODES = 1e6;
const DIVE_STREAM = 900;

/**
 * When one solution is wanted, the search alternates between the tree and restarts. A tree of this estimated size
 * (about five minutes of work) gets as many nodes as the restarts. A larger tree gets fewer nodes, because only
 * restarts reach most of it. A smaller tree gets more, because its search will soon end.
 */
const EQUAL_TURNS = 1e8;
const MAX_TREE_TURN = 16;

export interface Probed {
  readonly fails: Int32Array;
  /** If one solution is wanted: number of nodes spent on the tree for each node spent on restarts. */
  readonly treeTurn: number;
  /** estimated number of nodes of the tree, if it is searched with the failure counts `fails`; null if not estimated */
  readonly treeNodes: number | null;
  /** for each solution, the decisions that lead to it; null if the tasks must find the solutions */
  readonly solutions: readonly Int32Array[] | null;
  readonly nodesByDepth: Float64Array;
  readonly nodes: number;
  readonly deadEnds: number;
  readonly fills: number;
  readonly restarts: number;
}

/** Probes a tree, one step at a time. Yields the share of the probes that is done. `propagator` must be at the root. */
export function* probe(job: Job, setup: Setup, propagator: Propagator): Generator<number, Probed, void> {
  const { model } = setup;
  const isOne = job.wanted.solutions === 1;
  const nodesByDepth = new Float64Array(model.variables.length);
  const sum = { nodes: 0, deadEnds: 0, fills: 0, restarts: 0 };
  let solutions: readonly Int32Array[] | null = null;
  let isOver = false;
  const learned = [setup.rootFails];
  for (let i = 0; i < PROBES && !isOver; i++) {
    const nodes = (isOne ? FIRST_PROBE_NODES.one : FIRST_PROBE_NODES.all) * 2 ** i;
    if (nodes * propagator.layout.size > MAX_PROBE_WORK) break;
    yield i / PROBES;
    // If all solutions are wanted, the order of the candidates makes no difference.
    const priorities = isOne ? drawPriorities(setup, job.seed, i + 1) : null;
    const walk = new Walk(model, propagator, priorities, new Int32Array(0));
    const rest = Math.min(
      Math.max(MAX_REST, MAX_REST_FACTOR * nodes),
      MAX_PROBE_WORK / propagator.layout.size,
    );
    const found = runProbe(walk, nodes, rest, isOne ? 1 : Infinity);
    isOver = walk.finished || (isOne && found.length > 0);
    if (isOver && found.length <= MAX_SOLUTIONS) solutions = found;
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
 * Runs a probe of `nodes` nodes. It ends early when it has found `enough` solutions. It continues if at most `maxRest`
 * nodes seem to be left. Returns the decisions that lead to each solution.
 */
function runProbe(walk: Walk, nodes: number, maxRest: number, enough: number): readonly Int32Array[] {
  const paths: Int32Array[] = [];
  const run = (budget: number): void =>
    walk.run(
      budget,
      () => undefined,
      () => {
        if (paths.length <= MAX_SOLUTIONS) paths.push(walk.state().path);
        return paths.length === enough;
      },
    );
  run(nodes);
  const rest = nodes / walk.fraction - nodes;
  if (!walk.finished && paths.length < enough && rest <= maxRest) run(Math.ceil(REST_FACTOR * rest));
  return paths;
}

function startOf(
  learned: readonly Int32Array[],
  job: Job,
  setup: Setup,
  propagator: Propagator,
): Pick<Probed, 'fails' | 'treeTurn' | 'treeNodes'> {
  const last = learned.at(-1)!;
  // The board was too large for probes.
  if (learned.length === 1) return { fails: last, treeTurn: 1, treeNodes: null };
  let stream = DIVE_STREAM;
  const estimated = (fails: Int32Array, dives: number): Tree => ({
    fails,
    nodes: nodesByDives(setup, propagator, fails, dives, random(job.seed, stream++)),
  });
  const isOne = job.wanted.solutions === 1;
  if (isOne) {
    // If the tree is too large to be searched completely, its size doesn't matter. The latest failure counts are best
    // for restarts.
    const { nodes } = estimated(last, DIVES.second);
    if (nodes > EQUAL_TURNS) return { fails: last, treeTurn: treeTurnOf(nodes), treeNodes: nodes };
  }
  // The tree will be searched completely, so the smallest is best. A different first cell alone can change the size of
  // a tree by a factor of five.
  const trees = learned.map((fails) => estimated(fails, DIVES.first)).sort(bySize);
  const finalists = trees[0]!.nodes > MANY_NODES ? trees : trees.slice(0, FINALISTS);
  const [best] = finalists.map(({ fails }) => estimated(fails, DIVES.second)).sort(bySize);
  const { fails, nodes } = best!;
  return { fails, treeTurn: isOne ? treeTurnOf(nodes) : 1, treeNodes: nodes };
}

/** Failure counts, and the estimated size of the search tree to which they lead. */
interface Tree {
  readonly fails: Int32Array;
  readonly nodes: number;
}

const bySize = (one: Tree, other: Tree): number => one.nodes - other.nodes;

const treeTurnOf = (nodes: number): number =>
  Math.max(1 / MAX_TREE_TURN, Math.min(MAX_TREE_TURN, Math.sqrt(EQUAL_TURNS / nodes)));
